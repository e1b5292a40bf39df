"""Why explorations and conditional moves were refused."""

from http import HTTPStatus
from typing import TYPE_CHECKING

from .errors import GameError

if TYPE_CHECKING:
    from .conditions import Prepared


class BadConditions(GameError):
    """Conditional moves cannot be kept so; the message says where and why."""

    code = "bad_conditions"
    status = HTTPStatus.BAD_REQUEST


class ConditionsChanged(GameError):
    """Others were saved meanwhile, on another page: `newest` are those."""

    code = "conditions_changed"
    message = (
        "Your conditional moves were changed on another page. "
        "Nothing was saved here; look at the newest ones first."
    )

    def __init__(self, newest: "Prepared") -> None:
        super().__init__()
        self.newest = newest


class NoConditionsForPrograms(GameError):
    code = "no_conditions_for_programs"
    status = HTTPStatus.FORBIDDEN
    message = "A program answers by itself: conditional moves are for people."


class BadTree(GameError):
    """This is no tree of variations of that game; for an illegal move `reason` tells which rule."""

    code = "bad_tree"
    status = HTTPStatus.BAD_REQUEST


class ExplorationNotFound(GameError):
    code = "exploration_not_found"
    status = HTTPStatus.NOT_FOUND
    message = "There is no such exploration, or it is not for you."


class ExplorationChanged(GameError):
    """It was saved elsewhere since, in another tab perhaps: `version` is no longer the newest."""

    code = "exploration_changed"
    message = "This exploration was changed elsewhere in the meantime."


class NotToBePublished(GameError):
    code = "not_to_be_published"
    message = "What you explore in a game can be published when the game has ended."


class TooManyExplorations(GameError):
    """You have as many boards of your own as there can be."""

    code = "too_many_explorations"
