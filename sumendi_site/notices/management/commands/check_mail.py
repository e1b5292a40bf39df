"""``manage.py check_mail ADDRESS``: send a test message and say what happened."""

import time
from smtplib import SMTPException
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email
from django.utils import timezone

from sumendi_site.notices.canary import problem_of
from sumendi_site.notices.kinds import ChannelCode


class Command(BaseCommand):
    help = "Send a test message to ADDRESS and say what happened."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address")

    def handle(self, *args: Any, **options: Any) -> None:
        address: str = options["address"]
        validate_email(address)
        if not settings.MAIL_CONFIGURED:
            self.stdout.write("EMAIL_URL is not set: mail goes to the console, notices send none.")
        seconds = send_test(address)
        where = f" by {settings.EMAIL_HOST}" if settings.MAIL_CONFIGURED else ""
        self.stdout.write(f"The message to {address} was taken{where} after {seconds:.1f} s.")
        problem = problem_of(ChannelCode.EMAIL, timezone.now())
        self.stdout.write(problem or "No mail waits for longer than it should.")


def send_test(address: str) -> float:
    """Send the message; how many seconds it took. Raises CommandError with the reason."""
    started = time.monotonic()
    text = f"This message shows that {settings.SITE_URL} can send mail."
    try:
        EmailMessage("[Sumendi] Test", text, to=[address]).send()
    except (SMTPException, OSError) as error:
        raise CommandError(f"The message could not be sent: {error!r}") from error
    return time.monotonic() - started
