"""What the admin pages leave to the site: the house bots."""

import pytest
from django.contrib import admin

from sumendi_site.accounts.admin import AccountCreationForm
from sumendi_site.accounts.models import User


def test_no_new_account_gets_the_name_of_a_house_bot(db: None) -> None:
    form = AccountCreationForm({"username": "House-Tuff"})
    assert "given by the site" in form.errors["username"][0]


@pytest.mark.parametrize(("field", "value"), [("username", "house-tuff"), ("kind", "house")])
def test_no_account_becomes_a_house_bot(rf, amaia: User, field: str, value: str) -> None:
    request = rf.get("/")
    request.user = User(is_superuser=True)
    form_class = admin.site.get_model_admin(User).get_form(request, amaia, change=True)
    form = form_class({"username": "amaia", "kind": "person", field: value}, instance=amaia)
    assert field in form.errors


def test_a_house_bot_keeps_its_name_and_kind(rf, amaia: User) -> None:
    of = admin.site.get_model_admin(User).get_readonly_fields
    assert of(rf.get("/"), User(kind=User.Kind.HOUSE)) == ("username", "kind")
    assert of(rf.get("/"), amaia) == ()
