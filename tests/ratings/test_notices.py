"""Who hears of changed ratings, and of games that could not be rated."""

import pytest
from django.db import transaction

from games import services as games
from games.models import Result, ResultEvent, Termination
from ratings.models import LedgerEntry, Revision
from ratings.presenters.notices import RATING_FAULT
from ratings.presenters.words import signed
from ratings.replay import Pool
from ratings.services import follow, following, mend, revising
from sumendi_site.accounts.models import User
from sumendi_site.live.models import LiveEvent
from sumendi_site.notices.forms import kinds_for
from sumendi_site.notices.models import Delivery, Notice, NoticeSettings
from tests.games.factories import make_user
from tests.notices.conftest import with_address
from tests.ratings.finished import finish, finish_many

pytestmark = pytest.mark.django_db

WON = "Black (amaia) won, by resignation"
CORRECTED, FAULT = "rating_changed", "rating_fault"


@pytest.fixture
def amaia():
    return make_user("amaia")


@pytest.fixture
def unai():
    return make_user("unai")


@pytest.fixture
def moderator():
    return make_user("leire", is_staff=True)


@pytest.fixture
def game(amaia, unai):
    game = finish(amaia, unai)
    follow()
    return game


def annul(game, moderator):
    games.annul(game.pk, moderator, "Agreed upon beforehand.")
    follow()


def notices(kind, **fields):
    return Notice.objects.filter(kind=kind, **fields).order_by("pk")


def fail(*args, **kwargs):
    raise RuntimeError("a fault of ours")


def test_both_players_hear_that_their_game_was_annulled_and_why(game, amaia, moderator):
    annul(game, moderator)
    text = notices(CORRECTED).get(recipient=amaia).text
    assert text.title == f"Game {game.pk} was annulled"
    assert text.body == (
        f"The game of amaia and unai is not rated; its result stays: {WON}. "
        "The reason: “Agreed upon beforehand.” Your rating: \N{MINUS SIGN}20.0, from 1520 to 1500."
    )
    assert text.url == game.get_absolute_url()
    assert notices(CORRECTED).count() == 2


def test_everybody_hears_whose_rating_it_changed_so_that_it_shows_and_nobody_else(moderator):
    players = [make_user(f"player-{number}") for number in range(6)]
    finish_many(players, 30)
    finish(make_user("nora"), make_user("iker"))
    follow()
    before = {user.pk: user.rating for user in User.objects.all()}
    annul(ResultEvent.objects.get(number=2).game, moderator)
    changes = {user.pk: user.rating - before[user.pk] for user in User.objects.all()}
    shown = {player for player, change in changes.items() if signed(change) != "0.0"}
    assert set(notices(CORRECTED).values_list("recipient", flat=True)) == shown
    assert 2 < len(shown) < len(list(filter(None, changes.values())))


def test_the_two_players_hear_of_it_also_when_no_rating_changes(amaia, unai, moderator):
    game = finish(amaia, unai, rated=False)
    follow()
    games.correct(game.pk, moderator, Result.WHITE, "A slip.", Termination.RESIGNATION)
    follow()
    first, second = notices(CORRECTED)
    assert first.text.title == f"Game {game.pk} has another result"
    assert "Your rating stays 1500." in second.text.body


def test_a_corrected_result_is_told_with_the_names(game, moderator):
    games.correct(game.pk, moderator, Result.WHITE, "A slip.", Termination.ADJUDICATION)
    follow()
    text = notices(CORRECTED).first().text
    assert text.title == f"Game {game.pk} has another result"
    assert text.body.startswith(
        "The game of amaia and unai has another result now: White (unai) won, by adjudication. "
        "Not rated: an organiser decided the result without a proof."
    )


def test_a_game_that_is_not_annulled_any_more_counts_again(game, moderator):
    annul(game, moderator)
    games.correct(game.pk, moderator, Result.BLACK, "It was right.")
    follow()
    text = notices(CORRECTED).last().text
    assert text.title == f"Game {game.pk} counts again"
    assert text.body.startswith(f"The game of amaia and unai counts again: {WON}.")


