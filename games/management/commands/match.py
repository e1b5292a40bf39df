from argparse import ArgumentParser, RawDescriptionHelpFormatter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.counts import count, even_count

SHOWN_EVERY = 20


class Command(BaseCommand):
    help = "Play a match between two players of the search, from both sides of random openings."

    def create_parser(self, *args: Any, **options: Any) -> Any:
        from games.search.arena import players

        parser = super().create_parser(*args, **options)
        parser.formatter_class = RawDescriptionHelpFormatter
        parser.epilog = players.__doc__
        return parser

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("first")
        parser.add_argument("second")
        parser.add_argument("--games", type=even_count, default=200, help="An even number.")
        parser.add_argument("--size", type=int, default=6, choices=(5, 6, 7))
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--processes", type=count, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        from games.search.arena.matches import Pairing, Played, games_of, report, tally
        from games.search.arena.players import player

        names = options["first"], options["second"]
        try:
            for name in names:
                player(name)
        except ValueError as error:
            raise CommandError(str(error)) from error
        pairing = Pairing(*names, options["size"], options["seed"])
        played: list[Played] = []
        for game in games_of(pairing, range(options["games"]), options["processes"]):
            played.append(game)
            if len(played) % SHOWN_EVERY == 0:
                self.stderr.write(f"{len(played)} games: {tally(played)}")
        self.stdout.write(report(pairing, played))
        if any(game.fault for game in played):
            raise CommandError("There were faults.")
