from datetime import timedelta

import pytest

from games import services as games
from games.models import Game, Result, ResultEvent, Termination
from games.services.errors import CorrectionRefused, NotAModerator
from ratings.models import LedgerEntry, Revision
from ratings.services import Preview, contradictions, follow, preview
from sumendi_site.accounts.models import User
from tests.games.factories import make_game, make_user
from tests.ratings.finished import DAY_ONE, finish, finish_many

pytestmark = pytest.mark.django_db


@pytest.fixture
def moderator(db):
    return make_user("leire", is_staff=True)


def ratings():
    return dict(User.objects.values_list("pk", "rating"))


def reasons():
    current = LedgerEntry.objects.current().order_by("sequence")
    return list(current.values_list("reason", flat=True))


def test_an_annulled_game_gives_its_points_back(amaia, unai, moderator):
    game = finish(amaia, unai)
    follow()
    games.annul(game.pk, moderator, "The loser had let another play.")
    follow()
    assert set(ratings().values()) == {1_500_000_000}
    assert reasons() == ["annulled"]


def test_an_annulled_loss_on_time_keeps_the_instant(amaia, unai, moderator):
    game = finish(amaia, unai, ran_out=DAY_ONE, finished=DAY_ONE + timedelta(hours=1))
    event = games.annul(game.pk, moderator, "A test.")
    assert event.ran_out == DAY_ONE


def test_a_corrected_loss_on_time_can_be_given_back(amaia, unai, moderator):
    game = finish(amaia, unai, ran_out=DAY_ONE)
    games.correct(game.pk, moderator, Result.DRAW, "A slip.", Termination.AGREEMENT)
    event = games.correct(game.pk, moderator, Result.BLACK, "It was right.", Termination.TIMEOUT)
    assert event.ran_out == DAY_ONE


def test_nobody_judges_a_game_of_their_own(amaia, moderator):
    game = finish(amaia, moderator)
    with pytest.raises(CorrectionRefused, match="another moderator"):
        games.annul(game.pk, moderator, "I did not deserve this.")


def test_a_game_that_hardly_began_has_no_result_to_correct(amaia, moderator):
    bot = make_user("house-test", kind=User.Kind.HOUSE)
    game = games.cancel(make_game(amaia, bot).pk, amaia)
    with pytest.raises(CorrectionRefused, match="hardly began"):
        games.annul(game.pk, moderator, "A test.")


def test_the_old_revision_stays_readable(amaia, unai, moderator):
    game = finish(amaia, unai)
    follow()
    event = games.annul(game.pk, moderator, "Agreed upon beforehand.")
    follow()
    assert list(game.ledger_entries.values_list("revision", "rated")) == [(0, True), (1, False)]
    revision = Revision.objects.get()
    assert (revision.event, revision.event.by, revision.why) == (
        event,
        moderator,
        "Agreed upon beforehand.",
    )


def test_a_corrected_game_keeps_its_place(amaia, unai, moderator):
    game = finish(amaia, unai)
    finish(amaia, unai)
    follow()
    games.correct(game.pk, moderator, Result.WHITE, "The wrong player was told to resign.")
    follow()
    first, second = LedgerEntry.objects.current().order_by("sequence")
    assert (first.sequence, first.first_after, second.first_before) == (
        1,
        1_480_000_000,
        1_480_000_000,
    )


def test_games_before_the_corrected_one_keep_their_rows(amaia, unai, moderator):
    finish(amaia, unai)
    game = finish(amaia, unai)
    follow()
    games.annul(game.pk, moderator, "A trial.")
    follow()
    assert list(LedgerEntry.objects.current().values_list("sequence", "revision")) == [
        (1, 0),
        (2, 1),
    ]


def test_a_game_that_finishes_after_a_revision_is_rated_from_it(amaia, unai, moderator):
    game = finish(amaia, unai)
    follow()
    games.annul(game.pk, moderator, "A trial.")
    finish(amaia, unai)
    follow()
    assert LedgerEntry.objects.current().get(rated=True).first_before == 1_500_000_000
    assert list(contradictions()) == []


def test_the_next_loss_on_time_counts_when_the_first_is_annulled(amaia, unai, moderator):
    game = finish(amaia, unai, ran_out=DAY_ONE)
    finish(amaia, unai, ran_out=DAY_ONE + timedelta(days=1))
    follow()
    games.annul(game.pk, moderator, "The site was down.")
    follow()
    assert reasons() == ["annulled", ""]


def test_an_annulment_can_be_taken_back(amaia, unai, moderator):
    game = finish(amaia, unai, ran_out=DAY_ONE)
    follow()
    before = ratings()
    games.annul(game.pk, moderator, "A mistake.")
    follow()
    games.correct(game.pk, moderator, Result.BLACK, "It was right after all.")
    follow()
    assert ratings() == before
    assert list(contradictions()) == []


@pytest.mark.parametrize("place", [1, 30, 60])
def test_many_corrections_replay_to_the_same_digits(players, moderator, place):
    finish_many(players, 60)
    follow()
    for number in (place, 17):
        event = ResultEvent.objects.get(number=number)
        games.annul(event.game_id, moderator, "A trial.")
        finish_many(players, 10)
        follow()
    assert list(contradictions()) == []


