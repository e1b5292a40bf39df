from typing import cast

from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.views import ConfirmEmailView, email
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods

from sumendi_site.accounts.adapter import HELD_BACK, mail_went_out
from sumendi_site.accounts.forms import AboutForm, PreferencesForm
from sumendi_site.accounts.models import Invitation, User
from sumendi_site.accounts.policy import closed_page, remember_invitation


@login_required
@require_http_methods(["GET", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    user = cast(User, request.user)
    form = AboutForm(request.POST or None, instance=user)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, "Saved.")
        return redirect("account")
    return render(request, "accounts/account.html", {"form": form})


@login_required
@require_http_methods(["GET", "POST"])
def addresses(request: HttpRequest) -> HttpResponseBase:
    """allauth's page, which also says why it does not send a confirmation."""
    if request.method == "GET":
        return cast(HttpResponseBase, email(request))
    if "action_add" in request.POST:
        return _add_address(request)
    address = EmailAddress.objects.filter(
        user=cast(User, request.user), email=request.POST.get("email", "").lower()
    ).first()
    if address is None:
        messages.warning(request, "Choose an address.")
        return redirect("account_email")
    if "action_send" in request.POST and address.verified:
        messages.info(request, f"{address.email} is confirmed already.")
        return redirect("account_email")
    response: HttpResponseBase = email(request)
    if "action_send" in request.POST and mail_went_out(request) is None:
        messages.warning(request, HELD_BACK)
    return response


def _add_address(request: HttpRequest) -> HttpResponseBase:
    response: HttpResponseBase = email(request)
    if response.status_code == 302 and mail_went_out(request) is None:
        messages.warning(request, HELD_BACK)
    return response


class ConfirmAddress(ConfirmEmailView):  # type: ignore[misc]
    """allauth's page, which leaves a reader signed in who opens the link of another account: to
    confirm an address changes nothing for the reader."""

    def logout_other_user(self, confirmation: EmailConfirmationHMAC) -> None:
        pass


@login_required
@require_http_methods(["GET", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    # The form writes into its instance even when it is invalid, and the page around it is
    # drawn for request.user: so the form gets a copy.
    reader = User.objects.get(pk=cast(User, request.user).pk)
    form = PreferencesForm(request.POST or None, instance=reader)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, "Your preferences are saved.")
        return redirect("preferences")
    return render(request, "accounts/preferences.html", {"form": form})


@require_GET
def invitation(request: HttpRequest, code: str) -> HttpResponse:
    """Keep the invitation in the session and go on to the sign-up."""
    if request.user.is_authenticated:
        messages.info(request, "You have an account already; the invitation was not used.")
        return redirect("dashboard")
    found = Invitation.objects.filter(code=code).first()
    if found is None:
        return closed_page(request, "There is no such invitation. Is the link complete?")
    reason = found.problem(timezone.now())
    if reason:
        return closed_page(request, reason)
    remember_invitation(request, found)
    return redirect("account_signup")
