"""A preview tells exactly what the correction then does."""

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games import services as games
from games.models import Result, ResultEvent, Termination
from games.services.errors import CorrectionRefused
from ratings.models import LedgerEntry
from ratings.services import contradictions, follow, preview
from sumendi_site.accounts.models import User
from tests.games.factories import make_user
from tests.ratings.finished import DAY_ONE, finish, finish_many

ON_TIME = (Result.BLACK, Termination.TIMEOUT)
RESIGNED = (Result.BLACK, Termination.RESIGNATION)
ENDS = (None, ON_TIME, (Result.WHITE, Termination.TIMEOUT), RESIGNED, (Result.DRAW, "agreement"))


def ratings():
    return dict(User.objects.values_list("pk", "rating"))


def shown_and_true(game, moderator, change):
    """The changed ratings as previewed and as they are then, if the change is possible."""
    before = ratings()
    shown = {one.player.pk: one.after for one in preview(game.pk, *(change or (None,)))}
    try:
        if change is None:
            games.annul(game.pk, moderator, "A trial.")
        else:
            games.correct(game.pk, moderator, change[0], "A trial.", change[1])
    except CorrectionRefused:
        return {}, {}
    follow()
    return shown, {pk: rating for pk, rating in ratings().items() if rating != before[pk]}


@pytest.mark.django_db
def test_the_preview_of_a_loss_on_time_that_is_given_back_tells_the_truth():
    amaia, unai, nora = map(make_user, ("amaia", "unai", "nora"))
    moderator = make_user("leire", is_staff=True)
    finish(amaia, unai, ran_out=DAY_ONE)
    game = finish(nora, unai, ran_out=DAY_ONE + timedelta(hours=1))
    games.correct(game.pk, moderator, Result.BLACK, "A slip.", Termination.RESIGNATION)
    follow()
    shown, true = shown_and_true(game, moderator, ON_TIME)
    assert shown == true
    assert set(shown) == {nora.pk, unai.pk}


class PreviewsOfManyCorrections(TestCase):
    @settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.lists(st.tuples(st.integers(1, 24), st.sampled_from(ENDS)), max_size=6))
    def test_each_is_true_and_ranges_find_the_current_rows(self, changes):
        moderator = make_user("leire", is_staff=True)
        finish_many([make_user(f"player-{number}") for number in range(4)], 24)
        follow()
        for number, change in changes:
            game = ResultEvent.objects.get(number=number).game
            shown, true = shown_and_true(game, moderator, change)
            assert shown == true
            for start in (0, 1, number, 24):
                rows = LedgerEntry.objects.current().filter(sequence__gte=start)
                assert set(LedgerEntry.objects.current_by_ranges(start)) == set(rows)
        assert list(contradictions()) == []
