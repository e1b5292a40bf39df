"""What a first start makes: the tables, the house bots, the static files, the demo data."""

from collections.abc import Callable

from django.conf import settings
from django.core.management import call_command
from django.db import OperationalError, connections, transaction

from games.demo import load_demo, season
from sumendi_site.accounts.models import User
from sumendi_site.searching import Search, report
from sumendi_site.up.errors import CannotStartError
from tournaments.demo import load_events

Say = Callable[[str], None]


def database() -> None:
    try:
        call_command("migrate", verbosity=0, interactive=False)
        call_command("createcachetable", verbosity=0)
        call_command("house_bots")
        report(Search.WARMING)  # until its worker, the last to start, speaks for itself
    except OperationalError as error:
        raise CannotStartError(f"The database cannot be used: {error}") from error
    finally:
        connections.close_all()


def static_files() -> None:
    """Anew each time: a file that a killed run left half written would look finished."""
    unused = ["redoc", "rest_framework"]  # of the API's libraries; they take longer than all else
    call_command(
        "collectstatic", verbosity=0, interactive=False, clear=True, ignore_patterns=unused
    )


def demo_data(say: Say) -> None:
    """Players, games and events to look at on a first start, all of it or nothing.

    It takes some seconds, so the site already serves pages meanwhile.
    """
    if not settings.DEMO or User.objects.exclude(kind=User.Kind.HOUSE).exists():
        return
    past = season()  # before the transaction: it would keep all others from writing
    with transaction.atomic():
        players = load_demo(past)
        load_events()
    connections.close_all()
    say("Demo players (name and password):")
    for name, password in players:
        say(f"  {name}  {password}")
