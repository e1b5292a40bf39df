"""Which games are rated, and the reason when one is not."""

from datetime import timedelta

import pytest

from ratings.facts import Reason
from ratings.replay import Pool
from tests.ratings.facts import bot, days, make_facts, make_time_loss, person


def reasons(*games):
    pool = Pool()
    return [pool.rate(facts).reason for facts in games]


def reason(**facts):
    return Pool().rate(make_facts(**facts)).reason


@pytest.mark.parametrize("end", ["score", "resignation", "timeout", "agreement", "fault"])
def test_a_game_that_was_played_is_rated_whatever_its_end(end):
    assert reason(termination=end) is None


@pytest.mark.parametrize(
    ("end", "why"),
    [
        ("cancelled", Reason.CANCELLED),
        ("bye", Reason.BYE),
        ("forfeit", Reason.FORFEIT),
        ("adjudication", Reason.ADJUDICATED),
        ("bot_fault", Reason.BOT_FAULT),
    ],
)
def test_an_end_that_is_no_result_of_play_is_not_rated(end, why):
    assert reason(termination=end) is why


def test_an_adjudication_that_is_proved_is_rated():
    assert reason(termination="adjudication", is_proved=True) is None


def test_a_game_agreed_to_be_casual_is_not_rated():
    assert reason(agreed_rated=False) is Reason.CASUAL


def test_an_annulled_game_is_not_rated():
    assert reason(is_annulled=True) is Reason.ANNULLED


def test_a_game_without_a_result_is_not_rated():
    assert reason(half_points=None) is Reason.CANCELLED


@pytest.mark.parametrize(
    ("plies", "why"),
    [
        (0, Reason.FORFEIT),
        (1, Reason.FORFEIT),
        (2, Reason.SHORT),
        (5, Reason.SHORT),
        (6, None),
    ],
)
@pytest.mark.parametrize("end", ["resignation", "timeout", "fault"])
def test_a_game_is_rated_from_six_plies_on(plies, why, end):
    assert reason(plies=plies, termination=end) is why


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (bot(11, owner=1), person(1)),
        (person(1), bot(11, owner=1)),
        (bot(11, owner=1), bot(12, owner=1)),
    ],
)
def test_a_game_within_one_owner_is_not_rated(first, second):
    assert reason(first=first, second=second) is Reason.OWNER


def test_a_bot_against_a_bot_of_another_owner_is_rated():
    assert reason(first=bot(11, owner=1), second=bot(12, owner=2)) is None


@pytest.mark.parametrize(
    ("before", "players", "why"),
    [
        (9, {}, None),
        (10, {}, Reason.PAIR),
        (2, {"second": bot(2, owner=9)}, None),
        (3, {"second": bot(2, owner=9)}, Reason.PAIR),
        (3, {"first": bot(1, owner=8), "second": bot(2, owner=9)}, Reason.PAIR),
    ],
)
def test_two_players_have_so_many_rated_games_in_thirty_days(before, players, why):
    games = [make_facts(number, **players) for number in range(before + 1)]
    assert reasons(*games) == [None] * before + [why]


def test_a_pair_is_the_same_with_its_seats_exchanged():
    games = [make_facts(number, 1 + number % 2, 2 - number % 2) for number in range(11)]
    assert reasons(*games)[-1] is Reason.PAIR


def test_other_opponents_do_not_count_for_a_pair():
    games = [make_facts(number, 1, 3 + number) for number in range(10)]
    assert reasons(*games, make_facts(11)) == [None] * 11


@pytest.mark.parametrize(
    ("later", "why"),
    [
        (timedelta(days=30), Reason.PAIR),
        (timedelta(days=30, seconds=1), None),
    ],
)
def test_a_pair_may_go_on_when_its_first_game_is_more_than_thirty_days_old(later, why):
    games = [make_facts(number, finished=days(0)) for number in range(10)]
    assert reasons(*games, make_facts(11, finished=days(0) + later))[-1] is why


def test_a_game_that_was_not_rated_does_not_count_for_its_pair():
    games = [make_facts(number, agreed_rated=number != 4) for number in range(11)]
    assert reasons(*games)[-1] is None


def test_event_games_of_people_are_always_rated():
    assert reasons(*(make_facts(n, is_event=True) for n in range(12))) == [None] * 12


def test_event_games_of_people_count_for_the_pair():
    games = [make_facts(number, is_event=True) for number in range(10)]
    assert reasons(*games, make_facts(11))[-1] is Reason.PAIR


def test_event_games_of_a_bot_are_limited_like_others():
    games = [make_facts(n, second=bot(2, owner=9), is_event=True) for n in range(4)]
    assert reasons(*games)[-1] is Reason.PAIR


def test_the_first_of_a_series_of_time_losses_counts():
    losses = [make_time_loss(n, 1, 1 + n, days(n / 10), last_ply_before=days(0)) for n in (1, 2, 3)]
    assert reasons(*losses) == [None, Reason.SERIES, Reason.SERIES]


def test_a_loss_at_the_same_instant_as_the_first_is_of_the_series():
    losses = [make_time_loss(n, 1, 1 + n, days(5), last_ply_before=days(0)) for n in (1, 2)]
    assert reasons(*losses) == [None, Reason.SERIES]


def test_who_never_made_a_ply_of_their_own_hand_continues_a_series():
    losses = [make_time_loss(n, 1, 1 + n, days(n)) for n in (1, 2)]
    assert reasons(*losses) == [None, Reason.SERIES]


@pytest.mark.parametrize(
    ("ply", "why"),
    [
        (days(1), Reason.SERIES),
        (days(1) + timedelta(microseconds=1), None),
    ],
)
def test_a_ply_after_the_first_loss_ends_a_series(ply, why):
    first = make_time_loss(1, 1, 2, ran_out=days(1), last_ply_before=days(0))
    second = make_time_loss(2, 1, 3, ran_out=days(2), last_ply_before=ply)
    assert reasons(first, second) == [None, why]


def test_the_loss_after_a_ply_begins_a_new_series():
    losses = [
        make_time_loss(1, 1, 2, ran_out=days(1), last_ply_before=days(0)),
        make_time_loss(2, 1, 3, ran_out=days(3), last_ply_before=days(2)),
        make_time_loss(3, 1, 4, ran_out=days(4), last_ply_before=days(2)),
    ]
    assert reasons(*losses) == [None, None, Reason.SERIES]


def test_a_time_loss_that_was_not_rated_begins_no_series():
    casual = make_time_loss(1, 1, 2, ran_out=days(1), agreed_rated=False)
    assert reasons(casual, make_time_loss(2, 1, 3, ran_out=days(2))) == [
        Reason.CASUAL,
        None,
    ]


def test_the_winner_on_time_is_not_in_a_series():
    won = make_time_loss(1, 1, 2, ran_out=days(1), last_ply_before=days(0))
    assert reasons(won, make_time_loss(2, 2, 3, ran_out=days(2))) == [None, None]


def test_a_game_ended_otherwise_is_rated_in_the_middle_of_a_series():
    first = make_time_loss(1, 1, 2, ran_out=days(1), last_ply_before=days(0))
    won = make_facts(2, 1, 3, termination="resignation", finished=days(2))
    assert reasons(first, won) == [None, None]


def test_a_time_loss_of_a_person_to_a_bot_is_rated():
    loss = make_time_loss(1, 1, bot(2, owner=9), ran_out=days(1))
    assert reasons(loss) == [None]
