"""The analysis on the page of a game."""

import re
from typing import Any

import pytest
from django.test import Client

from games.models import Analysis, AnalysisState, Game
from games.services import analysis, exploring
from games.services.placing import replay
from sumendi_site.accounts.models import User
from tests.games.analysing import analysed, engine_saying, first_move
from tests.games.factories import make_finished_game, make_game, make_user, some_moves
from tests.games.views.browsers import browser_of

pytestmark = pytest.mark.django_db

MOVES = some_moves(6)
ASK = "Analyse this game"


@pytest.fixture
def finished(amaia: User, unai: User) -> Game:
    return make_finished_game(amaia, unai, MOVES)


def panel(client: Client, game: Game, query: str = "") -> str:
    """The analysis on the page, without tags; empty where there is none."""
    html = client.get(f"/games/{game.pk}/{query}").content.decode()
    found = re.search(r'<section[^>]*id="analysis".*?</section>', html, re.DOTALL)
    return " ".join(re.sub("<[^>]*>", " ", found[0]).split()) if found else ""


def tree_of(*texts: str) -> dict[str, Any]:
    children: list[Any] = []
    for text in reversed(texts):
        children = [{"text": text, "comment": "", "children": children}]
    return {"start": str(replay(5, [])), "children": children}


def position_after(ply: int) -> str:
    return str(replay(5, MOVES[:ply]))


def test_who_reads_a_finished_game_can_have_it_analysed(finished: Game, stranger: User) -> None:
    client = browser_of(stranger)
    assert ASK in panel(client, finished)
    answer = client.post(f"/games/{finished.pk}/analysis/")
    assert answer.headers["Location"] == f"/games/{finished.pk}/#analysis"
    assert "0 of 6 positions" in panel(client, finished)
    assert ASK not in panel(client, finished)


def test_a_visitor_reads_how_to_have_it_analysed_instead_of_a_button(finished: Game) -> None:
    shown = panel(Client(), finished)
    assert "Sign in or sign up to have this game analysed" in shown
    assert ASK not in shown


def test_who_has_not_signed_in_does_so_first(finished: Game) -> None:
    answer = Client().post(f"/games/{finished.pk}/analysis/")
    assert answer.headers["Location"].startswith("/accounts/login/")
    assert not Analysis.objects.exists()


def test_a_running_game_offers_no_analysis_and_refuses_one(amaia: User, unai: User) -> None:
    game = make_game(amaia, unai, MOVES)
    assert panel(browser_of(amaia), game) == ""
    answer = browser_of(amaia).post(f"/games/{game.pk}/analysis/")
    assert answer.status_code == 409
    assert "A game is analysed after its end" in answer.content.decode()


def test_a_game_that_hardly_began_says_why_there_is_none(amaia: User, unai: User) -> None:
    game = make_finished_game(amaia, unai, MOVES[:1])
    assert "nothing to analyse" in panel(browser_of(amaia), game)


def test_a_guest_is_told_to_sign_up_for_games_of_others(finished: Game) -> None:
    guest = make_user("guest-1", kind="guest")
    shown = panel(browser_of(guest), finished)
    assert "Sign up for others" in shown
    assert ASK not in shown


def test_while_one_goes_on_the_next_game_leads_to_it(
    finished: Game, amaia: User, unai: User
) -> None:
    analysis.ask(finished.pk, amaia)
    next_game = make_finished_game(amaia, unai, some_moves(7))
    answer = browser_of(amaia).post(f"/games/{next_game.pk}/analysis/")
    assert answer.headers["Location"] == f"/games/{next_game.pk}/#analysis"
    page = browser_of(amaia).get(f"/games/{next_game.pk}/").content.decode()
    assert f'not done yet: <a href="/games/{finished.pk}/#analysis">' in page


def test_who_has_had_their_share_of_the_day_is_told_on_the_page_of_the_game(
    finished: Game, amaia: User, unai: User, settings
) -> None:
    settings.ANALYSES_A_DAY = 1
    analysed(finished, amaia)
    next_game = make_finished_game(amaia, unai, some_moves(7))
    answer = browser_of(amaia).post(f"/games/{next_game.pk}/analysis/")
    assert (answer.status_code, "Retry-After" in answer.headers) == (429, True)
    page = answer.content.decode()
    assert "games analysed in 24 hours. Ask again in" in page
    assert ASK in page


def test_a_game_that_does_not_exist_is_not_analysed(amaia: User) -> None:
    assert browser_of(amaia).post("/games/77/analysis/").status_code == 404


def test_a_program_is_refused_while_one_goes_on(finished: Game, amaia: User, unai: User) -> None:
    analysis.ask(finished.pk, amaia)
    next_game = make_finished_game(amaia, unai, some_moves(7))
    path = f"/games/{next_game.pk}/analysis/"
    answer = browser_of(amaia).post(path, headers={"accept": "application/json"})
    assert answer.status_code == 429


