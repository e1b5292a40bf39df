"""The page of a game: who sees what."""

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games import services
from games.models import Exploration, Game, GameStatus
from games.rules import Record
from sumendi_site.accounts.models import Sanction, User
from tests.games.factories import make_finished_game, make_game, make_user, some_moves
from tests.games.views.browsers import browser_of
from tests.games.views.transfer import busiest_game, transferred

pytestmark = pytest.mark.django_db


def page(client: Client, game: Game, query: str = "") -> str:
    response = client.get(f"/games/{game.pk}/{query}")
    assert response.status_code == 200
    return response.content.decode()


def data(html: str) -> dict:
    return json.loads(re.search(r'id="game-data"[^>]*>(.*?)</script>', html)[1])


def finished(game: Game) -> Game:
    """Play `game` to its end, always the first move of the first placement, and adjudicate it."""
    while game.is_running:
        text = "keep" if game.awaits_side_choice else None
        position = game.current
        text = text or str(position.first_move(position.placements()[0]))
        game = services.play(game.pk, game.to_move, game.ply_count + 1, text).game
    services.adjudicate(game.pk)
    game.refresh_from_db()
    return game


# What is embedded


def test_the_player_to_move_gets_every_placement_with_its_targets(amaia: User, unai: User) -> None:
    game = make_game(amaia, unai, some_moves(11))
    embedded = data(page(browser_of(game.to_move), game))
    assert embedded["options"] == game.current.options()


def test_every_other_cell_says_why_it_is_refused(amaia: User, unai: User) -> None:
    game = make_game(amaia, unai, ["e5", "keep"])
    embedded = data(page(browser_of(unai), game))
    assert embedded["refused"] == {"e5": "e5 is taken: it holds a black volcano."}


@pytest.mark.parametrize("who", ["opponent", "stranger", "nobody"])
def test_nobody_else_gets_them(amaia: User, unai: User, who: str) -> None:
    game = make_game(amaia, unai, some_moves(11))
    readers = {"opponent": game.opponent_of(game.to_move), "stranger": make_user("leire")}
    client = Client() if who == "nobody" else browser_of(readers[who])
    html = page(client, game)
    assert "options" not in data(html)
    assert 'id="entry"' not in html


def test_the_board_follows_the_reader_s_preferences(amaia: User, unai: User) -> None:
    game = make_game(amaia, unai, ["a1"])
    User.objects.filter(pk=unai.pk).update(orientation=3, coordinates=False)
    plain, turned = page(browser_of(amaia), game), page(browser_of(unai), game)
    cell = r'data-cell="a1" d="(.*?)"'
    assert re.search(cell, plain)[1] != re.search(cell, turned)[1]
    assert 'class="coordinate"' in plain
    assert 'class="coordinate"' not in turned


# What is said


def test_the_second_player_chooses_between_two_equal_buttons(amaia: User, unai: User) -> None:
    game = make_game(amaia, unai, ["e5"])
    html = page(browser_of(unai), game)
    assert re.findall(r'<button class="(.*?)" name="move" value="(\w+)"', html) == [
        ("button", "swap"),
        ("button", "keep"),
    ]


@pytest.mark.parametrize(
    ("reader", "sentence"),
    [
        ("unai", "Your move. Tap an empty cell to raise a volcano."),
        ("amaia", "unai (White) is to move."),
        ("leire", "unai (White) is to move."),
    ],
)
def test_everybody_is_told_whose_move_it_is(
    amaia: User, unai: User, reader: str, sentence: str
) -> None:
    game = make_game(amaia, unai, ["e5", "keep"])
    user = {"amaia": amaia, "unai": unai}.get(reader) or make_user(reader)
    assert sentence in page(browser_of(user), game)


def test_a_swap_gives_white_s_move_to_the_first_player(amaia: User, unai: User) -> None:
    game = make_game(amaia, unai, ["e5", "swap"])
    assert "amaia (White) is to move." in page(browser_of(unai), game)


def test_a_game_that_waits_for_its_score_says_so(amaia: User, unai: User) -> None:
    game = make_game(amaia, unai, ["e5", "keep"], status=GameStatus.SCORING, deadline=None)
    assert "The score is being counted" in page(Client(), game)


def test_a_finished_game_says_at_which_height_it_was_won(amaia: User, unai: User) -> None:
    game = finished(make_game(amaia, unai))
    score = game.current.score()
    level = score.levels[score.decided - 1]
    more, less = max(level.black, level.white), min(level.black, level.white)
    sentence = f"{game.result.capitalize()} wins at height {score.decided}, {more} to {less}."
    html = page(Client(), game)
    assert sentence in html
    assert "Final score" in html


