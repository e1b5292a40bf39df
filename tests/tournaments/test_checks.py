import pytest
from django.core.checks import run_checks


def ids():
    return [message.id for message in run_checks()]


@pytest.mark.parametrize(("most", "is_wrong"), [(1, False), (0, True), (-1, True)])
def test_a_ladder_on_which_nobody_may_play_is_found(settings, most, is_wrong):
    settings.LADDER_GAMES = most
    assert ("tournaments.E001" in ids()) is is_wrong
