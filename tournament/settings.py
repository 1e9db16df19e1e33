"""Settings: all from the environment, each with a default that suits one laptop without internet.

DOKO_DATA      folder of the database, key, static files and backups (default: the user's data folder of the system)
DATABASE_URL   postgres://… for a server; without it SQLite in DOKO_DATA
DOKO_HOSTS     names this server answers to, comma separated (default: this machine only)
DOKO_HTTPS     1 behind a proxy that speaks TLS: secure cookies, redirect and HSTS
DOKO_ADDRESS   address under which other devices reach the desk, for links and QR codes (`start --lan` finds it itself)
DOKO_STATIC    folder of the style sheets and scripts, if a proxy is to serve them (default: in DOKO_DATA)
DOKO_DEBUG     1 for developers only
DOKO_LOG_DETAILS   1 writes what was typed and asked for into the log too (log/dokodesk.log in DOKO_DATA)
DOKO_SECRET_KEY, or the file secret.key in DOKO_DATA that `manage.py start` makes
"""

import os
from pathlib import Path

import dj_database_url
import platformdirs
from csp.constants import NONE, SELF
from django.core.management.utils import get_random_secret_key
from django.utils.translation import gettext_lazy as _

VERSION = "0.2.0"

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("DOKO_DATA") or platformdirs.user_data_dir("dokodesk", appauthor=False))
SECRET_KEY_FILE = DATA_DIR / "secret.key"
BACKUP_DIR = DATA_DIR / "backups"
# A second folder for backups, such as a USB stick; empty: none.
BACKUP_COPY_DIR = os.environ.get("DOKO_BACKUP_COPY", "")

DEBUG = os.environ.get("DOKO_DEBUG") == "1"
HTTPS = os.environ.get("DOKO_HTTPS") == "1"


def _secret_key() -> str:
    if os.environ.get("DOKO_SECRET_KEY"):
        return os.environ["DOKO_SECRET_KEY"]
    try:
        kept = SECRET_KEY_FILE.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        kept = ""
    # Commands and tests run without a key on disk; `start` keeps the one made here for the next time.
    return kept or get_random_secret_key()


SECRET_KEY = _secret_key()

ALLOWED_HOSTS = [host.strip() for host in os.environ.get("DOKO_HOSTS", "").split(",") if host.strip()] or [
    "127.0.0.1",
    "localhost",
    "[::1]",
]
DESK_ADDRESS = os.environ.get("DOKO_ADDRESS", "")
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS] if HTTPS else []

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "django_tables2",
    "axes",
    "tournament",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "tournament.middleware.KeptAnswerMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tournament.middleware.PlainTextMiddleware",
    "tournament.middleware.LanguageMiddleware",
    "tournament.middleware.VisitMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "tournament.urls"
WSGI_APPLICATION = "tournament.wsgi.application"

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
                "tournament.views.bar.bar",
            ],
            "builtins": ["tournament.templatetags.desk", "django.templatetags.i18n", "django.templatetags.static"],
        },
    }
]

DATABASES = {
    "default": dj_database_url.parse(
        os.environ.get("DATABASE_URL") or f"sqlite:///{(DATA_DIR / 'dokodesk.sqlite3').as_posix()}",
        conn_max_age=60,
        conn_health_checks=True,
    )
}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"] = {
        # A write takes its lock at once and waits for others, instead of failing half way.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # FULL: what was acknowledged survives a power cut, not only a crash of the program.
        # secure_delete: a name that was removed does not stay in the free parts of the file, as it would on Windows.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA secure_delete=ON;",
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "tournament.User"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

SESSION_ENGINE = "tournament.sessions"  # with the person beside it, so that who is logged in can be shown
SESSION_COOKIE_AGE = 18 * 60 * 60  # one long tournament day
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = HTTPS
CSRF_USE_SESSIONS = True  # no cookie beyond the session
CSRF_FAILURE_VIEW = "tournament.views.errors.csrf_failure"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}
# A pasted list or a backup may be large; more is refused before it is read.
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000
FILE_UPLOAD_HANDLERS = ["tournament.uploads.WholeUploadHandler"]

LANGUAGE_CODE = "de"
LANGUAGES = [("de", _("German")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "tournament" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Europe/Berlin"

STATIC_URL = "static/"
STATIC_ROOT = Path(os.environ.get("DOKO_STATIC") or DATA_DIR / "static")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

# Five wrong passwords for a name from one address, then each further try waits longer; the machine itself never waits.
AXES_HANDLER = "tournament.accounts.GrowingDelay"
AXES_FAILURE_LIMIT = 5
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_COOLOFF_TIME = 24  # hours for which wrong passwords are remembered; the waits themselves are shorter
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_WHITELIST_CALLABLE = "tournament.accounts.never_waits"
AXES_CLIENT_IP_CALLABLE = "tournament.accounts.address_of"  # what a device says about itself is not trusted
AXES_LOCKOUT_CALLABLE = "tournament.views.errors.locked_out"
AXES_ENABLE_ACCESS_FAILURE_LOG = False
AXES_DISABLE_ACCESS_LOG = True  # who came and went is nobody's list
AXES_VERBOSE = False

# What an error says of its cause may hold names: in the log only if somebody asks for it.
LOG_DETAILS = os.environ.get("DOKO_LOG_DETAILS") == "1"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "sentences": {"()": "tournament.logs.PlainFormatter"},
    },
    "handlers": {
        # On a server the window is kept as a file too: no names there either.
        "console": {"class": "logging.StreamHandler", "formatter": "plain" if DEBUG else "sentences"},
        "file": {"class": "tournament.logs.LogFile", "formatter": "sentences"},
    },
    "root": {"handlers": ["console", "file"], "level": "WARNING"},
    # A refused request is no news for the window in which the desk runs, and its address may hold a link still good.
    "loggers": {
        "django.request": {"level": "ERROR"},
        "django.security.csrf": {"level": "ERROR"},
        "waitress.queue": {"level": "ERROR"},  # in a storm of phones, thousands of times that one has waited
        "dokodesk": {"level": "INFO"},
    },
}
