"""Whom the reader counts among their friends. Nobody else sees it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import services
from games.presenters.friends import friends_of
from sumendi_site.errors import wants_json

from .answers import done, page_before, player_action, reader
from .blocks import named


@login_required
@never_cache
@require_safe
def friends(request: HttpRequest) -> HttpResponse:
    context = {"friends": friends_of(reader(request), timezone.now())}
    return render(request, "accounts/friends.html", context)


@player_action
def follow(request: HttpRequest, username: str) -> HttpResponse:
    other = named(username)
    services.follow(reader(request), other)
    return _told(request, f"{other} is among your friends now. Nobody else sees that.")


@player_action
def unfollow(request: HttpRequest, username: str) -> HttpResponse:
    other = named(username)
    services.unfollow(reader(request), other)
    return _told(request, f"{other} is not among your friends any more.")


def _told(request: HttpRequest, text: str) -> HttpResponse:
    if not wants_json(request):
        messages.success(request, text)
    return done(request, page_before(request))
