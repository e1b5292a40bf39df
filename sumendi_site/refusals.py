"""What is refused, whoever asked for it: a code for programs, a sentence for people."""

from http import HTTPStatus


class Refusal(Exception):
    """Refused, and nothing was changed."""

    code = "refused"
    status = HTTPStatus.CONFLICT
    message = "That is not possible."
    retry_after: int | None = None
    """After how many seconds it may be tried again, where that is known."""

    def __init__(
        self, message: str = "", *, reason: str = "", retry_after: int | None = None
    ) -> None:
        self.message = message or self.message
        self.reason = reason
        if retry_after is not None:
            self.retry_after = retry_after
        super().__init__(self.message)
