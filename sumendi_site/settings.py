"""Settings, every one of them typed and read from the environment.

With nothing set the site runs on embedded parts: SQLite and Valkey under the data folder.
README.md lists the variables.
"""

from pathlib import Path
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF

from sumendi_site import embedded

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.str("SUMENDI_DATA", default=str(BASE_DIR / "var"))).resolve()

PRODUCTION = env.bool("SUMENDI_PRODUCTION", default=False)
DEMO = env.bool("SUMENDI_DEMO", default=not PRODUCTION)
DEBUG = env.bool("DEBUG", default=False)
SITE_URL = env.str("SITE_URL", default=f"http://localhost:{env.int('PORT', default=8000)}")
SERVED_BY_HTTPS = SITE_URL.startswith("https://")
VERSION = env.str("SUMENDI_VERSION", default="0.1.0")

SECRET_KEY = env.str("SECRET_KEY", default="") or embedded.secret_key(DATA_DIR)
ALLOWED_HOSTS = env.list(
    "ALLOWED_HOSTS",
    default=[urlsplit(SITE_URL).hostname or "localhost", "localhost", "127.0.0.1", "[::1]"],
)
CSRF_TRUSTED_ORIGINS = [SITE_URL] if SERVED_BY_HTTPS else []

INSTALLED_APPS = [
    "sumendi_site.accounts",
    "sumendi_site.live",
    "sumendi_site",
    "games",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "django_htmx",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "sumendi_site.accounts.middleware.reader_time_zone",
]

ROOT_URLCONF = "sumendi_site.urls"
ASGI_APPLICATION = "sumendi_site.asgi.application"
WSGI_APPLICATION = "sumendi_site.wsgi.application"

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
                "games.context.waiting_games",
            ],
        },
    }
]

# Database: SQLite takes its write lock at the start of a transaction (IMMEDIATE); otherwise
# two writers that both read first fail with "database is locked".
SQLITE_OPTIONS = {
    "timeout": 20,
    "transaction_mode": "IMMEDIATE",
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;"
    ),
}
DATABASES = {"default": env.db_url("DATABASE_URL", default=f"sqlite:///{DATA_DIR}/db.sqlite3")}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"] = SQLITE_OPTIONS
else:
    DATABASES["default"]["CONN_MAX_AGE"] = 60
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# The cache counts failed sign-ins and the like; it lives in the database so that a broker
# that is down never turns into an error page.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "django_cache",
    }
}

# Broker and live events
_SOCKET = embedded.broker_socket(DATA_DIR)
REDIS_URL = env.str("REDIS_URL", default=f"unix://{_SOCKET}?db=0")
EMBEDDED_BROKER = "REDIS_URL" not in env.ENVIRON
CELERY_BROKER_URL = env.str(
    "BROKER_URL",
    default=REDIS_URL.replace("unix://", "redis+socket://").replace("?db=", "?virtual_host="),
)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 120,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_timeout": 5,
    "socket_connect_timeout": 2,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 60
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {
    "flag-overdue-games": {"task": "games.tasks.flag_overdue_games", "schedule": 5.0},
    "adjudicate-waiting-games": {"task": "games.tasks.adjudicate_waiting_games", "schedule": 10.0},
    "forget-old-live-events": {"task": "sumendi_site.live.tasks.forget_old", "schedule": 3600.0},
    "worker-heartbeat": {"task": "sumendi_site.tasks.worker_heartbeat", "schedule": 10.0},
}

# Accounts
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
SIGNUP_POLICY = env.str("SIGNUP_POLICY", default="open")
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "dashboard"
ACCOUNT_ADAPTER = "sumendi_site.accounts.adapter.AccountAdapter"

# Mail: written to the console unless a server is named.
MAIL_CONFIGURED = "EMAIL_URL" in env.ENVIRON
vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Sumendi <noreply@localhost>")
EMAIL_TIMEOUT = 10
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*" if MAIL_CONFIGURED else "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if MAIL_CONFIGURED else "none"
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if SERVED_BY_HTTPS else "http"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Sumendi"

# Security
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
SESSION_COOKIE_SECURE = SERVED_BY_HTTPS
CSRF_COOKIE_SECURE = SERVED_BY_HTTPS
SECURE_SSL_REDIRECT = SERVED_BY_HTTPS and env.bool("SSL_REDIRECT", default=True)
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=31_536_000 if SERVED_BY_HTTPS else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = SERVED_BY_HTTPS
SECURE_HSTS_PRELOAD = SERVED_BY_HTTPS
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https") if env.bool("BEHIND_PROXY", default=False) else None
)
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}
CSRF_FAILURE_VIEW = "sumendi_site.errors.csrf_failure"

# Language, time, files
LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_I18N = False
USE_TZ = True
STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {"django.request": {"level": "ERROR"}},
}
