"""What is left when somebody deletes the account of whom the site knows something everywhere."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db import transaction

from games.consistency import contradictions
from games.models import BotVersion, ChatMessage, Exploration, Game, Offer
from games.services.offers import OfferStatus
from ratings.models import LedgerEntry
from sumendi_site.accounts.deletion import GONE, delete_account, finish_deletions
from sumendi_site.accounts.follows import Follow
from sumendi_site.accounts.models import Deletion, User
from sumendi_site.live.models import LiveEvent
from sumendi_site.live.publish import talk_topic
from tests.accounts.belongings import (
    ADDRESS,
    NAME,
    OTHER,
    OTHER_PRINTED,
    OTHER_WORDS,
    PRINTED,
    WORDS,
    make_somebody,
    organised,
)
from tournaments.models import Act
from tournaments.presenters.log import text_of

pytestmark = pytest.mark.stack


@pytest.fixture(scope="module")
def gone(django_db_setup, django_db_blocker):
    """Deleted once for all tests, which only look at what is left, and taken back after them."""
    with django_db_blocker.unblock(), transaction.atomic():
        person = make_somebody()
        delete_account(person)
        assert finish_deletions() == 1
        person.refresh_from_db()
        yield person
        transaction.set_rollback(True)


def places_of(word: str) -> Iterator[str]:
    """The columns of the whole database that hold this word."""
    for model in apps.get_models(include_auto_created=True):
        for row in model._base_manager.values():
            yield from (f"{model._meta.label}.{name}" for name in row if word in str(row[name]))


def test_the_name_and_the_address_are_found_nowhere_but_in_the_moderators_log(gone):
    assert set(places_of(NAME)) == {"games.ModeratorAct.text"}
    assert not set(places_of(ADDRESS))


def test_own_words_stay_in_what_moderators_and_organisers_were_told_alone(gone):
    told = {"games.Report.words", "games.Report.quoted", "notices.Notice.data"}
    assert set(places_of(WORDS)) == told


def test_titles_that_the_site_made_for_others_show_the_other_name(gone):
    (title,) = Exploration.objects.values_list("title", flat=True)
    assert title == f"{gone.username} against {OTHER}"


def test_bots_know_nobody_any_more(gone):
    assert not Follow.objects.filter(owner__username="basalt").exists()


def test_open_pages_look_again_at_what_was_said(gone):
    game = ChatMessage.objects.filter(text=GONE).get().game_id
    assert LiveEvent.objects.filter(topic=talk_topic(game), kind="talk").exists()


def test_words_of_others_stay(gone):
    lines = ChatMessage.objects.order_by("pk").values_list("author__username", "text")
    assert list(lines) == [(gone.username, GONE), (OTHER, OTHER_WORDS)]
    assert "games.Note.text" in places_of(OTHER_WORDS)


def test_nothing_in_the_database_contradicts_itself(gone):
    assert list(contradictions()) == []


def test_games_and_ratings_keep_the_account_under_another_name(gone):
    assert gone.username == f"deleted-{gone.pk}"
    assert Game.objects.of(gone).count() == 3
    assert LedgerEntry.objects.of(gone.pk).exists()


PAGES = """
    /players/deleted/ /players/unai/ /players/unai/games.txt /players/unai/ratings/ /games/first/
    /games/first/record/ /tournaments/played/ /tournaments/played/crosstable/
    /tournaments/played/log/ /tournaments/played/report.trf /tournaments/played/standings.csv
    /api/v1/players/unai/games
"""


def test_pages_of_others_show_the_other_name(gone, client):
    first = str(Game.objects.order_by("pk").values_list("pk", flat=True)[0])
    for path in PAGES.replace("deleted", gone.username).replace("first", first).split():
        answer = client.get(path)
        assert answer.status_code == 200, path
        text = b"".join(answer) if answer.streaming else answer.content
        assert NAME not in text.decode(), path


def test_nobody_finds_the_old_name(gone, client):
    assert client.get(f"/players/{NAME}/").status_code == 404


def test_offers_are_closed(gone):
    assert set(Offer.objects.values_list("status", flat=True)) == {
        OfferStatus.WITHDRAWN,
        OfferStatus.DECLINED,
    }


def test_bots_keep_their_names_and_lose_their_programs(gone):
    basalt = User.objects.get(username="basalt")
    assert (basalt.is_active, basalt.about, basalt.owner) == (False, "", gone)
    version = BotVersion.objects.get(bot=basalt.pk)
    assert (bytes(version.package), version.is_live) == (b"", False)
    assert not Game.objects.running().of(basalt).exists()


def test_what_programs_printed_goes_with_their_owner_for_whomever_they_played(gone):
    assert not set(places_of(PRINTED))
    assert set(places_of(OTHER_PRINTED)) == {
        *("games.BotTurn.memory", "games.BotRun.log", "games.BotRun.detail")
    }


def test_a_tournament_goes_to_the_co_organiser(gone):
    event = organised()
    assert event.organiser.username == OTHER
    assert not event.co_organisers.exists()
    entry = event.log.filter(act=Act.STAFF).first()
    assert (entry.by, text_of(entry)) == (gone, f"handed the tournament over to {OTHER}")


def test_what_is_done_twice_does_no_harm(gone):
    before = sorted(places_of(gone.username))
    Deletion.objects.update(finished=None, former_name=NAME)
    assert finish_deletions() == 1
    assert sorted(places_of(gone.username)) == before
