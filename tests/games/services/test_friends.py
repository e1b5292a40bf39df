import pytest

from games import services
from games.services import errors
from sumendi_site.accounts.follows import Follow
from sumendi_site.accounts.models import User
from tests.games.factories import make_challenge, make_finished_game, make_user

pytestmark = pytest.mark.thin


def picky(user, wanted):
    User.objects.filter(pk=user.pk).update(challenges_from=wanted)
    user.refresh_from_db()


def test_a_friend_is_added_once(amaia, unai):
    services.follow(amaia, unai)
    services.follow(amaia, unai)
    assert Follow.objects.get().followed == unai


def test_nobody_is_their_own_friend(amaia):
    with pytest.raises(errors.CannotFollow):
        services.follow(amaia, amaia)


def test_guests_have_no_friends(amaia):
    guest = make_user("guest-0a1b2c", kind=User.Kind.GUEST)
    with pytest.raises(errors.CannotFollow):
        services.follow(guest, amaia)


def test_a_block_ends_friendships_both_ways(amaia, unai):
    services.follow(amaia, unai), services.follow(unai, amaia)
    services.block(amaia, unai)
    assert not Follow.objects.exists()


def test_nobody_adds_who_blocks_them(amaia, unai):
    services.block(unai, amaia)
    with pytest.raises(errors.Blocked):
        services.follow(amaia, unai)


def test_who_wants_no_challenges_gets_none(amaia, unai):
    picky(unai, "nobody")
    with pytest.raises(errors.CannotChallenge, match="no challenges"):
        make_challenge(amaia, unai)


def test_who_wants_challenges_of_friends_gets_theirs_alone(amaia, unai, stranger):
    picky(unai, "friends")
    services.follow(unai, amaia)
    assert make_challenge(amaia, unai).opponent == unai
    services.follow(stranger, unai)
    with pytest.raises(errors.CannotChallenge, match="friends alone"):
        make_challenge(stranger, unai)


def test_a_rematch_is_free_to_both(amaia, unai):
    game = make_finished_game(amaia, unai)
    picky(unai, "nobody")
    assert services.rematch(game.pk, amaia).opponent == unai
