"""Settings, every one of them typed and read from the environment.

With nothing set the site runs on embedded parts: SQLite and Valkey under the data folder.
README.md lists the variables.
"""

from pathlib import Path
from urllib.parse import urlsplit

import django_stubs_ext
from corsheaders.defaults import default_headers
from csp.constants import NONE, SELF

from sumendi_site import embedded
from sumendi_site.environment import Environment
from sumendi_site.schedule import CELERY_BEAT_SCHEDULE as CELERY_BEAT_SCHEDULE
from sumendi_site.schedule import CELERY_TASK_ROUTES as CELERY_TASK_ROUTES

# Django's generic classes, written like `ModelAdmin[Game]`, must be so at run time too.
django_stubs_ext.monkeypatch()

env = Environment()

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.text("SUMENDI_DATA", str(BASE_DIR / "var"))).expanduser().resolve()

PRODUCTION = env.flag("SUMENDI_PRODUCTION", False)
DEMO_ASKED_FOR = env.flag("SUMENDI_DEMO", not PRODUCTION)
DEMO = DEMO_ASKED_FOR and not PRODUCTION
DEBUG = env.flag("DEBUG", False)
HOST = env.text("HOST", "127.0.0.1")
PORT = env.number("PORT", 8000)
SITE_URL = env.text("SITE_URL", f"http://localhost:{PORT}").rstrip("/")
PROBE_URL = env.text("PROBE_URL", f"{embedded.own_address(HOST, PORT)}/healthz")
SERVED_BY_HTTPS = SITE_URL.startswith("https://")
VERSION = env.text("SUMENDI_VERSION", "0.1.0")

# In production several machines must share one key, so none is made there.
SECRET_KEY = env.text("SECRET_KEY", "")
if not SECRET_KEY and not PRODUCTION:
    SECRET_KEY = embedded.secret_key(DATA_DIR)

LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", urlsplit(SITE_URL).hostname or "") + LOOPBACK
CSRF_TRUSTED_ORIGINS = [SITE_URL] if SERVED_BY_HTTPS else []

INSTALLED_APPS = [
    "sumendi_site.accounts",
    "sumendi_site.live",
    "sumendi_site.notices",
    "sumendi_site",
    "games",
    "ratings",
    "tournaments",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "corsheaders",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "knox",
    "rest_framework",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "sumendi_site.requests.refuse_bad_requests",
    "sumendi_site.assets.StaticFiles",
    "corsheaders.middleware.CorsMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "sumendi_site.accounts.standing.banned_readers",
    "sumendi_site.accounts.guests.guests_at_the_door",
    "sumendi_site.accounts.standing.must_read_first",
    "allauth.account.middleware.AccountMiddleware",
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
                "sumendi_site.accounts.policy.sign_up_note",
                "games.context.waiting_games",
                "sumendi_site.notices.context.bell",
            ],
        },
    }
]

DATABASES = {
    "default": embedded.database(env.database("DATABASE_URL"), DATA_DIR / "db.sqlite3"),
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# The cache counts failed sign-ins and the like; it lives in the database so that a broker
# that is down never turns into an error page.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "django_cache",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }
}

# Broker and live events
EMBEDDED_BROKER = "REDIS_URL" not in env
REDIS_URL = env.text("REDIS_URL", f"unix://{embedded.broker_socket(DATA_DIR)}?db=0")
CELERY_BROKER_URL = embedded.celery_url(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 120,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_timeout": 5,
    "socket_connect_timeout": 2,
    # Who serves several queues takes from the first one while there is something in it.
    "queue_order_strategy": "priority",
    # A page must not wait for a broker that is down; workers reconnect by rules of their own.
    "max_retries": 1,
    "interval_start": 0,
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
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"

# The ladder, on which the bots that run here meet
LADDER = env.flag("LADDER", True)
LADDER_GAMES = env.number("LADDER_GAMES", 4)

# Analyses of finished games
ANALYSIS_SIMULATIONS = env.number("ANALYSIS_SIMULATIONS", 10_000)
ANALYSES_A_DAY = env.number("ANALYSES_A_DAY", 30)

# Accounts
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "sumendi_site.accounts.hashers.ModestArgon2",
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
SIGNUP_POLICY = env.text("SIGNUP_POLICY", "open")
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "dashboard"
ACCOUNT_ADAPTER = "sumendi_site.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "add_email": "sumendi_site.accounts.forms.AddEmailForm",
    "login": "sumendi_site.accounts.forms.LoginForm",
    "reset_password": "sumendi_site.accounts.forms.ResetPasswordForm",
    "signup": "sumendi_site.accounts.forms.SignupForm",
}
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_RATE_LIMITS = {"guest": "20/h/ip,60/d/ip", "own_data": "3/h/user,10/d/user"}
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Sumendi] "

