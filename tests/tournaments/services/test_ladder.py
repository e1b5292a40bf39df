from datetime import timedelta

import pytest
from django.utils import timezone

from games import services as games
from games.consistency import contradictions
from games.models import Bot, BotTurn, BotVersion, Game, Termination, TurnRank, VersionState
from games.services.finishing import finish, won_against
from ratings.models import LedgerEntry
from ratings.services import follow
from sumendi_site.accounts.models import User
from tests.games.bots.hosting import hosting_on
from tests.games.factories import make_game, make_user
from tests.ratings.finished import finish as finished
from tests.tournaments.bots import make_ladder_bot
from tests.tournaments.factories import make_tournament, publish_round
from tournaments.models import LadderBeat, LadderGame
from tournaments.services import entering, ladder, starting
from tournaments.tasks import pair_ladder

pytestmark = pytest.mark.django_db


def end(game, loser=None, termination=Termination.RESIGNATION, plies=10):
    """The game ends after so many plies, which nobody asks for here."""
    game.ply_count, game.swapped = plies, False
    game.save()
    finish(game, won_against(game, loser or game.second), termination, timezone.now())


def play_on():
    """Pair until nobody is left who may meet, every game ending at once; how many games began."""
    count = 0
    while ladder.pair():
        for game in Game.objects.running().select_related("first", "second"):
            end(game)
            count += 1
        follow()
    return count


def test_two_bots_are_paired_for_a_rated_game_with_a_fast_control(basalt, pumice):
    assert ladder.pair() == 1
    game = Game.objects.get()
    assert {game.first, game.second} == {basalt, pumice}
    assert (game.rated, game.time_control, game.event_label) == (True, "2m+2s", "Ladder")


def test_the_first_turn_waits_behind_those_against_people_and_no_clock_runs(basalt, pumice):
    ladder.pair()
    assert BotTurn.objects.get().rank == TurnRank.LADDER
    assert Game.objects.get().deadline is None


def test_the_row_tells_why_the_two_were_paired(basalt, pumice):
    User.objects.filter(pk=pumice.pk).update(rating=1_512_000_000, rating_variance=90.0**2)
    ladder.pair()
    row = LadderGame.objects.get()
    assert (row.game.first, row.first_version.bot_id, row.sought_for) == (
        basalt,
        basalt.pk,
        "first",
    )
    assert (row.first_rating, row.second_rating) == (1_500_000_000, 1_512_000_000)
    assert (row.first_uncertainty, row.second_uncertainty) == (350, 90)
    assert (row.number, row.seats) == (1, "even")


def test_a_second_beat_begins_nothing_that_has_begun(basalt, pumice):
    ladder.pair()
    assert ladder.pair() == 0
    assert LadderGame.objects.count() == 1


def test_nothing_begins_where_no_program_can_run(basalt, pumice, sandbox):
    sandbox.kind = ""
    sandbox.save()
    assert ladder.pair() == 0


def test_nothing_begins_where_the_ladder_is_off(basalt, pumice, settings):
    settings.LADDER = False
    assert ladder.pair() == 0


@pytest.mark.parametrize(
    "absent", [{"on_ladder": False}, {"paused": timezone.now()}, {"sizes": []}]
)
def test_a_bot_that_does_not_take_part_is_left_alone(basalt, absent):
    make_ladder_bot("obsidian", **absent)
    assert ladder.pair() == 0


def test_a_bot_without_a_live_version_is_left_alone(basalt, pumice):
    BotVersion.objects.filter(bot=pumice.pk).update(state=VersionState.RETIRED)
    assert ladder.pair() == 0


@pytest.mark.parametrize("closed", ["pumice", "pumice-owner"])
def test_a_bot_that_is_closed_or_whose_owner_is_gone_is_left_alone(basalt, pumice, closed):
    User.objects.filter(username=closed).update(is_active=False)
    assert ladder.pair() == 0


def test_bots_of_one_owner_never_meet(basalt):
    make_ladder_bot("obsidian", owner=basalt.owner)
    assert ladder.pair() == 0


def test_a_bot_gets_only_boards_that_both_play_on(basalt, pumice):
    Bot.objects.filter(account=basalt).update(sizes=[6, 7])
    Bot.objects.filter(account=pumice).update(sizes=[5, 7])
    ladder.pair()
    assert Game.objects.get().size == 7


def test_bots_that_play_in_a_round_of_an_event_wait_for_its_end(basalt, pumice):
    tournament = make_tournament(entrants="bots")
    for bot in (basalt, pumice):
        entering.enter_bot(bot.owner, tournament.slug, bot)
    starting.start(None, tournament.slug)
    publish_round(tournament)
    assert ladder.pair() == 0
    end(Game.objects.get())
    assert ladder.pair() == 1


def test_a_bot_plays_as_many_games_at_a_time_as_the_setting_says(basalt, settings):
    for name in ("pumice", "obsidian", "tuff", "scoria"):
        make_ladder_bot(
            name, owner=User.objects.filter(username="others").first() or make_user("others")
        )
    settings.LADDER_GAMES = 3
    ladder.pair()
    assert Game.objects.running().of(basalt).count() == 3


def test_a_game_that_is_being_scored_still_takes_a_place(basalt, pumice, settings):
    settings.LADDER_GAMES = 1
    ladder.pair()
    Game.objects.update(status="scoring", to_move=None)
    make_ladder_bot("obsidian", owner=basalt.owner)
    Bot.objects.filter(account=basalt).update(on_ladder=False)
    assert ladder.pair() == 0


