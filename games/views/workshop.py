"""The workshop of a bot, and what its owner does there."""

import uuid
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.bot_forms import RulesForm
from games.bots.client.sumendi import samples
from games.presenters.workshop import SANDBOXES, Workshop
from games.services import pausing, versions
from games.services.bots import change_rules
from games.services.errors import GameError
from games.services.hosting import hosting
from games.services.packages import LONGEST_ZIP
from sumendi_site.errors import wants_json
from sumendi_site.requests import takes_files

from .answers import done, player_action, reader, refused_json, with_retry_after
from .own_bots import bot_named, own_bot


class NoPackage(GameError):
    code = "no_package"
    status = HTTPStatus.BAD_REQUEST
    message = "Choose a file first: a .py, or a .zip with main.py."


@never_cache
@require_safe
def workshop(request: HttpRequest, username: str) -> HttpResponse:
    """Everybody's view of a bot's versions and results; its owner also sends programs here.
    `?fragment=1` sends alone what changes while one looks."""
    bot = bot_named(username)
    if bot.username != username:
        return redirect("bot-workshop", bot.username, permanent=True)
    shop = Workshop(bot, request.user, hosting())
    if "fragment" in request.GET:
        return render(request, "games/bots/news.html", {"shop": shop})
    return render(request, "games/bots/workshop.html", _page(shop))


def _page(shop: Workshop) -> dict[str, Any]:
    return {
        "shop": shop,
        "sandbox": SANDBOXES.get(shop.hosting.kind, shop.hosting.kind),
        "site_url": settings.SITE_URL,
        "sample": samples.text("random"),
        "upload_key": uuid.uuid4(),
    }


@takes_files
@player_action
def upload(request: HttpRequest, username: str) -> HttpResponse:
    """Send the file in the field `package` as the bot's next version."""
    own_bot(request, username)
    try:
        number = _uploaded(request, username)
    except GameError as error:
        return _upload_refused(request, username, error)
    if not wants_json(request):
        messages.success(request, f"Version {number} is here. It plays when its check is passed.")
    return done(request, reverse("bot-workshop", args=[username]), version=number)


def _uploaded(request: HttpRequest, username: str) -> int:
    sent = request.FILES.get("package")
    if sent is None or not sent.name:
        raise NoPackage
    # A byte too many is enough to be refused for it.
    data = sent.read(LONGEST_ZIP + 1)
    owner, key = reader(request), _key(request)
    made = versions.upload(owner, username, sent.name, data, key)
    if made.repeated and not made.is_of(username, sent.name, data):
        # Somebody has gone back to the page, and sends a mended file with its old key.
        made = versions.upload(owner, username, sent.name, data)
    return made.version.number


def _key(request: HttpRequest) -> uuid.UUID | None:
    """Chosen by the form, so that sending it twice makes one version."""
    try:
        return uuid.UUID(request.POST.get("key", ""))
    except ValueError:
        return None


def _upload_refused(request: HttpRequest, username: str, error: GameError) -> HttpResponse:
    """The workshop with the reason beside the form."""
    if wants_json(request):
        return refused_json(error)
    shop = Workshop(bot_named(username), request.user, hosting())
    context = _page(shop) | {"problem": error.message}
    page = render(request, "games/bots/workshop.html", context, status=error.status)
    return with_retry_after(page, error)


@player_action
def make_live(request: HttpRequest, username: str, number: int) -> HttpResponse:
    """Let a version that was checked once play again."""
    version = versions.make_live(reader(request), username, number)
    if not wants_json(request):
        messages.success(request, f"Version {version.number} plays from now on.")
    return done(request, reverse("bot-workshop", args=[username]), version=version.number)


@player_action
def pause(request: HttpRequest, username: str) -> HttpResponse:
    bot = pausing.pause_by_owner(reader(request), username)
    return done(request, reverse("bot-workshop", args=[bot.username]))


@player_action
def resume(request: HttpRequest, username: str) -> HttpResponse:
    bot = pausing.resume(reader(request), username)
    if not wants_json(request):
        messages.success(request, f"{bot} plays on.")
    return done(request, reverse("bot-workshop", args=[bot.username]))


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def rules(request: HttpRequest, username: str) -> HttpResponse:
    """Whom the bot plays by itself, in its owner's words."""
    bot = own_bot(request, username)
    form = RulesForm.of(bot.bot, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            change_rules(reader(request), bot.username, form.rules)
        except GameError as error:
            form.add_error(None, error.message)
        else:
            messages.success(request, "Saved.")
            return redirect("bot-workshop", bot.username)
    return render(request, "games/bots/rules.html", {"bot": bot, "form": form})
