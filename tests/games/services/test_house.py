from datetime import timedelta
from importlib import import_module

import pytest
import time_machine
from django.apps import apps
from django.utils import timezone

from games import services
from games.house import GREEDY, LEVELS, PLAYERS, RANDOM
from games.models import Game
from games.services import errors, house_games
from games.services.house_bots import (
    MOST_GAMES_OF_A_GUEST,
    about,
    account_of,
    make_accounts,
    strengths_now,
)
from sumendi_site.accounts.models import User
from tests.games.factories import make_challenge, make_game, make_user, some_moves


@pytest.fixture
def woken(monkeypatch):
    """What the workers were asked to do, as (task, arguments...)."""
    calls = []
    monkeypatch.setattr("games.services.calling.wake", lambda *call, **_: calls.append(call))
    return calls


@pytest.fixture
def priorities(monkeypatch):
    """At which priority the searches were asked for."""
    asked = []
    monkeypatch.setattr("games.services.calling.wake", lambda *_, priority: asked.append(priority))
    return asked


@pytest.fixture
def guest(db):
    return make_user("guest-123abc", kind=User.Kind.GUEST)


@pytest.fixture
def game(amaia):
    """Amaia has placed, and a house player without a search has to choose a side."""
    game = services.play_house_bot(amaia, RANDOM, 5)
    services.play(game.pk, amaia, 1, "e5")
    game.refresh_from_db()
    return game


def play_many(player, games):
    for _ in range(games):
        game = services.play_house_bot(player, RANDOM, 5)
        services.play(game.pk, player, 1, "e5")


def test_the_account_of_a_house_bot_is_made_once(db):
    assert account_of(RANDOM) == account_of(RANDOM)
    assert User.objects.filter(kind=User.Kind.HOUSE).count() == 1


def test_nobody_signs_in_as_a_house_bot(db):
    assert not account_of(LEVELS[0]).has_usable_password()


def test_a_game_against_a_house_bot_is_casual_and_the_player_places_first(amaia):
    game = services.play_house_bot(amaia, RANDOM, 6)
    assert (game.first, game.second.username) == (amaia, "house-random")
    assert (game.size, game.rated, game.to_move) == (6, False, amaia)


def test_a_board_that_does_not_exist_is_refused(amaia):
    with pytest.raises(errors.BadTerms):
        services.play_house_bot(amaia, RANDOM, 8)


def test_asking_twice_before_the_first_placement_gives_the_same_game(amaia):
    game = services.play_house_bot(amaia, RANDOM, 5)
    assert services.play_house_bot(amaia, RANDOM, 5) == game
    assert services.play_house_bot(amaia, RANDOM, 6) != game


def test_a_player_has_a_limited_number_of_games_with_house_bots(guest):
    play_many(guest, MOST_GAMES_OF_A_GUEST)
    with pytest.raises(errors.TooManyGames):
        services.play_house_bot(guest, RANDOM, 5)


def test_a_worker_is_woken_when_it_becomes_a_house_bots_turn(woken, game):
    assert woken == [("games.tasks.play_house_turn", game.pk, 2)]


def test_no_worker_is_woken_for_a_persons_turn(woken, amaia):
    services.play_house_bot(amaia, LEVELS[0], 5)
    assert woken == []


def test_a_worker_is_woken_where_a_house_bot_places_first(woken, amaia):
    offer = make_challenge(amaia, account_of(LEVELS[0]), seat="second")
    assert woken == [("games.tasks.search_house_turn", offer.game.pk, 1)]


def test_a_house_bot_makes_the_ply_it_is_asked_for(game):
    assert services.play_house_turn(game.pk, 2)
    assert game.moves.get(ply=2).text in ("swap", "keep")


def test_a_ply_that_was_made_is_not_made_again(game):
    services.play_house_turn(game.pk, 2)
    assert not services.play_house_turn(game.pk, 2)
    game.refresh_from_db()
    assert game.ply_count == 2


def test_a_house_bot_never_moves_for_its_opponent(amaia):
    game = make_game(amaia, account_of(RANDOM), ["e5", "swap"])
    assert not services.play_house_turn(game.pk, 3)


def test_a_game_that_is_over_needs_no_house_bot(game, amaia):
    services.resign(game.pk, amaia)
    assert not services.play_house_turn(game.pk, 2)


def test_two_workers_that_choose_at_once_choose_the_same(game, monkeypatch):
    chosen = []

    def never_in_time(*move):
        chosen.append(move)
        raise errors.PlyTaken

    monkeypatch.setattr(house_games, "play", never_in_time)
    services.play_house_turn(game.pk, 2)
    services.play_house_turn(game.pk, 2)
    assert len(chosen) == 2
    assert chosen[0] == chosen[1]


