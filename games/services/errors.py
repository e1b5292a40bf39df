"""Why something was refused: a stable code, a sentence for people, and the HTTP status."""

from http import HTTPStatus

from sumendi_site.refusals import Refusal


class GameError(Refusal):
    """Refused by the rules of the game or of the site, and nothing was changed."""


class GameNotFound(GameError):
    code = "game_not_found"
    status = HTTPStatus.NOT_FOUND
    message = "There is no such game."


class NotAPlayer(GameError):
    code = "not_a_player"
    status = HTTPStatus.FORBIDDEN
    message = "You do not play in this game."


class NotYourTurn(GameError):
    code = "not_your_turn"
    message = "It is not your turn."


class WrongPly(GameError):
    code = "wrong_ply"


class PlyTaken(GameError):
    code = "ply_taken"


class GameOver(GameError):
    code = "game_over"
    message = "This game is over."


class TooLate(GameError):
    """The time was over before the move came; the game has been flagged."""

    code = "too_late"
    message = "The time for this move was over before this arrived: the game has ended on time."


class BadMoveText(GameError):
    code = "move_syntax"
    status = HTTPStatus.BAD_REQUEST


class NotALegalMove(GameError):
    code = "illegal_move"
    status = HTTPStatus.BAD_REQUEST


class NotCancellable(GameError):
    code = "not_cancellable"
    message = "A game can be cancelled only before the second player has chosen a side."


class NoDrawOffer(GameError):
    code = "no_draw_offer"
    message = "There is no draw offer to answer."


class DrawOfferRefused(GameError):
    code = "draw_offer_refused"


class BadTerms(GameError):
    code = "bad_terms"
    status = HTTPStatus.BAD_REQUEST


class OwnOffer(GameError):
    code = "own_offer"
    message = "This is your own offer."


class OfferGone(GameError):
    code = "offer_gone"
    message = "This offer is no longer open."


class NotYourOffer(GameError):
    code = "not_your_offer"
    status = HTTPStatus.FORBIDDEN
    message = "This offer is not yours to answer."


class TooManyOffers(GameError):
    code = "too_many_offers"
    status = HTTPStatus.TOO_MANY_REQUESTS

    def __init__(self, message: str, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class SignUpFirst(GameError):
    """Guests may not do this."""

    code = "sign_up_first"
    status = HTTPStatus.FORBIDDEN


class TooManyGames(GameError):
    code = "too_many_games"
    status = HTTPStatus.TOO_MANY_REQUESTS


class CannotChallenge(GameError):
    code = "cannot_challenge"


class Blocked(GameError):
    code = "blocked"
    status = HTTPStatus.FORBIDDEN


class CannotBlock(GameError):
    code = "cannot_block"


class BadBotName(GameError):
    code = "bad_bot_name"
    status = HTTPStatus.BAD_REQUEST


class BotNameTaken(GameError):
    code = "bot_name_taken"
    message = "Somebody has this name already."


class BotNotFound(GameError):
    code = "bot_not_found"
    status = HTTPStatus.NOT_FOUND
    message = "There is no such bot."


class BotRetired(GameError):
    code = "bot_retired"
    message = "This bot is retired."


class NotYourBot(GameError):
    code = "not_your_bot"
    status = HTTPStatus.FORBIDDEN
    message = "Only its owner can do this with a bot."


class TooManyBots(GameError):
    code = "too_many_bots"

    def __init__(self, message: str, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after
        if retry_after is not None:
            self.status = HTTPStatus.TOO_MANY_REQUESTS


class NoSuchToken(GameError):
    code = "token_not_found"
    status = HTTPStatus.NOT_FOUND
    message = "There is no such token."


class NoRematch(GameError):
    code = "no_rematch"


class BadText(GameError):
    code = "bad_text"
    status = HTTPStatus.BAD_REQUEST


class NobodyReads(GameError):
    code = "nobody_reads"
    message = "Your opponent is a program: it does not read messages."


class TooManyMessages(GameError):
    code = "too_many_messages"
    status = HTTPStatus.TOO_MANY_REQUESTS

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class ClocksBehind(GameError):
    """Something that moves the clocks is due; whoever raises this has changed nothing yet."""

    code = "clocks_behind"
    status = HTTPStatus.SERVICE_UNAVAILABLE
    message = "The clocks are being set. Please try again."


class VacationRefused(GameError):
    code = "vacation_refused"


class NoSuchVacation(GameError):
    code = "no_such_vacation"
    status = HTTPStatus.NOT_FOUND
    message = "There is no such vacation of yours."


class TimeNotGiven(GameError):
    code = "time_not_given"


class NotAModerator(GameError):
    code = "not_a_moderator"
    status = HTTPStatus.FORBIDDEN
    message = "Only moderators can change the result of a game."


class CorrectionRefused(GameError):
    code = "correction_refused"
