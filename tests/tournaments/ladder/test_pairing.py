"""The ladder's pairing: what is promised of every pool, and the choices of small ones."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ladder import Entrant, Limits, Meeting, Seats, pairings

POINT = 1_000_000
LIMITS = Limits(games=2, meetings=3)
SIZES = frozenset((5, 6, 7))


def entrant(bot, rating=1500, uncertainty=350.0, owner=None, sizes=SIZES, running=0):
    return Entrant(bot, owner or 100 + bot, rating * POINT, uncertainty, frozenset(sizes), running)


def pair(*entrants, met=(), limits=LIMITS):
    return pairings(entrants, met, limits)


def names(made):
    return [(one.first.bot, one.second.bot) for one in made]


def unordered(one, other):
    return frozenset((one, other))


ids = st.integers(1, 8)
entrants = st.lists(
    st.builds(
        entrant,
        bot=ids,
        rating=st.integers(600, 2600),
        uncertainty=st.floats(20, 350),
        owner=st.integers(1, 5),
        sizes=st.sets(st.sampled_from((5, 6, 7))),
        running=st.integers(0, 3),
    ),
    unique_by=lambda one: one.bot,
)
meetings = st.lists(
    st.builds(Meeting, ids, ids, st.sampled_from((5, 6, 7)), st.booleans()).filter(
        lambda one: one.first != one.second
    ),
    max_size=12,
)
limits = st.builds(Limits, st.integers(0, 4), st.integers(0, 4))


def counted(met, made):
    games = [(game.first, game.second) for game in met] + names(made)
    return Counter(unordered(*two) for two in games)


@given(entrants, meetings, limits)
def test_no_two_of_one_owner_meet(pool, met, limits):
    assert all(one.first.owner != one.second.owner for one in pairings(pool, met, limits))


@given(entrants, meetings, limits)
def test_nobody_gets_more_games_than_allowed_at_the_same_time(pool, met, limits):
    made = Counter(bot for two in names(pairings(pool, met, limits)) for bot in two)
    running = {one.bot: one.running for one in pool}
    assert all(running[bot] + games <= limits.games for bot, games in made.items())


@given(entrants, meetings, limits)
def test_no_two_meet_more_often_than_counts(pool, met, limits):
    made = pairings(pool, met, limits)
    games = counted(met, made)
    assert all(games[unordered(*two)] <= limits.meetings for two in names(made))


@given(entrants, meetings, limits)
def test_two_play_one_game_at_a_time(pool, met, limits):
    made = pairings(pool, met, limits)
    running = [unordered(game.first, game.second) for game in met if game.is_running]
    games = Counter([*dict.fromkeys(running), *(unordered(*two) for two in names(made))])
    assert all(count == 1 for count in games.values())


@given(entrants, meetings, limits)
def test_both_play_on_the_board_that_was_chosen(pool, met, limits):
    for one in pairings(pool, met, limits):
        assert one.size in one.first.sizes & one.second.sizes


@given(entrants, meetings, limits)
def test_who_began_more_of_their_games_does_not_begin_the_next(pool, met, limits):
    began = Counter((game.first, game.second) for game in met)
    for first, second in names(pairings(pool, met, limits)):
        assert began[first, second] <= began[second, first]


@given(entrants, meetings, limits)
def test_no_game_is_left_out_that_could_begin(pool, met, limits):
    made = pairings(pool, met, limits)
    games, playing = counted(met, made), Counter(bot for two in names(made) for bot in two)
    busy = {unordered(game.first, game.second) for game in met if game.is_running}
    busy |= {unordered(*two) for two in names(made)}
    for one, other in combinations(pool, 2):
        two = unordered(one.bot, other.bot)
        assert (
            one.owner == other.owner
            or two in busy
            or games[two] >= limits.meetings
            or not one.sizes & other.sizes
            or any(bot.running + playing[bot.bot] >= limits.games for bot in (one, other))
        )


@given(entrants, meetings, limits, st.randoms(use_true_random=False))
def test_the_order_in_which_things_are_told_changes_nothing(pool, met, limits, chance):
    expected = pairings(pool, met, limits)
    chance.shuffle(pool)
    chance.shuffle(met)
    assert pairings(pool, met, limits) == expected


def test_the_least_certain_is_served_first():
    made = pair(entrant(1, uncertainty=60), entrant(2, 1510, 60), entrant(3, 1505, 200))
    assert made[0].sought_for == 3


def test_the_nearest_rating_is_chosen():
    made = pair(entrant(1, uncertainty=300), entrant(2, 1620, 60), entrant(3, 1390, 60))
    assert names(made)[0] == (1, 3)


def test_of_equals_the_one_who_was_met_least_is_chosen():
    met = [Meeting(1, 2, 5), Meeting(2, 1, 5)]
    made = pair(entrant(1), entrant(2, uncertainty=60), entrant(3, uncertainty=60), met=met)
    assert unordered(*names(made)[0]) == {1, 3}


def test_a_second_game_is_played_with_the_seats_exchanged():
    met = [Meeting(1, 2, 5), Meeting(2, 3, 5), Meeting(2, 4, 5)]
    (made,) = pair(entrant(1), entrant(2), met=met)
    assert (names([made]), made.number, made.seats) == ([(2, 1)], 2, Seats.EXCHANGED)


def test_at_a_first_meeting_the_one_with_fewer_first_placements_begins():
    (made,) = pair(entrant(1), entrant(2), met=[Meeting(1, 3, 5)])
    assert (names([made]), made.number, made.seats) == ([(2, 1)], 1, Seats.FEWER)


def test_where_nothing_speaks_for_either_the_seeker_begins():
    (made,) = pair(entrant(1), entrant(2, uncertainty=351))
    assert (names([made]), made.seats) == ([(2, 1)], Seats.EVEN)


def test_the_boards_come_by_turns():
    first, second = entrant(1), entrant(2)
    met = []
    for _ in range(3):
        (made,) = pair(first, second, met=met)
        met.append(Meeting(made.first.bot, made.second.bot, made.size))
    assert [game.size for game in met] == [5, 6, 7]


def test_who_plays_on_no_board_is_not_paired():
    assert pair(entrant(1), entrant(2, sizes=())) == []


@pytest.mark.parametrize("meetings", [0, 1, 3])
def test_two_bots_stop_when_they_have_met_as_often_as_counts(meetings):
    met = []
    while made := pair(entrant(1), entrant(2), met=met, limits=Limits(4, meetings)):
        met += [Meeting(one.first.bot, one.second.bot, one.size) for one in made]
    assert len(met) == meetings


def test_over_many_rounds_everybody_has_begun_about_half_of_the_games():
    pool, met = [entrant(bot, 1500 + 7 * bot % 40) for bot in range(1, 10)], []
    while made := pairings(pool, met, LIMITS):
        met += [Meeting(one.first.bot, one.second.bot, one.size) for one in made]
    began = Counter(game.first for game in met)
    assert len(met) == 3 * 36
    assert all(abs(2 * began[one.bot] - 24) <= 4 for one in pool)