def test_a_house_bots_clock_stands_still_from_its_first_turn_on(amaia, game):
    begun = make_challenge(amaia, account_of(LEVELS[0]), seat="second").game
    for waiting in (begun, game):
        waiting.refresh_from_db()
        assert (waiting.deadline, waiting.next_warning) == (None, None)


def test_a_house_bot_loses_nothing_by_a_worker_that_is_away(game, amaia):
    with time_machine.travel(timezone.now() + timedelta(days=100)):
        assert services.flag_overdue() == 0
        assert services.play_house_turn(game.pk, 2)
    assert game.moves.get(ply=2).seconds < 60


def test_a_clock_that_ran_before_the_rule_is_stopped_by_the_migration(game, unai, amaia):
    others = make_game(amaia, unai, ["e5"])
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now())
    import_module("games.migrations.0021_house_clocks_stand_still").let_clocks_stand(apps, None)
    game.refresh_from_db()
    others.refresh_from_db()
    assert game.deadline is None
    assert others.deadline is not None


def test_the_clock_of_a_house_bots_opponent_runs_again_after_its_move(game):
    services.play_house_turn(game.pk, 2)
    game.refresh_from_db()
    while game.to_move.kind == User.Kind.HOUSE:
        services.play_house_turn(game.pk, game.ply_count + 1)
        game.refresh_from_db()
    assert game.deadline > timezone.now()


def test_the_sweep_calls_again_to_the_turn_of_a_lost_task(woken, game):
    woken.clear()
    with time_machine.travel(timezone.now() + timedelta(seconds=6)):
        assert services.call_waiting_house_bots() == 1
    assert woken == [("games.tasks.play_house_turn", game.pk, 2)]


def test_the_sweep_leaves_a_turn_to_its_own_task_first(woken, game):
    assert services.call_waiting_house_bots() == 0


def test_the_sweep_calls_for_a_level_those_who_search(woken, amaia):
    game = make_game(amaia, account_of(LEVELS[0]), ["e5"])
    woken.clear()
    services.call_waiting_house_bots(older_than=timedelta(0))
    assert woken == [("games.tasks.search_house_turn", game.pk, 2)]


def test_a_turn_is_not_called_for_at_every_sweep(woken, game):
    sweeps = [services.call_waiting_house_bots(older_than=timedelta(0)) for _ in range(2)]
    with time_machine.travel(timezone.now() + house_games.CALLED_AGAIN):
        sweeps.append(services.call_waiting_house_bots())
    assert sweeps == [1, 0, 1]


def test_who_plays_many_games_at_once_waits_behind_who_plays_one(priorities, amaia, unai):
    for player in [amaia] * 5 + [unai]:
        make_game(player, account_of(LEVELS[-1]), ["e5"])
    assert priorities == [0, 3, 6, 9, 9, 0]


def test_the_games_of_all_bots_of_one_owner_count_together(priorities, amaia):
    bots = [make_user(name, kind=User.Kind.BOT, owner=amaia) for name in ("magma", "lava")]
    for player in (*bots, amaia):
        make_game(player, account_of(LEVELS[-1]), ["e5"])
    assert priorities == [0, 3, 6]


def test_games_between_house_players_wait_in_one_row_behind_those_of_people(priorities, amaia):
    for opponent in (LEVELS[0], LEVELS[0], LEVELS[1]):
        make_game(account_of(opponent), account_of(LEVELS[-1]), ["e5"])
    make_game(amaia, account_of(LEVELS[-1]), ["e5"])
    assert priorities == [9, 9, 9, 9, 9, 9, 0]


def test_the_longest_waiting_turn_comes_first_when_it_is_called_again(priorities, amaia):
    for _ in range(2):
        make_game(amaia, account_of(LEVELS[-1]), ["e5"])
    priorities.clear()
    services.call_waiting_house_bots(older_than=timedelta(0))
    assert priorities == [0, 3]


def test_many_waiting_turns_need_no_more_queries_than_one(
    woken, amaia, unai, django_assert_num_queries
):
    for player in [amaia, unai] * 4:
        make_game(player, account_of(LEVELS[-1]), ["e5"])
    with django_assert_num_queries(3):
        assert services.call_waiting_house_bots(older_than=timedelta(0)) == 8


def test_turns_that_nobody_takes_let_the_others_come_up(woken, amaia, game, monkeypatch):
    monkeypatch.setattr(house_games, "BATCH", 1)
    other = make_game(amaia, account_of(RANDOM), ["e5"])
    for _ in range(2):
        services.call_waiting_house_bots(older_than=timedelta(0))
    assert [call[1] for call in woken[-2:]] == [game.pk, other.pk]