def test_a_casual_game_is_not_annulled_any_more_but_does_not_count(amaia, unai, moderator):
    game = finish(amaia, unai, rated=False)
    annul(game, moderator)
    games.correct(game.pk, moderator, Result.BLACK, "It was right.")
    follow()
    text = notices(CORRECTED).last().text
    assert text.title == f"Game {game.pk} is not annulled any more"
    assert "Not rated: the game was casual." in text.body


def test_bots_are_told_nothing(amaia, moderator):
    game = finish(amaia, make_user("robot", kind=User.Kind.BOT, owner=make_user("unai")))
    follow()
    annul(game, moderator)
    assert [notice.recipient for notice in notices(CORRECTED)] == [amaia]


def test_a_revision_that_is_tried_again_tells_once(game, moderator):
    games.annul(game.pk, moderator, "A trial.")
    with transaction.atomic():
        following._keep_the_ledger(ResultEvent.objects.last())
        transaction.set_rollback(True)
    assert not notices(CORRECTED).exists()
    follow()
    follow()
    assert notices(CORRECTED).count() == 2


def test_a_mended_fault_tells_those_whose_rating_it_changes(game, amaia, unai):
    User.objects.filter(pk=amaia.pk).update(rating=1_400_000_000)
    mend("A disk had lost it.")
    notice = notices(CORRECTED).get()
    assert notice.recipient == amaia
    assert notice.text.title == "Your rating was set right"
    assert notice.text.url == "/ratings/revisions/1/"


def test_who_wants_no_mail_of_corrections_gets_none(game, amaia, unai, moderator, settings):
    settings.MAIL_CONFIGURED = True
    for player in (amaia, unai):
        player.email = f"{player}@example.org"
        with_address(player)
    NoticeSettings.objects.create(user=amaia, channels={CORRECTED: ["bell"]})
    annul(game, moderator)
    ways = Delivery.objects.filter(notice__kind=CORRECTED)
    assert set(ways.values_list("notice__recipient", "channel")) == {
        (amaia.pk, "bell"),
        (unai.pk, "bell"),
        (unai.pk, "email"),
    }


def test_who_looks_at_the_game_sees_the_new_rating_at_once(game, moderator):
    seen = LiveEvent.objects.filter(topic=f"game:{game.pk}", kind="rated")
    before = seen.count()
    annul(game, moderator)
    assert seen.count() == before + 1


def test_a_fault_of_the_notices_keeps_nobody_from_being_rated(game, moderator, monkeypatch):
    monkeypatch.setattr("ratings.notices.notify_all", fail)
    annul(game, moderator)
    assert Revision.objects.count() == 1
    assert set(User.objects.values_list("rating", flat=True)) == {1_500_000_000}


def test_operators_hear_of_a_game_that_could_not_be_rated(amaia, unai, moderator, monkeypatch):
    make_user("gone", is_staff=True, is_active=False)
    monkeypatch.setattr(Pool, "rate", fail)
    game = finish(amaia, unai)
    follow()
    notice = notices(FAULT).get()
    assert (notice.recipient, LedgerEntry.objects.get().reason) == (moderator, "error")
    assert notice.text.title == f"Game {game.pk} could not be rated"
    assert "replay_ratings --mend" in notice.text.body


def test_operators_hear_of_an_event_that_was_passed_over(game, moderator, monkeypatch):
    monkeypatch.setattr(revising, "insert_rows", fail)
    annul(game, moderator)
    assert notices(FAULT).get().recipient == moderator
    assert not notices(CORRECTED).exists()


def test_operators_hear_of_each_fault_in_a_game(game, moderator, monkeypatch):
    monkeypatch.setattr(revising, "insert_rows", fail)
    annul(game, moderator)
    games.correct(game.pk, moderator, Result.DRAW, "A trial.", Termination.AGREEMENT)
    follow()
    assert notices(FAULT).count() == 2


def test_several_games_that_a_revision_cannot_rate_make_one_notice(
    amaia, unai, moderator, monkeypatch
):
    first, *_ = [finish(amaia, unai) for _ in range(3)]
    follow()
    monkeypatch.setattr(Pool, "rate", fail)
    annul(first, moderator)
    assert "nor could 2 later ones" in notices(FAULT).get().text.body


def test_only_operators_can_choose_to_hear_of_faults(amaia, moderator):
    assert RATING_FAULT in kinds_for(moderator)
    assert RATING_FAULT not in kinds_for(amaia)
