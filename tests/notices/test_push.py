"""Round trips with a push service that decrypts what it gets."""

import json
import time
from datetime import timedelta

import pytest
from django.contrib.auth import login
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone

from sumendi_site.accounts.models import User
from sumendi_site.notices import devices
from sumendi_site.notices.channels.push import posting, public_key
from sumendi_site.notices.models import Device
from tests.games.factories import PASSWORD, make_user

from .posts import delivery_of, post, tell


@pytest.fixture
def device(amaia, push_service) -> Device:
    return devices.subscribe(amaia, json.dumps(push_service.subscription).encode(), "Firefox")


def test_a_push_message_reaches_the_browser(amaia, push_service, device):
    notice = tell(amaia)
    post(amaia, "push")
    ((path, headers, body),) = push_service.requests
    told = push_service.read(body)
    assert path == "/for/amaia"
    assert (told["title"], told["url"]) == ("Harbour open", "/learn/")
    assert headers["Content-Encoding"] == "aes128gcm"
    assert headers["TTL"] == "86400"
    assert headers["Authorization"].endswith(f"k={public_key()}")
    assert delivery_of(notice, "push").state == "sent"


def test_nothing_of_a_message_can_be_read_on_its_way(amaia, push_service, device):
    tell(amaia)
    post(amaia, "push")
    assert b"arbour" not in push_service.requests[0][2]


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_has_ended_is_dropped(amaia, push_service, device, status):
    push_service.status = status
    notice = tell(amaia)
    post(amaia, "push")
    assert not Device.objects.exists()
    assert delivery_of(notice, "push").reason == "This device is no longer subscribed."


@pytest.mark.parametrize("status", [429, 503])
def test_a_push_service_that_is_busy_is_tried_again(amaia, push_service, device, status):
    push_service.status = status
    notice = tell(amaia)
    post(amaia, "push")
    assert delivery_of(notice, "push").state == "queued"
    push_service.status = 201
    post(amaia, "push")
    assert delivery_of(notice, "push").state == "sent"


def test_a_message_that_a_push_service_refuses_is_given_up(amaia, push_service, device):
    push_service.status = 400
    notice = tell(amaia)
    post(amaia, "push")
    assert delivery_of(notice, "push").reason == "The push service refused it: 400 Bad Request."


def test_a_redirect_is_not_followed(amaia, push_service, device):
    push_service.status = 302
    push_service.answer_headers = {"Location": "http://127.0.0.1:1/"}
    notice = tell(amaia)
    post(amaia, "push")
    assert delivery_of(notice, "push").state == "failed"


def test_a_push_service_that_hangs_is_left_alone(amaia, push_service, device, monkeypatch):
    monkeypatch.setattr(posting, "PATIENCE", 0.3)
    push_service.hangs = True
    notice = tell(amaia)
    began = time.monotonic()
    post(amaia, "push")
    assert time.monotonic() - began < 3
    assert delivery_of(notice, "push").reason == "The server did not answer in time."


@pytest.mark.parametrize(
    ("silence", "stays"), [(timedelta(days=2), True), (timedelta(days=4), False)]
)
def test_a_device_whose_push_service_is_silent_for_days_is_dropped(
    amaia, push_service, device, monkeypatch, silence, stays
):
    monkeypatch.setattr(posting, "PATIENCE", 0.2)
    push_service.hangs = True
    tell(amaia)
    post(amaia, "push")
    Device.objects.filter(silent_since__isnull=False).update(silent_since=timezone.now() - silence)
    post(amaia, "push")
    assert Device.objects.exists() == stays


def test_an_answer_ends_the_silence_of_a_device(amaia, push_service, device):
    Device.objects.update(silent_since=timezone.now() - timedelta(days=9))
    tell(amaia)
    post(amaia, "push")
    assert Device.objects.get().silent_since is None


def test_a_browser_that_changes_hands_tells_its_new_reader_only(amaia, unai, push_service, device):
    devices.subscribe(unai, json.dumps(push_service.subscription).encode(), "Firefox")
    assert [device.user for device in Device.objects.all()] == [unai]


