from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ratings.models import LONGEST_REASON
from ratings.services import contradictions, mend, unrated_by_a_fault


class Command(BaseCommand):
    help = "Rate all games again, in memory, and compare with the ledger and the accounts exactly."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--mend",
            metavar="WHY",
            help="append a revision that sets right what differs, with this reason",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        why = options["mend"]
        if why is not None and not 0 < len(why.strip()) <= LONGEST_REASON:
            raise CommandError(
                f"--mend needs a reason of at most {LONGEST_REASON} characters: "
                "players read it with the corrections."
            )
        found = 0
        for problem in contradictions():
            found += 1
            self.stdout.write(problem)
        if found and why is not None:
            self._mend(why.strip())
        self._tell_of_errors()
        if not found:
            self.stdout.write("The ledger and all ratings are what the games lead to.")
        elif why is None:
            raise CommandError(f"{found} differences found.")

    def _mend(self, why: str) -> None:
        games = mend(why)
        self.stdout.write(f"A new revision of {games} games sets this right.")

    def _tell_of_errors(self) -> None:
        stuck = list(unrated_by_a_fault())
        if stuck:
            games = ", ".join(map(str, stuck))
            self.stdout.write(f"A fault of the site keeps these games from being rated: {games}.")
