import pytest

from games.presenters import cautions
from games.presenters.cautions import Proposal, add_foresight, cautions_of, give_cautions
from tests.games.factories import make_challenge, make_seek

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_says_anything(monkeypatch):
    monkeypatch.setattr(cautions, "_foresights", [])


def of_rated_games(player, proposals):
    return [f"{player} and {one.opponent}" if one.rated else "" for one in proposals]


def of_all_games(player, proposals):
    return ["Mind the volcano."] * len(proposals)


def test_each_game_has_what_is_said_of_it_in_the_order_of_registering(amaia, unai):
    add_foresight(of_rated_games)
    add_foresight(of_all_games)
    said = cautions_of(amaia, [Proposal(unai, rated=False), Proposal(unai, rated=True)])
    assert said == [["Mind the volcano."], ["amaia and unai", "Mind the volcano."]]


def test_registering_twice_is_once(amaia, unai):
    add_foresight(of_all_games)
    add_foresight(of_all_games)
    assert cautions_of(amaia, [Proposal(unai, rated=True)]) == [["Mind the volcano."]]


def test_of_no_games_nobody_is_asked(amaia):
    add_foresight(lambda player, proposals: pytest.fail("asked"))
    assert cautions_of(amaia, []) == []


def test_an_offer_is_judged_by_the_other_player_whoever_reads_it(amaia, unai):
    add_foresight(of_rated_games)
    offer = make_challenge(amaia, unai, rated=True)
    give_cautions([offer], amaia)
    assert offer.cautions == ["amaia and unai"]
    give_cautions([offer], unai)
    assert offer.cautions == ["unai and amaia"]


def test_an_own_offer_to_everybody_has_no_opponent_to_judge(amaia):
    add_foresight(of_all_games)
    offer = make_seek(amaia)
    give_cautions([offer], amaia)
    assert offer.cautions == ()
