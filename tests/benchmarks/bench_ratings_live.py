"""How soon a finished game is rated: `python tests/benchmarks/bench_ratings_live.py [GAMES]`.
Prints figures, asserts none.

The whole site runs as `manage.py up` starts it, on its own SQLite and broker unless the
environment names others. Games are brought to their last ply, one after the other; it is played,
a worker adjudicates and stores the result event, and the clock runs from there until the row of
the ledger can be read.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.stack.site import running_site

GAMES = 20
POLL, PATIENCE = 0.002, 30.0


def main(games: int) -> None:
    with tempfile.TemporaryDirectory() as folder, running_site(Path(folder) / "site") as site:
        code = f"from tests.benchmarks.bench_ratings_live import measure; measure({games})"
        waits = sorted(float(line) for line in site.shell(code).splitlines())
    print(f"{len(waits)} games, from the stored result to the row of the ledger:")
    print(f"median {statistics.median(waits):.3f} s, worst {waits[-1]:.3f} s; goal < 1 s")


def measure(games: int) -> None:
    """In the shell of the running site: print what each game waited, in seconds."""
    from tests.games.factories import make_user

    for number in range(games):
        players = make_user(f"first-{number}"), make_user(f"second-{number}")
        print(wait_for_rating(*players, seed=number))


def wait_for_rating(first: object, second: object, seed: int) -> float:
    from games import services
    from ratings.models import LedgerEntry
    from tests.games.factories import make_game, some_moves

    *moves, last = some_moves(200, seed=seed)
    game = make_game(first, second, moves, rated=True)
    services.play(game.pk, game.to_move, len(moves) + 1, last)
    row, give_up = LedgerEntry.objects.filter(game=game), time.monotonic() + PATIENCE
    while not row.exists():
        assert time.monotonic() < give_up, "the game was not rated"
        time.sleep(POLL)
    return time.time() - game.result_events.get().created.timestamp()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
