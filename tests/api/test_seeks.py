from datetime import timedelta

import pytest
from django.utils import timezone

from games import services
from games.models import Game, Offer
from games.services.offers import MOST_OPEN_OFFERS
from sumendi_site.accounts.models import User
from sumendi_site.accounts.tokens import Scope
from tests.api.clients import Caller, code_of
from tests.games.factories import make_challenge, make_seek, make_terms, make_user

pytestmark = pytest.mark.django_db

TERMS = {"size": 6, "rated": True, "time_control": "3d"}
KEY = {"Idempotency_Key": "my-first-seek"}


def test_a_seek_is_made_on_the_terms(amaia):
    answer = Caller(amaia).post("seeks", {**TERMS, "seat": "second"})
    assert answer.status_code == 201
    seek = answer.json()
    assert (seek["size"], seek["rated"], seek["seat"]) == (6, True, "second")
    assert (seek["creator"]["name"], seek["opponent"], seek["status"]) == ("amaia", None, "open")


def test_chance_decides_on_the_seat_where_nothing_is_said(amaia):
    assert Caller(amaia).post("seeks", TERMS).json()["seat"] == "random"


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"size": 8}, "validation_failed"),
        ({"rated": None}, "validation_failed"),
        ({"seat": "black"}, "validation_failed"),
        ({"time_control": "1m"}, "bad_terms"),
        ({"opponent": "unai"}, "validation_failed"),
    ],
)
def test_terms_that_nobody_can_play_are_refused(amaia, wrong, code):
    answer = Caller(amaia).post("seeks", TERMS | wrong)
    assert (answer.status_code, code_of(answer)) == (400, code)
    assert not Offer.objects.exists()


def test_the_same_key_gives_the_same_seek(amaia):
    caller = Caller(amaia)
    first = caller.post("seeks", TERMS, **KEY)
    again = caller.post("seeks", TERMS, **KEY)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()


def test_a_key_means_the_same_terms_however_they_are_written(amaia):
    caller = Caller(amaia)
    caller.post("seeks", TERMS, **KEY)
    assert caller.post("seeks", TERMS | {"time_control": "72h"}, **KEY).status_code == 200


def test_a_key_is_not_good_for_other_terms(amaia):
    caller = Caller(amaia)
    caller.post("seeks", TERMS, **KEY)
    answer = caller.post("seeks", TERMS | {"size": 5}, **KEY)
    assert (answer.status_code, code_of(answer)) == (422, "idempotency_key_reused")
    assert Offer.objects.count() == 1


def test_a_key_is_not_good_for_an_offer_of_another_kind(amaia, unai):
    caller = Caller(amaia)
    caller.post("seeks", TERMS, **KEY)
    for path, more in (("challenges", {"opponent": "unai"}), ("invites", {})):
        assert code_of(caller.post(path, TERMS | more, **KEY)) == "idempotency_key_reused"


def test_a_key_of_somebody_else_is_another_key(amaia, unai):
    Caller(amaia).post("seeks", TERMS, **KEY)
    assert Caller(unai).post("seeks", TERMS, **KEY).status_code == 201


def test_after_its_seek_has_become_a_game_a_key_still_gives_that_seek(amaia, unai):
    caller = Caller(amaia)
    seek = caller.post("seeks", TERMS, **KEY).json()["id"]
    game = services.accept(unai, seek)
    again = caller.post("seeks", TERMS, **KEY)
    assert (again.status_code, again.json()["game"]) == (200, game.pk)


def test_too_many_open_offers_are_refused(amaia):
    for _ in range(MOST_OPEN_OFFERS):
        make_seek(amaia)
    answer = Caller(amaia).post("seeks", TERMS)
    assert (answer.status_code, code_of(answer)) == (429, "too_many_offers")


def test_the_list_has_the_open_seeks_newest_first(amaia, unai):
    first, second = make_seek(amaia), make_seek(unai)
    make_challenge(amaia, unai)
    services.invite(amaia, make_terms())
    services.withdraw(amaia, make_seek(amaia).pk)
    listed = Caller().get("seeks").json()["results"]
    assert [seek["id"] for seek in listed] == [second.pk, first.pk]


def test_the_list_comes_in_pages(amaia):
    numbers = [make_seek(amaia).pk for _ in range(3)]
    first = Caller().get("seeks", {"limit": 2}).json()
    path, _, rest = first["next"].partition("?")
    second = Caller().get(f"{path.partition('/api/v1/')[2]}?{rest}").json()
    assert [seek["id"] for seek in first["results"] + second["results"]] == numbers[::-1]


