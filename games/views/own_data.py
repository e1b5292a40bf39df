"""What the site knows about the reader: to take away, and to delete."""

from http import HTTPStatus

from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from sumendi_site.accounts.deletion import CannotDelete, delete_account, hindrances
from sumendi_site.accounts.exporters import all_exporters
from sumendi_site.accounts.forms import DeleteForm
from sumendi_site.accounts.own_data import archive_of
from sumendi_site.accounts.proof import proof_required_first
from sumendi_site.live.files import sent
from sumendi_site.refusals import Refusal

from .answers import reader, refused

DELETED = (
    "Your account is deleted. What still ran ends within a few minutes. "
    "Thank you for having played."
)


class TooManyArchives(Refusal):
    code = "too_many_archives"
    status = HTTPStatus.TOO_MANY_REQUESTS
    message = "You can take your data 3 times an hour and 10 times a day. Try again in an hour."
    retry_after = 3600


@require_safe
@login_required
@proof_required_first
@never_cache
def own_data(request: HttpRequest) -> HttpResponse:
    """What can be taken away, after the password was asked for."""
    return render(request, "accounts/own_data.html", {"exporters": all_exporters()})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@proof_required_first
@never_cache
def archive(request: HttpRequest) -> HttpResponseBase:
    """All of it, as one zip file. Who comes here from the sign-in, or after the password was asked
    for, sees the page with the button for it."""
    if request.method != "POST":
        return redirect("own-data")
    if not ratelimit.consume(request, action="own_data"):
        return refused(request, TooManyArchives())
    pieces = archive_of(reader(request))
    response = sent(request, pieces, "application/zip", f"sumendi-{reader(request)}.zip")
    response["Content-Encoding"] = "identity"  # or it would be compressed once more on its way
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@proof_required_first
@never_cache
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account, for who has typed its name."""
    person = reader(request)
    form = DeleteForm(person, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            delete_account(person)
        except CannotDelete as error:
            form.add_error(None, error.message)
        else:
            logout(request)
            if person.email:
                get_adapter(request).send_farewell(person.email, person.username)
            messages.success(request, DELETED)
            return redirect("home")
    status = HTTPStatus.BAD_REQUEST if form.errors else HTTPStatus.OK
    context = {"form": form, "hindrances": hindrances(person)}
    return render(request, "accounts/delete.html", context, status=status)