def test_a_resignation_says_who_resigned(amaia: User, unai: User) -> None:
    game = make_game(amaia, unai, ["e5", "keep"])
    services.resign(game.pk, unai)
    assert "Black wins: unai resigned." in page(Client(), game)


def test_a_banned_player_is_offered_no_move(amaia: User, unai: User) -> None:
    game = make_game(amaia, unai, ["e5", "keep"])
    browser = browser_of(unai)
    assert 'id="entry"' in page(browser, game)
    Sanction.objects.create(person=unai, by=amaia, kind="ban", reason="A program.")
    User.objects.filter(pk=unai.pk).update(is_active=False)
    html = page(browser, game)
    assert "Your account is banned" in html
    assert 'id="entry"' not in html
    assert ">Play</a>" not in html
    assert re.search(r'id="waiting"[^>]* hidden', html)


def test_a_finished_game_leads_its_players_on(amaia: User, unai: User) -> None:
    game = make_game(amaia, unai, ["e5", "keep"])
    services.resign(game.pk, unai)
    html = page(browser_of(amaia), game)
    assert "<strong>You won: unai resigned.</strong>" in html
    assert '<a class="button" href="/dashboard/">Your games</a>' in html
    assert '<a class="button" href="/play/#new-game">New game</a>' in html


def test_a_finished_game_does_not_lead_watchers_on(amaia: User, unai: User) -> None:
    game = make_game(amaia, unai, ["e5", "keep"])
    services.resign(game.pk, unai)
    assert ">New game</a>" not in page(Client(), game)


@pytest.mark.parametrize(
    ("ply", "words"),
    [
        (0, "Position before the first move."),
        (2, "Position after the choice of side: keep."),
        (3, "Position after move 2, White: e6:e5-e4."),
    ],
)
def test_an_earlier_position_is_named_as_in_the_list_of_moves(
    amaia: User, unai: User, ply: int, words: str
) -> None:
    game = make_game(amaia, unai, ["e5", "keep", "e6:e5-e4", "a1"])
    html = Client().get(game.get_absolute_url(), {"ply": ply}).content.decode()
    assert words in html


def test_the_deadline_is_told_in_the_time_zone_of_the_reader(amaia: User, unai: User) -> None:
    deadline = datetime(2030, 12, 3, 22, 5, tzinfo=UTC)
    game = make_game(amaia, unai, deadline=deadline)
    User.objects.filter(pk=amaia.pk).update(time_zone="Asia/Tokyo")
    assert ">until Wed 4 Dec, 07:05<" in page(browser_of(amaia), game)
    assert ">until Tue 3 Dec, 22:05 UTC<" in page(Client(), game)


def test_the_last_hours_of_a_clock_are_marked(amaia: User, unai: User) -> None:
    game = make_game(
        amaia, unai, ["e5", "keep"], deadline=timezone.now() + timedelta(hours=5, minutes=30)
    )
    assert re.search(r'class="clock clock-low"[^>]*>5 h (29|30) m<', page(Client(), game))


def test_a_height_after_the_deciding_one_is_shown_without_a_total(amaia: User, unai: User) -> None:
    game = finished(make_game(amaia, unai))
    html = page(Client(), game)
    counted = re.findall(r'<tr><th scope="row">(\d)</th><td class="num">\d+ \+ \d+ = \d+<', html)
    later = re.findall(
        r'<tr class="later"><th scope="row">(\d)</th><td class="num">\d+ \+ \d+<', html
    )
    score = game.current.score()
    assert [int(height) for height in counted + later] == list(score.common)
    assert int(counted[-1]) == score.decided


def test_the_board_can_be_read_as_text(amaia: User, unai: User) -> None:
    game = make_game(amaia, unai, ["e5", "keep", "e6:e5-e4"])
    pieces = "e4 black lava, e5 black volcano of height 5, e6 white volcano of height 5"
    assert f'<th scope="row">e</th><td>{pieces}</td>' in page(Client(), game)


# Plies


def test_moves_have_the_numbers_of_the_record_and_the_side_choice_has_none(
    amaia: User, unai: User
) -> None:
    game = make_game(amaia, unai, ["e5", "swap", "a1", "c1"])
    table = page(Client(), game).split('<table class="moves">')[1].split("</table>")[0]
    words = re.sub(r"<[^>]+>", " ", table.split("<tbody>")[1]).split()
    assert words == ["1.", "e5", "swap", "2.", "a1", "3.", "c1"]


def test_an_earlier_ply_shows_its_position_and_marks_it(amaia: User, unai: User) -> None:
    game = make_game(amaia, unai, ["e5", "keep", "e6:e5-e4"])
    html = page(Client(), game, "?ply=1")
    assert 'class="lava black"' not in html
    assert re.search(r'data-ply="1" aria-current="true">e5<', html)


