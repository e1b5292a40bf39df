"""Whom the reader counts among their friends. Nobody else sees it."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import services
from games.presenters.friends import friends_of

from .answers import player_action, reader, told
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
    return told(request, f"{other} is among your friends now. Nobody else sees that.")


@player_action
def unfollow(request: HttpRequest, username: str) -> HttpResponse:
    other = named(username)
    services.unfollow(reader(request), other)
    return told(request, f"{other} is not among your friends any more.")
