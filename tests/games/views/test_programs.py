"""Programs that run here, on the pages of games, players and lists, and in the guide."""

import html
import json
import re
import subprocess
import sys

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.bots.protocol import read
from games.bots.turns import play_next
from games.bots.turns.library import library
from games.models import Bot, Game, RunFault, Termination
from games.rules import Position
from games.services import pausing
from games.services.finishing import finish, won_against
from games.views.bot_guide import EXAMPLE
from tests.games.bots.hosting import FakeKind, hosting_on, make_hosted_bot, make_version
from tests.games.bots.played import played
from tests.games.factories import make_bot, make_finished_game, make_game, make_user
from tests.games.views.browsers import browser_of


@pytest.fixture
def magma(amaia):
    return make_hosted_bot(amaia)


@pytest.fixture
def version(magma):
    return magma.bot.versions.get()


def text_of(reader, path):
    return browser_of(reader).get(path).content.decode()


def page_of(reader, game):
    return text_of(reader, game.get_absolute_url())


# The page of a game


def test_a_program_that_is_to_move_is_being_asked_and_has_no_clock(magma, unai):
    hosting_on()
    page = page_of(unai, make_game(magma, unai))
    assert "magma (Black) is to move: its program is being asked." in page
    assert '<span class="tag">being asked</span>' in page
    assert "data-deadline" not in page


def test_while_no_programs_run_the_game_says_what_it_waits_for(magma, unai):
    page = page_of(unai, make_game(magma, unai))
    assert "magma (Black) is to move: no programs run here at present, and its clock waits." in page


def test_a_program_that_is_paused_is_not_waited_for_in_vain(amaia, magma, unai):
    game = make_game(magma, unai)
    pausing.pause_by_owner(amaia, "magma")
    page = page_of(unai, game)
    assert "magma (Black) is to move: its program is paused, and its clock runs." in page


def test_nobody_gives_a_day_to_a_clock_that_stands(magma, unai):
    assert "Give a day" not in page_of(unai, make_game(magma, unai))


def test_a_list_of_games_says_that_a_program_is_asked(magma, unai):
    make_game(magma, unai)
    assert "being asked" in text_of(unai, "/dashboard/")


def test_the_versions_that_played_are_named(magma, version, unai):
    game = make_game(magma, unai)
    game.bot_turns.all().delete()
    played(game, version, 1)
    assert ">version 1</a>" in page_of(None, game)
    played(game, make_version(magma), 3)
    assert ">versions 1 and 2</a>" in page_of(None, game)


def test_each_move_tells_the_version_that_played_it(magma, version, unai):
    game = make_game(magma, unai)
    assert play_next(FakeKind())
    assert 'title="played by version 1"' in page_of(None, game)


@pytest.fixture
def failed(magma, version, unai):
    """A game that magma's program has lost by a crash at ply 1."""
    game = make_game(magma, unai)
    game.bot_turns.all().delete()
    played(game, version, 1, faults=[RunFault.CRASH] * 2)
    finish(game, won_against(game, magma), Termination.FAULT, timezone.now())
    return game


def test_a_game_that_a_program_lost_says_why(failed, unai):
    page = page_of(unai, failed)
    assert "The program of magma failed at move 1: crash." in page
    assert "What it printed" not in page


def test_the_owner_is_led_to_the_log(failed, amaia):
    turn = failed.bot_turns.get()
    assert f'href="/bots/magma/turns/{turn.pk}/"' in page_of(amaia, failed)


def test_a_game_with_a_program_takes_two_queries_more_at_most(
    failed, unai, stranger, django_assert_max_num_queries
):
    client, of_people = browser_of(unai), make_finished_game(stranger, unai)
    with CaptureQueriesContext(connection) as queries:
        client.get(of_people.get_absolute_url())
    with django_assert_max_num_queries(len(queries) + 2):
        client.get(failed.get_absolute_url())


# The page of the bot, and the list


def test_the_page_of_a_bot_leads_to_its_workshop_and_version(magma):
    page = text_of(None, "/players/magma/")
    assert 'href="/bots/magma/workshop/"' in page
    assert 'href="/bots/magma/versions/1/"' in page
    assert "nobody may answer" not in page


