"""The public page of a player."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.forms import OfferForm
from games.models import Game, Move, RetractedMove, Termination, Vacation
from games.presenters.bots import BotCard, card_of_player
from games.presenters.cautions import cautions_between
from games.presenters.tally import Tally, tally
from games.rules import SIZES
from games.services.challenge_rules import Rules, hindrance
from games.services.friends import unwelcome
from games.services.house_bots import level_of
from sumendi_site.accounts.blocks import Block
from sumendi_site.accounts.deleted import is_deleted
from sumendi_site.accounts.follows import Follow
from sumendi_site.accounts.models import User
from sumendi_site.accounts.sanctions import is_banned

from .answers import reader
from .watch import FINISHED, RUNNING, chosen, page_of, shown_games

A_PAGE = 20


@dataclass(frozen=True)
class Blocking:
    """Who of the reader and a player blocks the other, and counts the other among their friends."""

    by_reader: bool
    by_player: bool
    is_friend_of_reader: bool = False
    is_friend_of_player: bool = False

    @property
    def is_any(self) -> bool:
        return self.by_reader or self.by_player


@dataclass(frozen=True)
class Presence:
    """Until when a player is on vacation, and how many games they have lost on time in a row, if
    more than one."""

    away_until: datetime | None
    lost_in_a_row: int


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
    now_known, blocking = _known_now(request, found)
    form = _challenge_form(request, found, blocking)
    bot = card_of_player(found, request.user)
    if form and bot and bot.live:
        form.fit(Rules.of(bot.account.bot))
    context = {
        "player": found,
        "is_banned": is_banned(found),
        "is_deleted": is_deleted(found),
        "bot": bot,
        "level": level_of(found) if found.is_active else None,
        "sizes": SIZES,
        "blocking": blocking,
        "show": show,
        "away_until": now_known.away_until,
        "lost_in_a_row": now_known.lost_in_a_row,
        **page_of(request, games, found, A_PAGE),
        "head_to_head": _head_to_head(request, found),
        "form": form,
        "hindrance": _hindrance(request, found, form, bot, blocking),
        "cautions": cautions_between(reader(request), found, is_reader=True) if form else [],
    }
    return render(request, "games/player.html", context)


def _hindrance(
    request: HttpRequest,
    found: User,
    form: OfferForm | None,
    bot: BotCard | None,
    blocking: Blocking | None,
) -> str:
    """Why the reader, who could send a challenge, would send it in vain."""
    if form is None or blocking is None:
        return ""
    if bot is not None and bot.live:
        return hindrance(found)
    return unwelcome(found, is_friend=blocking.is_friend_of_player)


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


def _known_now(request: HttpRequest, found: User) -> tuple[Presence, Blocking | None]:
    """Where `found` is, and for a signed-in reader and somebody else who blocks whom: in one
    query."""
    vacations = Vacation.objects.shown_at(timezone.now()).filter(player=found)
    asked = User.objects.filter(pk=found.pk).values_list(
        Subquery(vacations.values("ends")[:1]),
        Coalesce(Subquery(_lost_in_a_row(found)), 0),
        Exists(Block.objects.filter(owner=request.user.pk, blocked=found)),
        Exists(Block.objects.filter(owner=found, blocked=request.user.pk)),
        Exists(Follow.objects.filter(owner=request.user.pk, followed=found)),
        Exists(Follow.objects.filter(owner=found, followed=request.user.pk)),
    )
    away_until, lost, *between = asked.get()
    presence = Presence(away_until, lost if lost > 1 else 0)
    if not request.user.is_authenticated or request.user == found:
        return presence, None
    return presence, Blocking(*between)


def _lost_in_a_row(found: User) -> "QuerySet[Any]":
    """How many rated games `found` has lost on time since their newest ply by their own hand: of
    these only the first is rated."""
    lost = Game.objects.lost_by(found).filter(rated=True, termination=Termination.TIMEOUT)
    later = {"player": found, "made__gte": OuterRef("finished"), "by_condition": False}
    since = lost.exclude(Exists(Move.objects.filter(**later))).exclude(
        Exists(RetractedMove.objects.filter(**later))
    )
    together = since.order_by().values(row=Value(1)).annotate(games=Count("pk"))
    return together.values("games")


def _head_to_head(request: HttpRequest, found: User) -> Tally | None:
    """The games between the reader and a player, as the reader counts them."""
    if not request.user.is_authenticated or request.user == found:
        return None
    return tally(Game.objects.of(found), reader(request))
