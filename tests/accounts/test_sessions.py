"""Pages that stay open while the session of their reader ends."""

from typing import Any

import pytest
from django.test import Client, RequestFactory

from sumendi_site.accounts import sessions
from sumendi_site.accounts.deletion import delete_account
from sumendi_site.accounts.models import User
from sumendi_site.accounts.sessions import stays_signed_in


@pytest.fixture
def is_signed_in(amaias: Client, amaia: User, monkeypatch):
    """Asks anew each time, for a page that amaia opened a while ago."""
    monkeypatch.setattr(sessions, "FRESH", 0)
    request: Any = RequestFactory().get("/me/events/")
    request.session, request.user = amaias.session, amaia
    return stays_signed_in(request)


def test_a_session_that_goes_on_is_still_its_readers(is_signed_in, amaia):
    User.objects.filter(pk=amaia.pk).update(is_active=False)  # banned
    assert is_signed_in()


def test_who_signs_out_in_another_tab_is_told_no_more(is_signed_in, amaias):
    amaias.post("/accounts/logout/")
    assert not is_signed_in()


def test_a_deleted_account_is_told_no_more(is_signed_in, amaia):
    delete_account(amaia)
    assert not is_signed_in()
