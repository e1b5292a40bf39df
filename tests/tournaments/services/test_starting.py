import pytest

from tests.games.factories import make_bot, make_user
from tests.tournaments.factories import (
    make_entries,
    make_organiser,
    make_running,
    make_tournament,
    start,
)
from tournaments.models import Act
from tournaments.services import byes, entering, settings, starting
from tournaments.services.errors import CannotStart, NotEnoughPlayers

pytestmark = pytest.mark.django_db


def test_numbers_follow_ratings_and_then_names():
    tournament = make_tournament()
    players = [make_user(name) for name in ("unai", "Leire", "amaia")]
    strong = make_user("zurine", rating=1_900_000_000)
    for one in (*players, strong):
        entering.enter(one, tournament.slug)
    start(tournament)
    names = tournament.entries.order_by("number").values_list("player__username", flat=True)
    assert list(names) == ["zurine", "amaia", "Leire", "unai"]


def test_the_seat_of_the_first_player_is_drawn_once():
    tournament = make_tournament()
    make_entries(tournament, 2)
    drawn = {starting.start(make_organiser(), tournament.slug).first_seat_drawn for _ in range(5)}
    assert len(drawn) == 1
    assert drawn < {"w", "b"}
    assert tournament.log.filter(act=Act.STARTED).count() == 1


def test_an_event_needs_two_players():
    tournament = make_tournament()
    make_entries(tournament, 1)
    with pytest.raises(NotEnoughPlayers):
        starting.start(make_organiser(), tournament.slug)


def test_a_small_field_gets_no_more_rounds_than_it_can_play():
    tournament = make_running(4, rounds=9)
    assert tournament.rounds == 3
    assert tournament.log.first().data == {"changes": {"rounds": [9, 3]}}


def test_a_round_robin_does_not_start_with_who_must_not_meet():
    tournament = make_tournament()
    amaia, _ = (entry.player for entry in make_entries(tournament, 2))
    entering.enter_bot(amaia, tournament.slug, make_bot(amaia))
    settings.change(make_organiser(), tournament.slug, format="round_robin")
    with pytest.raises(CannotStart, match="amaia, basalt"):
        starting.start(make_organiser(), tournament.slug)


def test_a_round_robin_forgets_byes_that_were_asked_for_before():
    tournament = make_tournament()
    one, *_ = make_entries(tournament, 3)
    byes.ask_bye(one.player, tournament.slug, 1)
    settings.change(make_organiser(), tournament.slug, format="round_robin")
    start(tournament)
    assert not one.byes.exists()


@pytest.mark.parametrize(
    ("players", "suggested", "most"),
    [(2, 1, 1), (3, 2, 3), (5, 3, 5), (9, 4, 9), (12, 5, 11), (40, 7, 39), (200, 9, 199)],
)
def test_rounds_are_suggested_from_the_field(players, suggested, most):
    assert starting.rounds_advice(players).suggested == suggested
    assert starting.rounds_advice(players).most == most


def test_more_rounds_than_half_the_field_are_too_many():
    advice = starting.rounds_advice(12)
    assert [advice.is_too_many(rounds) for rounds in (6, 7)] == [False, True]