def test_the_next_game_of_two_has_its_seats_exchanged(basalt, pumice):
    assert play_on() == 3
    seats = LadderGame.objects.order_by("pk").values_list("game__first__username", "number")
    assert list(seats) == [("basalt", 1), ("pumice", 2), ("basalt", 3)]


def test_three_games_of_two_are_rated_and_no_more_begin(basalt, pumice):
    play_on()
    assert list(LedgerEntry.objects.values_list("rated", flat=True)) == [True] * 3
    assert ladder.pair() == 0


def test_after_thirty_days_the_two_meet_again(basalt, pumice, move_clock_to):
    play_on()
    move_clock_to(timezone.now() + timedelta(days=30, minutes=1))
    hosting_on(worker="another")
    assert ladder.pair() == 1


def test_rated_games_that_the_ladder_did_not_begin_count_too(basalt, pumice):
    for _ in range(3):
        finished(basalt, pumice, finished=timezone.now())
    follow()
    assert ladder.pair() == 0


def test_games_that_have_ended_but_are_not_rated_yet_count_too(basalt, pumice):
    for _ in range(3):
        finished(basalt, pumice, finished=timezone.now())
    assert ladder.pair() == 0


def test_a_rated_game_that_goes_on_counts_too(basalt, pumice):
    make_game(basalt, pumice, rated=True)
    assert ladder.pair() == 0


def test_casual_games_of_the_two_do_not_count(basalt, pumice):
    for _ in range(3):
        finished(basalt, pumice, rated=False, finished=timezone.now())
    follow()
    assert ladder.pair() == 1


def test_a_bot_that_always_breaks_down_early_is_not_paired_for_ever(basalt, pumice):
    for _ in range(3):
        assert ladder.pair() == 1
        end(Game.objects.running().get(), basalt, Termination.FAULT, plies=3)
        follow()
    assert set(LedgerEntry.objects.values_list("reason", flat=True)) == {"short"}
    assert ladder.pair() == 0


def test_many_games_are_begun_in_several_transactions(sandbox, monkeypatch):
    for name in ("basalt", "pumice", "obsidian", "tuff"):
        make_ladder_bot(name)
    monkeypatch.setattr("tournaments.services.ladder.beginning.AT_ONCE", 4)
    assert [ladder.pair() for _ in range(3)] == [4, 2, 0]


def test_the_task_goes_on_where_more_games_are_to_begin(monkeypatch):
    woken = []
    monkeypatch.setattr("tournaments.tasks.wake", woken.append)
    for begun in (ladder.AT_ONCE, ladder.AT_ONCE - 1):
        monkeypatch.setattr(ladder, "pair", lambda begun=begun: begun)
        pair_ladder()
    assert woken == ["tournaments.tasks.pair_ladder"]


def test_the_end_of_a_ladder_game_and_no_other_wakes_the_ladder(
    basalt, pumice, monkeypatch, django_capture_on_commit_callbacks
):
    woken = []
    monkeypatch.setattr(
        "sumendi_site.queue.current_app.send_task", lambda task, **_: woken.append(task)
    )
    ladder.pair()
    other = make_game(make_user("amaia"), make_user("unai"))
    with django_capture_on_commit_callbacks(execute=True):
        games.resign(other.pk, other.first)
    assert "tournaments.tasks.pair_ladder" not in woken
    with django_capture_on_commit_callbacks(execute=True):
        end(LadderGame.objects.get().game)
    assert "tournaments.tasks.pair_ladder" in woken


def test_a_beat_that_finds_nothing_to_do_locks_nothing(basalt):
    ladder.pair()
    assert not LadderBeat.objects.exists()


def test_a_steady_ladder_costs_few_queries(basalt, pumice, django_assert_max_num_queries):
    ladder.pair()
    with django_assert_max_num_queries(6):
        ladder.pair()


def test_the_ladder_is_consistent(basalt, pumice):
    play_on()
    assert [problem for problem in contradictions() if "Ladder" in problem] == []


@pytest.mark.parametrize(
    ("columns", "problem"),
    [
        ({"rated": False}, "it is no rated game of the ladder."),
        ({"event_label": "Cup"}, "it is no rated game of the ladder."),
    ],
)
def test_a_game_that_is_none_of_the_ladder_is_found(basalt, pumice, columns, problem):
    ladder.pair()
    Game.objects.update(**columns)
    assert list(ladder.contradictions()) == [f"Ladder, game {Game.objects.get().pk}: {problem}"]


def test_a_version_of_another_bot_is_found(basalt, pumice):
    ladder.pair()
    LadderGame.objects.update(first_version=BotVersion.objects.get(bot=pumice.pk))
    assert "its versions are not those of its players." in next(ladder.contradictions())


def test_two_bots_of_one_owner_are_found(basalt, pumice):
    ladder.pair()
    User.objects.filter(pk=pumice.pk).update(owner=basalt.owner)
    assert "both its players have one owner." in next(ladder.contradictions())


def test_two_who_play_several_games_at_once_are_found(basalt, pumice):
    for _ in range(2):
        ladder.pair()
        end(Game.objects.running().get())
    Game.objects.update(status="scoring")
    found = list(ladder.contradictions())
    assert found == ["Ladder: basalt and pumice play 2 games at the same time."]
