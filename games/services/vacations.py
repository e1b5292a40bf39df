"""Vacations: taken, planned, begun, ended; and what they do to the clocks.

A vacation moves `turn_started` and `deadline` of its player's turns on by its whole length at the
instant at which it begins, so its end needs nobody to look. Whoever reads or sets a clock while
one is due and has not begun must first `catch_up`.

Locks, in this order: the heartbeat, the player's running games, the player's budget.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Least
from django.utils import timezone

from games.clock import SECONDS
from games.models import Game, GameLog, LogKind, Vacation, VacationBudget
from games.models.absence import VacationQuerySet
from games.models.game import STOPPED_BY_VACATIONS, GameQuerySet
from sumendi_site.accounts.models import User
from sumendi_site.live.publish import game_topic, publish

from . import downtime
from .errors import ClocksBehind, NoSuchVacation, VacationRefused
from .locking import lock_clocks
from .one_by_one import PUSHED_BACK, each

A_DAY_PLAYED = SECONDS["d"] // 8
"""Seconds of vacation that a day with a ply brings."""

MOST_DAYS = 30
MOST_SAVED = MOST_DAYS * SECONDS["d"]
FURTHEST_AHEAD = timedelta(days=365)

Away = dict[int, datetime]
"""Until when players are on vacation, by their ids."""


def take(player: User, days: int, starts: datetime | None = None) -> Vacation:
    """A vacation of so many times 24 hours, at once or from `starts` on. Its time is taken from
    the player's budget now; what is not used comes back."""
    catch_up(timezone.now())
    with transaction.atomic():
        budget = _hold(player)
        now = timezone.now()
        begins = starts or now
        _require_terms(days, begins, now)
        ends = begins + timedelta(days=days)
        _require_possible(budget, begins, ends)
        budget.seconds -= _seconds(begins, ends)
        budget.save(update_fields=["seconds"])
        vacation = Vacation.objects.create(player=player, starts=begins, ends=ends)
        if begins <= now:
            _stop_clocks(vacation)
        return vacation


def end(player: User, vacation_id: int) -> None:
    """Come back before the end, or call off a vacation that has not begun. Its unused time goes
    back to the budget. Doing it again changes nothing."""
    catch_up(timezone.now())
    with transaction.atomic():
        budget = _hold(player)
        now = timezone.now()
        vacation = Vacation.objects.filter(pk=vacation_id, player=player).first()
        if vacation is None:
            raise NoSuchVacation
        if vacation.ends <= now:
            return
        unused = _seconds(max(now, vacation.starts), vacation.ends)
        budget.seconds = min(MOST_SAVED, budget.seconds + unused)
        budget.save(update_fields=["seconds"])
        if vacation.begun:
            _restart_clocks(vacation, now)
        else:
            vacation.delete()


def saved(player: User) -> timedelta:
    """How much vacation the player may still take."""
    budget = VacationBudget.objects.filter(player=player).first()
    return timedelta(seconds=budget.seconds if budget else 0)


def catch_up(now: datetime) -> None:
    """Set the clocks as they would be had the sweep never been late: give back the time for which
    the site was away, then begin the vacations that are due. Not to be called in a transaction
    that holds a game."""
    if downtime.is_behind(now):
        downtime.beat(now)
    # A player waits for this, so those that a sweep failed on are tried once more.
    _begin_each(Vacation.objects.due(now))


def begin_due(now: datetime) -> int:
    """Begin the vacations whose start has come, each from its start on, however late this is.
    Returns how many this call began."""
    ready = Q(not_swept_before=None) | Q(not_swept_before__lte=now)
    return _begin_each(Vacation.objects.due(now).filter(ready))


def _begin_each(due: VacationQuerySet) -> int:
    rows = {vacation.pk: vacation for vacation in due.select_related("player")}
    return each(rows, lambda pk: _begin(rows[pk]), _push_back)


def _push_back(vacation_id: int) -> None:
    later = timezone.now() + PUSHED_BACK
    Vacation.objects.filter(pk=vacation_id).update(not_swept_before=later)


@transaction.atomic
def _begin(vacation: Vacation) -> bool:
    _hold(vacation.player)
    if not Vacation.objects.filter(pk=vacation.pk, begun=False).exists():
        return False
    _stop_clocks(vacation)
    return True


def away_until(player_ids: Iterable[int], now: datetime) -> Away:
    """Until when those of the players are away who are on vacation at `now`."""
    vacations = Vacation.objects.at(now).filter(player__in=player_ids)
    return dict(vacations.values_list("player", "ends"))


