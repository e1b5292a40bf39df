"""Bots by the names in addresses: everybody's, and the reader's own."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from games.services.bots import named, owned
from games.services.errors import BotNotFound, NotYourBot
from sumendi_site.accounts.models import User

from .answers import reader


def bot_named(username: str) -> User:
    """A bot that a person owns. Raises Http404."""
    try:
        bot = named(username)
    except BotNotFound as error:
        raise Http404(error.message) from error
    if bot.kind != User.Kind.BOT:
        raise Http404(BotNotFound.message)
    return bot


def own_bot(request: HttpRequest, username: str) -> User:
    """The signed-in reader's own bot. Raises Http404 and PermissionDenied."""
    try:
        return owned(reader(request), username)
    except BotNotFound as error:
        raise Http404(error.message) from error
    except NotYourBot as error:
        raise PermissionDenied(error.message) from error
