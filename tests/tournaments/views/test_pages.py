"""What everybody sees of an event."""

import re

import pytest
from django.utils import timezone

from games import services
from games.models import Game
from sumendi_site.accounts.models import User
from tests.ratings.entries import make_entry
from tests.tournaments.factories import (
    DRAWN,
    close,
    end_board,
    make_entries,
    make_running,
    make_tournament,
    play_round,
    publish_round,
)
from tests.tournaments.services.playing import begin
from tests.tournaments.views.reading import EVENT, page, words
from tournaments.models import Round, Tournament
from tournaments.services import byes, deciding, entering, finishing, pairing
from tournaments.services.interop.finished_events import import_event
from tournaments.services.verdicts import Verdict
from tournaments.swiss.generator import generate
from tournaments.swiss.trf import Report, write

pytestmark = pytest.mark.django_db


def test_before_the_start_the_page_lists_who_has_entered(client, organiser):
    make_entries(make_tournament(organiser), 3)
    said = words(page(client))
    assert said.index("amaia") < said.index("unai") < said.index("leire")
    assert "3 of at most 200 players" in said


def test_the_standings_show_rounds_as_in_crosstables(client, tournament):
    play_round(tournament, {1: DRAWN})
    said = words(page(client))
    assert "2 amaia 2000 =3w" in said


def test_a_value_of_the_standings_opens_its_sum(client, tournament):
    play_round(tournament)
    play_round(tournament)
    html = page(client)
    assert 'popovertarget="sum-1-2"' in html
    opened = html.split('id="sum-1-2" popover>')[1].split("</div>")[0]
    assert words(opened).startswith("BH of amaia = ")


def test_a_running_game_is_marked_in_the_standings(client, round_):
    assert "•3w" in page(client)


def test_the_progress_of_the_round_is_told(client, board):
    end_board(board)
    assert "1 of 2 games finished · round closes" in words(page(client))


def test_the_standings_follow_a_result_at_once(client, organiser, board):
    page(client)
    begin(board)
    deciding.decide(organiser, board.pk, Verdict.DRAW, "Nobody can move.")
    assert "=3w" in page(client)


def test_players_read_when_the_next_round_comes(client, tournament, organiser):
    Tournament.objects.update(is_automatic=True)
    for pair in publish_round(tournament).pairings.all():
        deciding.decide(organiser, pair.pk, Verdict.FIRST_WINS, "Nobody can move.")
    said = words(page(client))
    assert "Round 2 comes once nobody can appeal any more: on" in said


def test_players_read_by_when_the_rule_at_the_deadline_ends_a_round(client, round_):
    Tournament.objects.update(is_automatic=True, at_deadline="draw")
    assert "comes by itself when all games have ended, at the latest on" in words(page(client))


def test_where_the_next_round_waits_players_read_that_clocks_run_on(client, round_):
    Tournament.objects.update(at_deadline="wait")
    Round.objects.update(deadline=timezone.now())
    assert "The deadline has passed: the clocks of the games run on" in words(page(client))


def test_the_desk_names_the_games_that_wait_for_a_decision(client, organiser, round_):
    Round.objects.update(deadline=timezone.now())
    client.force_login(organiser)
    said = words(page(client, EVENT + "desk/"))
    assert re.search(r"The deadline has passed\. 2 games wait for your decision: board \d", said)


def test_the_page_of_a_decided_board_says_how_long_one_can_appeal(client, organiser, board):
    Tournament.objects.update(is_automatic=True)
    deciding.decide(organiser, board.pk, Verdict.FIRST_WINS, "Nobody can move.")
    client.force_login(board.black.player)
    assert "published; it is not before" in words(page(client, EVENT + "rounds/1/boards/1/"))


def test_organisers_who_play_hear_that_others_decide_about_their_game(client, board):
    board.round.tournament.co_organisers.add(board.white.player)
    client.force_login(board.white.player)
    said = page(client, f"{EVENT}rounds/1/boards/1/")
    assert "another organiser decides" in said
    assert "Decide the game" not in said


def test_players_find_their_game_and_opponent(client, board):
    client.force_login(board.black.player)
    said = page(client)
    assert f'href="/games/{board.game_id}/">Go to game' in said
    assert 'class="marked"' in said


def test_what_changes_can_be_asked_for_alone(client, round_):
    said = page(client, EVENT + "?fragment=1")
    assert "amaia" in said
    assert "<html" not in said


