from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.house import PLAYERS
from games.rules import SIZES
from tournaments.models import PairingMode
from tournaments.services.errors import TournamentError
from tournaments.services.tables import standings
from tournaments.simulation import Plan, play_as, simulate
from tournaments.swiss.generator import NOTHING_UNUSUAL, ORDINARY

BOTS = {player.code: player for player in PLAYERS}


class Command(BaseCommand):
    help = (
        "Plays a whole Swiss tournament of made-up players, who move as a house player would. "
        "Their accounts and games stay in the database: meant for sites to look at and to test, "
        "not for those where people play."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=12)
        parser.add_argument("--rounds", type=int, default=5)
        parser.add_argument("--seed", type=int, default=1, help="names the event and its players")
        parser.add_argument("--size", type=int, choices=SIZES, default=5)
        parser.add_argument("--pairing", choices=PairingMode.values, default="colour_free")
        parser.add_argument("--bots", choices=BOTS, default="random")
        parser.add_argument(
            "--unruly", action="store_true", help="some come late, leave, or do not appear"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["players"] < 2 or options["seed"] < 0:
            raise CommandError("An event needs two players, and a seed that is not negative.")
        plan = Plan(
            options["players"],
            options["rounds"],
            options["seed"],
            size=options["size"],
            pairing_mode=options["pairing"],
            chances=ORDINARY if options["unruly"] else NOTHING_UNUSUAL,
        )
        try:
            tournament = simulate(plan, play_as(BOTS[options["bots"]]))
        except TournamentError as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"{tournament} ({tournament.slug}): {tournament.state}")
        for line in standings(tournament).lines[:10]:
            self.stdout.write(f"{line.rank:4} {line.name}")
