"""SQLite refuses to look for a text of tens of thousands of characters."""

import pytest

pytestmark = [pytest.mark.django_db, pytest.mark.parametrize("tail", ["", "@example.org"])]

LONG = "a" * 60_000


def test_nobody_has_so_long_a_name(client, tail):
    assert client.get(f"/players/{LONG}{tail}/").status_code == 404


def test_signing_in_with_so_long_a_name_is_refused_in_the_form(client, tail):
    answer = client.post("/accounts/login/", {"login": LONG + tail, "password": "x"})
    assert answer.status_code == 200
    assert answer.context["form"].errors["login"]


def test_a_reset_for_so_long_an_address_is_refused_in_the_form(client, tail):
    answer = client.post("/accounts/password/reset/", {"email": LONG + tail})
    assert answer.status_code == 200
    assert answer.context["form"].errors["email"]
