from typing import Any

from django.core.management.base import BaseCommand

from games.services.house_bots import make_accounts


class Command(BaseCommand):
    help = "Makes the accounts of the house bots that have none yet."

    def handle(self, *args: Any, **options: Any) -> None:
        make_accounts()