def test_the_choice_of_a_side_puts_nothing_on_the_board(amaia: User, unai: User) -> None:
    game = make_game(amaia, unai, ["e5", "keep", "a1"])
    board = r'id="board">(.*?)</svg>'
    first, second = (re.search(board, page(Client(), game, f"?ply={ply}"))[1] for ply in (1, 2))
    assert first == second


def test_no_move_can_be_entered_at_an_earlier_ply(amaia: User, unai: User) -> None:
    game = make_game(amaia, unai, ["e5", "keep"])
    html = page(browser_of(unai), game, "?ply=1")
    assert 'id="entry"' not in html
    assert "options" not in data(html)


@pytest.mark.parametrize("ply", ["", "x", "-1", "9999999999999999999999", "½", "3"])
def test_a_ply_that_is_not_there_shows_the_newest_position(
    amaia: User, unai: User, ply: str
) -> None:
    game = make_game(amaia, unai, ["e5", "keep"])
    assert data(page(Client(), game, f"?ply={ply}"))["shown"] == 2


# The record


def test_the_record_can_be_read_back(amaia: User, unai: User) -> None:
    moves = some_moves(9)
    game = make_game(amaia, unai, moves)
    response = Client().get(f"/games/{game.pk}/record/")
    record = Record.parse(response.content.decode())
    assert list(record.moves) == moves
    assert record.tags["Result"] == "*"
    assert record.tags["White"] == "unai"


def test_the_record_of_a_finished_game_has_its_score(amaia: User, unai: User) -> None:
    game = finished(make_game(amaia, unai))
    record = Record.parse(Client().get(f"/games/{game.pk}/record/").content.decode())
    assert record.tags["Termination"] == "score"
    assert record.tags["Score"].startswith(f"height {game.score['decided']}, ")


def test_the_record_is_a_file_with_a_plain_name(amaia: User, unai: User) -> None:
    game = make_game(amaia, unai)
    response = Client().get(f"/games/{game.pk}/record/")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response["Content-Disposition"] == (
        f'attachment; filename="sumendi-{game.pk}-amaia-unai.txt"'
    )


# Limits


@pytest.mark.parametrize("path", ["", "record/"])
@pytest.mark.parametrize("number", ["4711", "99999999999999999999"])
def test_an_unknown_game_is_not_found(path: str, number: str) -> None:
    assert Client().get(f"/games/{number}/{path}").status_code == 404


def queries_of(client: Client, game: Game) -> int:
    with CaptureQueriesContext(connection) as queries:
        page(client, game)
    return len(queries)


def test_the_page_needs_at_most_ten_queries(amaia: User, unai: User) -> None:
    game = make_game(amaia, unai, some_moves(20))
    assert queries_of(browser_of(game.to_move), game) <= 10


def test_talk_and_news_and_a_log_cost_no_more_than_that(amaia: User, unai: User) -> None:
    game = make_game(amaia, unai, some_moves(20))
    reader, other = game.to_move, game.opponent_of(game.to_move)
    services.give_day(game.pk, other, 20)
    services.say(game.pk, other, "Good luck")
    services.save_note(game.pk, reader, "Watch e5")
    assert queries_of(browser_of(reader), game) <= 10


def test_the_page_says_that_an_account_was_closed_while_the_clock_runs(
    amaia: User, unai: User
) -> None:
    game = make_game(amaia, unai, ["e5"])
    User.objects.filter(pk=unai.pk).update(is_active=False)
    assert "The account of unai was closed. The clock runs on" in page(browser_of(amaia), game)


def test_a_finished_game_leads_to_what_others_published_of_it(amaia: User, unai: User) -> None:
    game = make_finished_game(amaia, unai, ["e5"])
    tree = Exploration.nothing(game.size)
    Exploration.objects.create(
        owner=unai, game=game, size=game.size, tree=tree, published=timezone.now()
    )
    address = reverse("explore", args=[game.pk]) + "#published"
    assert address in page(browser_of(amaia), game)
    assert address not in page(browser_of(unai), game)


def test_the_page_and_all_it_needs_is_under_sixty_kilobytes(amaia: User, unai: User) -> None:
    sizes = transferred(page(browser_of(unai), busiest_game(amaia, unai)))
    assert {"css/site.css", "css/board.css", "js/game/main.js", "js/game/turn.js"} <= set(sizes)
    assert sum(sizes.values()) < 60_000, sizes


def test_nothing_on_the_page_comes_from_elsewhere(amaia: User, unai: User) -> None:
    html = page(browser_of(amaia), make_game(amaia, unai))
    addresses = re.findall(r'(?:src|href|action)="(.*?)"', html)
    assert all(address.startswith(("/", "#", "?")) and "//" not in address for address in addresses)
