"""Your games: the ones that wait for you, and everything else that is going on."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Case, Exists, Q, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Game, GameStatus, Offer, Vacation
from games.notices import OFFERS
from games.presenters.cautions import give_cautions
from games.presenters.lists import listed
from games.presenters.news import news
from sumendi_site.accounts.models import User
from sumendi_site.accounts.visits import look_in
from sumendi_site.notices.seeing import seen_at

from .answers import done, player_action, reader

MOST_BOARDS = 12
MOST_ROWS = 250
SKIPPED = "skipped games"


@login_required
@never_cache
@require_safe
def dashboard(request: HttpRequest) -> HttpResponse:
    """`?fragment=1` sends the part that changes alone. Nothing waits for who is banned."""
    if not reader(request).is_active:
        return redirect("standing")
    seen_at(reader(request), OFFERS)
    template = "dashboard_games" if "fragment" in request.GET else "dashboard"
    return render(request, f"games/{template}.html", _context(reader(request)))


@login_required
@never_cache
@require_safe
def waiting(request: HttpRequest) -> HttpResponse:
    """How many games wait for the reader, as the bar has it: for open pages that hear of news."""
    return render(request, "games/waiting.html")


@login_required
@never_cache
@require_safe
def next_game(request: HttpRequest) -> HttpResponse:
    """Go to the game that waits for the reader with the least time left, those that were skipped
    last, or to the one that comes after the game `?after=` in that order; after the last comes
    the first."""
    waiting = _in_turn(request)
    after = request.GET.get("after", "")
    if not waiting:
        messages.info(request, "No game waits for you now.")
        return redirect("dashboard")
    if waiting == [_number(after)]:
        messages.info(request, "No other game waits for you now.")
    return redirect("game", _following(waiting, _number(after)))


@player_action
def skip(request: HttpRequest, game_id: int) -> HttpResponse:
    """Put a game last until the reader has been through the others, and go on to the next."""
    waiting = _in_turn(request)
    skipped = [pk for pk in waiting if pk in _skipped(request) and pk != game_id]
    if len(skipped) >= len(waiting) - 1:
        skipped = []
    request.session[SKIPPED] = [*skipped, game_id] if game_id in waiting else skipped
    return done(request, f"{reverse('next-game')}?after={game_id}")


def _in_turn(request: HttpRequest) -> list[int]:
    """The games that wait for the reader: least time first, the skipped ones behind the others
    in the order in which they were skipped."""
    skipped = _skipped(request)
    waiting = list(Game.objects.waiting_for(reader(request)).values_list("pk", flat=True))
    behind = [pk for pk in skipped if pk in waiting]
    return [pk for pk in waiting if pk not in skipped] + behind


def _skipped(request: HttpRequest) -> list[int]:
    skipped: list[int] = request.session.get(SKIPPED, [])
    return skipped


def _following(waiting: list[int], after: int | None) -> int:
    place = waiting.index(after) + 1 if after in waiting else 0
    return waiting[place % len(waiting)]


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else None


def _context(player: User) -> dict[str, Any]:
    now = timezone.now()
    unfinished = Game.objects.of(player).exclude(status=GameStatus.FINISHED)
    mine_first = Case(When(to_move=player, then=0), default=1)
    vacations = Vacation.objects.at(now).filter(player=player)
    # Asked along with the games: nearly always there is none, and a query less to make.
    unfinished = unfinished.annotate(reader_is_away=Exists(vacations))
    rows = listed(unfinished.order_by(mine_first, "deadline", "id")[:MOST_ROWS], player, now)
    is_away = not rows or rows[0].game.reader_is_away  # type: ignore[attr-defined]
    to_move = [row for row in rows if row.game.to_move_id == player.pk]
    known = [row.opponent for row in rows]
    offers = list(Offer.objects.open().filter(Q(opponent=player) | Q(creator=player)))
    give_cautions(offers, player)
    context = {
        "vacation": vacations.first() if is_away else None,
        "with_board": to_move[:MOST_BOARDS],
        "without_board": to_move[MOST_BOARDS:],
        "waiting": rows[len(to_move) :],
        "offers": offers,
        "news": news(player, look_in(player, now), now, known),
    }
    if len(rows) == MOST_ROWS:
        return context | {"most_rows": MOST_ROWS}
    return context | {"waiting_games": len(to_move)}
