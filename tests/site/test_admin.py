"""The admin pages of every model, as the operator opens them."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from games.models import (
    BotTurn,
    BotVersion,
    Bout,
    Game,
    Offer,
    ResultEvent,
    SandboxReport,
    Scrimmage,
)
from sumendi_site.accounts.models import Invitation, User
from tests.games.bots.hosting import (
    hosting_on,
    make_check,
    make_hosted_bot,
    make_scrimmage,
    make_turn,
)
from tests.games.factories import PASSWORD, make_finished_game, make_seek, make_user
from tests.tournaments.bots import make_ladder_games
from tournaments.models import LadderGame

pytestmark = pytest.mark.django_db

EDITED = (Group, User, Invitation, EmailAddress, Authenticator)
PROGRAMS = (BotTurn, BotVersion, Bout, SandboxReport, Scrimmage)
ONLY_SHOWN = (Game, LadderGame, Offer, ResultEvent, *PROGRAMS)


@pytest.fixture
def operator() -> User:
    return make_user("olatz", is_staff=True, is_superuser=True)


@pytest.fixture
def operators(client: Client, operator: User) -> Client:
    """A browser of the operator, on a site that has a row of every kind."""
    Group.objects.create(name="arbiters")
    Invitation.objects.create(created_by=operator)
    EmailAddress.objects.create(user=operator, email="olatz@example.org")
    Authenticator.objects.create(user=operator, type="totp", data={})
    make_seek(operator)
    make_ladder_games("basalt", "pumice")
    make_programs(operator)
    make_finished_game(operator, make_user("unai"), ["d4", "keep"])
    client.force_login(operator)
    return client


def make_programs(owner: User) -> None:
    """A row of each of PROGRAMS."""
    hosting_on()
    version = make_hosted_bot(owner).bot.versions.get()
    bout, _ = make_check(version)
    make_scrimmage(owner, version, version)
    make_turn(bout, version, owner, ply=9)


def page(model: type[Model], name: str, *args: object) -> str:
    return reverse(f"admin:{model._meta.label_lower.replace('.', '_')}_{name}", args=args)


def test_the_models_of_the_admin_pages_are_the_ones_tried_here() -> None:
    assert set(admin.site._registry) == {*EDITED, *ONLY_SHOWN}


@pytest.mark.parametrize("model", EDITED + ONLY_SHOWN)
def test_every_list_and_every_row_opens(operators: Client, model: type[Model]) -> None:
    row = model._default_manager.all()[:1].get()
    assert operators.get(page(model, "changelist")).status_code == 200
    assert operators.get(page(model, "change", row.pk)).status_code == 200


@pytest.mark.parametrize("model", EDITED)
def test_the_form_for_a_new_row_opens(operators: Client, model: type[Model]) -> None:
    assert operators.get(page(model, "add")).status_code == 200


@pytest.mark.parametrize("model", [Group, User, EmailAddress, Authenticator])
def test_an_empty_form_makes_nothing_and_names_its_errors(
    operators: Client, model: type[Model]
) -> None:
    before = model._default_manager.count()
    assert operators.post(page(model, "add"), {}).context["errors"]
    assert model._default_manager.count() == before


def new_account(name: str) -> dict[str, str]:
    return {
        "username": name,
        "usable_password": "true",
        "password1": PASSWORD,
        "password2": PASSWORD,
    }


def test_the_operator_makes_an_account(operators: Client) -> None:
    assert operators.post(page(User, "add"), new_account("leire")).status_code == 302
    assert User.objects.get(username="leire").check_password(PASSWORD)


def test_the_operator_cannot_make_an_account_with_a_taken_name(operators: Client) -> None:
    answer = operators.post(page(User, "add"), new_account("UNAI"))
    assert "Somebody has this name already." in answer.content.decode()


def test_the_admin_pages_have_the_name_of_the_site(operators: Client) -> None:
    assert "Django administration" not in operators.get("/admin/").content.decode()