def test_a_long_list_takes_no_more_queries(amaia, unai, django_assert_num_queries):
    bot = make_user("amaiabot", kind=User.Kind.BOT, owner=amaia)
    for creator in (unai, bot, bot):
        make_seek(creator)
    caller = Caller(amaia)
    caller.get("seeks")
    with django_assert_num_queries(2):  # the token, the seeks
        caller.get("seeks")


def test_seeks_of_blocked_players_are_hidden_from_both(amaia, unai):
    services.block(amaia, unai)
    make_seek(amaia)
    make_seek(unai)
    for player in (amaia, unai):
        listed = Caller(player).get("seeks").json()["results"]
        assert [seek["creator"]["name"] for seek in listed] == [player.username]


def test_a_seek_is_read_by_its_number(amaia):
    assert Caller().get(f"seeks/{make_seek(amaia).pk}").json()["status"] == "open"


def test_a_seek_whose_time_is_over_says_so_before_the_sweep(amaia):
    seek = make_seek(amaia)
    Offer.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert Caller().get(f"seeks/{seek.pk}").json()["status"] == "expired"


def test_a_challenge_is_no_seek(amaia, unai):
    challenge = make_challenge(amaia, unai)
    assert Caller(amaia).get(f"seeks/{challenge.pk}").status_code == 404
    assert Caller(unai).post(f"seeks/{challenge.pk}/accept").status_code == 404


def test_the_seek_of_a_closed_account_is_gone(amaia):
    seek = make_seek(amaia)
    User.objects.filter(pk=amaia.pk).update(is_active=False)
    assert Caller().get(f"seeks/{seek.pk}").status_code == 404


def test_accepting_begins_the_game(amaia, unai):
    answer = Caller(unai).post(f"seeks/{make_seek(amaia).pk}/accept")
    assert answer.status_code == 200
    game = answer.json()
    assert (game["id"], game["status"], game["moves"]) == (Game.objects.get().pk, "running", [])


def test_accepting_again_gives_the_same_game(amaia, unai):
    seek, caller = make_seek(amaia), Caller(unai)
    games = [caller.post(f"seeks/{seek.pk}/accept").json()["id"] for _ in range(2)]
    assert games[0] == games[1]


def test_a_seek_that_somebody_else_took_is_gone(amaia, unai, stranger):
    seek = make_seek(amaia)
    services.accept(unai, seek.pk)
    assert code_of(Caller(stranger).post(f"seeks/{seek.pk}/accept")) == "offer_gone"


def test_ones_own_seek_is_not_accepted(amaia):
    assert code_of(Caller(amaia).post(f"seeks/{make_seek(amaia).pk}/accept")) == "own_offer"


def test_a_blocked_player_does_not_get_the_game(amaia, unai):
    seek = make_seek(amaia)
    services.block(amaia, unai)
    assert code_of(Caller(unai).post(f"seeks/{seek.pk}/accept")) == "blocked"


def test_a_seek_is_withdrawn_by_its_creator_alone(amaia, unai):
    seek = make_seek(amaia)
    assert code_of(Caller(unai).delete(f"seeks/{seek.pk}")) == "not_your_offer"
    assert Caller(amaia).delete(f"seeks/{seek.pk}").status_code == 204
    assert Caller().get(f"seeks/{seek.pk}").json()["status"] == "withdrawn"


def test_withdrawing_again_is_no_error(amaia):
    seek, caller = make_seek(amaia), Caller(amaia)
    assert [caller.delete(f"seeks/{seek.pk}").status_code for _ in range(2)] == [204, 204]


def test_offering_needs_its_scope(amaia):
    caller = Caller(amaia, [Scope.READ, Scope.PLAY])
    assert code_of(caller.post("seeks", TERMS)) == "scope_missing"


def test_without_a_token_nothing_is_offered_or_accepted(amaia):
    seek = make_seek(amaia)
    answers = [
        Caller().post("seeks", TERMS),
        Caller().post(f"seeks/{seek.pk}/accept"),
        Caller().delete(f"seeks/{seek.pk}"),
    ]
    assert {code_of(answer) for answer in answers} == {"signed_out"}


def test_a_bot_offers_games_like_anybody(amaia, unai):
    bot = make_user("amaiabot", kind=User.Kind.BOT, owner=amaia)
    seek = Caller(bot).post("seeks", TERMS).json()
    assert (seek["creator"]["kind"], seek["creator"]["owner"]) == ("bot", "amaia")
    assert Caller(unai).post(f"seeks/{seek['id']}/accept").status_code == 200
