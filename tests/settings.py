"""The site's settings, with the slow and the outward-facing parts replaced for tests."""

import os
import tempfile
from pathlib import Path

# The tests never touch the data folder or the broker of a site that runs from this checkout.
os.environ.setdefault("SUMENDI_DATA", str(Path(tempfile.gettempdir()) / "sumendi-tests"))

from sumendi_site.settings import *  # noqa: E402, F403
from sumendi_site.settings import EMBEDDED_BROKER  # noqa: E402

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = True
if EMBEDDED_BROKER:
    CELERY_BROKER_URL = "memory://"
