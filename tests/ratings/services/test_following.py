from datetime import timedelta

import pytest
from django.db import OperationalError

from games import services as games
from games.demo import load_demo
from games.models import Move, Result, Termination
from ratings.models import Cursor, LedgerEntry, Revision
from ratings.replay import Pool
from ratings.services import contradictions, follow, following
from tests.games.factories import make_finished_game, make_game, make_user, some_moves
from tests.ratings.finished import DAY_ONE, finish, finish_many

pytestmark = pytest.mark.django_db


def ledger():
    return list(LedgerEntry.objects.current().order_by("sequence").values())


def test_a_finished_game_moves_both_ratings(amaia, unai):
    finish(amaia, unai)
    assert follow() == 1
    amaia.refresh_from_db()
    unai.refresh_from_db()
    assert (amaia.rating, unai.rating) == (1_520_000_000, 1_480_000_000)
    assert (amaia.rated_games, amaia.last_rated_at) == (1, DAY_ONE)


def test_a_game_that_was_played_to_a_resignation_is_rated(amaia, unai):
    make_finished_game(amaia, unai, some_moves(7), rated=True)
    follow()
    assert LedgerEntry.objects.get().first_change == 20_000_000


def test_white_is_the_winner_where_the_sides_were_swapped(amaia, unai):
    finish(amaia, unai, Result.WHITE, swapped=True)
    follow()
    assert LedgerEntry.objects.get().half_points == 2


def test_the_row_tells_what_the_game_found(amaia, unai):
    finish(amaia, unai)
    finish(unai, amaia)
    follow()
    row = LedgerEntry.objects.get(sequence=2)
    assert (row.second_before, row.second_games, row.second_k) == (1_520_000_000, 1, 40)


def test_a_second_call_adds_nothing(amaia, unai):
    finish(amaia, unai)
    follow()
    before = ledger()
    assert follow() == 0
    assert ledger() == before


def test_a_cursor_that_lags_behind_the_ledger_doubles_nothing(amaia, unai):
    finish(amaia, unai)
    follow()
    Cursor.objects.update(last=0)
    follow()
    assert len(ledger()) == 1
    assert list(contradictions()) == []


def test_no_more_events_are_taken_than_asked_for(amaia, unai):
    finish(amaia, unai)
    finish(amaia, unai)
    assert follow(limit=1) == 1
    assert Cursor.objects.get().last == 1


def test_a_casual_game_has_a_row_that_says_so(amaia, unai):
    finish(amaia, unai, rated=False)
    follow()
    row = LedgerEntry.objects.get()
    assert (row.rated, row.reason, row.first_change) == (False, "casual", 0)


def test_the_fourth_game_with_a_bot_in_thirty_days_is_not_rated(amaia):
    bot = make_user("lapa", kind="bot", owner=make_user("jokin"))
    for day in (0, 1, 2, 3, 31):
        finish(amaia, bot, finished=DAY_ONE + timedelta(days=day))
    follow()
    assert [row["reason"] for row in ledger()] == ["", "", "", "pair", ""]


def test_a_game_against_an_own_bot_is_not_rated(amaia):
    finish(amaia, make_user("lapa", kind="bot", owner=amaia))
    follow()
    assert LedgerEntry.objects.get().reason == "owner"


def test_the_second_loss_on_time_in_a_row_is_not_rated(amaia, unai):
    finish(amaia, unai, ran_out=DAY_ONE)
    finish(amaia, unai, ran_out=DAY_ONE + timedelta(days=1))
    follow()
    assert [row["reason"] for row in ledger()] == ["", "series"]


def test_a_ply_in_another_game_ends_a_series(amaia, unai):
    finish(amaia, unai, ran_out=DAY_ONE)
    other = make_game(unai, make_user("nora"), some_moves(1))
    Move.objects.filter(game=other).update(made=DAY_ONE + timedelta(hours=1))
    finish(amaia, unai, ran_out=DAY_ONE + timedelta(days=1))
    follow()
    assert [row["reason"] for row in ledger()] == ["", ""]


def test_a_ply_that_was_prepared_beforehand_does_not_end_a_series(amaia, unai):
    finish(amaia, unai, ran_out=DAY_ONE)
    other = make_game(unai, make_user("nora"), some_moves(1))
    later = DAY_ONE + timedelta(hours=1)
    Move.objects.filter(game=other).update(made=later, by_condition=True)
    finish(amaia, unai, ran_out=DAY_ONE + timedelta(days=1))
    follow()
    assert [row["reason"] for row in ledger()] == ["", "series"]


