"""The events of the demo, after a season that is not there: they need its players alone."""

import pytest
from django.db import transaction

from games.consistency import contradictions
from games.demo import load_demo
from games.models import Game, Move
from games.services.house_bots import make_accounts
from ratings.services import follow
from sumendi_site.accounts.models import User
from sumendi_site.notices.models import Notice
from tournaments.demo import load_events
from tournaments.models import LogEntry, Round, Tournament


@pytest.fixture(scope="module")
def demo(django_db_setup, django_db_blocker):
    """Made once for all tests, which only look at it, and taken back after them."""
    with django_db_blocker.unblock(), transaction.atomic():
        make_accounts()
        load_demo()
        for owner, name in (("jokin", "magma"), ("ane", "caldera")):
            who = User.objects.get(username=owner)
            User.objects.create(username=name, kind=User.Kind.BOT, owner=who)
        load_events()
        yield
        transaction.set_rollback(True)


def test_one_event_is_over_and_the_second_round_of_another_is_played(demo):
    states = dict(Tournament.objects.values_list("name", "state"))
    assert states == {"Lava Cup": "finished", "Island Swiss": "running"}
    rounds = Round.objects.filter(tournament__name="Island Swiss").order_by("number")
    assert list(rounds.values_list("state", flat=True)) == ["closed", "published"]


def test_the_demo_with_its_events_is_consistent(demo):
    follow()
    assert list(contradictions()) == []


def test_what_happened_in_an_event_happened_in_this_order(demo):
    for event in Tournament.objects.all():
        log = list(LogEntry.objects.filter(tournament=event).order_by("pk"))
        assert [one.created for one in log] == sorted(one.created for one in log)
        for round_ in event.all_rounds.all():
            games = Game.objects.filter(pairing__round=round_)
            moves = Move.objects.filter(game__in=games)
            assert event.started <= round_.published < moves.earliest("made").made
            ends = games.exclude(finished=None).values_list("finished", flat=True)
            assert not round_.closed or max(ends) <= round_.closed


def test_the_first_player_organises_the_running_event_and_is_to_move_in_it(demo, client):
    client.login(username="amaia", password="lava-and-islands")
    assert "Island Swiss, round 2" in client.get("/dashboard/").content.decode()
    page = client.get("/tournaments/island-swiss/").content.decode()
    assert "1 of 5 games finished" in page
    assert "To the desk" in page
    assert "Go to game" in page


def test_nobody_is_told_of_what_is_past(demo):
    assert set(Notice.objects.values_list("kind", flat=True)) == {"challenge", "chat"}