# Mail: written to the console unless a server is named.
MAIL_CONFIGURED = "EMAIL_URL" in env
vars().update(env.mail("EMAIL_URL", "consolemail://"))
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", "Sumendi <noreply@localhost>")
EMAIL_TIMEOUT = 10
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*" if MAIL_CONFIGURED else "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if MAIL_CONFIGURED else "none"
# In the browser of the sign-up alone.
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
# Each gets a mail, and one may add them before any is confirmed.
ACCOUNT_MAX_EMAIL_ADDRESSES = 5
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if SERVED_BY_HTTPS else "http"
MFA_ADAPTER = "sumendi_site.accounts.adapter.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Sumendi"
MFA_TOTP_TOLERANCE = 1
MFA_ALLOW_UNVERIFIED_EMAIL = not MAIL_CONFIGURED

# Notices. In production several machines must share one push key, so none is made there.
NOTICE_MAIL_DELAY = env.number("NOTICE_MAIL_DELAY", 120)
NOTICE_PUSH_DELAY = env.number("NOTICE_PUSH_DELAY", 10)
VAPID_PRIVATE_KEY = env.text("VAPID_PRIVATE_KEY", "")
if not VAPID_PRIVATE_KEY and not PRODUCTION:
    VAPID_PRIVATE_KEY = embedded.vapid_key(DATA_DIR)
PUSH_TO_LOOPBACK = False

