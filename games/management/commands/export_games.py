from typing import Any

from django.core.management.base import BaseCommand

from games.services import archive


class Command(BaseCommand):
    help = "Make the file of all rated games of today, if it is not there yet."

    def handle(self, *args: Any, **options: Any) -> None:
        if archive.make_export():
            self.stdout.write("The file of today was made.")
        else:
            self.stdout.write("The file of today is there, or is being made: nothing was done.")
