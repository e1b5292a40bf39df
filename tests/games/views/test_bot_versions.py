import pytest
from django.test import Client

from games.models import Bout, BoutStatus, RunFault, Termination, VersionState
from games.rules import Position
from games.services.bouts import end_by_fault
from tests.games.bots.hosting import make_check, make_hosted_bot, make_scrimmage, make_version
from tests.games.bots.played import played
from tests.games.factories import make_game
from tests.games.views.browsers import browser_of

TRACEBACK = "KeyError: 'k12' <line 41>"


@pytest.fixture
def magma(amaia):
    return make_hosted_bot(amaia)


@pytest.fixture
def amaias(amaia):
    return browser_of(amaia)


@pytest.fixture
def refused(magma):
    """A version that crashed in its game against itself, ply 1."""
    version = make_version(magma, state=VersionState.REFUSED, refusal="It crashed, ply 1.")
    itself, _ = make_check(version)
    itself.turns.all().delete()
    played(itself, version, 1, faults=[RunFault.CRASH] * 2, log=TRACEBACK)
    end_by_fault(itself, "first", "It crashed.")
    return version


@pytest.fixture
def scrimmage_bout(magma, amaia, unai):
    """A bout that magma has begun against pumice."""
    mine, theirs = magma.bot.versions.get(), make_hosted_bot(unai, "pumice").bot.versions.get()
    scrimmage = make_scrimmage(amaia, mine, theirs)
    position = str(Position.start(5).play("e5"))
    bout = Bout.objects.create(
        scrimmage=scrimmage,
        number=1,
        first=mine,
        second=theirs,
        size=5,
        position=position,
        moves=["e5"],
    )
    played(bout, mine, 1, log="magma looks around")
    played(bout, theirs, 2, log="pumice looks around")
    return bout


def text_of(client, path):
    return client.get(path).content.decode()


def test_the_owner_reads_why_a_version_was_refused(refused, amaias):
    page = text_of(amaias, "/bots/magma/versions/2/")
    assert "Refused. It crashed, ply 1." in page
    assert "KeyError: &#x27;k12&#x27; &lt;line 41&gt;" in page
    assert "White wins: magma v2 failed." in page


@pytest.mark.parametrize("path", ["/bots/magma/versions/2/", "/bots/magma/versions/77/"])
def test_others_see_no_version_that_never_played(refused, unai, path):
    for reader in (None, unai):
        assert browser_of(reader).get(path).status_code == 404


def test_others_see_a_version_that_played_without_its_check(magma, unai):
    make_check(magma.bot.versions.get())
    page = text_of(browser_of(unai), "/bots/magma/versions/1/")
    assert "Against itself" not in page
    assert "bot.py" not in page


def test_a_check_is_followed_while_it_runs(magma, amaias):
    make_check(make_version(magma, state=VersionState.CHECKING))
    fragment = text_of(amaias, "/bots/magma/versions/2/?fragment=1")
    assert "data-busy" in fragment
    assert "Against the random player" in fragment


def test_a_check_takes_no_more_queries_with_more_turns(
    magma, amaias, django_assert_max_num_queries
):
    version = make_version(magma, state=VersionState.CHECKING)
    itself, _ = make_check(version)
    for ply in range(3, 30):
        played(itself, version, ply)
    with django_assert_max_num_queries(12):
        amaias.get("/bots/magma/versions/2/")


# Turns


@pytest.mark.parametrize("path", ["/bots/magma/turns/", "/bots/magma/turns/1/"])
def test_turns_are_for_the_owner_alone(magma, unai, path):
    assert Client().get(path)["Location"].startswith("/accounts/login/")
    assert browser_of(unai).get(path).status_code == 403


def test_a_turn_shows_question_answer_log_and_how_to_replay_it(magma, unai, amaias, settings):
    game = make_game(unai, magma, ["e5"])
    game.bot_turns.all().delete()
    turn = played(game, magma.bot.versions.get(), 2, move="keep", log="thinking", seat="second")
    page = text_of(amaias, f"/bots/magma/turns/{turn.pk}/")
    assert "&quot;choose_side&quot;:true" in page
    assert "thinking" in page
    url = settings.SITE_URL
    assert f"python sumendi.pyz replay {turn.pk} bot.py --bot magma --url {url}" in page


def test_a_turn_of_another_bot_is_not_found(magma, amaia, unai, amaias):
    other = make_hosted_bot(amaia, "pumice")
    turn = played(make_game(unai, other), other.bot.versions.get(), 2)
    assert amaias.get(f"/bots/magma/turns/{turn.pk}/").status_code == 404


def test_turns_with_a_fault_are_a_list_of_their_own(magma, unai, amaias):
    game, version = make_game(unai, magma), magma.bot.versions.get()
    played(game, version, 2)
    spoiled = played(game, version, 4, faults=[RunFault.TIMEOUT, ""])
    rows = amaias.get("/bots/magma/turns/?show=spoiled").context["rows"]
    assert [row.turn for row in rows] == [spoiled]


# Bouts


def test_a_bout_is_stepped_through_by_links(scrimmage_bout):
    page = text_of(Client(), f"/bouts/{scrimmage_bout.pk}/?ply=0")
    assert "Position before the first move." in page
    assert 'href="?ply=1"' in page


def test_a_program_that_printed_something_shows_it_to_its_owner_alone(scrimmage_bout, amaia, unai):
    address = f"/bouts/{scrimmage_bout.pk}/?ply=1"
    assert "magma looks around" in text_of(browser_of(amaia), address)
    assert "magma looks around" not in text_of(browser_of(unai), address)


def test_a_bout_of_a_check_is_for_the_owner(refused, amaias, unai):
    bout = refused.check_bouts.first()
    assert amaias.get(f"/bouts/{bout.pk}/").status_code == 200
    assert browser_of(unai).get(f"/bouts/{bout.pk}/").status_code == 404


def test_a_bout_that_a_fault_ended_shows_the_last_turn(refused, amaias):
    page = text_of(amaias, f"/bouts/{refused.check_bouts.first().pk}/")
    assert "KeyError" in page
    assert "It crashed." in page


def test_how_a_program_failed_is_not_told_to_others(scrimmage_bout, stranger):
    Bout.objects.filter(pk=scrimmage_bout.pk).update(
        status=BoutStatus.FINISHED,
        result="white",
        termination=Termination.FAULT,
        detail="At line 41.",
    )
    page = text_of(browser_of(stranger), f"/bouts/{scrimmage_bout.pk}/")
    assert "White wins: magma v1 failed." in page
    assert "At line 41." not in page
