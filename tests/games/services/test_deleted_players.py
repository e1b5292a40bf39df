"""What others can still do with an account that its owner has deleted."""

import pytest

from games import services
from games.models.report import Category, Subject
from games.services.errors import CannotBlock, CannotFollow, NobodyReads
from games.services.fair_errors import CannotSanction, ReportRefused
from games.services.reports import Complaint
from games.services.sanctions import Measure
from sumendi_site.accounts.deletion import delete_account
from sumendi_site.accounts.models import User
from sumendi_site.accounts.sanctions import SanctionKind
from sumendi_site.notices.channels.email.unsubscribing import read, token
from tests.games.factories import make_user


@pytest.fixture
def gone(unai: User) -> User:
    delete_account(unai)
    unai.refresh_from_db()
    return unai


@pytest.mark.parametrize("kind", [SanctionKind.WARNING, SanctionKind.MUTE])
def test_moderators_do_nothing_to_it(gone, kind):
    with pytest.raises(CannotSanction, match="was deleted"):
        services.sanction(make_user("nora", is_staff=True), gone, Measure(kind, "Be kind."))


def test_nobody_blocks_it_or_takes_it_for_a_friend(amaia, gone):
    with pytest.raises(CannotBlock, match="was deleted"):
        services.block(amaia, gone)
    with pytest.raises(CannotFollow, match="was deleted"):
        services.follow(amaia, gone)


def test_nobody_writes_to_it(game, amaia, gone, client):
    with pytest.raises(NobodyReads, match="was deleted"):
        services.say(game.pk, amaia, "Are you there?")
    client.force_login(amaia)
    page = client.get(f"/games/{game.pk}/").content.decode()
    assert "This account was deleted: nobody reads" in page
    assert 'id="chat-text"' not in page


def test_its_name_is_not_reported_but_how_it_played_is(game, amaia, gone):
    with pytest.raises(ReportRefused, match="was deleted"):
        services.report(amaia, gone, Complaint(Subject.NAME, Category.ABUSE))
    services.report(amaia, gone, Complaint(Subject.GAME, Category.CHEATING, game=game.pk))


def test_its_page_offers_none_of_this(amaia, gone, client):
    client.force_login(amaia)
    page = client.get(f"/players/{gone}/").content.decode()
    assert "This account was deleted." in page
    assert "Block deleted" not in page
    assert "friends</button>" not in page


def test_a_link_in_an_old_mail_changes_nothing(unai):
    text = token(unai, "*")
    assert read(text)
    delete_account(unai)
    assert read(text) is None
