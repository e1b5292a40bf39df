"""The pages of bots: all of them, registering one, and what its owner looks after."""

from copy import copy

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Case, F, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import services
from games.forms import AboutBotForm, BotForm, BotTokenForm
from games.presenters.bots import BotCard, card_of
from games.services.bots import MOST_BOTS, active_bots
from games.services.errors import GameError
from sumendi_site.accounts.models import User
from sumendi_site.accounts.proof import proof_required
from sumendi_site.accounts.tokens import ApiToken, TokenMadeBefore, TooManyTokens

from .answers import player_action, reader
from .own_bots import own_bot
from .watch import page_number

A_PAGE = 50


@require_safe
def bots(request: HttpRequest) -> HttpResponse:
    """Everybody's bots, the best first, and the house bots after them, as they were made: by
    their strength; the reader's own apart."""
    active = active_bots()
    rating = Case(When(kind=User.Kind.HOUSE, then=None), default=F("rating"))
    everybody = active.order_by("kind", rating.desc(), "date_joined", "id")
    page = Paginator(everybody, A_PAGE).get_page(page_number(request))
    mine = active.filter(owner=request.user.pk).order_by("username") if request.user.pk else ()
    context = {
        "page": page,
        "rows": [BotCard(account) for account in page.object_list],
        "mine": [BotCard(account) for account in mine],
    }
    return render(request, "games/bots.html", context)


@require_http_methods(["GET", "POST"])
@login_required
def new_bot(request: HttpRequest) -> HttpResponse:
    form = BotForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            account = form.register_for(reader(request))
        except GameError as error:
            form.add_error(None, error.message)
        else:
            messages.success(
                request,
                f"{account} is registered. Send its program to its workshop, or make a token.",
            )
            return redirect("bot-settings", account.username)
    return render(request, "games/bot_new.html", {"form": form, "most_bots": MOST_BOTS})


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def settings(request: HttpRequest, username: str) -> HttpResponse:
    """What the owner of a bot looks after: its tokens, its words, its end."""
    bot = own_bot(request, username)
    # The form writes into its instance even when it is invalid.
    form = AboutBotForm(request.POST or None, instance=copy(bot))
    if request.method == "POST" and form.is_valid():
        services.describe_bot(reader(request), bot.username, form.cleaned_data["about"])
        messages.success(request, "Saved.")
        return redirect("bot-settings", bot.username)
    context = {
        "bot": bot,
        "card": card_of(bot, reader(request)),
        "form": form,
        "tokens": ApiToken.objects.filter(user=bot),
    }
    return render(request, "games/bot_settings.html", context)


@require_http_methods(["GET", "POST"])
@login_required
@proof_required
@never_cache
def new_token(request: HttpRequest, username: str) -> HttpResponse:
    """Make a token for a bot, after the password was asked for, and show its text this once."""
    bot = own_bot(request, username)
    form = BotTokenForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            token, text = services.make_bot_token(
                reader(request), bot.username, data["name"], data["days"], data["code"]
            )
        except (GameError, TooManyTokens) as error:
            form.add_error(None, error.message)
        except TokenMadeBefore as error:
            messages.warning(request, error.message)
            return redirect("bot-settings", bot.username)
        else:
            made = {"bot": bot, "token": token, "text": text}
            return render(request, "games/bot_token_made.html", made)
    return render(request, "games/bot_token_new.html", {"bot": bot, "form": form})


@player_action
def revoke_token(request: HttpRequest, username: str, code: str) -> HttpResponse:
    services.revoke_bot_token(reader(request), username, code)
    messages.success(request, "The token is revoked: no program can use it any more.")
    return redirect("bot-settings", username)


@player_action
def retire(request: HttpRequest, username: str) -> HttpResponse:
    bot = services.retire_bot(reader(request), username)
    messages.success(request, f"{bot} is retired.")
    return redirect("player", bot.username)
