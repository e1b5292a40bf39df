"""Why reports, acts of moderators and appeals were refused."""

from http import HTTPStatus

from .errors import GameError


class CannotJudge(GameError):
    """This moderator has a part in it, or nobody judges this account."""

    code = "cannot_judge"
    status = HTTPStatus.FORBIDDEN


class NoReason(GameError):
    code = "act_without_reason"
    status = HTTPStatus.BAD_REQUEST
    message = "Say why."


class CannotSanction(GameError):
    """This cannot be done to this account now."""

    code = "cannot_sanction"


class SanctionNotFound(GameError):
    code = "sanction_not_found"
    status = HTTPStatus.NOT_FOUND
    message = "There is no such act, or it is not on you."


class BadName(GameError):
    """An account cannot have this name."""

    code = "bad_name"
    status = HTTPStatus.BAD_REQUEST


class Muted(GameError):
    """A moderator has muted you."""

    code = "muted"
    status = HTTPStatus.FORBIDDEN


class AppealRefused(GameError):
    """Nobody can appeal against this now, or the appeal was answered."""

    code = "appeal_refused"


class AppealNotFound(GameError):
    code = "no_such_appeal"
    status = HTTPStatus.NOT_FOUND
    message = "There is no such appeal."


class ReportRefused(GameError):
    """This cannot be reported."""

    code = "report_refused"


class ReportNotFound(GameError):
    code = "report_not_found"
    status = HTTPStatus.NOT_FOUND
    message = "There is no such report, or it is not yours."


class ReportTaken(GameError):
    """Another moderator has this report, or it is closed."""

    code = "report_taken"


class TooManyReports(GameError):
    """You have reported a lot lately."""

    code = "too_many_reports"
    status = HTTPStatus.TOO_MANY_REQUESTS
