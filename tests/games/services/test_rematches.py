from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games import services
from games.models import Game, Offer
from games.models.offer import OfferStatus
from games.services import errors
from sumendi_site.live.models import LiveEvent
from tests.games.factories import make_finished_game


@pytest.fixture
def finished(amaia, unai):
    """A rated game of size 7 that amaia, who was first, has won."""
    return make_finished_game(amaia, unai, size=7, rated=True, time_control="7d+1d")


def test_a_rematch_has_the_same_terms_and_the_seats_exchanged(finished, amaia, unai):
    game = services.accept(unai, services.rematch(finished.pk, amaia).pk)
    assert (game.size, game.rated, game.time_control) == (7, True, "7d+1d")
    assert (game.first, game.second) == (unai, amaia)


def test_who_was_second_and_offers_is_first(finished, amaia, unai):
    game = services.accept(amaia, services.rematch(finished.pk, unai).pk)
    assert (game.first, game.second) == (unai, amaia)


def test_pressing_twice_makes_one_offer(finished, amaia):
    assert services.rematch(finished.pk, amaia) == services.rematch(finished.pk, amaia)
    assert Offer.objects.count() == 1


def test_when_both_press_the_second_accepts(finished, amaia, unai):
    services.rematch(finished.pk, amaia)
    offer = services.rematch(finished.pk, unai)
    assert offer.status == OfferStatus.ACCEPTED
    assert offer.game.first == unai


def test_one_game_comes_of_a_rematch(finished, amaia, unai):
    services.rematch(finished.pk, amaia)
    begun = services.rematch(finished.pk, unai).game
    assert services.rematch(finished.pk, amaia).game == begun
    assert Game.objects.count() == 2


def test_a_running_game_has_no_rematch(game, amaia):
    with pytest.raises(errors.NoRematch):
        services.rematch(game.pk, amaia)


def test_a_stranger_cannot_offer_a_rematch(finished, stranger):
    with pytest.raises(errors.NotAPlayer):
        services.rematch(finished.pk, stranger)


def test_a_declined_rematch_is_not_offered_again(finished, amaia, unai):
    services.decline(unai, services.rematch(finished.pk, amaia).pk)
    with pytest.raises(errors.NoRematch, match="declined"):
        services.rematch(finished.pk, amaia)


def test_who_declined_can_still_offer_one(finished, amaia, unai):
    services.decline(unai, services.rematch(finished.pk, amaia).pk)
    assert services.rematch(finished.pk, unai).status == OfferStatus.OPEN


def test_a_withdrawn_rematch_can_be_offered_again(finished, amaia):
    services.withdraw(amaia, services.rematch(finished.pk, amaia).pk)
    assert services.rematch(finished.pk, amaia).status == OfferStatus.OPEN


def test_an_expired_rematch_is_not_accepted_by_pressing(finished, amaia, unai):
    services.rematch(finished.pk, amaia)
    with time_machine.travel(timezone.now() + timedelta(days=15), tick=False):
        assert services.rematch(finished.pk, unai).creator == unai
    assert Game.objects.count() == 1


def test_a_closed_account_is_offered_no_rematch(finished, amaia, unai):
    unai.is_active = False
    unai.save()
    with pytest.raises(errors.CannotChallenge):
        services.rematch(finished.pk, amaia)


@pytest.mark.parametrize("blocker", ["amaia", "unai"])
def test_a_block_allows_no_rematch(finished, amaia, unai, blocker):
    owner, other = (amaia, unai) if blocker == "amaia" else (unai, amaia)
    services.block(owner, other)
    with pytest.raises(errors.Blocked):
        services.rematch(finished.pk, amaia)


def test_only_the_two_players_hear_of_a_rematch_at_the_table(finished, amaia):
    LiveEvent.objects.all().delete()
    services.rematch(finished.pk, amaia)
    topics = set(LiveEvent.objects.values_list("topic", "kind"))
    unai = finished.second
    assert topics == {(f"talk:{finished.pk}", "rematch"), (f"player:{unai.pk}", "offer")}
