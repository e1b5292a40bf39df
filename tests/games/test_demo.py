from datetime import timedelta

import pytest

from games.demo import PASSWORD, load_demo
from games.models import Game, GameStatus, Offer, ResultEvent
from games.rules import Position
from sumendi_site.notices.models import Notice

pytestmark = pytest.mark.django_db


@pytest.fixture
def players():
    return load_demo()


def test_the_demo_has_a_dozen_finished_games_and_some_running_ones(players):
    assert Game.objects.filter(status=GameStatus.FINISHED).count() == 12
    assert Game.objects.running().count() == 8


def test_every_demo_player_can_sign_in_with_the_password_that_is_told(players, client):
    assert all(client.login(username=name, password=password) for name, password in players)
    assert {password for _, password in players} == {PASSWORD}


def test_every_demo_game_replays_to_its_position(players):
    for game in Game.objects.all():
        position = Position.start(game.size)
        for move in game.moves.all():
            position = position if move.text in ("swap", "keep") else position.play(move.text)
        assert str(position) == game.position


def test_every_demo_move_is_by_the_player_whose_turn_it_was(players):
    for game in Game.objects.all():
        position = Position.start(game.size)
        for move in game.moves.all():
            if move.ply == 2:
                assert move.player == game.second
                continue
            expected = game.first if move.ply == 1 else game.player_on(position.turn)
            assert move.player == expected
            position = position.play(move.text)


def test_every_finished_demo_game_has_its_result_event(players):
    finished = Game.objects.filter(status=GameStatus.FINISHED)
    assert set(ResultEvent.objects.values_list("game", "result")) == set(
        finished.values_list("pk", "result")
    )


def test_games_scored_in_the_demo_have_the_score_of_their_position(players):
    for game in Game.objects.filter(termination="score"):
        assert game.result == game.current.score().result
        assert game.score["decided"] == game.current.score().decided


def test_no_demo_move_lies_in_the_future_or_before_its_game(players):
    for game in Game.objects.all():
        moves = list(game.moves.all())
        made = [move.made for move in moves]
        assert made == sorted(made)
        assert game.created <= made[0]


def test_the_demo_has_open_offers(players):
    assert Offer.objects.seeks().count() == 2
    assert Offer.objects.challenges().count() == 1


def test_a_bank_of_the_demo_holds_what_the_plies_have_left(players):
    banked = [game for game in Game.objects.all() if game.control.has_bank]
    for game in banked:
        banks = dict.fromkeys((game.first_id, game.second_id), game.control.first_bank)
        for move in game.moves.all():
            banks[move.player_id] = game.control.bank_after(banks[move.player_id], move.seconds)
        assert banks == {game.first_id: game.first_bank, game.second_id: game.second_bank}
        if game.is_running:
            assert game.deadline == game.turn_started + timedelta(seconds=banks[game.to_move_id])
    assert any(game.is_running for game in banked)


def test_the_first_demo_player_has_news_and_an_opponent_on_vacation(players, client):
    name, password = players[0]
    client.login(username=name, password=password)
    assert "on vacation until" in client.get("/dashboard/").content.decode()
    kinds = Notice.objects.filter(recipient__username=name).values_list("kind", flat=True)
    assert {"challenge", "chat"} <= set(kinds)
