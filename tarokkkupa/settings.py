"""Settings, all from the environment; docs/deployment.md has the table of variables.

Without any variable set this is a safe installation for one laptop: SQLite, no debug pages, a secret key of its own.
"""

import os
from datetime import timedelta
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

import tarokkkupa
from scoring.secretfile import kept_secret

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
    "axes",
    "csp",
    "django_htmx",
    "django_tables2",
    "scoring",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    # Before WhiteNoise and whatever may refuse: those answers want the same headers.
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "tarokkkupa.middleware.permissions_policy",
    "tarokkkupa.middleware.readable_requests",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "tarokkkupa.middleware.hungarian_articles",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    # Last: it turns a login that was refused for its many tries into the page that says so.
    "axes.middleware.AxesMiddleware",
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

try:
    DATABASE: dict[str, Any] = env.db("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'db.sqlite3'}")
    known = DATABASE["ENGINE"] in ("django.db.backends.sqlite3", "django.db.backends.postgresql")
except (ValueError, ImproperlyConfigured):
    known = False
if not known:
    # Not the error itself: it quotes the address, which has the password in it.
    raise ImproperlyConfigured(
        "DATABASE_URL cannot be read: sqlite:///path, or postgres://user:password@host:5432/name, where / # ? @ : % "
        "in the password are written as %2F %23 %3F %40 %3A %25."
    )
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
# No page of another site has any use for them.
WHITENOISE_ALLOW_ALL_ORIGINS = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # Names with a hash of the content, so that browsers may keep a file for ever and still see a new one at once.
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# --- Accounts --------------------------------------------------------------------------------------------------------

LOGIN_URL = "accounts:login"
LOGIN_REDIRECT_URL = "organiser:cups"
LOGOUT_REDIRECT_URL = "public:tournaments"
# The first looks whether somebody tried too often; the second knows the accounts.
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
# A link to set one's password, which an organiser sends on to whom they invite.
PASSWORD_RESET_TIMEOUT = int(timedelta(days=3).total_seconds())

# A name of our own: on a laptop, browsers send the cookies of one port to all others.
SESSION_COOKIE_NAME = "kupa_session"
CSRF_COOKIE_NAME = "kupa_csrf"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
# A long day in the hall, not the next cup on the same laptop.
SESSION_COOKIE_AGE = int(timedelta(hours=18).total_seconds())

# Five wrong passwords of one name from one address: that name waits five minutes, from that address. Not the address
# alone, for a whole hall may share one; not the name alone, or anybody could shut an organiser out from anywhere. Who
# is logged in stays so, and tries made while waiting do not make it longer.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=5)
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_CLIENT_IP_CALLABLE = "scoring.visitors.client_address"
AXES_LOCKOUT_CALLABLE = "scoring.views.accounts.locked_out"
# Neither a list of who was here when, nor names in the log: now and then somebody types the password there.
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False
AXES_SENSITIVE_PARAMETERS = ["username", "csrfmiddlewaretoken", "next"]

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
    SECURE_SSL_REDIRECT = True
    # A supervisor on the machine itself asks without the proxy.
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_SUBDOMAINS", default=False)
# Browsers' built-in lists take whole domains and hardly ever let one go: not for a program to ask for.
SILENCED_SYSTEM_CHECKS = ["security.W021"]

# What a request may bring, in bytes and fields: the seats of 400 players are 1,000 fields and 20 KB. Files go beside
# the memory's bound, hence a bound of the whole body.
MAX_BODY = 4 * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 4000
DATA_UPLOAD_MAX_NUMBER_FILES = 5

# --- Safe keeping ----------------------------------------------------------------------------------------------------

# Copies of everything, every so many minutes (0: none), and how many of them are kept. See docs/safe-keeping.md.
BACKUP_MINUTES = env.float("BACKUP_MINUTES", default=5)
BACKUP_DIR = Path(env.str("BACKUP_DIR", default="") or DATA_DIR / "copies")
BACKUP_KEEP = env.int("BACKUP_KEEP", default=60)
# The one request that may be longer than MAX_BODY: a copy that is restored. Who may not send it is refused unread.
MAX_RESTORE = 256 * 1024 * 1024

# --- Logs ------------------------------------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "tarokkkupa.logs.JsonLines"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    # Django's own handlers write in a format of their own, and mail the admins: here all goes to the root.
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        # The development server's lines have the address, which may be a table's link.
        "django.server": {"handlers": [], "level": "INFO", "propagate": True},
        # Else five lines for each login.
        "axes": {"level": "WARNING"},
    },
}