def test_a_game_that_cannot_be_rated_never_holds_up_those_behind(amaia, unai, monkeypatch):
    rate, bad = Pool.rate, finish(amaia, unai)

    def fail_once(pool, facts):
        if facts.game == bad.pk:
            raise ZeroDivisionError
        return rate(pool, facts)

    finish(amaia, unai)
    monkeypatch.setattr(Pool, "rate", fail_once)
    assert follow() == 2
    assert [row["reason"] for row in ledger()] == ["error", ""]


def test_a_result_that_cannot_be_read_never_holds_up_those_behind(amaia, unai, monkeypatch):
    read, bad = following.facts_of, finish(amaia, unai)

    def fail_once(event):
        if event.game_id == bad.pk:
            raise ValueError("nonsense in a row")
        return read(event)

    finish(amaia, unai)
    monkeypatch.setattr(following, "facts_of", fail_once)
    assert follow() == 2
    assert [row["reason"] for row in ledger()] == ["error", ""]


def test_a_correction_that_cannot_be_made_never_holds_up_those_behind(amaia, unai, monkeypatch):
    game = finish(amaia, unai)
    follow()
    games.annul(game.pk, make_user("leire", is_staff=True), "A test.")
    finish(amaia, unai)
    monkeypatch.setattr(following, "revise", lambda event: 1 / 0)
    assert follow() == 2
    assert [row["reason"] for row in ledger()] == ["", ""]
    assert list(contradictions())


def test_a_database_that_is_away_passes_over_nothing(amaia, unai, monkeypatch):
    finish(amaia, unai)

    def be_away(event):
        raise OperationalError

    monkeypatch.setattr(following, "facts_of", be_away)
    with pytest.raises(OperationalError):
        follow()
    monkeypatch.undo()
    assert follow() == 1
    assert [row["reason"] for row in ledger()] == [""]


def test_a_fault_between_the_rating_and_the_commit_doubles_nothing(amaia, unai, monkeypatch):
    finish(amaia, unai)
    store = following.store_standings

    def store_and_die(users, pool):
        store(users, pool)
        raise KeyboardInterrupt

    monkeypatch.setattr(following, "store_standings", store_and_die)
    with pytest.raises(KeyboardInterrupt):
        follow()
    monkeypatch.undo()
    assert ledger() == []
    assert follow() == 1
    assert list(contradictions()) == []


def test_a_result_event_wakes_the_ledger(
    amaia, unai, monkeypatch, django_capture_on_commit_callbacks
):
    woken = []
    monkeypatch.setattr("sumendi_site.queue.current_app.send_task", lambda *a, **k: woken.append(a))
    game = make_game(amaia, unai, some_moves(7))
    with django_capture_on_commit_callbacks(execute=True):
        games.resign(game.pk, unai)
    assert ("ratings.tasks.follow_results",) in woken


def test_the_ledger_refuses_to_be_changed(amaia, unai):
    finish(amaia, unai)
    follow()
    with pytest.raises(TypeError, match="append-only"):
        LedgerEntry.objects.get().save()


@pytest.mark.parametrize("rows", [LedgerEntry.objects, Revision.objects])
def test_rows_of_the_ledger_cannot_be_changed_or_deleted_together(amaia, rows):
    with pytest.raises(TypeError, match="append-only"):
        rows.all().update(why="")
    with pytest.raises(TypeError, match="append-only"):
        rows.all().delete()


def test_many_games_replay_to_the_same_digits(players):
    finish_many(players, 120)
    follow()
    assert {"", "series"} <= {row["reason"] for row in ledger()}
    assert list(contradictions()) == []


def test_the_demo_replays_to_the_same_digits():
    load_demo()
    assert follow() == 12
    assert any(row["rated"] for row in ledger())
    assert list(contradictions()) == []


@pytest.mark.parametrize("termination", [Termination.ADJUDICATION, Termination.FORFEIT])
def test_what_was_not_decided_by_play_is_not_rated(amaia, unai, termination):
    finish(amaia, unai, termination=termination)
    follow()
    assert not LedgerEntry.objects.get().rated


def test_a_game_that_a_bot_lost_by_its_own_fault_is_rated(amaia):
    bot = make_user("lapa", kind="bot", owner=make_user("jokin"))
    finish(amaia, bot, termination=Termination.FAULT)
    follow()
    assert LedgerEntry.objects.get().second_change == -20_000_000


def test_games_of_an_event_between_bots_count_for_the_limit_of_their_pair():
    bots = [make_user(name, kind="bot", owner=make_user(f"{name}-owner")) for name in ("a1", "b1")]
    for _ in range(4):
        finish(*bots, event_label="Ladder")
    follow()
    assert [row["reason"] for row in ledger()] == ["", "", "", "pair"]
