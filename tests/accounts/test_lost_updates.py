"""The ratings go on while a page has an account in its hands."""

import pytest
from django.test import Client
from django.urls import reverse

from ratings.numbers import POINT
from sumendi_site.accounts.forms import AboutForm
from sumendi_site.accounts.models import User
from tests.games.factories import make_user

FORMS = {
    "account": {"about": "I like volcanoes."},
    "preferences": {
        "theme": "dark",
        "time_zone": "UTC",
        "orientation": "0",
    },
}


@pytest.fixture
def amaia(db: None) -> User:
    return make_user("amaia")


def rate(user: User) -> None:
    """What the ratings app does to an account."""
    User.objects.filter(pk=user.pk).update(rating=1480 * POINT, rated_games=7)


def is_rated(user: User) -> bool:
    user.refresh_from_db()
    return (user.rating, user.rated_games) == (1480 * POINT, 7)


@pytest.mark.parametrize("page", FORMS)
def test_a_form_that_is_saved_while_a_game_is_rated_loses_no_rating(
    client: Client, amaia: User, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(amaia)
    save = User.save

    def save_late(self: User, *args: object, **kwargs: object) -> None:
        rate(self)
        save(self, *args, **kwargs)

    monkeypatch.setattr(User, "save", save_late)
    assert client.post(reverse(page), FORMS[page]).status_code == 302
    assert is_rated(amaia)


def test_an_account_that_is_saved_as_a_whole_keeps_its_newer_rating(amaia: User) -> None:
    rate(amaia)
    amaia.about = "New here."
    amaia.save()
    assert is_rated(amaia)
    assert amaia.about == "New here."


def test_an_admin_who_saves_an_account_keeps_its_newer_rating(
    admin_client: Client, amaia: User
) -> None:
    address = reverse("admin:accounts_user_change", args=[amaia.pk])
    form = admin_client.get(address).context["adminform"].form
    data = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    joined = amaia.date_joined
    data |= {"date_joined_0": f"{joined:%Y-%m-%d}", "date_joined_1": f"{joined:%H:%M:%S}"}
    data["about"] = "Seen by an operator."
    rate(amaia)
    answer = admin_client.post(address, data)
    assert answer.status_code == 302, answer.context["errors"]
    assert is_rated(amaia)


def test_a_form_changes_its_own_fields_alone(amaia: User) -> None:
    form = AboutForm({"about": "New here."}, instance=User.objects.get(pk=amaia.pk))
    assert form.is_valid()
    User.objects.filter(pk=amaia.pk).update(theme="dark")
    form.save()
    amaia.refresh_from_db()
    assert (amaia.about, amaia.theme) == ("New here.", "dark")
