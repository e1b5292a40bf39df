"""The public page of a player."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.forms import OfferForm
from games.models import Game, Vacation
from games.presenters.bots import card_of_player
from games.presenters.cautions import cautions_between
from games.presenters.tally import Tally, tally
from games.services.challenge_rules import Rules, hindrance
from sumendi_site.accounts.blocks import Block
from sumendi_site.accounts.models import User
from sumendi_site.accounts.sanctions import is_banned

from .answers import reader
from .watch import FINISHED, RUNNING, chosen, page_of, shown_games

A_PAGE = 20


@dataclass(frozen=True)
class Blocking:
    """Who of the reader and a player blocks the other."""

    by_reader: bool
    by_player: bool

    @property
    def is_any(self) -> bool:
        return self.by_reader or self.by_player


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
    away_until, blocking = _absence_and_blocks(request, found)
    form = _challenge_form(request, found, blocking)
    bot = card_of_player(found, request.user)
    if form and bot and bot.live:
        form.fit(Rules.of(bot.account.bot))
    context = {
        "player": found,
        "is_banned": is_banned(found),
        "bot": bot,
        "blocking": blocking,
        "show": show,
        "away_until": away_until,
        **page_of(request, games, found, A_PAGE),
        "head_to_head": _head_to_head(request, found),
        "form": form,
        "hindrance": hindrance(found) if form and bot and bot.live else "",
        "cautions": cautions_between(reader(request), found, is_reader=True) if form else [],
    }
    return render(request, "games/player.html", context)


def _challenge_form(
    request: HttpRequest, found: User, blocking: Blocking | None
) -> OfferForm | None:
    """For a signed-in reader, where `found` can be challenged."""
    can_be_challenged = not found.is_closed and found.kind != User.Kind.GUEST
    if blocking is None or blocking.is_any or not can_be_challenged:
        return None
    if reader(request).kind == User.Kind.GUEST:
        return None
    form = OfferForm(reader(request))
    del form.fields["opponent"]
    return form


def _absence_and_blocks(
    request: HttpRequest, found: User
) -> tuple[datetime | None, Blocking | None]:
    """Until when `found` is away, and for a signed-in reader and somebody else who blocks whom:
    in one query."""
    vacations = Vacation.objects.shown_at(timezone.now()).filter(player=found)
    asked = User.objects.filter(pk=found.pk).values_list(
        Subquery(vacations.values("ends")[:1]),
        Exists(Block.objects.filter(owner=request.user.pk, blocked=found)),
        Exists(Block.objects.filter(owner=found, blocked=request.user.pk)),
    )
    away_until, by_reader, by_player = asked.get()
    if not request.user.is_authenticated or request.user == found:
        return away_until, None
    return away_until, Blocking(by_reader, by_player)


def _head_to_head(request: HttpRequest, found: User) -> Tally | None:
    """The games between the reader and a player, as the reader counts them."""
    if not request.user.is_authenticated or request.user == found:
        return None
    return tally(Game.objects.of(found), reader(request))
