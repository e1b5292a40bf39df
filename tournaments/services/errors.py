"""Why an act on an event is refused: a stable code, a sentence for people, and the HTTP status."""

from enum import StrEnum
from http import HTTPStatus

from sumendi_site.refusals import Refusal
from tournaments.swiss.entrants import Relief


class TournamentError(Refusal):
    """Refused by the rules of the event, and nothing was changed."""


class TournamentNotFound(TournamentError):
    code = "tournament_not_found"
    status = HTTPStatus.NOT_FOUND
    message = "There is no such tournament."


class RoundNotFound(TournamentError):
    code = "round_not_found"
    status = HTTPStatus.NOT_FOUND
    message = "There is no such round."


class NotADirector(TournamentError):
    code = "not_an_organiser"
    status = HTTPStatus.FORBIDDEN
    message = "Only the organisers of this tournament can do that."


class NotTheOrganiser(TournamentError):
    code = "not_the_organiser"
    status = HTTPStatus.FORBIDDEN
    message = "Only the organiser who made this tournament can do that."


class MayNotOrganise(TournamentError):
    """Somebody cannot organise tournaments."""

    code = "may_not_organise"
    status = HTTPStatus.FORBIDDEN


class TooManyTournaments(TournamentError):
    """An organiser has too many that are not over."""

    code = "too_many_tournaments"


class WrongState(TournamentError):
    """Not at this stage of the event."""

    code = "wrong_state"


class BadSetting(TournamentError):
    """A setting cannot be so; `reason` names it."""

    code = "bad_setting"
    reason_names = "the setting"
    status = HTTPStatus.BAD_REQUEST


class SettingStands(TournamentError):
    """It cannot be changed any more; `reason` names the setting."""

    code = "setting_stands"
    reason_names = "the setting"


class Bar(StrEnum):
    """What keeps somebody from entering."""

    CLOSED = "closed"
    GUEST = "guest"
    KIND = "kind"
    RATING = "rating"
    FULL = "full"
    LATE = "late"
    PASSWORD = "password"  # noqa: S105
    SIZE = "size"
    OWNER = "owner"


class CannotEnter(TournamentError):
    """A player may not enter; `reason` is a `Bar`."""

    code = "cannot_enter"
    reasons = tuple(Bar)
    status = HTTPStatus.FORBIDDEN


class NotYourBot(TournamentError):
    code = "not_your_bot"
    status = HTTPStatus.FORBIDDEN
    message = "This bot is not yours."


class NotEntered(TournamentError):
    """This player does not play in the tournament."""

    code = "not_entered"
    status = HTTPStatus.NOT_FOUND


class NoBye(TournamentError):
    """A bye cannot be had, or not be taken back."""

    code = "no_bye"


class CannotForbid(TournamentError):
    """The two cannot be kept apart."""

    code = "cannot_forbid"


class NotEnoughPlayers(TournamentError):
    """Too few have entered for a start."""

    code = "not_enough_players"


class CannotStart(TournamentError):
    """The field does not fit the format."""

    code = "cannot_start"


class RoundNotOver(TournamentError):
    """The next round cannot be paired before."""

    code = "round_not_over"


class RoundIsOut(TournamentError):
    """Its pairings are published and stand."""

    code = "round_is_out"


class NoRoundLeft(TournamentError):
    """All planned rounds are paired."""

    code = "no_round_left"


class StaleDraft(TournamentError):
    """The draft does not fit those who play in the round any more; `reason` names them."""

    code = "stale_draft"
    reason_names = "the players"


class BoardFault(StrEnum):
    NOT_PRESENT = "not_present"
    TWICE = "twice"
    MISSING = "missing"
    FORBIDDEN = "forbidden"
    REMATCH = "rematch"
    BYES = "byes"
    SECOND_BYE = "second_bye"


class BadBoards(TournamentError):
    """Pairings made by hand break a rule; `reason` is a `BoardFault`."""

    code = "bad_boards"
    reasons = tuple(BoardFault)
    status = HTTPStatus.BAD_REQUEST