def test_what_changes_at_the_desk_can_be_asked_for_alone(client, organiser, round_):
    client.force_login(organiser)
    said = page(client, EVENT + "desk/?fragment=1")
    assert "Games that run" in said
    assert "Write to all" not in said


def test_the_round_page_tells_why_each_pair_meets(client, round_):
    said = words(page(client, EVENT + "rounds/1/"))
    assert "amaia had no points and leire had no points" in said
    assert "Opponents: first choice of the order." in said
    assert "Seats: both sat first as often; the number of the higher ranked decided." in said


def test_later_reasons_name_the_players_who_came_down(client, organiser):
    tournament = make_running(3, organiser=organiser)
    play_round(tournament, {1: DRAWN})
    publish_round(tournament)
    said = words(page(client, EVENT + "rounds/2/"))
    assert "leire was alone in the group of 1 point and came down." in said
    assert "The bye: no bye after a bye" in said


def test_a_pair_made_by_hand_says_so(client, organiser, tournament):
    pairing.pair(organiser, tournament.slug)
    pairing.by_hand(organiser, tournament.slug, 1, [(1, 2), (3, 4)])
    client.force_login(organiser)
    assert "An organiser made this pairing by hand." in page(client, EVENT + "rounds/1/")


def test_a_draft_of_a_round_is_for_organisers_alone(client, organiser, stranger, tournament):
    pairing.pair(organiser, tournament.slug)
    client.force_login(stranger)
    for path in ("rounds/1/", "rounds/1/boards/1/"):
        assert client.get(EVENT + path).status_code == 404
    client.force_login(organiser)
    assert client.get(EVENT + "rounds/1/").status_code == 200


def test_byes_and_absences_are_listed_under_the_boards(client, tournament):
    mattin = User.objects.get(username="mattin")
    byes.ask_bye(mattin, tournament.slug, 1)
    publish_round(tournament)
    assert "mattin : half-point bye" in words(page(client, EVENT + "rounds/1/"))


def test_the_board_page_has_position_score_and_reasons(client, board):
    said = page(client, EVENT + "rounds/1/boards/1/")
    assert "<svg" in said
    assert "If the game ended now" in said
    assert "Why this pairing" in said


def test_a_decision_is_shown_with_its_reason(client, organiser, board):
    deciding.decide(organiser, board.pk, Verdict.FIRST_WINS, "It was lost anyway.")
    said = words(page(client, EVENT + "rounds/1/boards/1/"))
    assert "by olatz" in said
    assert "It was lost anyway." in said


def cells_of(row):
    """The texts of a crosstable's cells, and ``own`` for the player's own."""
    found = re.findall(r'<td class="round-cell( own)?">([^<]*)</td>', row.cells)
    return [is_own.strip() or text for is_own, text in found]


def test_a_wide_crosstable_is_paged_and_leaves_out_whom_nobody_has_met(client, organiser):
    import_event(organiser, write(Report(generate(130, 3, 1), name="Big")), 6)
    shown = {}
    for part in (1, 2, 3):
        table = client.get(f"/tournaments/big/crosstable/?page={part}").context["table"]
        for row in table.rows:
            met = dict(zip([line.number for line in table.columns], cells_of(row), strict=True))
            opponents = {cell.opponent for cell in row.line.cells if cell.opponent}
            shown[row.line.number] = {n for n, text in met.items() if text and text != "own"}
            assert shown[row.line.number] == opponents
    assert len(shown) == 130
    assert len(table.columns) < 130


def test_the_crosstable_has_everybody_against_everybody(client, tournament):
    play_round(tournament, {1: DRAWN})
    table = client.get(EVENT + "crosstable/").context["table"]
    by_number = {row.line.number: cells_of(row) for row in table.rows}
    cells = dict(zip([line.number for line in table.columns], by_number[1], strict=True))
    assert (cells[1], cells[2], cells[3]) == ("own", "", "½")


def test_a_card_has_the_rounds_and_the_summands(client, tournament):
    play_round(tournament)
    said = words(page(client, EVENT + "players/1/"))
    assert "Round 1 leire 1900 first won" in said
    assert "Buchholz, the sum of the opponents' points" in said.replace("&#x27;", "'")


def test_there_is_no_card_of_nobody(client, tournament):
    assert client.get(EVENT + "players/77/").status_code == 404


def test_the_rules_are_told_in_plain_words(client, organiser):
    make_tournament(organiser, rounds=7, half_byes=2, rating_max=1600)
    said = words(page(client, EVENT + "rules/"))
    for rule in (
        "Swiss system over 7 rounds",
        "Each can ask for 2 half-point byes",
        "For ratings up to 1600.",
        "forfeits the game",
        "BH/C1: Buchholz",
        "An organiser decides each game that still runs",
    ):
        assert rule in said


