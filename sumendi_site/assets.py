"""The site's style sheets and scripts, under names that change with their content."""

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # it is untyped
    """Also writes the new names into the imports between scripts: a browser never runs modules of
    two releases together."""

    support_js_module_import_aggregation = True


def version() -> str:
    """What an open page compares: it changes with the release and with any of the files."""
    return f"{settings.VERSION}-{getattr(staticfiles_storage, 'manifest_hash', '')}"
