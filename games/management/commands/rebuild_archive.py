from typing import Any

from django.core.management.base import BaseCommand

from games.services import archive


class Command(BaseCommand):
    help = "Compare the archive of positions with the games, and write anew what is not right."

    def handle(self, *args: Any, **options: Any) -> None:
        while archive.follow():
            pass
        games = archive.rebuild()
        self.stdout.write(f"The archived positions of {games} games were written anew.")
