"""The download of the client for programmers."""

import hashlib
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import condition, require_safe

from games.bots.client.packing import FILE_NAME, pack

packed = cache(pack)


@cache
def _etag() -> str:
    return f'"{hashlib.sha256(packed()).hexdigest()[:32]}"'


@require_safe
@condition(etag_func=lambda request: _etag())
def download(request: HttpRequest) -> HttpResponse:
    """`sumendi.pyz`, packed from the sources of this release when it is first asked for."""
    response = HttpResponse(packed(), content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="{FILE_NAME}"'
    return response
