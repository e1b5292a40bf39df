"""Why something was refused: a stable code, a sentence for people, and the HTTP status."""

from http import HTTPStatus

from sumendi_site.refusals import Refusal

SIDE_CHOICE = "side_choice"
"""The reason of what is refused because ply 2 is the choice of side."""


class GameError(Refusal):
    """Refused by the rules of the game or of the site, and nothing was changed."""


class GameNotFound(GameError):
    code = "game_not_found"
    status = HTTPStatus.NOT_FOUND
    message = "There is no such game."


class NoExportYet(GameError):
    code = "no_export_yet"
    status = HTTPStatus.NOT_FOUND
    message = "No file of all rated games has been made yet. Look again in ten minutes."


class NotAPlayer(GameError):
    code = "not_a_player"
    status = HTTPStatus.FORBIDDEN
    message = "You do not play in this game."


class NotYourTurn(GameError):
    code = "not_your_turn"
    message = "It is not your turn."


class ProgramAsked(GameError):
    """The bot's uploaded program has this turn, so nobody moves for it by a token."""

    code = "program_asked"
    message = "The bot's program on this site is asked for this move. Pause the bot to move for it."


class WrongPly(GameError):
    """This is for another ply than the next one."""

    code = "wrong_ply"


class PlyTaken(GameError):
    """Another move was made for this ply."""

    code = "ply_taken"


class GameOver(GameError):
    code = "game_over"
    message = "This game is over."


class TooLate(GameError):
    """The time was over before the move came; the game has been flagged."""

    code = "too_late"
    message = "The time for this move was over before this arrived: the game has ended on time."


class BadMoveText(GameError):
    """This is not written like a move."""

    code = "move_syntax"
    status = HTTPStatus.BAD_REQUEST


class NotALegalMove(GameError):
    """The rules forbid this move here; `reason` tells which rule."""

    code = "illegal_move"
    status = HTTPStatus.BAD_REQUEST


class NotCancellable(GameError):
    code = "not_cancellable"
    message = "A game can be cancelled only before the second player has chosen a side."


class NoDrawOffer(GameError):
    code = "no_draw_offer"
    message = "There is no draw offer to answer."


class DrawOfferRefused(GameError):
    """No draw can be offered here now."""

    code = "draw_offer_refused"


class TakebackRefused(GameError):
    """No takeback can be asked for here now."""

    code = "takeback_refused"


class NoTakeback(GameError):
    code = "no_takeback"
    message = "Your opponent asks for no takeback that you could answer."


class BadTerms(GameError):
    """Games here have no such size, seat or time control."""

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
    """You have too many open offers, or have made too many lately."""

    code = "too_many_offers"
    status = HTTPStatus.TOO_MANY_REQUESTS


class SignUpFirst(GameError):
    """Guests may not do this."""

    code = "sign_up_first"
    status = HTTPStatus.FORBIDDEN


class TooManyGames(GameError):
    """You play too many games against house bots."""

    code = "too_many_games"
    status = HTTPStatus.TOO_MANY_REQUESTS


class CannotChallenge(GameError):
    """This player cannot be challenged, or not by you."""

    code = "cannot_challenge"


class Blocked(GameError):
    """One of you blocks the other."""

    code = "blocked"
    status = HTTPStatus.FORBIDDEN


class CannotBlock(GameError):
    """You cannot block yourself."""

    code = "cannot_block"


class CannotFollow(GameError):
    """This player cannot be a friend of yours."""

    code = "cannot_follow"


class BadBotName(GameError):
    """A bot cannot have this name."""

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
    """You have as many bots as you can have, or have registered too many lately."""

    code = "too_many_bots"

    def __init__(self, message: str, *, retry_after: int | None = None) -> None:
        super().__init__(message, retry_after=retry_after)
        if retry_after is not None:
            self.status = HTTPStatus.TOO_MANY_REQUESTS


class NoSuchToken(GameError):
    code = "token_not_found"
    status = HTTPStatus.NOT_FOUND
    message = "There is no such token."


class HostingOff(GameError):
    """Uploaded programs cannot run on this site now."""

    code = "hosting_off"
    status = HTTPStatus.SERVICE_UNAVAILABLE


class NoRematch(GameError):
    """There can be no rematch of this game."""

    code = "no_rematch"


class BadText(GameError):
    """The text is empty, too long, or holds what cannot be shown."""

    code = "bad_text"
    status = HTTPStatus.BAD_REQUEST


class NobodyReads(GameError):
    code = "nobody_reads"
    message = "Your opponent is a program: it does not read messages."


class TooManyMessages(GameError):
    """You have written too much lately."""

    code = "too_many_messages"
    status = HTTPStatus.TOO_MANY_REQUESTS


class ClocksBehind(GameError):
    """Something that moves the clocks is due; whoever raises this has changed nothing yet."""

    code = "clocks_behind"
    status = HTTPStatus.SERVICE_UNAVAILABLE
    message = "The clocks are being set. Please try again."


class VacationRefused(GameError):
    """This vacation cannot be taken: it is not saved, or another one is in its way."""

    code = "vacation_refused"


class NoSuchVacation(GameError):
    code = "no_such_vacation"
    status = HTTPStatus.NOT_FOUND
    message = "There is no such vacation of yours."


class TimeNotGiven(GameError):
    """No time can be given here now."""

    code = "time_not_given"


class NotAModerator(GameError):
    code = "not_a_moderator"
    status = HTTPStatus.FORBIDDEN
    message = "Only moderators can do this."


class CorrectionRefused(GameError):
    """This result cannot be corrected so."""

    code = "correction_refused"


class BadPackage(GameError):
    """What was uploaded is no package of a bot; `reason` tells why."""

    code = "bad_package"
    status = HTTPStatus.BAD_REQUEST

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message, reason=reason)


class PackageTooLarge(BadPackage):
    """More was uploaded, or packed into a zip, than a package may have."""

    code = "package_too_large"
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE


class VersionNotFound(GameError):
    code = "version_not_found"
    status = HTTPStatus.NOT_FOUND
    message = "The bot has no such version."


class VersionNotChecked(GameError):
    code = "version_not_checked"
    message = "Only a version that has passed its check can play."


class TooManyUploads(GameError):
    """You have uploaded too much lately, or too much waits to be checked."""

    code = "too_many_uploads"
    status = HTTPStatus.TOO_MANY_REQUESTS


class BadRules(GameError):
    """A bot cannot have these rules for challenges."""

    code = "bad_rules"
    status = HTTPStatus.BAD_REQUEST


class ScrimmageRefused(GameError):
    """These two versions do not meet."""

    code = "scrimmage_refused"


class ScrimmageNotFound(GameError):
    code = "scrimmage_not_found"
    status = HTTPStatus.NOT_FOUND
    message = "There is no such scrimmage."


class BoutNotFound(GameError):
    code = "bout_not_found"
    status = HTTPStatus.NOT_FOUND
    message = "There is no such bout, or it is not for you."


class TurnNotFound(GameError):
    code = "turn_not_found"
    status = HTTPStatus.NOT_FOUND
    message = "The bot has no such turn."


class TooManyBouts(GameError):
    """Too many bouts of yours are still to be played."""

    code = "too_many_bouts"
    status = HTTPStatus.TOO_MANY_REQUESTS
