import pytest
from django.urls import reverse

from games.models import (
    BotTurn,
    BotVersion,
    Bout,
    Game,
    Move,
    Offer,
    ResultEvent,
    SandboxReport,
    Scrimmage,
)
from games.services.scrimmages import Side, ask
from tests.games.bots.hosting import hosting_on, make_hosted_bot
from tests.games.factories import make_finished_game, make_game, make_seek, make_user, some_moves

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator():
    return make_user("olatz", is_staff=True, is_superuser=True)


@pytest.fixture
def admin_client(client, operator):
    make_seek(operator)
    make_finished_game(make_user("amaia"), make_user("unai"), ["d4", "keep"])
    client.force_login(operator)
    return client


def page(model, name, *args):
    return reverse(f"admin:games_{model._meta.model_name}_{name}", args=args)


@pytest.mark.parametrize("model", [Game, Offer, ResultEvent])
def test_the_operator_can_look_but_not_touch(admin_client, model):
    row = model.objects.get()
    assert admin_client.get(page(model, "changelist")).status_code == 200
    assert admin_client.get(page(model, "change", row.pk)).status_code == 200
    assert admin_client.post(page(model, "change", row.pk), {"size": "7"}).status_code == 403
    assert admin_client.post(page(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    assert admin_client.get(page(model, "add")).status_code == 403


@pytest.mark.parametrize("model", [BotVersion, BotTurn, Bout, Scrimmage, SandboxReport])
def test_the_operator_can_look_at_programs_but_not_touch(admin_client, operator, model):
    hosting_on()
    make_hosted_bot(operator)
    ask(operator, Side("magma"), Side("magma"), 5, 1)
    row = model.objects.get()
    assert admin_client.get(page(model, "changelist")).status_code == 200
    assert admin_client.get(page(model, "change", row.pk)).status_code == 200
    assert admin_client.post(page(model, "change", row.pk), {}).status_code == 403
    assert admin_client.post(page(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    assert admin_client.get(page(model, "add")).status_code == 403


def test_looking_at_a_game_asks_no_more_when_it_has_more_plies(
    admin_client, django_assert_max_num_queries
):
    game = make_game(make_user("leire"), make_user("nora"), some_moves(12))
    with django_assert_max_num_queries(10):
        admin_client.get(page(Game, "change", game.pk))


def test_games_are_found_by_the_name_of_a_player(admin_client):
    listed = admin_client.get(page(Game, "changelist"), {"q": "unai"})
    assert listed.context["cl"].result_count == 1
    nobody = admin_client.get(page(Game, "changelist"), {"q": "leire"})
    assert nobody.context["cl"].result_count == 0


def test_the_plies_are_shown_with_their_game(admin_client):
    game = Game.objects.get()
    text = admin_client.get(page(Game, "change", game.pk)).content.decode()
    assert all(move.text in text for move in Move.objects.all())


def test_players_are_not_let_in(client):
    client.force_login(make_user("amaia"))
    assert client.get(page(Game, "changelist")).status_code == 302
