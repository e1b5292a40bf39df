"""The site's style sheets and scripts, under names that change with their content."""

from io import BytesIO

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # it is untyped
    """Also writes the new names into the imports between scripts: a browser never runs modules of
    two releases together."""

    support_js_module_import_aggregation = True


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
