"""Rounds that a player does not play: asked for by the player, or given by an organiser."""

from django.db import transaction

from sumendi_site.accounts.models import User
from tournaments.models import Act, Bye, ByeKind, Entry, Format, State, Tournament

from .entering import entry_for
from .errors import NoBye, NotEntered, WrongState
from .locking import lock_named
from .log import note
from .progress import rounds_out


@transaction.atomic
def ask_bye(
    by: User, slug: str, round_number: int, kind: str = ByeKind.HALF, player: User | None = None
) -> Bye:
    """Let `player` (by default oneself, else a bot of one's own; an organiser anybody) sit out a
    round whose pairings are not published yet. Players get as many half-point byes as the event
    allows, and absences without points; an organiser gives any. Asking again changes the kind.
    Raises NoBye, NotEntered, NotADirector and WrongState."""
    tournament = lock_named(slug)
    entry = entry_for(by, tournament, player)
    _require_open_round(tournament, entry, round_number)
    if kind not in ByeKind.values:
        raise NoBye("A bye is F, H or Z: with all points, with half of them, or with none.")
    if not tournament.is_directed_by(by):
        _require_allowed(tournament, entry, round_number, kind)
    asked = entry.byes.filter(round=round_number).first()
    if asked is not None and asked.kind == kind:
        return asked
    _require_own(by, tournament, asked)
    bye, _ = Bye.objects.update_or_create(
        entry=entry, round=round_number, defaults={"kind": kind, "by": by}
    )
    note(tournament, Act.BYE, by, round_number, player=entry.called, kind=kind)
    return bye


@transaction.atomic
def cancel_bye(by: User, slug: str, round_number: int, player: User | None = None) -> None:
    """Take a bye back before the round is published. Doing it twice is no error."""
    tournament = lock_named(slug)
    entry = entry_for(by, tournament, player)
    _require_open_round(tournament, entry, round_number)
    given = entry.byes.filter(round=round_number).first()
    _require_own(by, tournament, given)
    if given is not None:
        given.delete()
        note(tournament, Act.BYE_CANCELLED, by, round_number, player=entry.called)


def _require_own(by: User, tournament: Tournament, bye: Bye | None) -> None:
    if bye is not None and bye.by_id != by.pk and not tournament.is_directed_by(by):
        raise NoBye("Somebody else has asked for this bye. An organiser can take it back.")


def _require_open_round(tournament: Tournament, entry: Entry, round_number: int) -> None:
    if tournament.state not in (State.DRAFT, State.REGISTRATION, State.RUNNING):
        raise WrongState("This tournament is over.")
    if entry.withdrawn is not None:
        raise NotEntered(f"{entry.called} does not play in this tournament any more.")
    if tournament.format == Format.ROUND_ROBIN:
        raise NoBye("In a round robin every game is played: there are no byes to ask for.")
    first = max(entry.first_round, rounds_out(tournament) + 1)
    if not first <= round_number <= tournament.rounds:
        raise NoBye(f"There is no bye in round {round_number}: it is paired, or not to be played.")


def _require_allowed(tournament: Tournament, entry: Entry, round_number: int, kind: str) -> None:
    if kind == ByeKind.FULL:
        raise NoBye("Only an organiser gives byes with all points.")
    if kind != ByeKind.HALF:
        return
    halves = entry.byes.filter(kind=ByeKind.HALF).exclude(round=round_number).count()
    most = tournament.half_byes
    if halves >= most:
        raise NoBye(f"Half-point byes for a player in this tournament: {most or 'none'}.")
