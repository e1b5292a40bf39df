from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.management.counts import count, even_count

RESULTS = "tests/benchmarks/strength.jsonl"
SIZES = (6, 5, 7)


class Command(BaseCommand):
    help = (
        "Play the matches that say how strong the search and the house levels are, and print their "
        "tables. What the file of results has already is not played again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        headings = ("levels", "plain", "flat", "solver")
        parser.add_argument("--only", nargs="+", choices=headings, default=headings)
        parser.add_argument("--sizes", nargs="+", type=int, choices=SIZES, default=SIZES)
        parser.add_argument(
            "--games", type=even_count, help="At most so many a match, an even number."
        )
        parser.add_argument("--processes", type=count, default=1)
        parser.add_argument("--results", type=Path, default=settings.BASE_DIR / RESULTS)
        parser.add_argument("--show", action="store_true", help="Play nothing.")

    def handle(self, *args: Any, **options: Any) -> None:
        from games.search.arena import strength

        for heading in options["only"]:
            if heading == "solver":
                self._solver(options)
                continue
            if not options["show"]:
                self._play(heading, options)
            self.stdout.write(strength.table(heading, options["sizes"], options["results"]))

    def _play(self, heading: str, options: dict[str, Any]) -> None:
        from games.search.arena import strength

        for pairing in strength.pairings(heading, options["sizes"]):
            most = _games(pairing.size, options)
            for batch in strength.play(pairing, most, options["results"], options["processes"]):
                self.stderr.write(f"{pairing.first} {pairing.second} {pairing.size}: {batch.tally}")

    def _solver(self, options: dict[str, Any]) -> None:
        from games.search.arena import strength

        if options["show"]:
            return
        self.stdout.write(f"**{strength.HEADINGS['solver']}**\n\n")
        self.stdout.write("| size | games | positions | proved | mean ms | slowest ms |")
        self.stdout.write("|---|---|---|---|---|---|")
        for size in options["sizes"]:
            self.stdout.write(strength.solver_line(size, _games(size, options)))


def _games(size: int, options: dict[str, Any]) -> int:
    from games.search.arena import strength

    whole: int = strength.GAMES[size]
    return min(whole, options["games"] or whole)
