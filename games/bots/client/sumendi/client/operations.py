"""All that the API offers: the one table that every method of the client takes its address from."""

from enum import Enum

PREFIX = "/api/v1/"


class Operation(Enum):
    """An operation by its HTTP method and the template of its path below `PREFIX`.

    `repeatable`: asking twice does the same as asking once, so an answer that was lost may be asked
    for again. That holds for reads, for moves (they name their ply), for accepting (it gives the
    same game), and for what is made under an idempotency key (`keyed`). `is_text`: the answer is
    no JSON.
    """

    ME = "GET", "me"
    BLOCKS = "GET", "me/blocks"
    BLOCK = "GET", "me/blocks/{name}"
    BLOCK_ADD = "PUT", "me/blocks/{name}"
    BLOCK_REMOVE = "DELETE", "me/blocks/{name}"
    VACATIONS = "GET", "me/vacations"
    VACATION_ADD = "POST", "me/vacations"
    VACATION_END = "DELETE", "me/vacations/{id}"
    NOTICES = "GET", "me/notices"
    NOTICES_SEEN = "POST", "me/notices/seen"

    PLAYER = "GET", "players/{name}"
    PLAYER_RATINGS = "GET", "players/{name}/ratings"
    PLAYER_GAMES = "GET", "players/{name}/games"

    SEEKS = "GET", "seeks"
    SEEK_CREATE = "POST", "seeks", "keyed"
    SEEK = "GET", "seeks/{id}"
    SEEK_ACCEPT = "POST", "seeks/{id}/accept", "repeatable"
    SEEK_WITHDRAW = "DELETE", "seeks/{id}"
    CHALLENGES = "GET", "challenges"
    CHALLENGE_CREATE = "POST", "challenges", "keyed"
    CHALLENGE = "GET", "challenges/{id}"
    CHALLENGE_ACCEPT = "POST", "challenges/{id}/accept", "repeatable"
    CHALLENGE_DECLINE = "POST", "challenges/{id}/decline"
    CHALLENGE_WITHDRAW = "DELETE", "challenges/{id}"
    INVITES = "GET", "invites"
    INVITE_CREATE = "POST", "invites", "keyed"
    INVITE = "GET", "invites/{code}"
    INVITE_ACCEPT = "POST", "invites/{code}/accept", "repeatable"
    INVITE_WITHDRAW = "DELETE", "invites/{code}"

    GAMES = "GET", "games"
    GAMES_EXPORT = "GET", "games/export"
    GAME = "GET", "games/{id}"
    GAME_MOVE = "POST", "games/{id}/moves", "repeatable"
    GAME_LEGAL = "GET", "games/{id}/legal"
    GAME_RESIGN = "POST", "games/{id}/resign"
    GAME_CANCEL = "POST", "games/{id}/cancel"
    GAME_DRAW = "POST", "games/{id}/draw"
    GAME_REMATCH = "POST", "games/{id}/rematch"
    GAME_TIME = "POST", "games/{id}/time"
    GAME_CHAT = "GET", "games/{id}/chat"
    GAME_SAY = "POST", "games/{id}/chat"
    GAME_NOTE = "GET", "games/{id}/note"
    GAME_NOTE_WRITE = "PUT", "games/{id}/note"
    GAME_RECORD = "GET", "games/{id}/record", "text"
    POSITION_CHECK = "POST", "positions/check", "repeatable"

    BOTS = "GET", "bots"
    BOT_CREATE = "POST", "bots", "keyed"
    BOT = "GET", "bots/{name}"
    BOT_CHANGE = "PATCH", "bots/{name}"
    BOT_RETIRE = "DELETE", "bots/{name}"
    BOT_TOKENS = "GET", "bots/{name}/tokens"
    BOT_TOKEN_CREATE = "POST", "bots/{name}/tokens"
    BOT_TOKEN_REVOKE = "DELETE", "bots/{name}/tokens/{id}"

    LADDER = "GET", "ladder"
    LADDER_GAMES = "GET", "ladder/games"

    STREAM = "GET", "stream"
    GAME_STREAM = "GET", "games/{id}/stream"

    def __init__(self, method: str, path: str, trait: str = "") -> None:
        self.method = method
        self.path = path
        self.keyed = trait == "keyed"
        self.is_text = trait == "text"
        self.repeatable = bool(trait) or method in ("GET", "PUT")
