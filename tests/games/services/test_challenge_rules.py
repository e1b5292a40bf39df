"""Challenges to bots whose programs run here."""

import pytest

from games import services
from games.models import Bot, GameStatus, Offer, SandboxReport
from games.models.offer import OfferStatus
from games.services import bots, errors, pausing
from games.services.challenge_rules import MOST_GAMES, Rules, hindrance
from sumendi_site.accounts.models import User
from tests.games.bots.hosting import hosting_on, make_hosted_bot
from tests.games.factories import make_bot, make_challenge, make_finished_game, make_game

ANYTHING = {
    "accepts_rated": True,
    "accepts_casual": True,
    "sizes": (5, 6, 7),
    "most_games": 5,
    "on_ladder": True,
}


@pytest.fixture
def magma(amaia: User) -> User:
    """A hosted bot of amaia's."""
    hosting_on()
    return make_hosted_bot(amaia)


def rules(**changes: object) -> Rules:
    return Rules(**ANYTHING | changes)


def refusal(creator: User, opponent: User, **terms: object) -> str:
    with pytest.raises(errors.CannotChallenge) as refused:
        make_challenge(creator, opponent, **terms)
    assert not Offer.objects.exists()
    return refused.value.message


def test_a_hosted_bot_accepts_at_once(unai, magma):
    offer = make_challenge(unai, magma, rated=True, seat="second")
    assert offer.status == OfferStatus.ACCEPTED
    assert (offer.game.first, offer.game.second, offer.game.rated) == (magma, unai, True)


def test_its_program_is_called_to_move(unai, magma):
    game = make_challenge(unai, magma, seat="second").game
    assert game.deadline is None
    assert game.bot_turns.get().owner == magma.owner


def test_a_remote_bot_is_asked_as_before(unai, stranger):
    hosting_on()
    offer = make_challenge(unai, make_bot(stranger, "tuff"))
    assert (offer.status, offer.game) == (OfferStatus.OPEN, None)


def test_the_owner_plays_it_too(amaia, magma):
    assert make_challenge(amaia, magma).game is not None


def test_a_board_that_it_does_not_play_on_is_refused(amaia, unai, magma):
    bots.change_rules(amaia, "magma", rules(sizes=(7, 5)))
    assert refusal(unai, magma, size=6) == "magma plays on boards of size 5 and 7 alone."
    assert make_challenge(unai, magma, size=7).game


def test_a_bot_may_want_casual_games_alone(amaia, unai, magma):
    bots.change_rules(amaia, "magma", rules(accepts_rated=False))
    assert refusal(unai, magma, rated=True) == "magma accepts casual games alone."
    assert make_challenge(unai, magma, rated=False).game


def test_a_bot_may_want_rated_games_alone(amaia, unai, magma):
    bots.change_rules(amaia, "magma", rules(accepts_casual=False))
    assert refusal(unai, magma, rated=False) == "magma accepts rated games alone."
    assert make_challenge(unai, magma, rated=True).game


@pytest.mark.parametrize(
    "none", [{"most_games": 0}, {"accepts_rated": False, "accepts_casual": False}]
)
def test_a_bot_may_want_no_challenges(amaia, unai, magma, none):
    bots.change_rules(amaia, "magma", rules(**none))
    assert refusal(unai, magma) == "magma accepts no challenges."


def test_it_plays_as_many_games_as_its_owner_lets_it(amaia, unai, magma):
    bots.change_rules(amaia, "magma", rules(most_games=1))
    game = make_challenge(unai, magma).game
    with pytest.raises(errors.CannotChallenge, match="plays as many games as its owner lets it"):
        make_challenge(unai, magma)
    services.resign(game.pk, unai)
    assert make_challenge(unai, magma).game.status == GameStatus.RUNNING


def test_games_of_the_ladder_take_nobodys_place(amaia, unai, stranger, magma):
    bots.change_rules(amaia, "magma", rules(most_games=1))
    make_game(magma, make_hosted_bot(stranger, "tuff"), event_label="Ladder")
    assert make_challenge(unai, magma).game


def test_a_paused_bot_is_not_challenged(amaia, unai, magma):
    pausing.pause_by_owner(amaia, "magma")
    assert refusal(unai, magma).startswith("magma is paused")


def test_without_a_sandbox_it_cannot_play(unai, magma):
    SandboxReport.objects.all().delete()
    assert refusal(unai, magma) == "magma cannot play now. No worker of bots is running."


def test_who_is_blocked_by_the_bot_is_refused(unai, magma):
    services.block(unai, magma)
    with pytest.raises(errors.Blocked):
        make_challenge(unai, magma)


def test_a_bot_of_an_owner_who_left_is_not_challenged(amaia, unai, magma):
    User.objects.filter(pk=amaia.pk).update(is_active=False)
    magma.refresh_from_db()
    assert "does not play here any more" in refusal(unai, magma)


def test_the_same_key_makes_one_game_whatever_the_rules_are_by_then(amaia, unai, magma):
    first = make_challenge(unai, magma)
    bots.change_rules(amaia, "magma", rules(most_games=0))
    again = services.challenge(unai, magma, services.Terms.of(first), first.key)
    assert again.was_made_before
    assert again.game == first.game


def test_a_rematch_is_answered_at_once(unai, magma):
    game = make_finished_game(magma, unai)
    assert services.rematch(game.pk, unai).game.first == unai


def test_a_rematch_against_the_rules_is_refused(amaia, unai, magma):
    game = make_finished_game(magma, unai)
    bots.change_rules(amaia, "magma", rules(accepts_casual=False))
    with pytest.raises(errors.CannotChallenge):
        services.rematch(game.pk, unai)


def test_a_hindrance_is_told_before_anything_is_sent(amaia, magma):
    assert hindrance(magma) == ""
    bots.change_rules(amaia, "magma", rules(most_games=0))
    assert hindrance(magma) == "magma accepts no challenges."


def test_rules_are_kept(amaia, magma):
    bots.change_rules(amaia, "magma", rules(sizes=(7, 5, 5), most_games=2, on_ladder=False))
    kept = Rules.of(Bot.objects.get())
    assert kept == rules(sizes=(5, 7), most_games=2, on_ladder=False)


def test_only_the_owner_makes_rules(unai, magma):
    with pytest.raises(errors.NotYourBot):
        bots.change_rules(unai, "magma", rules())


def test_a_retired_bot_has_no_new_rules(amaia, magma):
    services.retire_bot(amaia, "magma")
    with pytest.raises(errors.BotRetired):
        bots.change_rules(amaia, "magma", rules())


@pytest.mark.parametrize(
    "wrong", [{"sizes": ()}, {"sizes": (4,)}, {"most_games": -1}, {"most_games": MOST_GAMES + 1}]
)
def test_rules_that_cannot_be_are_refused(wrong):
    with pytest.raises(errors.BadRules):
        rules(**wrong)