def test_a_player_has_ten_devices_at_most(amaia, push_service):
    told = push_service.subscription
    for number in range(10):
        devices.subscribe(amaia, json.dumps(told | _at(told, number)).encode(), "Firefox")
    with pytest.raises(devices.SubscriptionRefused, match="At most 10"):
        devices.subscribe(amaia, json.dumps(told | _at(told, 10)).encode(), "Firefox")


def _at(told: dict[str, str], number: int) -> dict[str, str]:
    return {"endpoint": f"{told['endpoint']}/{number}"}


def test_a_guest_cannot_subscribe(db, push_service):
    with pytest.raises(devices.SubscriptionRefused):
        devices.subscribe(
            make_user(kind="guest"), json.dumps(push_service.subscription).encode(), ""
        )


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/1",
        "https://127.0.0.1/1",
        "https://localhost/1",
        "https://[::1]/1",
        "https://2130706433/1",
        "https://push.example.org:6379/1",
        "https://name@push.example.org/1",
        "file:///secret",
        "https://push.example.org:x/",
        "",
    ],
)
def test_an_address_that_no_push_service_has_is_refused(endpoint):
    with pytest.raises(posting.AddressRefused):
        posting.check_address(endpoint)


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "fd00::1", "::ffff:127.0.0.1"]
)
def test_a_name_that_leads_into_the_inner_network_is_refused(monkeypatch, address):
    monkeypatch.setattr(
        posting.socket, "getaddrinfo", lambda *_, **__: [(2, 1, 6, "", (address, 443))]
    )
    with pytest.raises(posting.AddressRefused, match="inner network"):
        posting.post("https://push.example.org/1", {}, b"")


