"""What is refused, whoever asked for it: a code for programs, a sentence for people."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, ClassVar


class Refusal(Exception):
    """Refused, and nothing was changed. `reasons` are the codes that a `reason` can be; of a kind
    whose reasons are names, `reason_names` says of what."""

    code = "refused"
    status = HTTPStatus.CONFLICT
    message = "That is not possible."
    reasons: ClassVar[Sequence[str]] = ()
    reason_names: ClassVar[str] = ""
    retry_after: int | None = None
    """After how many seconds it may be tried again, where that is known."""
    details: Mapping[str, Any] = MappingProxyType({})
    """What programs are told beside the sentence: further members of the answer."""

    def __init__(
        self, message: str = "", *, reason: str = "", retry_after: int | None = None
    ) -> None:
        self.message = message or self.message
        self.reason = reason
        if retry_after is not None:
            self.retry_after = retry_after
        super().__init__(self.message)
