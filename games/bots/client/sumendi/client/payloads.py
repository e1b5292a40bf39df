"""The shapes of what the API answers with. Instants are ISO 8601 texts in UTC, durations seconds,
players are told by name."""

from typing import Any, Literal, NotRequired, TypedDict

Kind = Literal["person", "guest", "bot", "house"]
Seat = Literal["random", "first", "second"]
Status = Literal["running", "scoring", "finished"]


class PlayerRef(TypedDict):
    """`rating` is in whole points; null for guests, and for house
    bots while it is not settled."""

    name: str
    kind: Kind
    owner: str | None
    rating: int | None
    provisional: bool


class GameCounts(TypedDict):
    running: int
    won: int
    lost: int
    drawn: int


class Player(PlayerRef):
    about: str
    joined: str
    rated_games: int
    peak: int | None
    uncertainty: int | None
    games: GameCounts
    url: str


class TokenInfo(TypedDict):
    name: str
    scopes: list[str]
    expires: str | None


class Me(Player):
    """`my_turn` and `running` count games."""

    token: TokenInfo
    my_turn: int
    running: int


class RatingEntry(TypedDict):
    """One row of the ledger; points have six decimals, `expected` is between 0 and 1."""

    game: int
    finished: str
    opponent: PlayerRef
    rated: bool
    reason: str | None
    result: Literal["won", "lost", "drawn"] | None
    before: float
    expected: float | None
    k: int | None
    change: float
    after: float
    size: int


class Banks(TypedDict):
    first: int | None
    second: int | None


class Score(TypedDict):
    """`levels`: height, Black's volcanoes and lava, White's volcanoes and lava."""

    levels: list[tuple[int, int, int, int, int]]
    common: list[int]
    decided: int | None


class Game(TypedDict):
    """`position` is the text that `sumendi.Position.parse` reads; `ply` counts the plies played.
    `black` and `white` are null before the second player has chosen a side."""

    id: int
    url: str
    size: int
    rated: bool
    time_control: str
    event: str | None
    status: Status
    first: PlayerRef
    second: PlayerRef
    black: str | None
    white: str | None
    ply: int
    position: str
    to_move: str | None
    awaits_side_choice: bool
    turn_started: str | None
    deadline: str | None
    banks: Banks
    draw_offer_by: str | None
    takeback_by: str | None
    takebacks: int
    can_be_cancelled: bool
    result: Literal["black", "white", "draw"] | None
    winner: str | None
    termination: str | None
    proved: bool
    score: Score | None
    created: str
    finished: str | None


class ExportFilters(TypedDict, total=False):
    """Which games are asked for; what is left out stands for all. `since`: those that began or
    ended at this instant or later; `mine`: one's own."""

    player: str
    size: int
    rated: bool
    since: str
    mine: bool


class GameFilters(ExportFilters, total=False):
    """`my_turn`: those that wait for oneself, the least time left first."""

    status: Status
    my_turn: bool


class MoveMade(TypedDict):
    ply: int
    player: str
    move: str
    made: str
    seconds: int
    by_condition: bool


class MoveRetracted(MoveMade):
    """`takeback` counts the takebacks of the game from 1."""

    takeback: int
    retracted: str


class GameDetail(Game):
    moves: list[MoveMade]
    taken_back: list[MoveRetracted]


class ExportedGame(GameDetail):
    """`record` is the text that `sumendi.Record.parse` reads."""

    record: str


class MoveAnswer(TypedDict):
    """`repeated`: the same move had been stored for this ply before."""

    ply: int
    move: str
    repeated: bool
    game: GameDetail


class Legal(TypedDict):
    ply: int
    to_move: str | None
    choices: list[str]
    placements: list[str]
    cell: NotRequired[str]
    targets: NotRequired[dict[str, list[str]]]