@pytest.mark.stack
@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"{}", b'{"endpoint": 1, "keys": {}}', b"\xff", b"[" * 100_000],
    ids=["empty", "list", "no fields", "numbers", "no text", "deep"],
)
def test_a_body_that_is_no_subscription_is_refused_in_words(client: Client, amaia, body):
    client.force_login(amaia)
    answer = client.post("/notices/devices/", body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json() == {"error": "This is no subscription of a browser."}


@pytest.mark.stack
@pytest.mark.parametrize("sign", ["\0", "\n", " ", "\u00e9", "\ud800"])
def test_an_address_that_is_not_printable_ascii_is_refused(amaia, push_service, sign):
    told = push_service.subscription
    told["endpoint"] += sign
    with pytest.raises(devices.SubscriptionRefused, match="printable ASCII"):
        devices.subscribe(amaia, json.dumps(told).encode(), "Firefox")


@pytest.mark.stack
def test_signs_that_say_nothing_in_a_key_are_not_stored(amaia, push_service):
    told = push_service.subscription
    kept = dict(told["keys"])
    # A multiple of four, for the padding is reckoned from the length.
    told["keys"] = {name: key + "!" * 200 for name, key in kept.items()}
    device = devices.subscribe(amaia, json.dumps(told).encode(), "Firefox")
    assert {"p256dh": device.public_key, "auth": device.secret} == kept


def test_a_browser_subscribes_and_is_removed_on_the_page(client: Client, amaia, push_service):
    client.force_login(amaia)
    agent = "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0"
    answer = client.post(
        "/notices/devices/",
        json.dumps(push_service.subscription),
        content_type="application/json",
        headers={"User-Agent": agent},
    )
    assert answer.status_code == 201
    assert "Firefox on Linux" in client.get("/notices/choices/").content.decode()
    client.post(f"/notices/devices/{answer.json()['device']}/remove/")
    assert not Device.objects.exists()


def subscribed(user, push_service) -> Client:
    browser = Client()
    browser.force_login(user)
    told = json.dumps(push_service.subscription)
    browser.post("/notices/devices/", told, content_type="application/json")
    assert user.push_devices.exists()
    return browser


def test_a_browser_where_one_signs_out_gets_no_more_messages(amaia, push_service):
    subscribed(amaia, push_service).post("/accounts/logout/")
    assert not amaia.push_devices.exists()


def test_signing_out_in_a_later_session_ends_the_messages_too(amaia, push_service):
    browser = subscribed(amaia, push_service)
    del browser.cookies["sessionid"]
    browser.force_login(amaia)
    browser.post("/accounts/logout/")
    assert not amaia.push_devices.exists()


def test_signing_out_elsewhere_leaves_a_device_alone(amaia, push_service):
    subscribed(amaia, push_service)
    other = Client()
    other.force_login(amaia)
    other.post("/accounts/logout/")
    assert amaia.push_devices.exists()


def test_who_signs_out_takes_no_device_from_the_next_reader(amaia, unai, push_service):
    browser = subscribed(amaia, push_service)
    devices.subscribe(unai, json.dumps(push_service.subscription).encode(), "Firefox")
    browser.post("/accounts/logout/")
    assert unai.push_devices.exists()


def test_the_service_worker_is_at_the_root(client: Client):
    answer = client.get("/service-worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert b"showNotification" in answer.content


def end_session(browser: Client) -> None:
    """As if the sign-in had run out."""
    key = browser.cookies["sessionid"].value
    Session.objects.filter(pk=key).update(expire_date=timezone.now() - timedelta(seconds=1))


def sign_in(browser: Client, user) -> None:
    browser.cookies.pop("sessionid", None)
    told = {"login": user.username, "password": PASSWORD}
    assert browser.post("/accounts/login/", told).status_code == 302


def sent_to(user, push_service, key: str) -> int:
    before = len(push_service.requests)
    tell(user, key=key)
    post(user, "push")
    return len(push_service.requests) - before


def test_a_device_gets_messages_while_its_session_lasts(amaia, push_service):
    subscribed(amaia, push_service)
    assert sent_to(amaia, push_service, "a") == 1


def test_a_device_whose_session_has_expired_gets_no_more_messages(amaia, push_service):
    end_session(subscribed(amaia, push_service))
    assert sent_to(amaia, push_service, "a") == 0
    last = tell(amaia, key="b")
    assert not last.deliveries.filter(channel="push").exists()


def test_a_device_whose_session_was_deleted_gets_no_more_messages(amaia, push_service):
    subscribed(amaia, push_service)
    Session.objects.all().delete()
    assert sent_to(amaia, push_service, "a") == 0


def test_a_password_that_was_set_anew_elsewhere_ends_the_messages(amaia, push_service):
    subscribed(amaia, push_service)
    amaia.set_password("lava-and-basalt-9")
    amaia.save()
    assert sent_to(amaia, push_service, "a") == 0


def test_an_account_that_is_closed_meanwhile_gets_no_message(amaia, push_service, device):
    notice = tell(amaia)
    User.objects.filter(pk=amaia.pk).update(is_active=False)
    post(amaia, "push")
    assert push_service.requests == []
    assert delivery_of(notice, "push").reason == "This account is closed."


def test_the_page_says_why_a_device_is_paused(client, amaia, push_service):
    end_session(subscribed(amaia, push_service))
    notice = tell(amaia)
    post(amaia, "push")
    assert delivery_of(notice, "push").reason == "You are no longer signed in on this device."
    client.force_login(amaia)
    assert "you are signed out there" in client.get("/notices/choices/").content.decode()


def test_who_signs_in_again_gets_messages_there_again(amaia, push_service):
    browser = subscribed(amaia, push_service)
    end_session(browser)
    sent_to(amaia, push_service, "a")
    sign_in(browser, amaia)
    assert sent_to(amaia, push_service, "b") == 1


def test_who_signs_in_after_another_reader_gets_messages_there_again(
    amaia, unai, push_service, settings
):
    browser = subscribed(amaia, push_service)
    browser.force_login(unai)
    assert sent_to(amaia, push_service, "a") == 0
    request = HttpRequest()
    request.COOKIES = {name: cookie.value for name, cookie in browser.cookies.items()}
    request.session = browser.session
    login(request, amaia, settings.AUTHENTICATION_BACKENDS[0])
    request.session.save()
    assert sent_to(amaia, push_service, "b") == 1


def test_another_reader_who_signs_in_does_not_wake_a_device(amaia, unai, push_service):
    browser = subscribed(amaia, push_service)
    end_session(browser)
    sign_in(browser, unai)
    assert sent_to(amaia, push_service, "a") == 0


def test_a_new_password_does_not_end_the_messages(amaia, push_service):
    browser = subscribed(amaia, push_service)
    new = "lava-and-basalt-9"
    told = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert browser.post("/accounts/password/change/", told).status_code == 302
    assert sent_to(amaia, push_service, "a") == 1
