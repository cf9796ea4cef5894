# `make demo` is all that a newcomer needs: it builds what is missing, loads the demo and serves it.

PYTHON ?= python3
PORT ?= 8000
FUZZ ?= 10000
VENV := .venv
BIN := $(VENV)/bin
MANAGE := $(BIN)/python manage.py
STAMPS := .stamps

export PORT

CATALOGUES := $(wildcard tarokkkupa/locale/*/LC_MESSAGES/django.po)
STATIC_FILES := $(shell find scoring/static -type f 2>/dev/null)

.PHONY: help setup migrate demo serve test fuzz load check bench clean

help:
	@echo "make demo   the demo, at http://127.0.0.1:$(PORT)/ (another port: make demo PORT=8001)"
	@echo "make test   the tests; DATABASE_URL=postgres://... runs them on PostgreSQL"
	@echo "make fuzz   10,000 generated requests and files, other ones each time (another number: make fuzz FUZZ=500)"
	@echo "make load   24 tables that send at once and 200 who look, on SQLite and PostgreSQL side by side"
	@echo "make check  style, types, imports, migrations, translations"
	@echo "make setup  virtual environment, translations, static files, database"
	@echo "make serve  the server for Linux; on Windows: python manage.py serve"
	@echo "make bench  measures; make clean removes what was built, but no data"

# --- Set-up: each step is done again only when what it is made from has changed --------------------------------------

$(STAMPS)/venv: requirements.txt requirements-dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed ($(PYTHON) is `$(PYTHON) --version 2>&1`)." >&2; exit 1; }
	@# A half-made environment (Debian without python3-venv leaves one) must not pass for a whole one.
	@[ -x $(BIN)/pip ] || { rm -rf $(VENV); $(PYTHON) -m venv $(VENV) >/dev/null; } \
		|| { rm -rf $(VENV); echo "No virtual environment can be made: apt-get install python3-venv" >&2; exit 1; }
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/translations: $(STAMPS)/venv $(CATALOGUES)
	$(MANAGE) translations compile
	@touch $@

$(STAMPS)/static: $(STAMPS)/venv $(STATIC_FILES)
	$(MANAGE) collectstatic --noinput --clear --verbosity 0
	@touch $@

setup: $(STAMPS)/translations $(STAMPS)/static migrate

migrate: $(STAMPS)/venv
	@$(MANAGE) migrate --verbosity 0

# --- Running ---------------------------------------------------------------------------------------------------------

demo: setup
	@for file in fixtures/*.json; do $(MANAGE) load_tournament --replace "$$file" || exit 1; done
	@$(MAKE) --no-print-directory serve

serve: setup
	@$(MANAGE) first_organiser
	@exec $(BIN)/gunicorn --config python:tarokkkupa.gunicorn tarokkkupa.wsgi

# --- Checking --------------------------------------------------------------------------------------------------------

test: setup
	$(BIN)/pytest -n auto --dist worksteal

fuzz: setup
	FUZZ=$(FUZZ) $(BIN)/pytest -n auto --dist worksteal tests/scoring/test_fuzz.py

load: setup
	$(BIN)/python -m tests.load

check: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(MANAGE) makemigrations --check --dry-run
	$(MANAGE) translations --check

bench: setup
	$(BIN)/python -m tests.bench

clean:
	rm -rf $(VENV) $(STAMPS) staticfiles build .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find tarokkkupa/locale -name '*.mo' -delete
