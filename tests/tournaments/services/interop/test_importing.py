import pytest

from sumendi_site.accounts.models import User
from tests.tournaments.factories import make_organiser, make_running, make_tournament
from tournaments.presenters.log import text_of
from tournaments.services import settings
from tournaments.services.errors import BadEntryList, NotADirector
from tournaments.services.interop.importing import enter_list, names_of
from tournaments.services.interop.trf import trf26

pytestmark = pytest.mark.django_db
NAMES = ["amaia", "unai", "leire"]


@pytest.fixture
def tournament():
    for name in NAMES:
        User.objects.create_user(username=name)
    return make_tournament()


@pytest.mark.parametrize(
    "text",
    [
        "amaia\nunai\nleire\n",
        "name,club\namaia,A\nunai,B\nleire,\n",
        "Club;Name\r\nA;amaia\r\n;unai\r\nB;leire",
        "\ufeffplayer\tElo\namaia\t2000\nunai\t\n\nleire\t1\n",
        ' amaia ,x\n"unai",y\nleire\n',
    ],
    ids=["names", "headings", "semicolons", "tabs", "spaces"],
)
def test_names_are_read_from_any_usual_table(text):
    assert [one.name for one in names_of(text)] == NAMES


def test_names_are_read_from_a_report():
    report = trf26(make_running(3)).decode()
    assert [one.name for one in names_of(report)] == NAMES


def test_everybody_on_the_list_is_entered(tournament):
    entries = enter_list(tournament.organiser, tournament.slug, "Amaia\nunai\nleire")
    assert [str(entry.player) for entry in entries] == NAMES
    assert set(tournament.entries.values_list("player__username", flat=True)) == set(NAMES)


def test_the_same_list_again_enters_nobody_twice(tournament):
    for _ in range(2):
        enter_list(tournament.organiser, tournament.slug, "amaia\nunai")
    assert tournament.entries.count() == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("amaia\nnobody\n", "Line 2: there is no player named nobody."),
        ("name\n\nnobody\n", "Line 3: there is no player named nobody."),
        ("", "This list names nobody."),
        ("001    1      amaia\n001    1      unai\n", "Line 2, column 5"),
        ('amaia\n"un\nai\n', "Line 3: this is no table"),
    ],
)
def test_a_bad_list_says_where_and_enters_nobody(tournament, text, said):
    with pytest.raises(BadEntryList, match="^" + said.replace(".", r"\.")):
        enter_list(tournament.organiser, tournament.slug, text)
    assert not tournament.entries.exists()


def test_who_may_not_enter_keeps_the_others_out_too(tournament):
    settings.change(tournament.organiser, tournament.slug, most_entries=2)
    with pytest.raises(BadEntryList, match="Line 3: The field is full"):
        enter_list(tournament.organiser, tournament.slug, "\n".join(NAMES))
    assert not tournament.entries.exists()


def test_only_organisers_enter_a_list(tournament):
    with pytest.raises(NotADirector):
        enter_list(make_organiser("arrotz"), tournament.slug, "amaia")


def test_the_log_tells_of_the_list(tournament):
    enter_list(tournament.organiser, tournament.slug, "amaia\nunai")
    newest = tournament.log.first()
    assert newest is not None
    assert text_of(newest) == "entered a list of 2 players"
