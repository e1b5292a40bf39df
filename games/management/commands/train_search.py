from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.management.counts import count


class Command(BaseCommand):
    help = (
        "Train the evaluation of positions on games of the search with itself, some minutes a "
        "board, and write its weights. The same arguments make the same file."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--size", type=int, default=6, choices=(5, 6, 7))
        parser.add_argument("--games", type=count, default=1000, help="Of each round.")
        parser.add_argument("--rounds", type=count, default=2)
        parser.add_argument("--simulations", type=count, default=400)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--note", default="", help="What the file says of itself.")
        parser.add_argument("--out", type=Path, help="Instead of the file that the search reads.")

    def handle(self, *args: Any, **options: Any) -> None:
        from games.search.arena.training import train, written
        from games.search.engine import WEIGHTS

        size = options["size"]
        trained = train(
            size, options["games"], options["simulations"], options["seed"], options["rounds"]
        )
        if options["note"]:
            trained["note"] = options["note"]
        file = options["out"] or WEIGHTS / f"{size}.json"
        file.write_text(written(trained))
        for part, share in trained["accuracy"].items():
            self.stdout.write(f"Filled {part}: {100 * share:.1f} % of new games told right")
        self.stdout.write(f"Wrote {file}.")
