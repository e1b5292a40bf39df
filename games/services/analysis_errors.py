"""Why there is no analysis of a game."""

from http import HTTPStatus

from .errors import GameError


class NotToBeAnalysed(GameError):
    """Nobody can have this game analysed, or not yet."""

    code = "not_to_be_analysed"
    reasons = ("not_finished", "no_moves", "still_played")


class AnalysisNotFound(GameError):
    code = "analysis_not_found"
    status = HTTPStatus.NOT_FOUND
    message = "Nobody has asked for an analysis of this game yet."


class TooManyAnalyses(GameError):
    """One that you asked for is not done yet, or you have asked for many today."""

    code = "too_many_analyses"
    status = HTTPStatus.TOO_MANY_REQUESTS
