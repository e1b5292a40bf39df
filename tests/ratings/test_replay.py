from dataclasses import astuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.facts import Reason
from ratings.numbers import FLOOR, ONE, START, START_VARIANCE
from ratings.replay import Pool, Standing, replay
from ratings.uncertainty import grown, updated
from tests.ratings.facts import bot, days, make_facts, make_time_loss

PLAYERS = range(1, 7)


@st.composite
def histories(draw):
    """Finished games among six players, some of them lost on time, short, casual or annulled."""
    games = []
    for number in range(draw(st.integers(1, 40))):
        first = draw(st.sampled_from(PLAYERS))
        second = draw(st.sampled_from([p for p in PLAYERS if p != first]))
        when = days(number / 4)
        make = draw(st.sampled_from([make_facts, make_facts, make_time_loss]))
        if make is make_time_loss:
            games.append(make_time_loss(number, first, second, when, last_ply_before=days(1)))
            continue
        games.append(
            make_facts(
                number,
                first,
                second,
                finished=when,
                half_points=draw(st.sampled_from([0, 1, 2, 2])),
                plies=draw(st.sampled_from([5, 6, 40])),
                agreed_rated=draw(st.integers(0, 9)) > 0,
                is_annulled=draw(st.integers(0, 9)) == 0,
            )
        )
    return games


@st.composite
def pools(draw):
    """Six players of any strength and experience."""
    return Pool(
        {
            player: Standing(
                rating=draw(st.integers(FLOOR, FLOOR + 10 * ONE) | st.integers(FLOOR, 2900 * ONE)),
                games=draw(st.integers(0, 60)),
                variance=draw(st.floats(1600, START_VARIANCE)),
            )
            for player in PLAYERS
        }
    )


def total(pool):
    return sum(standing.rating for standing in pool.standings.values())


def explained(entry):
    """What the pool gains by this game: by unequal K, by the true difference above 2650, and by
    the floor."""
    if not entry.rated:
        return 0
    first, second = entry.first, entry.second
    score = entry.facts.half_points * ONE // 2
    by_k = (first.k - second.k) * (score - first.expected)
    by_true_difference = second.k * (ONE - first.expected - second.expected)
    raw = first.before + first.k * (score - first.expected)
    raw_second = second.before + second.k * (ONE - score - second.expected)
    by_floor = max(0, FLOOR - raw) + max(0, FLOOR - raw_second)
    return by_k + by_true_difference + by_floor


@given(pools(), histories())
def test_the_sum_of_a_pool_changes_only_by_k_the_floor_and_the_true_difference(pool, games):
    before = total(pool)
    entries = list(replay(games, pool))
    assert total(pool) - before == sum(map(explained, entries))


@given(pools(), histories())
def test_no_rating_falls_below_the_floor(pool, games):
    assert all(min(e.first.after, e.second.after) >= FLOOR for e in replay(games, pool))


@given(histories())
def test_a_replay_of_the_same_games_gives_the_same_digits(games):
    assert list(replay(games)) == list(replay(games))


@given(histories(), st.integers(0, 40))
def test_a_replay_that_goes_on_from_the_middle_gives_the_same_digits(games, cut):
    pool = Pool()
    halves = [*replay(games[:cut], pool), *replay(games[cut:], pool)]
    assert halves == list(replay(games))


@given(histories())
def test_each_entry_begins_where_the_players_last_one_ended(games):
    held = {}
    for entry in replay(games):
        for seat, side in ((entry.facts.first, entry.first), (entry.facts.second, entry.second)):
            assert (side.before, side.peak) == held.get(seat.player, (START, None))
            held[seat.player] = (side.after, side.peak_after)


def test_an_entry_tells_what_the_game_did_to_both():
    entry = Pool().rate(make_facts())
    assert astuple(entry.first)[:8] == (
        *(1500_000000, 0, None, 40, 500000, 20_000000, 1520_000000, None),
    )
    assert (entry.rated, entry.reason, entry.second.change) == (True, None, -20_000000)


def test_who_begins_with_another_rating_joins_the_pool_with_that():
    pool = Pool(starts={1: 1900_000000})
    entry = pool.rate(make_facts())
    assert (entry.first.before, entry.second.before) == (1900_000000, 1500_000000)


