"""The kinds of notices. Each app registers its own when it is ready."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

Data = Mapping[str, Any]


class ChannelCode(StrEnum):
    """The ways by which a notice comes."""

    BELL = "bell"
    EMAIL = "email"
    PUSH = "push"


LIVE_EVENT, SEEN_EVENT = "notice", "notices_seen"
EVERYWHERE = frozenset(ChannelCode)


@dataclass(frozen=True)
class Text:
    """What a notice says: a title of a few words, a sentence, and the path of the page it is
    about."""

    title: str
    body: str
    url: str


def _never(data: Data) -> bool:
    return False


@dataclass(frozen=True)
class NoticeKind:
    """`code` is stored, at most 30 characters; `label` and `meaning` are for the page of choices.

    `write` makes the text of a notice from its data. `is_outdated` says that the notice no longer
    holds (the move has been made), so that it need not be sent. An `urgent` kind is mailed at
    once to those who want one mail a day. `staff_only` kinds go to the operators. `live_event` is
    the event on the reader's topic that open pages hear: its app publishes it where it is another
    one than `LIVE_EVENT`.
    """

    code: str
    label: str
    meaning: str
    write: Callable[[Data], Text]
    channels: frozenset[ChannelCode] = field(default=EVERYWHERE)
    is_outdated: Callable[[Data], bool] = _never
    urgent: bool = False
    staff_only: bool = False
    live_event: str = LIVE_EVENT


_kinds: dict[str, NoticeKind] = {}


def register(*kinds: NoticeKind) -> None:
    """Make kinds known. Raises ValueError when another kind has the code already."""
    for kind in kinds:
        if _kinds.setdefault(kind.code, kind) != kind:
            raise ValueError(f"There are two kinds of notices named {kind.code}.")


def find(code: str) -> NoticeKind | None:
    """The kind of this code; None when its app is gone."""
    return _kinds.get(code)


def all_kinds() -> list[NoticeKind]:
    return list(_kinds.values())


def live_events() -> list[str]:
    """The events after which a reader may have another number of new notices."""
    return sorted({LIVE_EVENT, SEEN_EVENT, *(kind.live_event for kind in all_kinds())})
