from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from sumendi_site.accounts.management.started import need_a_started_site
from sumendi_site.accounts.models import Invitation

LONGEST_DAYS = 3650


class Command(BaseCommand):
    help = "Make an invitation and print the link; one person can sign up with it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--note", default="", help="whom it is for")
        parser.add_argument("--days", type=int, default=14, help="days until it expires (14)")

    def handle(self, *, note: str, days: int, **options: Any) -> None:
        if not 1 <= days <= LONGEST_DAYS:
            raise CommandError(f"--days must be from 1 to {LONGEST_DAYS}.")
        need_a_started_site()
        expires_at = timezone.now() + timedelta(days=days)
        invitation = Invitation.objects.create(note=note[:200], expires_at=expires_at)
        self.stdout.write(settings.SITE_URL + invitation.get_absolute_url())
