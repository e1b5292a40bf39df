import uuid
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games import services
from games.models import Game, Offer
from games.models.offer import OfferStatus
from games.services import errors, offers
from games.services.offers import MOST_OPEN_OFFERS
from sumendi_site.accounts.models import User
from sumendi_site.live.models import LiveEvent
from tests.games.factories import (
    make_challenge,
    make_finished_game,
    make_seek,
    make_terms,
    make_user,
)


@pytest.mark.parametrize(
    "terms",
    [{"size": 4}, {"size": 8}, {"size": 0}, {"seat": "black"}, {"seat": ""}]
    + [{"time_control": text} for text in ("", "soon", "1s", "9m", "61d", "3d\x00", "3d+1d/1d")],
)
def test_terms_that_nobody_can_play_are_refused(terms):
    with pytest.raises(errors.BadTerms):
        make_terms(**terms)


def test_a_seek_is_open_to_everybody(amaia):
    seek = make_seek(amaia, size=7)
    assert list(Offer.objects.seeks()) == [seek]
    assert not Offer.objects.challenges()


def test_a_challenge_is_for_one_player(amaia, unai):
    offer = make_challenge(amaia, unai)
    assert list(Offer.objects.challenges()) == [offer]
    assert not Offer.objects.seeks()


def test_accepting_starts_a_game_on_the_terms(amaia, unai):
    seek = make_seek(amaia, size=7, rated=True, time_control="7d+1d", seat="first")
    game = services.accept(unai, seek.pk)
    assert (game.size, game.rated, game.time_control) == (7, True, "7d+1d")
    assert (game.first, game.second, game.to_move) == (amaia, unai, amaia)
    assert (game.first_bank, game.second_bank) == (7 * 86_400, 7 * 86_400)


def test_whoever_offers_the_second_seat_plays_second(amaia, unai):
    game = services.accept(unai, make_seek(amaia, seat="second").pk)
    assert (game.first, game.second) == (unai, amaia)


def test_a_random_seat_is_either(amaia, unai):
    firsts = {services.accept(unai, make_seek(amaia).pk).first.username for _ in range(40)}
    assert firsts == {"amaia", "unai"}


def test_an_accepted_offer_is_gone_for_others(amaia, unai, stranger):
    seek = make_seek(amaia)
    services.accept(unai, seek.pk)
    with pytest.raises(errors.OfferGone):
        services.accept(stranger, seek.pk)
    assert Game.objects.count() == 1


def test_accepting_twice_gives_the_same_game(amaia, unai):
    seek = make_seek(amaia)
    assert services.accept(unai, seek.pk) == services.accept(unai, seek.pk)
    assert Game.objects.count() == 1


def test_nobody_accepts_their_own_seek(amaia):
    with pytest.raises(errors.OwnOffer):
        services.accept(amaia, make_seek(amaia).pk)


def test_a_stranger_cannot_accept_a_challenge(amaia, unai, stranger):
    with pytest.raises(errors.NotYourOffer):
        services.accept(stranger, make_challenge(amaia, unai).pk)


def test_a_stranger_cannot_decline_a_challenge(amaia, unai, stranger):
    with pytest.raises(errors.NotYourOffer):
        services.decline(stranger, make_challenge(amaia, unai).pk)


def test_a_declined_challenge_cannot_be_accepted(amaia, unai):
    offer = make_challenge(amaia, unai)
    services.decline(unai, offer.pk)
    with pytest.raises(errors.OfferGone):
        services.accept(unai, offer.pk)


def test_a_seek_cannot_be_declined(amaia, unai):
    with pytest.raises(errors.NotYourOffer):
        services.decline(unai, make_seek(amaia).pk)


def test_a_withdrawn_seek_cannot_be_accepted(amaia, unai):
    seek = make_seek(amaia)
    services.withdraw(amaia, seek.pk)
    with pytest.raises(errors.OfferGone):
        services.accept(unai, seek.pk)


def test_withdrawing_twice_is_no_error(amaia):
    seek = make_seek(amaia)
    services.withdraw(amaia, seek.pk)
    assert services.withdraw(amaia, seek.pk).pk == seek.pk
    seek.refresh_from_db()
    assert seek.status == OfferStatus.WITHDRAWN


def test_an_accepted_offer_cannot_be_withdrawn(amaia, unai):
    seek = make_seek(amaia)
    services.accept(unai, seek.pk)
    with pytest.raises(errors.OfferGone):
        services.withdraw(amaia, seek.pk)


def test_a_stranger_cannot_withdraw(amaia, stranger):
    with pytest.raises(errors.NotYourOffer):
        services.withdraw(stranger, make_seek(amaia).pk)


@pytest.mark.parametrize("act", [services.accept, services.decline, services.withdraw])
def test_an_offer_that_does_not_exist_is_gone(amaia, act):
    with pytest.raises(errors.OfferGone):
        act(amaia, 999_999)


