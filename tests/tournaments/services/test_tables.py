import pytest

from ratings.services import follow
from tests.tournaments.factories import play_round, publish_round
from tests.tournaments.services.playing import (
    SECOND,
    begin,
    boards_of,
    codes,
    end,
    end_all,
    fresh,
    make_round,
)
from tournaments import swiss as engine
from tournaments.models import KeptTable, Tournament
from tournaments.services import booking, events, tables
from tournaments.services.tables import Cell, standings
from tournaments.swiss.tiebreaks import parse_list

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_():
    return make_round(5, tie_breaks="BH/C1,SB,DE")


@pytest.fixture
def tournament(round_):
    return round_.tournament


def test_they_are_the_engines(tournament, round_):
    end_all(round_)
    play_round(tournament)
    table = standings(fresh(tournament))
    expected = engine.standings(events.event_of(tournament), parse_list(tournament.tie_breaks))
    assert [(line.rank, line.number) for line in table.lines] == [
        (standing.rank, standing.number) for standing in expected
    ]


def test_the_second_look_is_not_computed_again(tournament, django_assert_num_queries):
    first = standings(tournament)
    with django_assert_num_queries(1):
        assert standings(tournament) == first


def test_they_take_five_queries_to_compute_and_keep(tournament, django_assert_num_queries):
    with django_assert_num_queries(5):
        standings(tournament)


def test_who_looked_at_an_older_version_puts_nothing_in_the_place_of_the_newer(tournament, round_):
    standings(tournament)
    end(boards_of(round_)[0])
    booking.book()
    standings(now := Tournament.objects.get())
    standings(tournament)
    assert KeptTable.objects.get().version == now.version > tournament.version


def test_they_are_never_stale_after_a_result(tournament, round_):
    board = boards_of(round_)[0]
    before = standings(tournament).line_of(board.white.number).points
    end(board)
    booking.book()
    assert (before, standings(fresh(tournament)).line_of(board.white.number).points) == (
        "0.0",
        "1.0",
    )


def test_while_a_round_is_played_they_are_provisional(tournament, round_):
    board = boards_of(round_)[0]
    table = standings(tournament)
    assert (table.after, table.is_provisional) == (1, True)
    assert table.line_of(board.white.number).cells == (Cell("", board.black.number, "w"),)
    assert table.line_of(board.black.number).cells == (Cell("", board.white.number, "b"),)


def test_they_show_the_bye(tournament, round_):
    bye = boards_of(round_)[-1]
    assert codes(bye)[0] == "U"
    line = standings(tournament).line_of(bye.white.number)
    assert (line.cells, line.points) == ((Cell("U"),), "1.0")


def test_they_are_final_once_the_round_is_closed(tournament, round_):
    end_all(round_)
    assert not standings(fresh(tournament)).is_provisional


def test_earlier_standings_can_be_seen(tournament, round_):
    end_all(round_)
    publish_round(tournament)
    assert len(standings(fresh(tournament), 1).lines[0].cells) == 1
    with pytest.raises(ValueError, match="not out"):
        standings(tournament, 3)


def test_a_value_shows_its_sum_and_its_dummies(tournament, round_):
    end_all(round_)
    bye = boards_of(round_)[-1]
    line = standings(fresh(tournament)).line_of(bye.white.number)
    sonneborn = line.values[2]
    assert (sonneborn.code, sonneborn.text) == ("SB", "0.50")
    assert sonneborn.sum == "SB = 0.5*1 = 0.5"
    assert "allocated bye" in sonneborn.dummies[0]


def test_the_worked_sums_say_what_was_cut(tournament, round_):
    end_all(round_)
    (bh,) = [one for one in tables.worked(fresh(tournament), 1) if one.code == "BH/C1"]
    assert [part.is_cut for part in bh.parts] == [True]


def test_the_parts_of_a_worked_sum_add_up(tournament, round_):
    end_all(round_)
    play_round(tournament)
    for number in range(1, 6):
        sonneborn = tables.worked(fresh(tournament), number)[2]
        total = sum(float(part.adds) for part in sonneborn.parts if not part.is_cut)
        assert f"{total:.2f}" == sonneborn.text


def test_nobody_has_no_sums(tournament):
    assert tables.worked(tournament, 99) == []


def test_a_crosstable_says_who_got_what_against_whom(tournament, round_):
    board = boards_of(round_)[0]
    begin(board)
    end(board, SECOND)
    booking.book()
    rows = {line.number: row for line, row in tables.crosstable(standings(fresh(tournament)))}
    white, black = board.white.number, board.black.number
    assert rows[white] == {black: [Cell("0", black, "w")]}
    assert rows[black] == {white: [Cell("1", white, "b")]}


def test_the_changes_of_ratings_are_those_of_the_ledger(tournament, round_):
    end_all(round_)
    follow()
    board = boards_of(round_)[0]
    changes = tables.rating_changes(tournament)
    winner = board.white.player
    winner.refresh_from_db()
    assert changes[winner.pk] == winner.rating - 2_000_000_000 > 0


def test_standings_before_the_first_round_are_those_of_the_start():
    tournament = make_round().tournament
    tournament.all_rounds.all().delete()
    Tournament.objects.filter(pk=tournament.pk).update(version=99)
    table = standings(fresh(tournament))
    assert [line.rank for line in table.lines] == [1, 1, 1, 1]
    assert table.after == 0


def test_what_is_kept_can_be_lost(tournament):
    first = standings(tournament)
    KeptTable.objects.all().delete()
    assert standings(tournament) == first


def test_a_new_name_is_in_the_standings_at_once(tournament, django_capture_on_commit_callbacks):
    player = tournament.entries.get(number=1).player
    standings(fresh(tournament))
    player.username = "renamed-1"
    with django_capture_on_commit_callbacks(execute=True):
        player.save(update_fields=["username"])
    assert standings(fresh(tournament)).line_of(1).name == "renamed-1"
