"""Asking for proofs of endings, and what pages tell of them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments.services.endings import ENDING, finding_nothing, proving, put
from tests.tournaments.views.reading import EVENT, page, words
from tournaments.models import ProofRequest, Round, Tournament
from tournaments.services.proving import prove_next

pytestmark = pytest.mark.django_db
BOARD = f"{EVENT}rounds/1/boards/1/"


@pytest.fixture
def ending(board):
    """A short one, after the deadline of the round."""
    put(board, ENDING)
    Round.objects.update(deadline=timezone.now() - timedelta(minutes=1))
    return board


def test_an_organiser_asks_for_a_proof_and_reads_how_far_it_is(as_organiser, ending):
    assert "Ask for a proof" in page(as_organiser, BOARD)
    answer = as_organiser.post(f"{BOARD}proof/", follow=True)
    said = words(answer.content.decode())
    assert "The site looks for a proof of how this game ends. It is waited for until" in said
    assert "Ask for a proof" not in said
    prove_next(finding_nothing)
    assert "no proof was found" in words(page(as_organiser, BOARD))


def test_what_is_proved_is_not_asked_for_again(as_organiser, ending):
    as_organiser.post(f"{BOARD}proof/")
    prove_next(proving())
    said = page(as_organiser, BOARD)
    assert "Black wins with best play" in said
    assert "Ask for a proof" not in said


def test_players_are_not_offered_a_proof(client, ending):
    client.force_login(ending.white.player)
    assert "Ask for a proof" not in page(client, BOARD)


def test_the_desk_tells_that_the_workers_are_away(as_organiser, ending):
    as_organiser.post(f"{BOARD}proof/")
    assert "1 ending waits for a proof: board 1 ." in words(page(as_organiser, f"{EVENT}desk/"))
    ProofRequest.objects.update(created=timezone.now() - timedelta(minutes=3))
    said = words(page(as_organiser, f"{EVENT}desk/"))
    assert "No worker has come yet" in said
    assert "1 game waits for your decision" in said


def test_the_round_tells_that_a_proved_result_stands(client, ending):
    Tournament.objects.update(proved_stands=True)
    assert "where it can be proved how a game ends, it ends so;" in words(page(client))


def test_the_log_tells_who_asked_and_what_came_of_it(as_organiser, ending):
    as_organiser.post(f"{BOARD}proof/")
    prove_next(finding_nothing)
    said = words(page(as_organiser, f"{EVENT}log/"))
    assert "olatz asked for a proof of round 1, board 1" in said
    assert "the site has no proof of round 1, board 1: none was found" in said
