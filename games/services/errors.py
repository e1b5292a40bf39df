"""Why something was refused: a stable code, a sentence for people, and the HTTP status."""

from http import HTTPStatus


class GameError(Exception):
    """Refused, and nothing was changed."""

    code = "refused"
    status = HTTPStatus.CONFLICT
    message = "That is not possible."

    def __init__(self, message: str = "", *, reason: str = "") -> None:
        self.message = message or self.message
        self.reason = reason
        super().__init__(self.message)


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
    message = "A game can be cancelled only before its second ply."


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


class CannotChallenge(GameError):
    code = "cannot_challenge"
