"""The site's settings, with the slow and the outward-facing parts replaced for tests."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

# The tests never touch the data folder or the broker of a site that runs from this checkout.
os.environ.setdefault("SUMENDI_DATA", str(Path(__file__).parents[1] / "var" / "tests"))
# The kernels of the search are compiled once for all processes of the tests and their sites.
os.environ.setdefault("NUMBA_CACHE_DIR", str(Path(__file__).parents[1] / "var" / "kernels"))

from sumendi_site.settings import *  # noqa: F403
from sumendi_site.settings import EMBEDDED_BROKER

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = True
# Tests ask more in a minute than anybody may.
API_RATE_ANONYMOUS = API_RATE_READS = API_RATE_WRITES = 1_000_000
if EMBEDDED_BROKER:
    CELERY_BROKER_URL = "memory://"
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):  # noqa: F405
    # A file, for an in-memory database cannot be shared by threads that write.
    folder = tempfile.mkdtemp(prefix="sumendi-test-db-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    DATABASES["default"]["TEST"] = {"NAME": f"{folder}/test.sqlite3"}  # noqa: F405
