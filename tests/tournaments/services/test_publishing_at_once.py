"""Organisers at once, and workers that die: real threads and processes, each with transactions of
its own."""

import pytest

from games.models import Game
from sumendi_site.notices.models import Notice
from tests.games.at_once import at_once, die, in_a_process_that_dies
from tests.games.factories import make_user
from tests.tournaments.factories import make_entries, make_organiser, make_running, make_tournament
from tournaments.models import Act, Pairing
from tournaments.services import entering, pairing, publishing, starting
from tournaments.services.errors import CannotEnter

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stack]


def test_organisers_who_pair_at_once_get_one_draft():
    tournament, organiser = make_running(7), make_organiser()
    drafts = at_once([lambda: pairing.pair(organiser, tournament.slug)] * 3)
    assert len({draft.pk for draft in drafts}) == 1
    assert Pairing.objects.count() == 4


def test_organisers_who_publish_at_once_begin_each_game_once():
    tournament, organiser = make_running(8), make_organiser()
    pairing.pair(organiser, tournament.slug)
    at_once([lambda: publishing.publish(organiser, tournament.slug, 1)] * 3)
    assert Game.objects.count() == 4
    assert Notice.objects.filter(kind="round").count() == 8
    assert tournament.log.filter(act=Act.PUBLISHED).count() == 1


def test_the_lot_for_the_first_seat_falls_once():
    tournament, organiser = make_tournament(), make_organiser()
    make_entries(tournament, 2)
    started = at_once([lambda: starting.start(organiser, tournament.slug)] * 3)
    assert len({one.first_seat_drawn for one in started}) == 1
    assert tournament.log.filter(act=Act.STARTED).count() == 1


def test_the_last_place_of_a_field_goes_to_one():
    tournament = make_tournament(most_entries=3)
    make_entries(tournament, 2)
    players = [make_user(name) for name in ("late-1", "late-2", "late-3")]
    at_once([lambda player=player: entered(player, tournament.slug) for player in players])
    assert tournament.entries.count() == 3


def entered(player, slug):
    try:
        return entering.enter(player, slug)
    except CannotEnter as refusal:
        return refusal


def publish_and_be_killed(slug):
    begin, begun = publishing._begin, []

    def begin_and_be_killed(*board):
        begin(*board)
        begun.append(board)
        if len(begun) == 2:
            die()

    publishing._begin = begin_and_be_killed
    publishing.next_round(slug)


def test_a_worker_that_is_killed_while_it_publishes_loses_and_doubles_nothing():
    tournament = make_running(8)
    in_a_process_that_dies(lambda: publish_and_be_killed(tournament.slug))
    assert not Game.objects.exists()
    assert not tournament.all_rounds.get().is_out
    publishing.next_round(tournament.slug)
    assert Game.objects.count() == 4
    assert Notice.objects.filter(kind="round").count() == 8
