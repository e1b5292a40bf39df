import pytest

from tests.games.factories import make_user
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
from tournaments.services import byes, forbidding
from tournaments.services.errors import CannotForbid, NoBye, NotADirector, NotEntered
from tournaments.services.events import event_of
from tournaments.swiss.event import Code

pytestmark = pytest.mark.django_db


def player(tournament, number):
    return tournament.entries.get(number=number).player


def test_who_has_a_bye_is_not_paired_and_has_its_points():
    tournament = make_running(5)
    byes.ask_bye(player(tournament, 5), tournament.slug, 1)
    round_ = play_round(tournament)
    assert round_.unpaired == {"5": "H"}
    assert event_of(tournament).players[4].results[0].code is Code.HALF_BYE


def test_asking_twice_is_one_line_in_the_log():
    tournament = make_running()
    for _ in range(2):
        byes.ask_bye(player(tournament, 1), tournament.slug, 2)
    assert tournament.log.filter(act=Act.BYE).count() == 1


def test_half_point_byes_have_their_limit_and_absences_have_none():
    tournament = make_running(half_byes=1)
    one = player(tournament, 1)
    byes.ask_bye(one, tournament.slug, 1)
    with pytest.raises(NoBye, match="1"):
        byes.ask_bye(one, tournament.slug, 2)
    assert byes.ask_bye(one, tournament.slug, 2, "Z").kind == "Z"


def test_a_bye_of_another_kind_replaces_the_first():
    tournament = make_running()
    one = player(tournament, 1)
    byes.ask_bye(one, tournament.slug, 1, "Z")
    byes.ask_bye(one, tournament.slug, 1, "H")
    assert tournament.entries.get(number=1).byes.get().kind == "H"


def test_all_points_are_the_organisers_to_give():
    tournament = make_running()
    one = player(tournament, 1)
    with pytest.raises(NoBye):
        byes.ask_bye(one, tournament.slug, 1, "F")
    assert byes.ask_bye(make_organiser(), tournament.slug, 1, "F", one).kind == "F"


def test_there_is_no_bye_in_a_round_that_is_out():
    tournament = make_running()
    publish_round(tournament)
    with pytest.raises(NoBye):
        byes.ask_bye(player(tournament, 1), tournament.slug, 1)


@pytest.mark.parametrize(("number", "kind"), [(4, "H"), (0, "H"), (2, "X")])
def test_what_is_no_bye_is_refused(number, kind):
    tournament = make_running(rounds=3)
    with pytest.raises(NoBye):
        byes.ask_bye(player(tournament, 1), tournament.slug, number, kind)


def test_a_round_robin_has_no_byes():
    tournament = make_running(format="round_robin", most_entries=8)
    with pytest.raises(NoBye):
        byes.ask_bye(player(tournament, 1), tournament.slug, 2)


def test_a_bye_can_be_taken_back_by_who_asked_for_it():
    tournament = make_running()
    one = player(tournament, 1)
    byes.ask_bye(one, tournament.slug, 1)
    for _ in range(2):
        byes.cancel_bye(one, tournament.slug, 1)
    assert not tournament.entries.get(number=1).byes.exists()


def test_a_player_does_not_take_back_what_an_organiser_gave():
    tournament = make_running()
    one = player(tournament, 1)
    byes.ask_bye(make_organiser(), tournament.slug, 1, "Z", one)
    with pytest.raises(NoBye):
        byes.cancel_bye(one, tournament.slug, 1)
    with pytest.raises(NoBye):
        byes.ask_bye(one, tournament.slug, 1, "H")


def test_nobody_asks_for_others():
    tournament = make_running()
    with pytest.raises(NotADirector):
        byes.ask_bye(player(tournament, 1), tournament.slug, 1, "H", player(tournament, 2))


def test_a_bye_can_be_asked_for_before_the_start():
    tournament = make_tournament()
    *_, last = make_entries(tournament, 5)
    byes.ask_bye(last.player, tournament.slug, 1)
    start(tournament)
    assert publish_round(tournament).unpaired == {"5": "H"}


def test_forbidden_players_do_not_meet():
    tournament = make_running(4)
    one, three = player(tournament, 1), player(tournament, 3)
    forbidding.forbid(make_organiser(), tournament.slug, three, one)
    assert not {(1, 3), (3, 1)} & set(boards(publish_round(tournament)))


def test_forbidding_twice_is_one_row():
    tournament = make_running(4)
    two = player(tournament, 1), player(tournament, 3)
    forbidding.forbid(make_organiser(), tournament.slug, *two)
    forbidding.forbid(make_organiser(), tournament.slug, *reversed(two))
    assert tournament.forbidden_pairs.count() == 1


def test_a_pair_that_was_allowed_before_it_counted_leaves_no_trace():
    tournament = make_running(4)
    two = player(tournament, 1), player(tournament, 3)
    forbidding.forbid(make_organiser(), tournament.slug, *two)
    forbidding.allow(make_organiser(), tournament.slug, *two)
    assert event_of(tournament).forbidden == ()


def test_past_rounds_remember_who_was_forbidden():
    tournament = make_running(4)
    two = player(tournament, 1), player(tournament, 3)
    play_round(tournament)
    forbidding.forbid(make_organiser(), tournament.slug, *two)
    play_round(tournament)
    forbidding.allow(make_organiser(), tournament.slug, *two)
    (pair,) = event_of(tournament).forbidden
    assert (pair.players, pair.first_round, pair.last_round) == ((1, 3), 2, 2)
    forbidding.forbid(make_organiser(), tournament.slug, *two)
    assert tournament.forbidden_pairs.count() == 2


def test_only_two_entrants_can_be_forbidden_to_meet():
    tournament = make_running(4)
    one = player(tournament, 1)
    with pytest.raises(NotEntered):
        forbidding.forbid(make_organiser(), tournament.slug, one, make_user("stranger"))
    with pytest.raises(CannotForbid):
        forbidding.forbid(make_organiser(), tournament.slug, one, one)


def test_only_an_organiser_forbids():
    tournament = make_running(4)
    with pytest.raises(NotADirector):
        forbidding.forbid(
            player(tournament, 1), tournament.slug, player(tournament, 1), player(tournament, 2)
        )