# Security
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
# For a form with a file, where one is taken: 1 MiB and what is around it.
LARGEST_UPLOAD = (1024 + 64) * 1024
SESSION_COOKIE_SECURE = SERVED_BY_HTTPS
CSRF_COOKIE_SECURE = SERVED_BY_HTTPS
SECURE_SSL_REDIRECT = SERVED_BY_HTTPS and env.flag("SSL_REDIRECT", True)
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = env.number("HSTS_SECONDS", 31_536_000 if SERVED_BY_HTTPS else 0)
# Other sites of the same domain are not ours to decide about.
SECURE_HSTS_INCLUDE_SUBDOMAINS = False
SECURE_HSTS_PRELOAD = False
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
BEHIND_PROXY = env.flag("BEHIND_PROXY", False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if BEHIND_PROXY else 0
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

# The search of the house players is compiled on its first start, and kept. The worker tells numba
# where; commands find the same folder by themselves (`games.search.cache`).
NUMBA_CACHE_DIR = env.text("NUMBA_CACHE_DIR", str(DATA_DIR / "kernels"))

# Uploaded bots: what a program may use for a turn, and how many turns of one owner run at once.
BOT_CPU = env.number("BOT_CPU", 10)
BOT_WALL = env.number("BOT_WALL", 15)
LADDER_CPU = env.number("LADDER_CPU", 2)
LADDER_WALL = env.number("LADDER_WALL", 4)
BOT_MEMORY_MIB = env.number("BOT_MEMORY_MIB", 512)
BOT_SCRATCH_MIB = env.number("BOT_SCRATCH_MIB", 8)
BOT_OUTPUT_KIB = env.number("BOT_OUTPUT_KIB", 1024)
BOT_THREADS = env.number("BOT_THREADS", 64)
BOT_TURNS_AT_ONCE = env.number("BOT_TURNS_AT_ONCE", 1)

# The API. Pages of other sites may read what is public, and no more.
KNOX_TOKEN_MODEL = "accounts.ApiToken"  # noqa: S105
MIGRATION_MODULES = {"knox": None}  # else it makes a table of its own, which nobody would use
REST_KNOX = {"TOKEN_PREFIX": "sumendi_"}
API_RATE_ANONYMOUS = env.number("API_RATE_ANONYMOUS", 120)
API_RATE_READS = env.number("API_RATE_READS", 1200)
API_RATE_WRITES = env.number("API_RATE_WRITES", 240)
CORS_ALLOW_ALL_ORIGINS = True
CORS_URLS_REGEX = r"^/api/v1/"
CORS_ALLOW_METHODS = ["GET", "HEAD", "OPTIONS"]
CORS_ALLOW_HEADERS = [*default_headers, "if-none-match"]
CORS_EXPOSE_HEADERS = ["ETag", "Retry-After"]
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["sumendi_site.api.parsing.SafeJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "sumendi_site.api.schema.ApiSchema",
    "EXCEPTION_HANDLER": "sumendi_site.api.problems.answer_exception",
    "NUM_PROXIES": 1 if BEHIND_PROXY else 0,
    "COMPACT_JSON": True,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Sumendi",
    "DESCRIPTION": (BASE_DIR / "sumendi_site" / "api" / "introduction.md").read_text(),
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "games.api.codes.describe_codes",
    ],
    "GET_LIB_DOC_EXCLUDES": "sumendi_site.api.schema.without_words_for_programs",
    "TAGS": [
        {"name": "me", "description": "Your account, notices, vacations and blocks."},
        {"name": "players", "description": "Accounts, their games and ratings."},
        {"name": "games", "description": "Looking at games, and playing them."},
        {"name": "positions", "description": "The rules, for any position."},
        {"name": "archive", "description": "Finished games by their positions."},
        {"name": "seeks", "description": "Offers of a game to everybody."},
        {"name": "challenges", "description": "Offers of a game to one player."},
        {"name": "invites", "description": "Links by which a friend begins a game with you."},
        {"name": "streams", "description": "What happens, told as it happens."},
        {"name": "bots", "description": "Accounts that programs play, and their tokens."},
        {"name": "ladder", "description": "Bots that run here meet without being asked."},
        {"name": "tournaments", "description": "Entering events, following and organising them."},
    ],
    "COMPONENT_SPLIT_REQUEST": True,
    # Where fields of one name have different choices.
    "ENUM_NAME_OVERRIDES": {
        "AnalysisStateEnum": "games.models.AnalysisState",
        "BoutStatusEnum": "games.models.BoutStatus",
        "ByeKindEnum": "tournaments.models.ByeKind",
        "DecisionKindEnum": "tournaments.models.DecisionKind",
        "FaultKindEnum": "games.models.FaultKind",
        "FirstOrSecondEnum": "tournaments.models.ladder.SoughtFor",
        "GameStatusEnum": "games.models.GameStatus",
        "OfferStatusEnum": "games.models.offer.OfferStatus",
        "PlayerKindEnum": "sumendi_site.accounts.models.User.Kind",
        "ResultEnum": "games.models.Result",
        "RoundStateEnum": "tournaments.models.RoundState",
        "SeatEnum": "games.models.offer.Seat",
        "SideEnum": ["black", "white"],
        "TournamentResultEnum": "tournaments.models.round.CODES",
        "TournamentStateEnum": "tournaments.models.State",
        "TurnStateEnum": "games.models.TurnState",
        "VersionStateEnum": "games.models.VersionState",
    },
}

# Language, time, files
LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_I18N = False
USE_TZ = True
STATIC_URL = "/static/"
STATIC_ROOT = Path(env.text("STATIC_ROOT", str(DATA_DIR / "static")))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "sumendi_site.assets.HashedFiles"},
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": env.text("LOG_LEVEL", "INFO")},
    "loggers": {"django.request": {"level": "ERROR"}},
}
