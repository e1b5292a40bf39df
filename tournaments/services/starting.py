"""The start of an event: its numbers, its seats, and how many rounds it can have."""

import secrets
from collections import Counter
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from sumendi_site.accounts.models import User
from sumendi_site.queue import wake
from tournaments.event_notices import tell_start
from tournaments.models import Act, Bye, Entry, Format, State, Tournament
from tournaments.swiss.event import Colour

from .errors import CannotStart, NotEnoughPlayers, WrongState
from .locking import lock_for
from .log import note
from .settings import KEEP_ROUNDS
from .terms import MOST_ROUNDS, most_rounds, rounds_of_table

FEWEST = 2


@dataclass(frozen=True, slots=True)
class RoundsAdvice:
    """How many rounds suit a field: `suggested`, so many that one winner comes out; `comfortable`,
    above which players soon meet who should not; `most`, for nobody meets anybody twice."""

    suggested: int
    comfortable: int
    most: int

    def is_too_many(self, rounds: int) -> bool:
        return rounds > self.comfortable


def rounds_advice(players: int) -> RoundsAdvice:
    """For a Swiss of so many players: one round more than a knock-out needs, but not more than half
    as many rounds as players where that leaves as many as a knock-out has."""
    most = most_rounds(players)
    knock_out = max(1, (players - 1).bit_length())
    comfortable = min(most, max(knock_out, players // 2))
    return RoundsAdvice(min(knock_out + 1, comfortable), comfortable, most)


@transaction.atomic
def start(director: User | None, slug: str) -> Tournament:
    """Give out the pairing numbers, by rating and then by name, and draw the seat of the first
    player; from now on the rules stand. More rounds than the field can play become as many as it
    can. With automatic rounds a worker goes on with the first one. Doing it twice is no error.
    Raises NotEnoughPlayers, CannotStart and WrongState."""
    tournament = lock_for(director, slug)
    if tournament.is_running:
        return tournament
    if tournament.state != State.REGISTRATION:
        raise WrongState("Only a tournament that is open for entries can start.")
    if tournament.format == Format.ROUND_ROBIN:
        _require_table(tournament)
    players = _give_numbers(tournament)
    tournament.state = State.RUNNING
    tournament.started = timezone.now()
    tournament.first_seat_drawn = secrets.choice(list(Colour))
    planned, tournament.rounds = tournament.rounds, _rounds_for(tournament, players)
    tournament.save()
    note(
        tournament,
        Act.STARTED,
        director,
        players=players,
        first_seat_drawn=str(tournament.first_seat_drawn),
    )
    if tournament.rounds != planned and tournament.format == Format.SWISS:
        note(tournament, Act.ROUNDS, None, changes={"rounds": [planned, tournament.rounds]})
    tell_start(tournament)
    wake(KEEP_ROUNDS)
    return tournament


def _require_table(tournament: Tournament) -> None:
    """In a round robin everybody meets everybody: the field must allow it."""
    players = [entry.account for entry in tournament.entries.playing().select_related("player")]
    if rounds_of_table(len(players), tournament.cycles) > MOST_ROUNDS:
        raise CannotStart(f"So many players have more than {MOST_ROUNDS} rounds to play.")
    owners = Counter(player.principal_id for player in players)
    mates = [str(player) for player in players if owners[player.principal_id] > 1]
    if mates:
        said = f"An owner and own bots never meet, nor do these: {', '.join(sorted(mates))}."
        raise CannotStart(said)
    Bye.objects.filter(entry__tournament=tournament).delete()


def _give_numbers(tournament: Tournament) -> int:
    entries = list(tournament.entries.playing().select_related("player"))
    if len(entries) < FEWEST:
        raise NotEnoughPlayers(f"A tournament needs {FEWEST} players to start.")
    entries.sort(key=lambda entry: (-entry.rating, entry.called.lower()))
    for number, entry in enumerate(entries, start=1):
        entry.number = number
    Entry.objects.bulk_update(entries, ["number"], batch_size=200)
    return len(entries)


def _rounds_for(tournament: Tournament, players: int) -> int:
    if tournament.format == Format.ROUND_ROBIN:
        return rounds_of_table(players, tournament.cycles)
    return min(tournament.rounds, rounds_advice(players).most)