def test_corrections_that_are_followed_late_give_the_same(players, moderator):
    finish_many(players, 30)
    games.annul(ResultEvent.objects.get(number=3).game_id, moderator, "A trial.")
    follow()
    assert list(contradictions()) == []


def test_a_preview_of_an_annulment_tells_what_it_then_does(players, moderator):
    finish_many(players, 40)
    follow()
    game, before = ResultEvent.objects.get(number=2).game, ratings()
    shown = {one.player.pk: one.after for one in preview(game.pk, None).differences}
    assert ratings() == before
    games.annul(game.pk, moderator, "A trial.")
    follow()
    changed = {pk: rating for pk, rating in ratings().items() if rating != before[pk]}
    assert shown == changed
    assert shown


def test_a_preview_lists_later_games_that_become_rated(amaia, unai, moderator):
    game = finish(amaia, unai, ran_out=DAY_ONE)
    later = finish(amaia, unai, ran_out=DAY_ONE + timedelta(days=1))
    follow()
    foreseen = preview(game.pk, None)
    assert [(one.game, one.before, one.after) for one in foreseen.turned] == [
        (later.pk, "series", "")
    ]
    games.annul(game.pk, moderator, "The site was down.")
    follow()
    assert reasons() == [foreseen.reason, ""]


def test_a_preview_counts_the_games_that_are_rated_again(players):
    finish_many(players, 12)
    follow()
    assert preview(ResultEvent.objects.get(number=3).game_id, None).games == 10


def test_a_preview_of_a_game_that_the_ledger_lacks_is_empty(amaia, unai):
    assert preview(finish(amaia, unai).pk, None) == Preview()


@pytest.mark.parametrize("number", [1, 3])
def test_a_preview_of_a_correction_tells_what_it_then_does(players, moderator, number):
    finish_many(players, 40)
    follow()
    game, before = ResultEvent.objects.get(number=number).game, ratings()
    change = (Result.WHITE, Termination.RESIGNATION)
    shown = {one.player.pk: one.after for one in preview(game.pk, *change).differences}
    games.correct(game.pk, moderator, change[0], "A trial.", change[1])
    follow()
    assert shown == {pk: rating for pk, rating in ratings().items() if rating != before[pk]}
    assert shown


def test_only_moderators_correct(amaia, unai):
    game = finish(amaia, unai)
    with pytest.raises(NotAModerator):
        games.annul(game.pk, amaia, "I lost.")
    assert ResultEvent.objects.count() == 1


def test_a_correction_needs_a_reason(amaia, unai, moderator):
    with pytest.raises(CorrectionRefused, match="Say why"):
        games.annul(finish(amaia, unai).pk, moderator, " ")


def test_a_running_game_has_nothing_to_correct(amaia, unai, moderator):
    with pytest.raises(CorrectionRefused, match="not ended"):
        games.annul(make_game(amaia, unai).pk, moderator, "A trial.")


def test_a_game_is_annulled_once(amaia, unai, moderator):
    game = finish(amaia, unai)
    games.annul(game.pk, moderator, "A trial.")
    with pytest.raises(CorrectionRefused, match="already"):
        games.annul(game.pk, moderator, "A trial.")


@pytest.mark.parametrize(
    ("result", "termination"),
    [
        (Result.BLACK, None),
        (Result.DRAW, None),
        (Result.WHITE, Termination.TIMEOUT),
        (Result.WHITE, Termination.SCORE),
        (Result.WHITE, Termination.CANCELLED),
    ],
)
def test_an_end_that_makes_no_sense_is_refused(amaia, unai, moderator, result, termination):
    game = finish(amaia, unai)
    with pytest.raises(CorrectionRefused):
        games.correct(game.pk, moderator, result, "A trial.", termination)
    assert Game.objects.get(pk=game.pk).result == Result.BLACK


def test_the_game_shows_its_corrected_end(amaia, unai, moderator):
    game = finish(amaia, unai)
    games.correct(game.pk, moderator, Result.DRAW, "Both agreed.", Termination.AGREEMENT)
    game.refresh_from_db()
    assert (game.result, game.termination) == (Result.DRAW, Termination.AGREEMENT)


def test_a_correction_keeps_what_the_accounts_were_at_the_end(amaia, unai, moderator):
    bot = make_user("lapa", kind=User.Kind.BOT, owner=unai)
    game = finish(amaia, bot)
    User.objects.filter(pk=bot.pk).update(owner=amaia, kind=User.Kind.PERSON)
    event = games.correct(game.pk, moderator, Result.WHITE, "A slip.")
    assert (event.second_owner, event.second_is_bot) == (unai, True)


def test_a_new_owner_changes_nothing_when_the_past_is_rated_again(amaia, unai, moderator):
    bot = make_user("lapa", kind=User.Kind.BOT, owner=unai)
    game = finish(amaia, unai)
    finish(amaia, bot)
    follow()
    User.objects.filter(pk=bot.pk).update(owner=amaia)
    games.annul(game.pk, moderator, "A trial.")
    follow()
    assert reasons() == ["annulled", ""]
