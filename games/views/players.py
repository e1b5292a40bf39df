"""The public page of a player."""

from dataclasses import dataclass

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.forms import OfferForm
from games.models import Game, GameStatus, Result, Termination
from sumendi_site.accounts.models import User

from .answers import reader
from .watch import FINISHED, RUNNING, chosen, page_of, shown_games

A_PAGE = 20


@dataclass(frozen=True)
class HeadToHead:
    """Finished games between the reader and a player, as the reader counts them."""

    won: int
    drawn: int
    lost: int

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost


@require_safe
def player(request: HttpRequest, username: str) -> HttpResponse:
    """Who somebody is and what they play. Names are found in any case, and have one address."""
    found = User.objects.named(username)
    if found is None:
        raise Http404("There is no player of this name.")
    if found.username != username:
        query = request.META.get("QUERY_STRING", "")
        url = reverse("player", args=[found.username])
        return redirect(f"{url}?{query}" if query else url, permanent=True)
    show = chosen(request, "show", (RUNNING, FINISHED))
    games = shown_games(Game.objects.of(found), show)
    context = {
        "player": found,
        "show": show,
        **page_of(request, games, found, A_PAGE),
        "head_to_head": _head_to_head(request, found),
        "form": _challenge_form(request, found),
    }
    return render(request, "games/player.html", context)


def _challenge_form(request: HttpRequest, found: User) -> OfferForm | None:
    """For a signed-in reader, where `found` can be challenged."""
    can_be_challenged = found.is_active and found.kind != User.Kind.GUEST
    if not request.user.is_authenticated or request.user == found or not can_be_challenged:
        return None
    form = OfferForm(reader(request))
    del form.fields["opponent"]
    return form


def _head_to_head(request: HttpRequest, found: User) -> HeadToHead | None:
    if not request.user.is_authenticated or request.user == found:
        return None
    games = Game.objects.of(found).of(request.user).filter(status=GameStatus.FINISHED)
    outcomes = (
        games.exclude(termination=Termination.CANCELLED)
        .values("first", "swapped", "result")
        .annotate(games=Count("id"))
    )
    count = {"won": 0, "drawn": 0, "lost": 0}
    for row in outcomes:
        reader_is_black = (row["first"] == request.user.pk) != bool(row["swapped"])
        count[_outcome(row["result"], reader_is_black)] += row["games"]
    return HeadToHead(**count)


def _outcome(result: str, is_black: bool) -> str:
    if result == Result.DRAW:
        return "drawn"
    return "won" if (result == Result.BLACK) == is_black else "lost"
