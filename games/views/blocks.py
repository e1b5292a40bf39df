"""Blocking a player, and undoing it."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import services
from sumendi_site.accounts.models import User

from .answers import player_action, reader, told


@login_required
@never_cache
@require_safe
def blocks(request: HttpRequest) -> HttpResponse:
    """Whom the reader blocks."""
    mine = reader(request).blocks.select_related("blocked").order_by("-created")
    return render(request, "accounts/blocks.html", {"blocks": mine})


@player_action
def block(request: HttpRequest, username: str) -> HttpResponse:
    other = named(username)
    services.block(reader(request), other)
    return told(request, f"You have blocked {other}.")


@player_action
def unblock(request: HttpRequest, username: str) -> HttpResponse:
    other = named(username)
    services.unblock(reader(request), other)
    return told(request, f"{other} is not blocked any more.")


def named(username: str) -> User:
    """The player of this name, in whatever case. Raises Http404."""
    user = User.objects.named(username)
    if user is None:
        raise Http404("Nobody has this name.")
    return user