def test_a_rated_game_moves_both_standings():
    pool = Pool()
    facts = make_facts()
    entry = pool.rate(facts)
    assert pool.standings[2] == Standing(
        1480_000000, 1, None, entry.second.variance_after, facts.finished
    )


def test_a_game_that_is_not_rated_leaves_everything_as_it_was():
    standing = Standing(1723_500000, 80, 1800_000000, 3000.0, days(0))
    pool = Pool({1: standing, 2: Standing()})
    entry = pool.rate(make_facts(agreed_rated=False, finished=days(40)))
    assert astuple(entry.first) == (
        *(1723_500000, 80, 1800_000000, 0, 0, 0, 1723_500000, 1800_000000),
        *(3000.0, 3000.0, days(0)),
    )
    assert standing == Standing(1723_500000, 80, 1800_000000, 3000.0, days(0))


def test_a_game_whose_rating_failed_changes_nothing_and_says_so():
    pool = Pool()
    entry = pool.unrated(make_facts(), Reason.ERROR)
    assert (entry.rated, entry.reason, entry.first.after) == (False, Reason.ERROR, START)
    assert pool.rate(make_facts(2)).first.games == 0


def test_the_change_shown_at_the_floor_is_what_was_really_lost():
    pool = Pool({1: Standing(601_500000, 50), 2: Standing(640_000000, 40)})
    entry = pool.rate(make_facts(half_points=0))
    assert (entry.first.change, entry.second.change) == (-1_500000, 8_896400)


def test_a_peak_of_2400_makes_k_small_for_ever():
    pool = Pool({1: Standing(2395_000000, 30, 2395_000000), 2: Standing(2395_000000, 30)})
    won = pool.rate(make_facts(1))
    lost = pool.rate(make_facts(2, half_points=0))
    after = pool.rate(make_facts(3, half_points=0))
    assert [e.first.k for e in (won, lost, after)] == [20, 10, 10]
    assert after.first.before < 2400_000000 < after.first.peak


def test_2400_before_the_thirtieth_game_is_no_peak():
    pool = Pool({1: Standing(2450_000000, 28), 2: Standing(2450_000000, 90)})
    entries = [pool.rate(make_facts(number, half_points=0)) for number in range(3)]
    assert entries[0].first.peak_after is None
    assert entries[1].first.peak_after == entries[1].first.after


def test_a_bot_has_k_10_after_thirty_games():
    pool = Pool({1: Standing(games=30), 2: Standing(games=30)})
    entry = pool.rate(make_facts(second=bot(2, owner=9)))
    assert (entry.first.k, entry.second.k) == (20, 10)


def test_both_variances_grow_to_the_end_of_the_game_before_it_is_rated():
    pool = Pool(
        {
            1: Standing(games=50, variance=3000.0, last_rated=days(0)),
            2: Standing(games=50, variance=5000.0, last_rated=days(10)),
        }
    )
    entry = pool.rate(make_facts(finished=days(30)))
    grown_both = grown(3000.0, days(0), days(30)), grown(5000.0, days(10), days(30))
    assert grown_both == (3750.0, 5500.0)
    assert entry.first.variance_after == updated(*grown_both, 20, ONE // 2)
    assert entry.second.variance_after == updated(*grown_both[::-1], 20, ONE // 2)
    assert (entry.first.variance_before, entry.second.variance_before) == (3000.0, 5000.0)


def test_a_game_that_cannot_be_rated_changes_nothing():
    one, other = Standing(games=30), Standing(games=30)
    pool = Pool({1: one, 2: other}, recent={(1, 2): ["no instant"]})
    with pytest.raises(TypeError):
        pool.rate(make_facts())
    assert (one, other) == (Standing(games=30), Standing(games=30))
    assert pool.recent == {(1, 2): ["no instant"]}


def test_no_more_is_remembered_of_two_players_than_the_limit_counts():
    pool = Pool()
    for number in range(50):
        pool.rate(make_facts(number, finished=days(4 * number)))
    assert pool.recent == {(1, 2): [days(4 * number) for number in range(40, 50)]}
