"""The versions of a bot, and one of them with its check."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.presenters.versions import page_of
from games.presenters.workshop import Workshop
from games.services.hosting import hosting
from games.services.versions import shown_to
from sumendi_site.accounts.models import User

from .own_bots import bot_named
from .watch import page_number

A_PAGE = 30


@never_cache
@require_safe
def all_versions(request: HttpRequest, username: str) -> HttpResponse:
    """What the workshop shows of the newest versions, of all."""
    shop = Workshop(bot_named(username), request.user, hosting())
    page = Paginator(shop.all_versions, A_PAGE).get_page(page_number(request))
    context = {"shop": shop, "page": page, "rows": shop.rows_of(list(page.object_list))}
    return render(request, "games/bots/versions.html", context)


@never_cache
@require_safe
def version(request: HttpRequest, username: str, number: int) -> HttpResponse:
    """One version; its owner also sees its check, with all that the program printed."""
    bot = bot_named(username)
    reader = request.user if isinstance(request.user, User) else None
    found = shown_to(reader, bot).filter(number=number).first()
    if found is None:
        raise Http404("There is no such version.")
    page = page_of(found, bot, is_readers=reader is not None and bot.owner_id == reader.pk)
    fragment = "fragment" in request.GET
    template = "games/bots/version_body.html" if fragment else "games/bots/version.html"
    return render(request, template, {"page": page})
