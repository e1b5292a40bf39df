"""Events with all that can happen to them, each of whose rounds the pure engine pairs again from a
report file: `python -m tests.tournaments.simulated_events 200` simulates so many of them, and
`... 1 1000 9` one of 1,000 players and 9 rounds."""

import logging
import os
import sys
import time
from random import Random

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()

from django.db import connection, transaction
from django.utils import timezone

from games.models import Game, Result, Termination
from games.services.finishing import finish
from tests.tournaments.factories import boards
from tournaments.models import PairingMode, Round, Tournament
from tournaments.services.events import event_of
from tournaments.services.pairing import MODES
from tournaments.simulation import Plan, simulate
from tournaments.swiss.checker import check
from tournaments.swiss.event import verify
from tournaments.swiss.generator import Chances
from tournaments.swiss.pairing import pair_round
from tournaments.swiss.trf import Report, read, write

UNRULY = Chances(late_entry=15, withdrawal=4, absence=5, half_bye=8, forfeit=8, double_forfeit=20)
ENDINGS = (
    (Result.BLACK, Termination.RESIGNATION),
    (Result.WHITE, Termination.RESIGNATION),
    (Result.DRAW, Termination.AGREEMENT),
)


def end_by_chance(game: Game, source: Random) -> None:
    """After ten plies, which nobody asks for here."""
    game.ply_count, game.swapped = 10, source.choice((True, False))
    game.save(update_fields=["ply_count", "swapped"])
    result, ending = source.choice(ENDINGS)
    finish(game, result, ending, timezone.now())


def pair_again(round_: Round) -> None:
    """The engine pairs the round as it was paired, from the report file of that moment."""
    event = event_of(round_.tournament, finished=round_.number - 1)
    byes = {int(number): code for number, code in round_.unpaired.items()}
    assert byes.keys() == {one.number for one in event.players if event.is_absent(one)}
    again = read(write(Report(event=event))).event
    pairs = pair_round(again, MODES[PairingMode(round_.tournament.pairing_mode)])
    assert [(pair.white, pair.black) for pair in pairs] == boards(round_)


def simulate_unruly(seed: int, players: int = 0, rounds: int = 0) -> Tournament:
    """An event of 5 to 60 players where nothing else is said, which is sound at its end. Without
    corrections all its rounds stand the check of the whole."""
    source = Random(seed)
    plan = Plan(
        players=players or source.randint(5, 60 if seed % 4 else 12),
        rounds=rounds or source.randint(3, 7),
        seed=seed,
        pairing_mode=source.choice(PairingMode.values),
        chances=UNRULY,
        correction=seed % 3 * 20,
        settings={"bye_worth": source.choice(("win", "draw", "loss")), "rated": False},
    )
    tournament = simulate(plan, end_by_chance, look=pair_again)
    event = event_of(tournament)
    verify(event)
    if not plan.correction:
        assert check(event, MODES[PairingMode(plan.pairing_mode)]) == []
    return tournament


def main(events: int = 200, players: int = 0, rounds: int = 0) -> None:
    logging.disable(logging.WARNING)  # of the broker that is not there
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    begin = time.perf_counter()
    for seed in range(1, events + 1):
        with transaction.atomic():  # a disk that is written to for each move would take the time
            tournament = simulate_unruly(seed, players, rounds)
            entered, played = tournament.entries.count(), tournament.all_rounds.out().count()
            transaction.set_rollback(True)
        took = time.perf_counter() - begin
        print(f"{took:6.1f} s  {tournament}: {entered} players, {played} rounds", flush=True)  # noqa: T201


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
