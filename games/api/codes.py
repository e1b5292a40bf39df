"""The codes and reasons of refusals, as the API's description lists them."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from games.rules import Reason
from games.services.errors import SIDE_CHOICE
from games.services.packages import Flaw
from sumendi_site.refusals import Refusal

PAGES_ALONE = {"views", "forms"}
"""Where refusals are that the API never meets."""

OF_EVERY_ADDRESS = {
    "bad_request": (400, "The request cannot be read."),
    "malformed": (400, "The body is no JSON."),
    "validation_failed": (400, "A field is wrong; `errors` tells which, and why."),
    "signed_out": (401, "This needs a token."),
    "bad_token": (401, "This token is unknown, revoked or expired."),
    "forbidden": (403, "You may not do this."),
    "banned": (403, "A moderator has banned the account, or the owner of the bot."),
    "scope_missing": (403, "The token lacks the scope that this needs."),
    "not_found": (404, "There is nothing here."),
    "method_not_allowed": (405, "This address has no such method; `Allow` names those it has."),
    "not_acceptable": (406, "There is no answer of the kind that `Accept` asks for."),
    "too_large": (413, "That was too much at once."),
    "unsupported_media_type": (415, "The body is not sent as JSON."),
    "throttled": (429, "You ask too often; `Retry-After` tells when to go on."),
    "server_error": (500, "Something went wrong on our side."),
}

REASONS_OF_GAMES = (*Reason, SIDE_CHOICE, *Flaw)


def reasons() -> list[str]:
    """All that a `reason` can be where it is a code."""
    of_others = (reason for kind in _below(Refusal) for reason in kind.reasons)
    return list(dict.fromkeys((*REASONS_OF_GAMES, *of_others)))


def reason_names() -> dict[str, str]:
    """By code, what the `reason` of such a refusal names."""
    return {kind.code: kind.reason_names for kind in _below(Refusal) if kind.reason_names}


def codes() -> dict[str, tuple[int, str]]:
    """The status and a sentence for each code, ordered by both."""
    found = {kind.code: (_status(kind), _sentence(kind)) for kind in _below(Refusal)}
    return dict(sorted((OF_EVERY_ADDRESS | found).items(), key=lambda item: (item[1][0], item[0])))


def describe_codes(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A hook of the schema's generator: lists them where a refusal is described."""
    told = result["components"]["schemas"]["Problem"]["properties"]
    lines = (f"- `{code}` ({status}): {words}" for code, (status, words) in codes().items())
    told["code"]["description"] = "\n".join(
        ["For programs; it does not change. More may be added.", "", *lines]
    )
    names = "; ".join(f"of `{code}`, {what}" for code, what in sorted(reason_names().items()))
    told["reason"]["description"] = (
        f"Which rule a move breaks, what is wrong with a package, or more of why: "
        f"{', '.join(f'`{reason}`' for reason in reasons())}. It is a name {names}."
    )
    return result


def _below(kind: type[Refusal]) -> Iterator[type[Refusal]]:
    for below in kind.__subclasses__():
        if "code" in vars(below) and not PAGES_ALONE & set(below.__module__.split(".")):
            yield below
        yield from _below(below)


def _status(kind: type[Refusal]) -> int:
    return HTTPStatus(kind.status).value


def _sentence(kind: type[Refusal]) -> str:
    words = vars(kind).get("message") or kind.__doc__ or ""
    return " ".join(words.split())
