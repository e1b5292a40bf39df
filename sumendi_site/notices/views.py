"""The bell's page, the choices, push devices, and unsubscribing by a link."""

from http import HTTPStatus
from pathlib import Path
from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.staticfiles import finders
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sumendi_site.accounts.models import User
from sumendi_site.errors import answer

from . import devices, seeing
from .channels.email import address_of
from .channels.email.unsubscribing import read, unsubscribe
from .channels.push import is_on, public_key
from .forms import NoticeSettingsForm
from .models import Notice, settings_of
from .signals import hours_changed

PAGE = 30
SERVICE_WORKER = "js/push/service-worker.js"


@login_required
@never_cache
@require_safe
def notices(request: HttpRequest) -> HttpResponse:
    """All notices, newest first, with how each was sent. Who reads them here has seen them."""
    mine = Notice.objects.filter(recipient=_reader(request)).prefetch_related("deliveries")
    page = Paginator(mine, PAGE).get_page(request.GET.get("page"))
    shown = list(page.object_list)
    response = render(request, "notices/notices.html", {"page": page, "notices": shown})
    seeing.seen(_reader(request), shown)
    return response


@login_required
@require_safe
def open_notice(request: HttpRequest, notice_id: int) -> HttpResponse:
    """Go to the page that a notice is about."""
    notice = get_object_or_404(Notice, pk=notice_id, recipient=_reader(request))
    seeing.seen(_reader(request), [notice])
    return redirect(notice.text.url)


@login_required
@require_POST
def mark_all_seen(request: HttpRequest) -> HttpResponse:
    seeing.all_seen(_reader(request))
    return redirect("notices")


@never_cache
@require_safe
def count(request: HttpRequest) -> JsonResponse:
    """How many notices are new: what an open page asks when it hears of one."""
    if not request.user.is_authenticated:
        return JsonResponse({"unseen": 0}, status=HTTPStatus.UNAUTHORIZED)
    return JsonResponse({"unseen": seeing.unseen_count(request.user)})


@login_required
@require_http_methods(["GET", "POST"])
def choices(request: HttpRequest) -> HttpResponse:
    """Which notices come by which way, the hours of warnings, and the devices."""
    reader = _reader(request)
    if request.method == "POST" and not NoticeSettingsForm.is_whole(request.POST):
        message = (
            "Nothing was saved: this was not the whole form of choices. Please reload the page."
        )
        return answer(request, HTTPStatus.BAD_REQUEST, "bad_request", message)
    form = NoticeSettingsForm(settings_of(reader), request.POST or None)
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            stored = form.save()
            hours_changed.send(stored.__class__, user=reader, hours=stored.hours)
        messages.success(request, "Your choices are saved.")
        return redirect("notice-settings")
    context = {
        "form": form,
        "mail_configured": settings.MAIL_CONFIGURED,
        "address": address_of(reader),
        "devices": reader.push_devices.all(),
        "push_key": public_key() if is_on() and reader.kind == User.Kind.PERSON else "",
    }
    return render(request, "notices/choices.html", context)


@require_POST
def add_device(request: HttpRequest) -> JsonResponse:
    """Subscribe the browser that sends its subscription as JSON."""
    if not request.user.is_authenticated:
        return JsonResponse({"error": "You are signed out."}, status=HTTPStatus.UNAUTHORIZED)
    try:
        device = devices.subscribe(
            request.user,
            request.body,
            request.headers.get("User-Agent", ""),
            request.session.session_key or "",
        )
    except devices.SubscriptionRefused as error:
        return JsonResponse({"error": str(error)}, status=HTTPStatus.BAD_REQUEST)
    response = JsonResponse({"device": device.pk}, status=HTTPStatus.CREATED)
    devices.remember(response, device)
    return response


@login_required
@require_POST
def remove_device(request: HttpRequest, device_id: int) -> HttpResponse:
    get_object_or_404(_reader(request).push_devices, pk=device_id).delete()
    messages.success(request, "This device gets no more messages.")
    return redirect("notice-settings")


@csrf_exempt  # a mail program posts without cookies; the token says who asks
@never_cache
@require_http_methods(["GET", "POST"])
def unsubscribe_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """GET asks, for programs that look at mails follow links; POST does it (RFC 8058)."""
    subscription = read(token)
    if subscription is None:
        raise Http404("This link is not complete, or its account was deleted.")
    if request.method == "POST":
        unsubscribe(subscription)
    context = {"subscription": subscription, "done": request.method == "POST"}
    return render(request, "notices/unsubscribe.html", context)


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script that shows push messages. It is served at the root, for a browser lets it act
    only for pages below its address."""
    script = Path(cast(str, finders.find(SERVICE_WORKER))).read_bytes()
    response = HttpResponse(script, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


def _reader(request: HttpRequest) -> User:
    return cast(User, request.user)
