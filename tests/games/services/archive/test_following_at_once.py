"""Several workers at once, and one that is killed."""

import pytest

from games.models import ArchivedPosition
from games.services import archive
from games.services.archive import following
from ratings import services as ratings
from tests.games.archiving import archive_all
from tests.games.at_once import at_once, die, in_a_process_that_dies
from tests.games.factories import make_finished_game, make_user, some_moves

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stack]


def follow_and_be_killed():
    write = following.archive

    def write_and_be_killed(event):
        write(event)
        die()

    following.archive = write_and_be_killed
    archive.follow()


def test_workers_that_are_killed_or_meet_neither_lose_nor_double_a_game():
    amaia, unai = make_user("amaia"), make_user("unai")
    games = [make_finished_game(amaia, unai, some_moves(3, seed=seed)) for seed in range(4)]
    ratings.follow()
    in_a_process_that_dies(follow_and_be_killed)
    assert not ArchivedPosition.objects.exists()
    done = at_once([archive.follow, archive.follow])
    archive_all()
    assert sum(done) <= len(games)
    assert ArchivedPosition.objects.count() == 3 * len(games)
    assert list(archive.contradictions()) == []
