"""Everybody's games."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, cast

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from games.models import Game, GameStatus, Result, Termination
from games.models.game import GameQuerySet
from games.presenters.lists import Reader, listed
from games.rules import SIZES
from sumendi_site.accounts.models import User
from sumendi_site.accounts.names import LONGEST

A_PAGE = 12
RUNNING, FINISHED = "running", "finished"
WON, LOST = "won", "lost"
LONGEST_PAGE_NUMBER = 9

SHOWN = {RUNNING: "Being played", FINISHED: "Finished"}
SIZE = {"": "Any"} | {str(size): f"Size {size}" for size in SIZES}
RATED = {"": "Any", "yes": "Rated", "no": "Casual"}
RESULT = {"": "Any", Result.BLACK.value: "Black won", Result.WHITE.value: "White won"} | {
    Result.DRAW.value: "Draw",
    WON: "Won by the player",
    LOST: "Lost by the player",
}
ENDED = {"": "Any"} | {value: label.capitalize() for value, label in Termination.choices}
CHOICES = {"show": SHOWN, "size": SIZE, "rated": RATED, "result": RESULT, "ended": ENDED}


@dataclass(frozen=True)
class Filters:
    """Which games are asked for; an empty text stands for all. `player` is a name as it was
    typed. Results and endings are those of finished games and ask for these."""

    show: str
    size: str = ""
    rated: str = ""
    result: str = ""
    ended: str = ""
    player: str = ""

    @classmethod
    def of(cls, request: HttpRequest) -> "Filters":
        """A value that is not among the choices counts as not given."""
        asked = {name: _one_of(request, name, choices) for name, choices in CHOICES.items()}
        if asked["result"] or asked["ended"]:
            asked["show"] = FINISHED
        return cls(
            **asked,
            player=request.GET.get("player", "").strip()[:LONGEST],
        )

    @property
    def query(self) -> str:
        """The part of the address that asks for these games, without the page."""
        return urlencode({name: value for name, value in vars(self).items() if value})

    @property
    def tabs(self) -> list[tuple[str, str, str]]:
        """The lists that can be shown: name, label and query."""
        running = replace(self, show=RUNNING, result="", ended="")
        shown = {RUNNING: running, FINISHED: replace(self, show=FINISHED)}
        return [(show, label, shown[show].query) for show, label in SHOWN.items()]

    @property
    def fields(self) -> list[tuple[str, str, dict[str, str], str]]:
        """What can be chosen: name, label, choices and what is chosen."""
        fields = [
            ("size", "Board", SIZE, self.size),
            ("rated", "Rating", RATED, self.rated),
            ("result", "Result", RESULT, self.result),
            ("ended", "How it ended", ENDED, self.ended),
        ]
        return fields if self.show == FINISHED else fields[:2]

    def games(self, player: User | None) -> "QuerySet[Game]":
        """The games of `player`, or of everybody; who won is asked of a player alone."""
        games = Game.objects.all()
        if self.size:
            games = games.filter(size=int(self.size))
        if self.rated:
            games = games.filter(rated=self.rated == "yes")
        if self.ended:
            games = games.filter(termination=self.ended)
        if self.result in Result.values:
            games = games.filter(result=self.result)
        if player is not None:
            games = self._of(player, games)
        return shown_games(games, self.show)

    def _of(self, player: User, games: GameQuerySet) -> GameQuerySet:
        if self.result == WON:
            return games.won_by(player)
        if self.result == LOST:
            return games.lost_by(player)
        return games.of(player)


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """Games by the query: `player`, `show`, `size`, `rated`, `result`, `ended` and `page`."""
    filters = Filters.of(request)
    name = filters.player
    player = User.objects.named(name) if name else None
    games = filters.games(player)
    if name and player is None:
        games = games.none()
    context = {
        "filters": filters,
        "player": player,
        "unknown": _unknown(request),
        "needs_player": filters.result in (WON, LOST) and not name,
        **page_of(request, games, request.user),
    }
    return render(request, "games/watch.html", context)


def _one_of(request: HttpRequest, name: str, choices: Collection[str]) -> str:
    first = next(iter(choices))
    value = request.GET.get(name, first)
    return value if value in choices else first


def _unknown(request: HttpRequest) -> list[str]:
    """The parts of the query with a value that is not among their choices."""
    return [
        name for name, choices in CHOICES.items() if request.GET.get(name, "") not in {"", *choices}
    ]


def chosen(request: HttpRequest, name: str, choices: Collection[str]) -> str:
    """A value of the query, the first choice when it is not given. Raises Http404 for others."""
    value = request.GET.get(name, next(iter(choices)))
    if value not in choices:
        raise Http404(f"{name} is one of {', '.join(choices)}")
    return value


def shown_games(games: "QuerySet[Game]", show: str) -> "QuerySet[Game]":
    """The running games, the last moved first, or the finished ones, the last ended first."""
    if show == RUNNING:
        return games.exclude(status=GameStatus.FINISHED).order_by("-turn_started", "-id")
    return games.filter(status=GameStatus.FINISHED).order_by("-finished", "-id")


def page_number(request: HttpRequest) -> str:
    """The page of a list that is asked for, by the reader's own word."""
    return request.GET.get("page", "1")[:LONGEST_PAGE_NUMBER]


def page_of(
    request: HttpRequest, games: "QuerySet[Game]", viewer: Reader, size: int = A_PAGE
) -> dict[str, Any]:
    """The asked-for `page` of a list and its `rows`. Games end while people read, so a page off
    the end shows the last one."""
    page = Paginator(games, size).get_page(page_number(request))
    on_page = cast("QuerySet[Game]", page.object_list)
    return {"page": page, "rows": listed(on_page, viewer, timezone.now())}
