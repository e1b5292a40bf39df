"""The page that tells how to write a bot."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.bots.client.sumendi import samples
from games.bots.protocol import Question
from games.presenters.workshop import Limits
from games.rules import Position
from games.services.hosting import hosting
from games.services.packages import KIB, LONGEST_FILE, LONGEST_UNPACKED, LONGEST_ZIP
from games.services.scrimmages import MOST_BOUTS

FIRST_MOVE = "e5"
EXAMPLE = Question(
    game="417",
    size=5,
    position=str(Position.start(5).play(FIRST_MOVE)),
    moves=[FIRST_MOVE],
    you=None,
    choose_side=True,
    budget_ms=10_000,
)


@require_safe
def write(request: HttpRequest) -> HttpResponse:
    """For a program at home, and for one that is sent here."""
    context = {
        "site_url": settings.SITE_URL,
        "samples": {name: samples.text(name) for name in samples.NAMES},
        "question": EXAMPLE.line().decode().strip(),
        "limits": Limits(),
        "longest_file": f"{LONGEST_FILE // KIB} KiB",
        "longest_zip": f"{LONGEST_ZIP // KIB // KIB} MiB",
        "longest_unpacked": f"{LONGEST_UNPACKED // KIB // KIB} MiB",
        "most_bouts": MOST_BOUTS,
        "hosting": hosting(),
    }
    return render(request, "games/bot_write.html", context)
