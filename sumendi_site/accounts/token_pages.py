"""The pages of a person's own API tokens. The text of a token is in one answer and nowhere else."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sumendi_site.accounts.forms import TokenForm
from sumendi_site.accounts.models import User
from sumendi_site.accounts.proof import proof_required
from sumendi_site.accounts.tokens import ApiToken, TokenMadeBefore, TooManyTokens, revoke


@login_required
@never_cache
@require_safe
def tokens(request: HttpRequest) -> HttpResponse:
    """What programs can use in the reader's name."""
    mine = ApiToken.objects.filter(user=cast(User, request.user))
    return render(request, "accounts/tokens.html", {"tokens": mine})


@login_required
@proof_required
@never_cache
@require_http_methods(["GET", "POST"])
def new_token(request: HttpRequest) -> HttpResponse:
    """Make a token, after the password was asked for, and show its text this once."""
    form = TokenForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            token, text = form.issue_for(cast(User, request.user))
        except TooManyTokens as error:
            form.add_error(None, error.message)
        except TokenMadeBefore as error:
            messages.warning(request, error.message)
            return redirect("tokens")
        else:
            return render(request, "accounts/token_made.html", {"token": token, "text": text})
    return render(request, "accounts/token_new.html", {"form": form})


@login_required
@require_POST
def revoke_token(request: HttpRequest, code: str) -> HttpResponse:
    if revoke(cast(User, request.user), code):
        messages.success(request, "The token is revoked: no program can use it any more.")
    return redirect("tokens")
