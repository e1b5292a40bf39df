from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.services.house_bots import make_accounts


class Command(BaseCommand):
    help = "Makes the accounts of the house bots that have none yet."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--begin-anew",
            action="store_true",
            help="let the ratings begin with the strengths of today, also of those that have "
            "finished a game; `replay_ratings --mend WHY` then rates these games again",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        make_accounts(begin_anew=options["begin_anew"])
