from datetime import timedelta

import pytest

from games.models import Game
from games.services.house_bots import house_player
from sumendi_site.live.models import LiveEvent
from sumendi_site.notices.models import Notice
from tests.games.factories import make_bot, make_user
from tests.tournaments.factories import (
    boards,
    make_entries,
    make_organiser,
    make_running,
    make_tournament,
    play_round,
    publish_round,
    start,
)
from tournaments.models import Act
from tournaments.services import entering, pairing, publishing
from tournaments.services.errors import NotADirector, RoundNotFound
from tournaments.services.events import event_of
from tournaments.swiss.event import Code, verify
from tournaments.swiss.round_robin import round_robin

pytestmark = pytest.mark.django_db


def test_publishing_begins_a_game_on_each_board():
    tournament = make_running(4, time_control="7d+1d", size=6)
    round_ = publish_round(tournament)
    for board in round_.pairings.all():
        game = board.game
        assert (game.first, game.second) == (board.white.player, board.black.player)
        assert (game.event_label, game.size, game.rated) == ("Autumn Swiss, round 1", 6, True)
        assert (game.time_control, game.to_move) == ("7d+1d", game.first)


def test_the_deadline_of_a_round_counts_from_its_publication():
    round_ = publish_round(make_running(4, round_hours=48))
    assert round_.deadline - round_.published == timedelta(hours=48)


def test_publishing_twice_begins_and_tells_nothing_twice():
    tournament = make_running(4)
    publish_round(tournament)
    again = publishing.publish(make_organiser(), tournament.slug, 1)
    assert Game.objects.count() == 2
    assert Notice.objects.filter(kind="round").count() == 4
    assert again.tournament.log.filter(act=Act.PUBLISHED).count() == 1


def test_the_allocated_bye_has_its_code_at_once():
    board = publish_round(make_running(5)).pairings.get(black=None)
    assert (board.white_code, board.game) == (Code.ALLOCATED_BYE, None)


def test_players_hear_whom_they_play_and_who_begins():
    tournament = make_running(4)
    board = publish_round(tournament).pairings.first()
    first = Notice.objects.get(recipient=board.white.player, kind="round")
    second = Notice.objects.get(recipient=board.black.player, kind="round")
    assert first.text.title == "Round 1 of Autumn Swiss"
    assert f"You play {board.black.player}. You make the first move." in first.text.body
    assert "Your opponent moves first." in second.text.body
    assert first.text.url == f"/games/{board.game_id}/"
    assert first.about == f"game:{board.game_id}"


def test_programs_hear_that_their_game_has_begun():
    amaia, tournament = make_user("owner-1"), make_tournament()
    make_entries(tournament, 3)
    bot = make_bot(amaia)
    entering.enter_bot(amaia, tournament.slug, bot)
    start(tournament)
    publish_round(tournament)
    assert LiveEvent.objects.filter(topic=f"player:{bot.pk}", kind="game_start").exists()


def published_with_house_players(tournament, *names):
    for name in names:
        entering.enter_by_director(make_organiser(), tournament.slug, house_player(name))
    start(tournament)
    publish_round(tournament)
    return Game.objects.get()


def test_a_game_with_a_house_player_is_rated_in_a_rated_event():
    tournament = make_tournament()
    make_entries(tournament, 1)
    assert published_with_house_players(tournament, "house-pumice").rated


def test_a_game_between_two_house_players_is_casual_even_in_a_rated_event():
    tournament = make_tournament()
    assert not published_with_house_players(tournament, "house-pumice", "house-tuff").rated


def test_a_stranger_publishes_nothing():
    tournament = make_running(4)
    pairing.pair(make_organiser(), tournament.slug)
    with pytest.raises(NotADirector):
        publishing.publish(make_user("stranger"), tournament.slug, 1)
    assert not Game.objects.exists()


def test_what_was_not_paired_is_not_published():
    with pytest.raises(RoundNotFound):
        publishing.publish(make_organiser(), make_running(4).slug, 1)


def test_a_round_is_published_in_few_queries_a_game(django_assert_max_num_queries):
    tournament = make_running(20)
    pairing.pair(None, tournament.slug)
    with django_assert_max_num_queries(30 + 10 * 7):
        publishing.publish(None, tournament.slug, 1)


def test_a_round_robin_follows_its_table():
    tournament = make_running(5, format="round_robin", most_entries=8, cycles=2)
    assert tournament.rounds == 10
    for table in round_robin(5, 2):
        assert boards(play_round(tournament)) == [board for board in table if board[1]]
    event = event_of(tournament)
    verify(event)
    assert [one.results[0].code for one in event.players].count(Code.ABSENT) == 1


def test_in_a_round_robin_the_games_of_who_withdrew_are_forfeited():
    tournament = make_running(4, format="round_robin", most_entries=8)
    play_round(tournament)
    gone = tournament.entries.get(number=1)
    entering.withdraw(gone.player, tournament.slug)
    round_ = publish_round(tournament)
    board = (round_.pairings.filter(white=gone) | round_.pairings.filter(black=gone)).get()
    codes = {board.white_id: board.white_code, board.black_id: board.black_code}
    assert board.game is None
    assert codes.pop(gone.pk) == Code.FORFEIT_LOSS
    assert set(codes.values()) == {Code.FORFEIT_WIN}
