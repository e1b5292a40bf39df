import pytest

from sumendi_site.accounts.models import User
from sumendi_site.notices.models import Notice
from tests.games.factories import make_user
from tests.tournaments.factories import make_organiser, make_running
from tournaments.models import Act
from tournaments.services import entering, errors, settings
from tournaments.services.messages import MOST_A_DAY, write_to_all

pytestmark = pytest.mark.django_db

TEXT = "The round ends on Sunday."


@pytest.fixture
def tournament(db):
    return make_running()


def write(tournament, text=TEXT, by=None):
    return write_to_all(by or tournament.organiser, tournament.slug, text)


def readers():
    told = Notice.objects.filter(kind="event_message")
    return set(told.values_list("recipient__username", flat=True))


def test_all_who_play_are_told(tournament):
    write(tournament)
    assert readers() == {"amaia", "unai", "leire", "mattin"}


def test_who_has_withdrawn_is_not_told(tournament):
    amaia = tournament.entries.get(number=1).player
    entering.withdraw(amaia, tournament.slug)
    write(tournament)
    assert "amaia" not in readers()


def test_the_owner_of_a_bot_is_told_in_its_place(tournament):
    owner = make_user("jokin")
    bot = tournament.entries.get(number=1).player
    User.objects.filter(pk=bot.pk).update(kind="bot", owner=owner)
    write(tournament)
    assert readers() == {"jokin", "unai", "leire", "mattin"}


def test_a_message_that_is_sent_twice_comes_once(tournament):
    assert write(tournament) == write(tournament)
    assert Notice.objects.filter(kind="event_message").count() == 4


def test_a_message_is_in_the_log(tournament):
    write(tournament)
    assert tournament.log.get(act=Act.MESSAGE).data["text"] == TEXT


@pytest.mark.parametrize("text", ["", "\u200b", "x" * 1001])
def test_a_message_has_a_text_of_bounded_length(tournament, text):
    with pytest.raises(errors.BadMessage):
        write(tournament, text)


def test_organisers_do_not_flood_their_players(tournament):
    for number in range(MOST_A_DAY):
        write(tournament, f"Message {number}")
    with pytest.raises(errors.TooManyMessages):
        write(tournament, "One more")


def test_nobody_is_written_to_about_a_draft():
    organiser, amaia = make_organiser(), make_user()
    draft = settings.create(organiser, name="Winter open", size=5, time_control="3d")
    entering.enter_by_director(organiser, draft.slug, amaia)
    with pytest.raises(errors.WrongState):
        write_to_all(organiser, draft.slug, TEXT)
    settings.cancel(organiser, draft.slug)
    assert not Notice.objects.exists()


def test_others_do_not_write_to_all(tournament):
    with pytest.raises(errors.NotADirector):
        write(tournament, by=tournament.entries.get(number=1).player)
