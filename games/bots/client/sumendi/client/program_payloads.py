"""The shapes of what the API tells of uploaded programs, as in `payloads`."""

from typing import Literal, NotRequired, TypedDict

VersionState = Literal["queued", "checking", "ready", "refused", "retired"]


class Run(TypedDict):
    """One run of a program: `cpu` and `wall` in seconds, `memory` in bytes."""

    started: str
    cpu: float
    wall: float
    memory: int | None
    answer: str
    fault: str | None
    detail: str
    log: str


class Turn(TypedDict):
    """A ply that a program was asked for, in a game or in a bout."""

    id: int
    game: int | None
    bout: int | None
    ply: int
    version: int
    state: Literal["waiting", "running", "done", "failed", "dropped"]
    created: str
    finished: str | None
    move: str
    note: str
    runs: list[Run]


class TurnDetail(Turn):
    """`question` is the line of JSON that the program read."""

    question: str


class VersionRef(TypedDict):
    bot: str
    version: int


class Bout(TypedDict):
    """A game without a clock between two versions; null stands for the random player."""

    id: int
    number: int
    scrimmage: int | None
    first: VersionRef | None
    second: VersionRef | None
    size: int
    status: Literal["running", "finished", "called off"]
    result: Literal["black", "white", "draw"] | None
    winner: Literal["first", "second"] | None
    termination: str | None
    detail: str
    ply: int
    position: str
    created: str
    finished: str | None


class BoutDetail(Bout):
    """`turns` are those of one's own programs."""

    moves: list[str]
    turns: list[Turn]


class Version(TypedDict):
    """`file_name` and `refusal` are for the bot's owner only."""

    number: int
    state: VersionState
    uploaded: str
    checked: str | None
    went_live: str | None
    file_name: NotRequired[str]
    refusal: NotRequired[str]


class VersionDetail(Version):
    """`check` is for the bot's owner only: the two games that a version must play without a
    fault."""

    check: NotRequired[list[BoutDetail]]


class Rules(TypedDict):
    """Which challenges a bot accepts at once, while an uploaded program plays for it."""

    accepts_rated: bool
    accepts_casual: bool
    sizes: list[int]
    most_games: int
    on_ladder: bool


class Scrimmage(TypedDict):
    """`won`, `lost` and `drawn` count the bouts of `mine`, `running` those yet to be played."""

    id: int
    asker: str
    mine: VersionRef
    theirs: VersionRef
    size: int
    bouts: int
    running: int
    won: int
    lost: int
    drawn: int
    created: str


class ScrimmageDetail(Scrimmage):
    games: list[Bout]