def test_a_challenge_offers_what_the_bot_accepts(magma, unai):
    hosting_on()
    Bot.objects.filter(pk=magma.pk).update(sizes=[5, 7], accepts_rated=False)
    form = browser_of(unai).get("/players/magma/").context["form"]
    assert [value for value, _ in form.fields["size"].choices] == [5, 7]
    assert [value for value, _ in form.fields["rated"].choices] == ["no"]
    assert form["size"].value() == 5


def challenge(client, **fields):
    form = client.get("/players/magma/").context["form"]
    sent = {name: form[name].value() for name in form.fields}
    return client.post("/players/magma/challenge/", sent | fields)


def test_a_challenge_that_fits_begins_a_game_at_once(magma, unai):
    hosting_on()
    answer = challenge(browser_of(unai), rated="no")
    assert answer["Location"] == Game.objects.get().get_absolute_url()


def test_one_that_does_not_fit_is_refused_with_the_reason(magma, unai):
    hosting_on()
    Bot.objects.filter(pk=magma.pk).update(sizes=[5])
    answer = challenge(browser_of(unai), rated="no", size="7")
    assert "magma plays on boards of size 5 alone." in answer.content.decode()
    assert not Game.objects.exists()


def test_a_paused_bot_is_not_challenged_and_the_page_says_why(magma, unai):
    hosting_on()
    Bot.objects.filter(pk=magma.pk).update(paused=timezone.now())
    page = text_of(unai, "/players/magma/")
    assert "magma is paused: its program plays nothing at present." in page
    assert "Send the challenge" not in page


def test_the_list_tells_where_a_program_runs(magma, amaia, unai):
    make_bot(amaia, "basalt")
    paused = make_hosted_bot(unai, "pumice")
    Bot.objects.filter(pk=paused.pk).update(paused=timezone.now())
    page = text_of(None, "/bots/")
    assert "runs here, version 1" in page
    assert "at its owner" in page
    assert '<span class="tag tag-warn">paused</span>' in page


def test_the_owner_finds_the_workshop_in_list_and_settings(magma, amaia):
    for path in ("/bots/", "/players/magma/settings/"):
        assert 'href="/bots/magma/workshop/"' in text_of(amaia, path)


# The guide


@pytest.fixture
def guide(db):
    return Client().get("/bots/write/").content.decode()


def example(guide, label):
    found = re.search(f'aria-label="{label}">(.*?)</pre>', guide, re.DOTALL)
    return html.unescape(found[1])


def answer_of(tmp_path, source, question):
    (tmp_path / "main.py").write_text(source)
    ran = subprocess.run(
        [sys.executable, "-m", "sumendi.hosted"],
        input=question,
        cwd=tmp_path,
        env={"PYTHONPATH": str(library())},
        capture_output=True,
        timeout=60,
        check=True,
    )
    return read(ran.stdout)


def question(**more):
    told = json.loads(EXAMPLE.line())
    return (json.dumps(told | {"choose_side": False} | more) + "\n").encode()


def test_the_example_with_a_memory_remembers(guide, tmp_path):
    source = example(guide, "A program with a memory")
    first = answer_of(tmp_path, source, question())
    again = answer_of(tmp_path, source, question(memory=json.loads(first.memory)))
    count = len(Position.parse(EXAMPLE.position).placements())
    assert json.loads(again.memory) == {"looked": 2 * count}
    assert again.note.startswith(str(2 * count))


def test_the_example_that_reads_json_makes_a_legal_move(guide, tmp_path):
    source = example(guide, "A program that reads and writes JSON itself")
    answer = answer_of(tmp_path, source, question())
    assert Position.parse(EXAMPLE.position).play(answer.move)
    assert answer_of(tmp_path, source, EXAMPLE.line()).move == "keep"


def test_the_question_in_the_guide_is_one_that_is_asked(guide):
    assert json.loads(example(guide, "A question")) == json.loads(EXAMPLE.line())


def test_the_guide_says_when_no_programs_run(guide):
    assert "No worker of bots is running." in guide


def test_the_rules_of_the_site_tell_of_programs_that_run_here(db):
    make_user("amaia")
    assert "its clock runs only while the program thinks" in text_of(None, "/learn/")