def test_the_log_tells_who_did_what(client, organiser, board):
    entering.withdraw(organiser, "autumn-swiss", User.objects.get(username="mattin"))
    begin(board)
    deciding.decide(organiser, board.pk, Verdict.DRAW, "Nobody can move.")
    said = words(page(client, EVENT + "log/"))
    assert "olatz took mattin out" in said
    assert "olatz decided round 1, board 1, amaia against leire: ½" in said
    assert "began the tournament with 4 players" in said


def test_a_round_leads_to_the_others(client, tournament):
    play_round(tournament)
    close(publish_round(tournament))
    said = page(client, EVENT + "rounds/2/")
    assert 'rounds/1/">Round 1</a>' in said


def test_everybody_may_read_a_running_event(client, round_):
    paths = ("", "rounds/1/", "crosstable/", "players/1/", "rules/", "log/")
    assert {client.get(EVENT + path).status_code for path in paths} == {200}


def fill(tournament, rounds):
    for _ in range(rounds):
        play_round(tournament)


def test_the_standings_cost_the_same_few_queries_for_any_field(
    client, organiser, django_assert_max_num_queries
):
    tournament = make_running(12, organiser=organiser, rounds=4)
    fill(tournament, 2)
    publish_round(tournament)
    page(client)
    with django_assert_max_num_queries(8):
        client.get(EVENT)


def test_the_page_of_a_game_leads_to_its_board_and_the_decision(client, organiser, board):
    begin(board)
    deciding.decide(organiser, board.pk, Verdict.DRAW, "Nobody can move.")
    game = f"/games/{board.game_id}/"
    said = page(client, game)
    assert f'href="{EVENT}rounds/1/boards/1/"' in said
    assert "Nobody can move." in said
    assert "Appeal</a>" not in said
    client.force_login(board.white.player)
    assert "Appeal</a>" in page(client, game)


def test_a_round_robin_tells_of_its_table(client, organiser):
    tournament = make_running(3, organiser=organiser, format="round_robin")
    publish_round(tournament)
    assert "The Berger table has these two" in page(client, EVENT + "rounds/1/")
    said = words(page(client, EVENT + "rules/"))
    assert "everybody meets everybody once" in said
    assert "half-point bye" not in said


def test_a_finished_event_shows_final_standings(client, organiser, tournament):
    for _ in range(3):
        play_round(tournament)
    finishing.finish(organiser, tournament.slug)
    said = page(client)
    assert "Final standings" in said
    assert "Withdraw" not in said


def test_the_page_of_an_entrant_costs_few_queries_more(
    client, round_, django_assert_max_num_queries
):
    """Five of them are of the session, the bar and the notices."""
    client.force_login(User.objects.get(username="mattin"))
    page(client)
    with django_assert_max_num_queries(13):
        client.get(EVENT)


def test_a_board_that_was_one_of_many_losses_on_time_says_that_it_is_not_rated(client, board):
    Game.objects.filter(pk=board.game_id).update(rated=True, deadline=timezone.now())
    services.flag_overdue()
    board.game.refresh_from_db()
    make_entry(board.game, rated=False, reason="series")
    assert "made no move since" in page(client, f"{EVENT}rounds/1/")


def test_who_has_no_opponent_in_a_table_is_free(client, organiser):
    publish_round(make_running(3, organiser=organiser, format="round_robin"))
    assert re.search(r"Without a board \w+ : is free", words(page(client, EVENT + "rounds/1/")))


def test_the_files_are_there_as_json_too(client, round_):
    assert 'href="/api/v1/tournaments/autumn-swiss/standings"' in page(client)


def test_the_start_tells_that_there_are_fewer_rounds(client, organiser):
    make_entries(make_tournament(organiser, rounds=9), 3)
    client.force_login(organiser)
    answer = client.post(EVENT + "desk/start/", follow=True)
    assert "It has 3 rounds and not 9" in answer.content.decode()


def test_whoever_lets_somebody_in_late_is_told_so(client, organiser, tournament, stranger):
    for _ in range(2):
        play_round(tournament)
    client.force_login(organiser)
    answer = client.post(EVENT + "desk/enter/", {"player": stranger.username}, follow=True)
    assert "More than half of the rounds are paired" in answer.content.decode()


def test_times_name_their_zone(client, organiser, round_):
    client.force_login(organiser)
    assert "Your time: UTC." in page(client, EVENT + "desk/")
