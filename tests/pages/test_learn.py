from typing import Any

import pytest
from django.test import Client
from django.utils.text import capfirst

from games.rules import Position
from ratings.presenters import words
from sumendi_site import pages


@pytest.fixture
def page(client: Client, db: None) -> str:
    return client.get("/learn/").content.decode()


def test_anybody_may_read_the_rules(client: Client, db: None) -> None:
    assert client.get("/learn/").status_code == 200


def test_the_rules_ask_nothing_of_the_database_for_a_stranger(
    client: Client, db: None, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        client.get("/learn/")


def test_the_readings_are_marked(page: str) -> None:
    assert page.count('<span class="tag">reading</span>') == 10


def test_every_picture_says_what_it_shows(page: str) -> None:
    assert page.count('role="img"') == page.count("<figure") == 4
    assert page.count("aria-label=") >= 4


def test_the_dots_of_the_first_picture_are_the_targets(page: str) -> None:
    targets = Position.start(5).play(pages.FIRST_MOVE).targets("f6")["e5"]
    marks = page.split('class="mark"')[1].split("</g>")[0]
    assert marks.count("<circle") == len(targets)


def test_the_example_is_a_finished_game_with_two_ties_before_the_decision() -> None:
    end = Position.parse(pages.FINISHED_GAME)
    assert end.is_over
    assert (end.score().common[:3], end.score().decided) == ((1, 2, 3), 3)


def test_the_table_shows_the_decisive_height(page: str) -> None:
    row = page.split('<tr class="decisive">')[1].split("</tr>")[0]
    assert ">3</th>" in row
    assert "5 + 8 = 13" in row
    assert "4 + 7 = 11" in row
    assert "Black wins" in row


def test_the_ways_to_begin_are_told(page: str) -> None:
    for way in ("A house bot", "An invite link", "A guest"):
        assert f"<strong>{way}</strong>" in page


def test_a_browser_that_guesses_the_icon_finds_it(client: Client) -> None:
    assert client.get("/favicon.ico")["Location"] == "/static/img/favicon.svg"


def test_every_reason_not_to_rate_a_game_is_told_once(page: str) -> None:
    for reason in words.REASONS.values():
        assert page.count(capfirst(reason)) == 1
