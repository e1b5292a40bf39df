"""The same form sent by many at once, each through the whole site: session, CSRF, view, service."""

from functools import partial

import pytest
from django.test import Client

from games.models import Move
from tests.games.at_once import at_once
from tests.games.factories import make_game, make_user

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stack]

THREADS = 20


def signed_in(user):
    client = Client(enforce_csrf_checks=True, headers={"accept": "application/json"})
    client.force_login(user)
    client.get("/play/")
    return client


def test_twenty_threads_that_post_the_same_ply_make_one_move():
    amaia = make_user("amaia")
    game = make_game(amaia, make_user("unai"))
    clients = [signed_in(amaia) for _ in range(THREADS)]

    def post(client):
        form = {"ply": 1, "move": "e5", "csrfmiddlewaretoken": client.cookies["csrftoken"].value}
        return client.post(f"/games/{game.pk}/move/", form)

    answers = at_once([partial(post, client) for client in clients])
    assert [answer.status_code for answer in answers] == [200] * THREADS
    assert sorted(answer.json()["repeated"] for answer in answers) == [False] + [True] * 19
    assert Move.objects.count() == 1
