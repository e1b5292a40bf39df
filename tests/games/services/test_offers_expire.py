from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from games import services
from games.models import Game, Offer
from games.models.offer import OfferStatus
from games.services import errors
from games.services.offers import MOST_OPEN_OFFERS
from sumendi_site.live.models import LiveEvent
from tests.games.factories import make_challenge, make_seek

NOW = datetime(2026, 3, 20, 12, tzinfo=UTC)
BEFORE, AFTER = NOW + timedelta(days=14, seconds=-1), NOW + timedelta(days=14)


@pytest.fixture
def clock():
    """It is `NOW`; `clock.move_to(...)` changes that."""
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def offer(clock, amaia, unai):
    return make_challenge(amaia, unai)


def status_of(offer):
    offer.refresh_from_db()
    return offer.status


def test_a_challenge_waits_for_fourteen_days(clock, offer, unai):
    clock.move_to(BEFORE)
    assert services.expire_offers() == 0
    assert services.accept(unai, offer.pk).is_running


def test_a_seek_expires_as_well(clock, amaia):
    seek = make_seek(amaia)
    clock.move_to(AFTER)
    assert services.expire_offers() == 1
    assert status_of(seek) == OfferStatus.EXPIRED


def test_an_expired_offer_cannot_be_accepted_before_the_sweep_either(clock, offer, unai):
    clock.move_to(AFTER)
    with pytest.raises(errors.OfferGone):
        services.accept(unai, offer.pk)
    assert not Game.objects.exists()


def test_an_expired_offer_is_listed_nowhere(clock, offer):
    clock.move_to(AFTER)
    assert not Offer.objects.open().exists()


def test_an_expired_offer_does_not_count_among_the_open_ones(clock, amaia):
    for _ in range(MOST_OPEN_OFFERS):
        make_seek(amaia)
    clock.move_to(AFTER)
    assert make_seek(amaia).status == OfferStatus.OPEN


def test_who_made_it_is_told(clock, offer, amaia):
    LiveEvent.objects.all().delete()
    clock.move_to(AFTER)
    services.expire_offers()
    event = LiveEvent.objects.get()
    assert (event.topic, event.kind) == (f"player:{amaia.pk}", "offer_expired")
    assert event.data == {"offer": offer.pk}


def test_an_accepted_offer_does_not_expire(clock, offer, unai):
    services.accept(unai, offer.pk)
    clock.move_to(AFTER)
    assert services.expire_offers() == 0
    assert status_of(offer) == OfferStatus.ACCEPTED


def test_a_second_sweep_finds_nothing(clock, offer):
    clock.move_to(AFTER)
    assert [services.expire_offers(), services.expire_offers()] == [1, 0]
    assert LiveEvent.objects.filter(kind="offer_expired").count() == 1


def test_daylight_saving_does_not_change_the_fourteen_days(offer):
    assert offer.expires - offer.created == timedelta(days=14)
