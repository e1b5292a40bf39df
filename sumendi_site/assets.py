"""The site's style sheets and scripts, under names that change with their content."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

LIBRARY = "drf_spectacular_sidecar/"
"""Scripts and styles of the page of the API."""


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # it is untyped
    """Also writes the new names into the imports between scripts: a browser never runs modules of
    two releases together."""

    support_js_module_import_aggregation = True

    def post_process(self, paths: dict[str, Any], **options: Any) -> Iterator[Any]:
        """The library's are large, minified and change with its release alone: to look for names
        in them would take a first start longer than all else."""
        ours = {name: found for name, found in paths.items() if not name.startswith(LIBRARY)}
        found: Iterator[Any] = super().post_process(ours, **options)
        return found

    def stored_name(self, name: str) -> str:
        if name.startswith(LIBRARY):
            return name
        stored: str = super().stored_name(name)
        return stored


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # it is untyped
    """Answers with whole files, which are small here: Django warns of streaming them from an
    asynchronous server."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        found = static_file.get_response(request.method, request.META)
        with found.file or BytesIO() as file:
            answer = HttpResponse(file.read(), status=int(found.status))
        del answer["Content-Type"]
        for name, value in found.headers:
            answer[name] = value
        return answer


def version() -> str:
    """What an open page compares: it changes with the release and with any of the files."""
    return f"{settings.VERSION}-{getattr(staticfiles_storage, 'manifest_hash', '')}"
