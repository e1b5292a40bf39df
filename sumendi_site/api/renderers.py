"""What some operations answer with instead of JSON; here for the choice among what is accepted."""

from collections.abc import Mapping
from typing import Any

from rest_framework.renderers import BaseRenderer


class PlainText(BaseRenderer):
    """The text as it is."""

    media_type = "text/plain"
    format = "txt"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return str(data).encode()


class Lines(BaseRenderer):
    """Lines that each are JSON. The views stream them by themselves."""

    media_type = "application/x-ndjson"
    format = "ndjson"
