"""Entering an event and leaving it."""

from contextlib import suppress

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from games import services as games
from games.models import Game
from games.services.blocks import require_no_block
from games.services.errors import GameOver, TooLate
from sumendi_site.accounts.models import User
from tournaments.models import Act, Entry, State, Tournament

from . import admission
from .errors import NotADirector, NotEntered, NotYourBot, WrongState
from .locking import lock_for, lock_named
from .log import note
from .progress import rounds_out


@transaction.atomic
def enter(player: User, slug: str, password: str = "") -> Entry:
    """Enter by oneself, or come back after a withdrawal. Doing it twice is no error. Raises
    CannotEnter, whose reason is a `Bar`, and WrongState."""
    if player.is_bot:
        raise NotYourBot("A bot is entered by its owner.")
    return _enter_invited(lock_named(slug), player, password, by=player)


@transaction.atomic
def enter_bot(owner: User, slug: str, bot: User, password: str = "") -> Entry:
    """The same for a bot of one's own. Raises NotYourBot."""
    if bot.owner_id is None or bot.owner_id != owner.pk:
        raise NotYourBot
    return _enter_invited(lock_named(slug), bot, password, by=owner)


@transaction.atomic
def enter_by_director(director: User, slug: str, player: User) -> Entry:
    """Let somebody in, house bots too, whatever the event asks of those who enter by themselves.
    Doing it twice is no error. Raises CannotEnter, WrongState, and Blocked for a player who wants
    nothing to do with the organiser."""
    return let_in(lock_for(director, slug), director, player)


def let_in(tournament: Tournament, director: User, player: User) -> Entry:
    """The same for a caller who holds the event for this director."""
    entry = tournament.entries.filter(player=player).first()
    if entry is not None and entry.withdrawn is None:
        return entry
    require_no_block(director, player)
    admission.require_entries_open(tournament, by_director=True)
    return _write(tournament, player, entry, by=director)


def _enter_invited(tournament: Tournament, player: User, password: str, by: User) -> Entry:
    entry = tournament.entries.filter(player=player).first()
    if entry is not None and entry.withdrawn is None:
        return entry
    admission.require_entries_open(tournament, by_director=False)
    admission.require_invited(tournament, player, password)
    return _write(tournament, player, entry, by)


def _write(tournament: Tournament, player: User, entry: Entry | None, by: User) -> Entry:
    """The new entry, or the one of somebody who comes back, who keeps the number."""
    admission.require_admissible(tournament, player)
    if entry is None:
        entry = Entry(tournament=tournament, player=player)
    if entry.number is None:
        entry.rating = admission.rating_for(player)
        entry.joined = timezone.now()
        if tournament.is_running:
            entry.first_round = rounds_out(tournament) + 1
            entry.number = _next_number(tournament)
    entry.withdrawn = entry.last_round = None
    entry.save()
    by_player = by.pk in (player.pk, player.owner_id)
    act = Act.ENTERED if by_player else Act.ENTERED_BY_DIRECTOR
    note(tournament, act, by, player=str(player), rating=entry.rating, number=entry.number)
    return entry


def _next_number(tournament: Tournament) -> int:
    """Late entries stand behind all others."""
    return (tournament.entries.aggregate(last=Max("number"))["last"] or 0) + 1


@transaction.atomic
def withdraw(
    by: User, slug: str, player: User | None = None, *, after_round: bool = False
) -> Entry:
    """Take `player` (by default oneself, else a bot of one's own; an organiser anybody) out of the
    event. A game of the round at hand is resigned, unless it is to be played on `after_round`.
    Doing it twice is no error. Raises NotEntered, NotADirector and WrongState."""
    tournament = lock_named(slug)
    entry = entry_for(by, tournament, player)
    if tournament.state in (State.FINISHED, State.CANCELLED):
        raise WrongState("This tournament is over.")
    if entry.withdrawn is None:
        entry.withdrawn = timezone.now()
        entry.last_round = rounds_out(tournament)
        entry.save(update_fields=["withdrawn", "last_round"])
        note(tournament, Act.WITHDRAWN, by, player=entry.called, after_round=after_round)
    if not after_round:
        _resign(entry)
    return entry


def withdraw_everywhere(player: User) -> None:
    """Out of all events that are not over: the account is closed. Games at hand are left to whoever
    closes it. Doing it twice is no error."""
    theirs = Entry.objects.playing().filter(player=player)
    unfinished = theirs.exclude(tournament__state__in=(State.FINISHED, State.CANCELLED))
    for slug in unfinished.values_list("tournament__slug", flat=True):
        with suppress(WrongState):
            withdraw(player, slug, after_round=True)


def entry_for(by: User, tournament: Tournament, player: User | None) -> Entry:
    """The entry of `player`, by default of `by`, if it is for `by` to act for it."""
    whose = player or by
    if by.pk not in (whose.pk, whose.owner_id) and not tournament.is_directed_by(by):
        raise NotADirector
    entry = tournament.entries.filter(player=whose).select_related("player").first()
    if entry is None:
        raise NotEntered(f"{whose} does not play in this tournament.")
    return entry


def _resign(entry: Entry) -> None:
    """The game that the entry plays, if there is one."""
    theirs = Game.objects.running().of(entry.account)
    for game in theirs.filter(pairing__round__tournament=entry.tournament_id).order_by("pk"):
        with suppress(GameOver, TooLate):
            games.resign(game.pk, entry.account)