class Offer(TypedDict):
    """A seek or a challenge. `seat` is its creator's; `game` is set once it was accepted."""

    id: int
    creator: PlayerRef
    opponent: PlayerRef | None
    size: int
    rated: bool
    seat: Seat
    time_control: str
    status: Literal["open", "accepted", "declined", "withdrawn", "expired"]
    created: str
    expires: str
    game: int | None
    rematch_of: int | None


class Invite(Offer):
    code: str
    url: str


class ChatLine(TypedDict):
    id: int
    author: str | None
    text: str
    written: str


class Note(TypedDict):
    text: str


class Conditions(TypedDict):
    """Conditional moves; `tree` is what `sumendi.Tree.parse` reads, `alive` of its lines can still
    be played, and `ply` plies of the game are."""

    version: int
    from_ply: int
    tree: dict[str, Any]
    alive: int
    ply: int
    updated: str | None


class CheckedMove(TypedDict):
    legal: bool
    move: str | None
    reason: str | None
    message: str | None
    position: str | None


class PositionCheck(TypedDict):
    valid: bool
    reason: str | None
    message: str | None
    position: str | None
    size: int | None
    turn: str | None
    is_over: bool | None
    cells: dict[str, str]
    placements: list[str]
    score: Score | None
    move: CheckedMove | None


class Level(TypedDict):
    """How strong a house player is; `simulations` are those of each move, `strength` is the rating
    to expect."""

    simulations: int
    solver: bool
    strength: int


class BotInList(PlayerRef):
    """`version` is the uploaded one that plays on the site, if any; `level` is a house player's."""

    about: str
    last_seen: str | None
    version: int | None
    paused: bool
    level: Level | None
    url: str


class BotFault(TypedDict):
    kind: str
    detail: str
    created: str
    game: int


class Bot(Player):
    """`active` until it is retired; `version` is the uploaded one that plays on the site, if any.
    `paused_why` and `recent_faults` are for the bot's owner only."""

    last_seen: str | None
    version: int | None
    paused: bool
    level: Level | None
    paused_why: NotRequired[str]
    faults: int
    active: bool
    recent_faults: NotRequired[list[BotFault]]


class BotToken(TypedDict):
    id: str
    name: str
    scopes: list[str]
    expires: str
    created: str
    last_used: str | None


class NewBotToken(BotToken):
    """`token` is told this once."""

    token: str


class LadderStanding(TypedDict):
    """`games` are those of the ladder that began in the last 30 days."""

    bot: PlayerRef
    uncertainty: int
    version: int
    paused: bool
    games: GameCounts


class LadderGame(TypedDict):
    """The versions are those that were live when it began; an opponent was sought for the bot in
    the seat `sought_for`, and it is the `number`th game of the two that counts."""

    game: Game
    first_version: int
    second_version: int
    sought_for: Literal["first", "second"]
    number: int
    why: str
    created: str


class Vacation(TypedDict):
    id: int
    start: str
    end: str
    begun: bool


class Report(TypedDict):
    """`state` is waiting, looked at or closed; then the `outcome` tells what came of it."""

    id: int
    player: PlayerRef
    subject: Literal["game", "line", "name", "about"]
    category: str
    words: str
    game: int | None
    line: int | None
    state: str
    outcome: str | None
    created: str
    closed: str | None


class Notice(TypedDict):
    id: int
    kind: str
    title: str
    text: str
    url: str
    created: str
    seen: str | None


class Event(TypedDict, total=False):
    """A line of a stream: its `type`, and what belongs to it. `hello` opens each connection: what
    came before may have to be looked up. `refused` ends it at once, with a `code` and `detail`."""

    type: str
    id: int
    created: str
    since: int
    game: Any
    player: str
    to_move: str | None
    deadline: str | None
    banks: Banks
    offer: Offer
    line: ChatLine
    ply: int
    move: str
    result: Literal["black", "white", "draw"] | None
    termination: str
    code: str
    detail: str
    state: str
    done: int
    positions: int
