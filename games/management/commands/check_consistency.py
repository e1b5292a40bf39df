from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.consistency import compared, contradictions


class Command(BaseCommand):
    help = "Replay every game and compare it with its columns; fails when something is wrong."

    def handle(self, *args: Any, **options: Any) -> None:
        found = 0
        for problem in contradictions():
            found += 1
            self.stdout.write(problem)
        if found:
            raise CommandError(f"{found} contradictions found.")
        *more, last = compared()
        self.stdout.write(f"All games agree with their {', '.join(more)} and {last}.")