def test_nobody_challenges_himself(amaia):
    with pytest.raises(errors.CannotChallenge):
        make_challenge(amaia, amaia)


def test_a_closed_account_cannot_be_challenged(amaia, unai):
    unai.is_active = False
    with pytest.raises(errors.CannotChallenge):
        make_challenge(amaia, unai)


def test_the_same_form_sent_twice_makes_one_offer(amaia):
    key = uuid.uuid4()
    first = services.open_seek(amaia, make_terms(), key)
    assert services.open_seek(amaia, make_terms(), key) == first
    assert Offer.objects.count() == 1


def test_a_key_of_somebody_elses_offer_is_refused(amaia, unai):
    with pytest.raises(errors.BadTerms):
        services.open_seek(unai, make_terms(), make_seek(amaia).key)


def test_the_seek_of_a_closed_account_cannot_be_accepted(amaia, unai):
    seek = make_seek(amaia)
    amaia.is_active = False
    amaia.save()
    with pytest.raises(errors.OfferGone):
        services.accept(unai, seek.pk)


def test_a_challenge_of_a_closed_account_is_not_shown(amaia, unai):
    make_challenge(amaia, unai)
    amaia.is_active = False
    amaia.save()
    assert not Offer.objects.challenges()


def test_open_offers_are_limited(amaia):
    for _ in range(MOST_OPEN_OFFERS):
        make_seek(amaia)
    with pytest.raises(errors.TooManyOffers):
        make_seek(amaia)


def test_a_challenge_is_announced_to_the_one_challenged(amaia, unai):
    offer = make_challenge(amaia, unai)
    event = LiveEvent.objects.get()
    assert (event.topic, event.kind, event.data) == (
        f"player:{unai.pk}",
        "offer",
        {"offer": offer.pk},
    )


def test_a_start_is_announced_to_both(amaia, unai):
    services.accept(unai, make_seek(amaia).pk)
    told = LiveEvent.objects.filter(kind="game_start").values_list("topic", flat=True)
    assert sorted(told) == sorted([f"player:{amaia.pk}", f"player:{unai.pk}"])


def challenge_in_vain(creator, opponent, times):
    for _ in range(times):
        services.withdraw(creator, make_challenge(creator, opponent).pk)


def test_nobody_is_challenged_by_the_same_player_all_day(amaia, unai, stranger):
    challenge_in_vain(amaia, unai, offers.MOST_CHALLENGES_A_DAY_TO_ONE)
    with pytest.raises(errors.TooManyOffers, match="5 times within a day") as error:
        make_challenge(amaia, unai)
    assert 86_000 < error.value.retry_after <= 86_400
    assert make_challenge(amaia, stranger)


def test_nobody_challenges_everybody_all_day(amaia, unai, stranger, monkeypatch):
    monkeypatch.setattr(offers, "MOST_CHALLENGES_A_DAY", 4)
    challenge_in_vain(amaia, unai, 4)
    with pytest.raises(errors.TooManyOffers):
        make_challenge(amaia, stranger)


def test_a_day_later_one_may_challenge_again(amaia, unai):
    challenge_in_vain(amaia, unai, offers.MOST_CHALLENGES_A_DAY_TO_ONE)
    with time_machine.travel(timezone.now() + timedelta(days=1, seconds=1)):
        assert make_challenge(amaia, unai)


def test_who_accepts_is_challenged_as_often_as_one_likes(amaia, unai):
    for _ in range(offers.MOST_CHALLENGES_A_DAY_TO_ONE + 1):
        services.accept(unai, make_challenge(amaia, unai).pk)
    assert Game.objects.count() == offers.MOST_CHALLENGES_A_DAY_TO_ONE + 1


def test_a_rematch_that_is_withdrawn_and_offered_again_counts_too(amaia, unai):
    game = make_finished_game(amaia, unai)
    for _ in range(offers.MOST_CHALLENGES_A_DAY_TO_ONE):
        services.withdraw(amaia, services.rematch(game.pk, amaia).pk)
    with pytest.raises(errors.TooManyOffers):
        services.rematch(game.pk, amaia)


def test_a_guest_cannot_be_challenged(amaia):
    guest = make_user("guest-1", kind=User.Kind.GUEST)
    with pytest.raises(errors.CannotChallenge):
        make_challenge(amaia, guest)


def test_a_key_gives_its_challenge_also_when_it_could_not_be_made_any_more(amaia, unai):
    key = uuid.uuid4()
    made = services.challenge(amaia, unai, make_terms(), key)
    services.block(unai, amaia)
    again = services.challenge(amaia, unai, make_terms(), key)
    assert (made.was_made_before, again.was_made_before) == (False, True)
    assert again == made


def test_a_time_control_is_kept_in_its_shortest_form(amaia):
    assert make_seek(amaia, time_control="72h").time_control == "3d"
