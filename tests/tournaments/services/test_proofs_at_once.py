"""Workers of the search at once, and such as die: real threads and processes."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import ResultEvent
from tests.games.at_once import at_once, die, in_a_process_that_dies
from tests.tournaments.services.endings import make_ending, proving
from tests.tournaments.services.playing import codes
from tournaments.models import Decision, ProofRequest, ProofState, Round
from tournaments.services import deadlines
from tournaments.services.proving import LEASE, prove_next

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stack]


@pytest.fixture
def board():
    """Its ending waits for a proof."""
    made = make_ending()
    Round.objects.update(deadline=timezone.now())
    deadlines.keep_deadlines(timezone.now())
    return made


def test_of_two_workers_one_proves_and_of_two_sweeps_one_decides(board):
    assert sorted(at_once([lambda: prove_next(proving())] * 2)) == [False, True]
    assert ProofRequest.objects.get().tries == 1
    at_once([lambda: deadlines.keep_deadlines(timezone.now())] * 2)
    deadlines.keep_deadlines(timezone.now())
    assert codes(board) == ("1", "0")
    assert Decision.objects.count() == ResultEvent.objects.count() == 1


def test_a_worker_that_is_killed_at_a_proof_loses_and_doubles_nothing(board):
    in_a_process_that_dies(lambda: prove_next(die))
    assert ProofRequest.objects.get().state == ProofState.RUNNING
    ProofRequest.objects.update(lease_until=timezone.now() - LEASE)
    assert prove_next(proving())
    deadlines.keep_deadlines(timezone.now() + timedelta(seconds=1))
    assert codes(board) == ("1", "0")
    assert Decision.objects.count() == ResultEvent.objects.count() == 1
