"""Settings, all from the environment; docs/deployment.md has the table of variables.

Without any variable set this is a safe installation for one laptop: SQLite, no debug pages, a secret key of its own.
"""

import os
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

import tarokkkupa
from tarokkkupa.secret import kept_secret

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
# Where the installation keeps what is its own: the SQLite database and the secret key.
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR)))

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or kept_secret(DATA_DIR / ".secret-key")

# Part of every ETag: a new release is a new page. RELEASE marks a build (a commit) between two versions.
RELEASE = "+".join(filter(None, [tarokkkupa.__version__, env.str("RELEASE", default="")]))

# Behind an HTTPS proxy (nginx, Caddy): trust its X-Forwarded-Proto, keep cookies to HTTPS, tell browsers to stay there.
# Off by default, for a hall's laptop speaks plain HTTP, and a secure cookie or HSTS would lock everybody out.
BEHIND_HTTPS_PROXY = env.bool("BEHIND_HTTPS_PROXY", default=False)

# A hall's laptop has another address in each hall, and may get a new one during the day: a fixed list would shut the
# phones out, so there any name will do. That is safe because nothing here builds a link that leaves the page (a mail,
# a shared cache) from the Host header. On the internet the names are known and have to be given.
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[] if BEHIND_HTTPS_PROXY else ["*"])
if BEHIND_HTTPS_PROXY and not ALLOWED_HOSTS:
    raise ImproperlyConfigured("BEHIND_HTTPS_PROXY needs ALLOWED_HOSTS: the names people reach the site by.")

INSTALLED_APPS = [
    # Before staticfiles: in development, too, WhiteNoise serves the static files.
    "whitenoise.runserver_nostatic",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "django_tables2",
    "scoring",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "tarokkkupa.urls"
WSGI_APPLICATION = "tarokkkupa.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Database --------------------------------------------------------------------------------------------------------

DATABASE: dict[str, Any] = env.db("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'db.sqlite3'}")
DATABASE["CONN_MAX_AGE"] = 60
DATABASE["CONN_HEALTH_CHECKS"] = True
if DATABASE["ENGINE"] == "django.db.backends.sqlite3":
    DATABASE["OPTIONS"] = {
        # A transaction takes the write lock when it begins, and waits for it: with SQLite's own DEFERRED two tables
        # that send at once get "database is locked". WAL lets readers read meanwhile; FULL survives a pulled plug.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    }
    # Tests of threads (the live server) need a file: an in-memory database is not shared the way a file is. Each
    # process has its own, so that two runs at once do not meet.
    DATABASE["TEST"] = {"NAME": str(Path(gettempdir(), f"tarokk-kupa-test-{os.getpid()}.sqlite3"))}
else:
    # A database server that is down is noticed in seconds (see /healthz), not after the system's two minutes.
    DATABASE.setdefault("OPTIONS", {}).setdefault("connect_timeout", 5)
DATABASES = {"default": DATABASE}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Languages -------------------------------------------------------------------------------------------------------

# The language cookie decides, then the browser's Accept-Language; a browser that asks for neither of the two (German
# alone, say) gets Hungarian, the language of the game. Who reads English sends English along, or has the switch.
LANGUAGE_CODE = "hu"
LANGUAGES = [("hu", "Magyar"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "tarokkkupa" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Europe/Budapest"
LANGUAGE_COOKIE_SAMESITE = "Lax"

# --- Static files ----------------------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # Names with a hash of the content, so that browsers may keep a file for ever and still see a new one at once.
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# --- Security --------------------------------------------------------------------------------------------------------

# Everything comes from the program itself, in files of their own: nothing inline, no other host.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
# Not "no-referrer": browsers then send "Origin: null", and Django refuses every form.
SECURE_REFERRER_POLICY = "same-origin"
# Browsers heed it on HTTPS only, and complain of it in their console elsewhere.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if BEHIND_HTTPS_PROXY else None
if BEHIND_HTTPS_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    LANGUAGE_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60

# --- Logs ------------------------------------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "tarokkkupa.logs.JsonLines"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    # Django's own handlers write in a format of their own, and mail the admins: here all goes to the root.
    "loggers": {"django": {"handlers": [], "level": "INFO", "propagate": True}},
}
