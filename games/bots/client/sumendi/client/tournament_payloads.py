"""The shapes of what the API tells of tournaments, as in `payloads`."""

from typing import Literal, TypedDict

from .payloads import PlayerRef

State = Literal["draft", "registration", "running", "finished", "cancelled"]
Result = Literal["1", "=", "0", "W", "D", "L", "+", "-", "U", "F", "H", "Z"]
"""The letters of report files."""
ByeKind = Literal["F", "H", "Z"]
Verdict = Literal[
    "first_wins", "draw", "second_wins", "first_forfeits", "second_forfeits", "both_forfeit"
]
Access = Literal["public", "unlisted", "password"]
Entrants = Literal["everybody", "people", "bots"]
Format = Literal["swiss", "round_robin"]
PairingMode = Literal["dutch", "colour_free"]
Points = Literal["chess", "football"]
ByeWorth = Literal["win", "draw", "loss"]
AtDeadline = Literal["wait", "organiser", "more_time", "draw"]
Boards = list[list[int]]
"""Two pairing numbers each, the first seat first, or one for the bye."""


class Tournament(TypedDict):
    """`round` is the newest that is out, 0 before the first."""

    slug: str
    url: str
    name: str
    about: str
    organiser: PlayerRef
    co_organisers: list[str]
    state: State
    players: int
    round: int
    access: Access
    entrants: Entrants
    rating_min: int | None
    rating_max: int | None
    most_entries: int
    size: int
    time_control: str
    rated: bool
    format: Format
    cycles: int
    rounds: int
    pairing_mode: PairingMode
    points: Points
    bye_worth: ByeWorth
    tie_breaks: str
    half_byes: int
    round_hours: int
    no_show_hours: int
    at_deadline: AtDeadline
    proved_stands: bool
    is_automatic: bool
    starts: str | None
    created: str
    started: str | None
    finished: str | None
    imported: str | None


class Settings(TypedDict, total=False):
    """A new tournament needs `name`, `size` and `time_control`."""

    name: str
    about: str
    access: Access
    password: str
    entrants: Entrants
    rating_min: int | None
    rating_max: int | None
    most_entries: int
    size: int
    time_control: str
    rated: bool
    format: Format
    cycles: int
    rounds: int
    pairing_mode: PairingMode
    points: Points
    bye_worth: ByeWorth
    tie_breaks: str
    half_byes: int
    round_hours: int
    no_show_hours: int
    at_deadline: AtDeadline
    proved_stands: bool
    is_automatic: bool
    starts: str | None


class TournamentFilters(TypedDict, total=False):
    """`mine`: organised by oneself, or with oneself or own bots in it."""

    state: State
    player: str
    mine: bool


class Bye(TypedDict):
    round: int
    kind: ByeKind


class Entry(TypedDict):
    """`player` is None for a mere name of an imported tournament, `rating` for one without."""

    player: PlayerRef | None
    name: str
    number: int | None
    rating: int | None
    joined: str
    first_round: int
    withdrawn: str | None
    last_round: int | None
    byes: list[Bye]


class Entered(TypedDict):
    entered: list[str]


class LogLine(TypedDict):
    act: str
    by: str | None
    round: int | None
    text: str
    created: str


class Value(TypedDict):
    code: str
    value: str
    sum: str


class Cell(TypedDict):
    """`result` is None while the game runs."""

    result: Result | None
    opponent: int | None
    seat: Literal["first", "second"] | None


class StandingsLine(TypedDict):
    rank: int
    number: int
    name: str
    bot: bool
    rating: int | None
    withdrawn: bool
    points: str
    values: list[Value]
    rounds: list[Cell]


class Standings(TypedDict):
    after: int
    provisional: bool
    lines: list[StandingsLine]


class Seated(TypedDict):
    number: int
    player: PlayerRef | None
    name: str
    result: Result | None


class Pairing(TypedDict):
    """Without `second` it is the bye that the pairing gave."""

    board: int
    first: Seated
    second: Seated | None
    game: int | None
    by_hand: bool
    why: list[str]


class Unpaired(TypedDict):
    number: int
    name: str
    result: Result


class Round(TypedDict):
    number: int
    state: Literal["draft", "checked", "published", "closed"]
    published: str | None
    deadline: str | None
    closed: str | None


class RoundDetail(Round):
    pairings: list[Pairing]
    unpaired: list[Unpaired]


class Check(TypedDict):
    """What only the rules, and what only the draft has."""

    expected: Boards
    drafted: Boards


class Appeal(TypedDict):
    id: int
    by: str
    why: str
    created: str
    answer: str | None
    answered: str | None


class Decision(TypedDict):
    id: int
    kind: Literal["adjudicated", "forfeited", "corrected"]
    by: str | None
    first_result: Result
    second_result: Result
    why: str
    created: str
    appeals: list[Appeal]


class Decisions(TypedDict):
    decisions: list[Decision]


class Proof(TypedDict):
    """`result` is that of best play, None unless `state` is "proved"."""

    state: Literal["waiting", "running", "proved", "unproved", "expired", "dropped"]
    by: str | None
    result: Literal["black", "white", "draw"] | None
    positions: int
    created: str
    finished: str | None


class Reminder(TypedDict):
    reminded: bool
