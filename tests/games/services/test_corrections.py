"""Who may correct what; what that does to the ratings is tested with them."""

import pytest

from games import services as games
from games.models import Result, ResultEvent, Termination
from games.services.errors import CorrectionRefused
from sumendi_site.accounts.models import User
from tests.games.factories import make_user
from tests.ratings.finished import finish

pytestmark = pytest.mark.django_db

WHY = "A trial."


@pytest.fixture
def moderator(db):
    return make_user("leire", is_staff=True)


@pytest.fixture
def amaia(db):
    return make_user("amaia")


def test_nobody_judges_a_game_of_their_own_bot(amaia, moderator):
    game = finish(amaia, make_user("lapa", kind=User.Kind.BOT, owner=moderator))
    with pytest.raises(CorrectionRefused, match="A bot of yours"):
        games.annul(game.pk, moderator, WHY)


def test_a_bot_that_was_given_away_since_is_judged_by_others(amaia, moderator):
    bot = make_user("lapa", kind=User.Kind.BOT, owner=moderator)
    game = finish(amaia, bot)
    User.objects.filter(pk=bot.pk).update(owner=amaia)
    with pytest.raises(CorrectionRefused, match="A bot of yours"):
        games.annul(game.pk, moderator, WHY)


def test_a_bot_that_was_taken_over_since_is_judged_by_others(amaia, moderator):
    bot = make_user("lapa", kind=User.Kind.BOT, owner=make_user("jokin"))
    game = finish(amaia, bot)
    User.objects.filter(pk=bot.pk).update(owner=moderator)
    with pytest.raises(CorrectionRefused, match="A bot of yours"):
        games.annul(game.pk, moderator, WHY)


def test_two_people_lose_by_no_fault_of_a_bot(amaia, moderator):
    game = finish(amaia, make_user("unai"))
    with pytest.raises(CorrectionRefused, match="Only a bot"):
        games.correct(game.pk, moderator, Result.BLACK, WHY, Termination.FAULT)


@pytest.mark.parametrize(
    ("result", "swapped"), [(Result.BLACK, False), (Result.WHITE, True)], ids=["kept", "swapped"]
)
def test_a_bot_can_have_lost_by_its_fault(amaia, moderator, result, swapped):
    bot = make_user("lapa", kind=User.Kind.BOT, owner=make_user("jokin"))
    game = finish(amaia, bot, result, swapped=swapped)
    games.correct(game.pk, moderator, result, WHY, Termination.FAULT)
    assert ResultEvent.objects.last().termination == Termination.FAULT


def test_who_beat_a_bot_has_not_lost_by_its_fault(amaia, moderator):
    game = finish(amaia, make_user("lapa", kind=User.Kind.BOT, owner=make_user("jokin")))
    with pytest.raises(CorrectionRefused, match="Only a bot"):
        games.correct(game.pk, moderator, Result.WHITE, WHY, Termination.FAULT)


def test_a_reason_that_nobody_can_see_is_none(amaia, moderator):
    game = finish(amaia, make_user("unai"))
    with pytest.raises(CorrectionRefused, match="Say why"):
        games.annul(game.pk, moderator, "\u200b \u3164")


def test_what_was_decided_upon_an_older_result_is_refused(amaia, moderator):
    game = finish(amaia, make_user("unai"))
    games.correct(game.pk, moderator, Result.WHITE, WHY)
    with pytest.raises(CorrectionRefused, match="meanwhile"):
        games.annul(game.pk, moderator, WHY, seen=1)
    assert ResultEvent.objects.count() == 2


def test_an_organiser_corrects_without_being_a_moderator(amaia):
    game = finish(amaia, make_user("unai"))
    organiser = make_user("olatz")
    event = games.correct_by_organiser(
        game.pk, organiser, Result.DRAW, Termination.ADJUDICATION, WHY
    )
    assert (event.by, event.result, event.why) == (organiser, Result.DRAW, WHY)


def test_an_organiser_gives_a_game_back_the_end_that_it_had(amaia):
    game, organiser = finish(amaia, make_user("unai")), make_user("olatz")
    games.correct_by_organiser(game.pk, organiser, "", Termination.FORFEIT, WHY)
    games.correct_by_organiser(game.pk, organiser, Result.BLACK, Termination.RESIGNATION, WHY)
    game.refresh_from_db()
    assert (game.result, game.termination) == (Result.BLACK, Termination.RESIGNATION)


def test_an_organiser_does_not_invent_another_end(amaia):
    game = finish(amaia, make_user("unai"))
    with pytest.raises(CorrectionRefused, match="Only a moderator"):
        games.correct_by_organiser(
            game.pk, make_user("olatz"), Result.WHITE, Termination.RESIGNATION, WHY
        )


def test_an_organiser_does_not_correct_an_own_game(amaia):
    game = finish(amaia, make_user("unai"))
    with pytest.raises(CorrectionRefused, match="yourself"):
        games.correct_by_organiser(game.pk, amaia, Result.DRAW, Termination.ADJUDICATION, WHY)