class WayOut(StrEnum):
    """What an organiser can do when a round cannot be paired: play fewer rounds, pair by hand with
    one rematch, allow a forbidden pair, give somebody a bye, or pair by hand against preferences of
    seats."""

    SHORTEN = "shorten"
    ALLOW_REMATCH = "allow_rematch"
    ALLOW_FORBIDDEN = "allow_forbidden"
    GIVE_BYE = "give_bye"
    BY_HAND = "by_hand"


WORDS_OF_WAYS = {
    WayOut.SHORTEN: "Play fewer rounds: change their number in the settings.",
    WayOut.ALLOW_REMATCH: "Pair by hand, and let one pair meet a second time; others get a bye.",
    WayOut.ALLOW_FORBIDDEN: "Allow a forbidden pair again.",
    WayOut.GIVE_BYE: "Give somebody a bye in this round.",
    WayOut.BY_HAND: "Pair by hand, against what seats are due.",
}


class NoPairing(TournamentError):
    """The rules leave no complete pairing. `relief` names the rules of which each alone stands in
    the way, `ways` what an organiser can do about it; `details` has both as texts."""

    code = "no_pairing"

    def __init__(self, message: str, relief: tuple[Relief, ...], ways: tuple[WayOut, ...]) -> None:
        super().__init__(message)
        self.relief = relief
        self.ways = ways
        self.details = {
            "in_the_way": [one.value for one in relief],
            "ways_out": [{"code": way.value, "text": WORDS_OF_WAYS[way]} for way in ways],
        }


class BoardNotFound(TournamentError):
    code = "board_not_found"
    status = HTTPStatus.NOT_FOUND
    message = "There is no such board."


class OwnBoard(TournamentError):
    code = "own_board"
    status = HTTPStatus.FORBIDDEN
    message = "You, or a bot of yours, play on this board: let another organiser decide."


class NoReason(TournamentError):
    """A decision, an appeal or an answer comes without its reason, or with too long a one."""

    code = "no_reason"
    status = HTTPStatus.BAD_REQUEST


class CannotDecide(TournamentError):
    """The board cannot be given this result, or not now."""

    code = "cannot_decide"


class CannotAppeal(TournamentError):
    """There is nothing to appeal against, or it is too late."""

    code = "cannot_appeal"


class NotYourBoard(CannotAppeal):
    code = "not_your_board"
    status = HTTPStatus.FORBIDDEN
    message = "Only those who play on this board can appeal."


class AppealNotFound(TournamentError):
    code = "appeal_not_found"
    status = HTTPStatus.NOT_FOUND
    message = "There is no such appeal."


class AppealAnswered(TournamentError):
    code = "appeal_answered"
    message = "This appeal has another answer already."


class BadMessage(TournamentError):
    """A message is empty or too long."""

    code = "bad_message"
    status = HTTPStatus.BAD_REQUEST


class TooManyMessages(TournamentError):
    """An organiser writes too often."""

    code = "too_many_messages"


class BadDeadline(TournamentError):
    """A deadline has passed already, or is too far away."""

    code = "bad_deadline"
    status = HTTPStatus.BAD_REQUEST


class NotOver(TournamentError):
    """Its last round is not finished yet."""

    code = "not_over"


class NoReport(TournamentError):
    code = "no_report"
    status = HTTPStatus.NOT_FOUND
    message = "There is a report when the tournament has started: players get their numbers then."


class BadReport(TournamentError):
    """A report file cannot be imported. The sentence says where, as do `line` and `column`, which
    count from 1; nothing was imported."""

    code = "bad_report"
    status = HTTPStatus.BAD_REQUEST

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(f"Line {line}, column {column}: {message}")
        self.details = {"line": line, "column": column}


class TooManyImports(TournamentError):
    """An organiser imports too much in a day."""

    code = "too_many_imports"


class ImportedAlready(TournamentError):
    """The same report was imported a short while ago."""

    code = "imported_already"
    reasons = ("again",)


class BadEntryList(TournamentError):
    """A list of players cannot be entered; the sentence says where, and nobody was entered."""

    code = "bad_entry_list"
    status = HTTPStatus.BAD_REQUEST