def away_from(game: Game, now: datetime) -> Away:
    """Which of the two players' clocks stand still, and until when. Raises ClocksBehind while a
    vacation of theirs is due that has not begun. The caller holds the game's lock."""
    if not game.is_stopped_by_vacations:
        return {}
    players = Vacation.objects.filter(player__in=(game.first_id, game.second_id))
    rows = players.filter(Q(ends__gt=now) | Q(begun=False), starts__lte=now)
    away: Away = {}
    for player_id, ends, begun in rows.values_list("player", "ends", "begun"):
        if not begun:
            raise ClocksBehind
        away[player_id] = ends
    return away


def away_at_the_start(player: User, now: datetime) -> datetime | None:
    """Until when the player of a new game's first turn is away. A vacation that begins at this
    instant waits until the game is there: nobody without a budget can begin one."""
    VacationBudget.objects.select_for_update().filter(player=player).first()
    return away_until([player.pk], now).get(player.pk)


def note_standstill(game: Game, player: User, now: datetime, until: datetime) -> None:
    """Log that a turn began while its player is away, unless the game tells of it already."""
    log = GameLog.objects.filter(game=game, player=player, kind=LogKind.VACATION)
    starts = Vacation.objects.filter(player=player, ends=until).values("starts")
    if not log.filter(created__gte=starts[:1]).exists():
        _log(game, player, now, until).save()


def note_day_played(player: User, now: datetime) -> None:
    """Add to the budget for the first ply of a player's day (UTC). To be called in the ply's
    transaction."""
    budget = VacationBudget.objects.filter(player=player).first()
    if budget is None:
        budget, _ = VacationBudget.objects.get_or_create(player=player)
    if budget.last_day_played == now.date():
        return
    VacationBudget.objects.filter(pk=budget.pk).exclude(last_day_played=now.date()).update(
        seconds=Least(F("seconds") + A_DAY_PLAYED, MOST_SAVED), last_day_played=now.date()
    )


def _hold(player: User) -> VacationBudget:
    """Keep everybody else from the player's clocks and vacations until the transaction ends."""
    lock_clocks()
    games = Game.objects.running().of(player).order_by("pk").select_for_update()
    list(games.values_list("pk"))
    VacationBudget.objects.get_or_create(player=player)
    return VacationBudget.objects.select_for_update().get(player=player)


def _require_terms(days: int, begins: datetime, now: datetime) -> None:
    if not 1 <= days <= MOST_DAYS:
        raise VacationRefused(f"A vacation lasts 1 to {MOST_DAYS} days. You can come back earlier.")
    if begins < now:
        raise VacationRefused("This start has passed already.")
    if begins > now + FURTHEST_AHEAD:
        raise VacationRefused("A vacation begins within a year.")


def _require_possible(budget: VacationBudget, begins: datetime, ends: datetime) -> None:
    if _seconds(begins, ends) > budget.seconds:
        raise VacationRefused("You have not saved that much vacation yet.")
    others = Vacation.objects.filter(player=budget.player_id, starts__lt=ends, ends__gt=begins)
    if others.exists():
        raise VacationRefused("You have planned another vacation at that time.")


def _stop_clocks(vacation: Vacation) -> None:
    """Begin the vacation. A clock that ran out before its start is not saved by it, and a game
    that was made after its start has been told of it."""
    length = vacation.ends - vacation.starts
    games = _turns_of(vacation.player).filter(
        deadline__gte=vacation.starts, created__lte=vacation.starts
    )
    stopped = list(games)
    games.move_clocks(length)
    vacation.begun = True
    vacation.save(update_fields=["begun"])
    GameLog.objects.bulk_create(
        _log(game, vacation.player, vacation.starts, vacation.ends) for game in stopped
    )
    _tell(stopped)


def _restart_clocks(vacation: Vacation, now: datetime) -> None:
    games = _turns_of(vacation.player).filter(deadline__gte=vacation.starts)
    games.move_clocks(now - vacation.ends)
    vacation.ends = now
    vacation.save(update_fields=["ends"])
    log = list(
        GameLog.objects.filter(
            player=vacation.player, kind=LogKind.VACATION, created__gte=vacation.starts
        )
    )
    for entry in log:
        entry.seconds = _seconds(entry.created, now)
    GameLog.objects.bulk_update(log, ["seconds"], batch_size=500)
    _tell(list(games))


def _turns_of(player: User) -> GameQuerySet:
    """The running games in which a vacation of the player stops the clock."""
    return Game.objects.running().filter(STOPPED_BY_VACATIONS, to_move=player)


def _log(game: Game, player: User, starts: datetime, ends: datetime) -> GameLog:
    return GameLog(
        game=game,
        player=player,
        kind=LogKind.VACATION,
        seconds=_seconds(starts, ends),
        created=starts,
    )


def _tell(games: Iterable[Game]) -> None:
    for game in games:
        publish(game_topic(game.pk), "clock", {})


def _seconds(starts: datetime, ends: datetime) -> int:
    return int((ends - starts).total_seconds())
