"""The turns of a bot's program, for its owner alone."""

import shlex

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.bots.turns.asking import question_of
from games.models import BotTurn
from games.presenters import bot_turns

from .own_bots import own_bot
from .watch import chosen, page_number

A_PAGE = 50
ALL, SPOILED = "all", "spoiled"


@require_safe
@login_required
@never_cache
def turns(request: HttpRequest, username: str) -> HttpResponse:
    """The newest first; with `?show=spoiled` those alone in which something went wrong."""
    bot = own_bot(request, username)
    show = chosen(request, "show", (ALL, SPOILED))
    asked = bot_turns.turns_of(bot)
    if show == SPOILED:
        asked = asked.filter(tries__gt=0)
    page = Paginator(bot_turns.with_all(asked), A_PAGE).get_page(page_number(request))
    rows = [bot_turns.row_of(turn) for turn in page.object_list]
    context = {"bot": bot, "show": show, "page": page, "rows": rows}
    return render(request, "games/bots/turns.html", context)


@require_safe
@login_required
@never_cache
def turn(request: HttpRequest, username: str, turn_id: int) -> HttpResponse:
    """What the program was asked, what it answered and printed, and how to ask it at home."""
    bot = own_bot(request, username)
    found = bot_turns.with_all(bot_turns.turns_of(bot).filter(pk=turn_id)).first()
    if found is None:
        raise Http404("There is no such turn.")
    context = {
        "bot": bot,
        "row": bot_turns.row_of(found),
        "question": question_of(found).line().decode().strip(),
        "command": _command(found),
    }
    return render(request, "games/bots/turn.html", context)


def _command(turn: BotTurn) -> str:
    """What asks the owner's own copy of the program the same question."""
    name = turn.version.file_name
    program = name if name.endswith(".py") else "FOLDER"
    words = ("python", "sumendi.pyz", "replay", str(turn.pk), program)
    options = ("--bot", turn.version.bot.account.username, "--url", settings.SITE_URL)
    return shlex.join([*words, *options])
