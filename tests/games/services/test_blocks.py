import pytest

from games import services
from games.models.offer import OfferStatus
from games.services import errors
from sumendi_site.accounts.blocks import Block, apart_from
from tests.games.factories import make_challenge, make_seek


@pytest.fixture
def blocked(amaia, unai):
    """amaia blocks unai."""
    services.block(amaia, unai)


def test_the_blocked_player_cannot_challenge(blocked, amaia, unai):
    with pytest.raises(errors.Blocked, match="amaia has blocked you"):
        make_challenge(unai, amaia)


def test_the_blocker_is_told_how_to_challenge_again(blocked, amaia, unai):
    with pytest.raises(errors.Blocked, match="You have blocked unai"):
        make_challenge(amaia, unai)


def test_the_blocked_player_cannot_accept_the_blockers_seek(blocked, amaia, unai):
    seek = make_seek(amaia)
    with pytest.raises(errors.Blocked):
        services.accept(unai, seek.pk)


def test_the_blocker_cannot_accept_the_blocked_players_seek(blocked, amaia, unai):
    seek = make_seek(unai)
    with pytest.raises(errors.Blocked):
        services.accept(amaia, seek.pk)


def test_others_are_not_affected(blocked, amaia, unai, stranger):
    assert services.accept(stranger, make_seek(amaia).pk).is_running
    assert services.accept(unai, make_seek(stranger).pk).is_running


def test_open_challenges_between_the_two_are_closed(amaia, unai):
    mine, theirs = make_challenge(amaia, unai), make_challenge(unai, amaia)
    services.block(amaia, unai)
    mine.refresh_from_db()
    theirs.refresh_from_db()
    assert (mine.status, theirs.status) == (OfferStatus.WITHDRAWN, OfferStatus.DECLINED)


def test_a_running_game_goes_on(game, blocked, amaia):
    assert services.play(game.pk, amaia, 1, "e5").move.ply == 1


def test_undone_everything_is_possible_again(blocked, amaia, unai):
    services.unblock(amaia, unai)
    assert make_challenge(unai, amaia).status == OfferStatus.OPEN


def test_the_blocked_player_cannot_undo_it(blocked, amaia, unai):
    services.unblock(unai, amaia)
    assert Block.objects.filter(owner=amaia, blocked=unai).exists()


def test_blocking_and_undoing_twice_is_no_error(blocked, amaia, unai):
    services.block(amaia, unai)
    assert Block.objects.count() == 1
    services.unblock(amaia, unai)
    services.unblock(amaia, unai)
    assert not Block.objects.exists()


def test_nobody_blocks_himself(amaia):
    with pytest.raises(errors.CannotBlock):
        services.block(amaia, amaia)


def test_both_stay_out_of_each_others_sight(blocked, amaia, unai, stranger):
    assert set(apart_from(amaia)) == {unai.pk}
    assert set(apart_from(unai)) == {amaia.pk}
    assert set(apart_from(stranger)) == set()