def test_a_house_bot_declines_a_draw_at_once(game, amaia):
    services.play_house_turn(game.pk, 2)
    answered = services.offer_draw(game.pk, amaia, 2)
    assert (answered.draw_offer_by, answered.draw_declined_at_ply) == (None, 2)


def test_a_house_bot_accepts_a_challenge_at_once(amaia):
    offer = make_challenge(amaia, account_of(RANDOM), rated=True, seat="first")
    assert (offer.status, offer.game.first, offer.game.rated) == ("accepted", amaia, True)


def test_a_house_bot_accepts_a_rematch_at_once(game, amaia):
    services.resign(game.pk, amaia)
    offer = services.rematch(game.pk, amaia)
    assert offer.game.first == game.second


def test_a_challenge_beyond_the_limit_leaves_no_offer(guest):
    play_many(guest, MOST_GAMES_OF_A_GUEST)
    with pytest.raises(errors.TooManyGames):
        make_challenge(guest, account_of(RANDOM))
    assert not guest.offers_made.exists()


@pytest.mark.parametrize("bot", [RANDOM, GREEDY])
def test_a_whole_game_against_a_house_bot_comes_to_its_score(amaia, bot):
    game = services.play_house_bot(amaia, bot, 5)
    for ply, text in enumerate(some_moves(1), start=1):
        services.play(game.pk, amaia, ply, text)
    for _ in range(80):
        game.refresh_from_db()
        if game.to_move is None:
            break
        if game.to_move == amaia:
            move = game.current.first_move(game.current.placements()[0])
            services.play(game.pk, amaia, game.ply_count + 1, str(move))
        else:
            assert services.play_house_turn(game.pk, game.ply_count + 1)
    services.adjudicate(game.pk)
    game.refresh_from_db()
    assert game.termination == "score"


@pytest.fixture
def retired(amaia):
    """The account of a house player that plays with Amaia, and retires."""
    account = account_of(GREEDY)
    make_game(amaia, account, ["e5"])
    make_accounts()
    account.refresh_from_db()
    return account


def test_a_house_player_that_has_retired_finishes_its_game(retired):
    game = Game.objects.of(retired).get()
    assert services.play_house_turn(game.pk, 2)


def test_nobody_begins_a_game_with_a_house_player_that_has_retired(retired, unai):
    with pytest.raises(errors.CannotChallenge, match="does not play here any more"):
        make_challenge(unai, retired)
    assert services.house_player(retired.username) is None


def test_who_retired_before_anybody_played_it_gets_no_account(db):
    make_accounts()
    names = {player.username for player in PLAYERS}
    assert set(User.objects.values_list("username", flat=True)) == names


def test_the_page_of_a_level_says_how_it_plays_and_how_long_it_searches(db):
    about = account_of(LEVELS[-1]).about
    assert LEVELS[-1].about in about
    assert "20,000" in about


def test_words_about_a_house_player_are_renewed(db):
    User.objects.filter(pk=account_of(RANDOM).pk).update(about="Old words.")
    make_accounts()
    assert account_of(RANDOM).about == about(RANDOM)


@pytest.fixture
def holder(db):
    """Somebody who has the name of a level, but for its case."""
    return make_user(LEVELS[0].username.title(), about="I was here first.")


def test_a_level_whose_name_somebody_else_has_is_told_to_the_operator_and_left_out(holder, caplog):
    make_accounts()
    holder.refresh_from_db()
    assert (holder.kind, holder.about) == (User.Kind.PERSON, "I was here first.")
    assert f"{holder.username} is not a house bot" in caplog.text
    assert list(strengths_now()) == list(LEVELS[1:])
    assert User.objects.filter(kind=User.Kind.HOUSE).count() == len(PLAYERS) - 1


def test_no_game_begins_with_somebody_who_has_the_name_of_a_level(holder, amaia):
    with pytest.raises(errors.CannotChallenge, match="at present"):
        services.play_house_bot(amaia, LEVELS[0], 5)
    assert not Game.objects.exists()


def test_a_house_bot_is_known_in_whatever_case_its_name_is_written(game):
    User.objects.filter(pk=game.second_id).update(username="House-Random")
    assert account_of(RANDOM) == game.second
    assert services.play_house_turn(game.pk, 2)


def test_a_turn_of_a_house_bot_that_nobody_knows_is_told_to_the_operator(game, caplog):
    User.objects.filter(pk=game.second_id).update(username="pebble")
    assert not services.play_house_turn(game.pk, 2)
    assert "waits for pebble" in caplog.text