def test_a_failed_one_can_be_asked_for_again(finished: Game, amaia: User) -> None:
    analysis.ask(finished.pk, amaia)
    Analysis.objects.update(state=AnalysisState.FAILED)
    assert "fault of ours" in panel(browser_of(amaia), finished)
    browser_of(amaia).post(f"/games/{finished.pk}/analysis/")
    assert Analysis.objects.get().state == AnalysisState.WAITING


def test_a_move_that_gave_much_away_is_named_with_what_was_better(
    finished: Game, amaia: User
) -> None:
    """White's ply 5 makes Black's chance 70 % from 50 %."""
    analysed(finished, amaia, engine_saying({position_after(ply): 0.7 for ply in (5, 6)}))
    shown = panel(Client(), finished)
    better = first_move(replay(5, MOVES[:4]))
    chance = "White\N{RIGHT SINGLE QUOTATION MARK}s chance 50 % → 30 %"
    assert f"4. {MOVES[4]} (White) : {chance}. Better: {better} , 50 %" in shown


def test_the_line_leads_to_the_explore_board(finished: Game, amaia: User) -> None:
    analysed(finished, amaia, engine_saying({position_after(ply): 0.7 for ply in (5, 6)}))
    html = Client().get(f"/games/{finished.pk}/").content.decode()
    href = re.search(r'href="(/games/\d+/explore/\?ply=4&amp;line=[^"]+)"', html)[1]
    explored = Client().get(href.replace("&amp;", "&"))
    line = analysis.analysis_of(finished.pk).positions.get(ply=4).line
    assert explored.context["explored"].data["path"] == [*MOVES[:4], line[0]]
    assert explored.context["explored"].data["shownLine"] == [*MOVES[:4], *line]
    told = explored.content.decode()
    assert f", 1 of {len(line)}</span>. White\N{RIGHT SINGLE QUOTATION MARK}s chance 50" in told


def test_a_line_that_the_search_did_not_find_is_not_told_as_its_own(
    finished: Game, amaia: User
) -> None:
    analysed(finished, amaia)
    own = Client().get(f"/games/{finished.pk}/explore/?ply=4&line={MOVES[4]}")
    assert own.context["explored"].variation == [MOVES[4]]
    assert "The search would have gone on" not in own.content.decode()


def test_a_line_is_not_said_to_be_kept_before_something_is_added(
    finished: Game, stranger: User
) -> None:
    path = f"/games/{finished.pk}/explore/?ply=3&line={MOVES[3]}"
    other = first_move(replay(5, MOVES[:4]))
    assert "not kept until" in browser_of(stranger).get(path).content.decode()
    exploring.save_beside(stranger, finished.pk, 0, tree_of(*MOVES[:4], other))
    assert "not kept until" not in browser_of(stranger).get(path).content.decode()


def test_a_proved_ending_is_named(finished: Game, amaia: User) -> None:
    proofs = {position_after(ply): "white" for ply in (5, 6)}
    analysed(finished, amaia, engine_saying(proofs=proofs))
    shown = panel(Client(), finished)
    assert "From move 4 each position is solved. White was winning then, and the result" in shown


def test_the_moves_that_changed_a_proved_ending_are_named(finished: Game, amaia: User) -> None:
    proofs = {position_after(4): "black", position_after(5): "white", position_after(6): "black"}
    analysed(finished, amaia, engine_saying(proofs=proofs))
    told = "Black was winning then; the result changed with moves 4 and 5. Show best play"
    assert told in panel(Client(), finished)


def test_what_was_proved_with_gaps_after_it_is_not_told_of_all(finished: Game, amaia: User) -> None:
    analysed(finished, amaia, engine_saying(proofs={position_after(5): "white"}))
    shown = panel(Client(), finished)
    assert "After move 4 the position is solved. White was winning then. Show best play" in shown


def test_the_simulations_behind_the_figures_are_told(finished: Game, amaia: User, settings) -> None:
    settings.ANALYSIS_SIMULATIONS = 120
    analysed(finished, amaia)
    shown = panel(Client(), finished)
    assert "120 simulations for each position" in shown
    assert re.search(r"4\. \S+ \(White\) 50 % 50 % \S+ 50 % 120 60 / 0", shown)


def test_the_graph_is_told_in_words(finished: Game, amaia: User) -> None:
    analysed(finished, amaia, engine_saying({position_after(6): 0.9}))
    assert (
        "From 50 % before the first move to 90 % at the end; lowest 50 %, highest 90 %. 0 moves"
        in panel(Client(), finished)
    )
