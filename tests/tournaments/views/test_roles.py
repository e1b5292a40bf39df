"""Who may do what: anonymous readers, strangers, entrants, co-organisers and the organiser."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.services import sanction
from games.services.sanctions import Measure
from sumendi_site.accounts.models import User
from sumendi_site.accounts.sanctions import SanctionKind
from sumendi_site.notices.seeing import unseen_count
from tests.tournaments.factories import make_tournament
from tests.tournaments.services.playing import begin
from tournaments.models import Act, Pairing, RoundState, State, Tournament
from tournaments.services import appeals, deciding, pairing, settings
from tournaments.services.verdicts import Verdict

pytestmark = pytest.mark.django_db
EVENT = "/tournaments/autumn-swiss/"
BOARD = "rounds/1/boards/1/"

SOON = f"{timezone.now() + timedelta(days=9):%Y-%m-%d}T12:00"
ORGANISERS_ACTS = [
    ("desk/open/", {}),
    ("desk/start/", {}),
    ("desk/finish/", {}),
    ("desk/cancel/", {"sure": "yes"}),
    ("desk/pair/", {}),
    ("desk/by-hand/save/", {"boards": "1 - 2\n3 - 4"}),
    ("rounds/1/check/", {}),
    ("rounds/1/publish/", {}),
    ("rounds/1/undo/", {}),
    ("rounds/1/deadline/", {"deadline": SOON}),
    ("desk/message/", {"text": "Good luck to all!"}),
    ("desk/enter/", {"player": "arrotz"}),
    ("desk/enter-list/", {"text": "arrotz"}),
    ("desk/player/", {"player": "mattin", "act": "withdraw"}),
    ("desk/forbid/", {"player": "unai", "other": "mattin"}),
    ("desk/staff/", {"player": "arrotz"}),
    ("desk/settings/", {"name": "Another name"}),
    (BOARD + "decide/", {"verdict": "draw", "why": "So be it."}),
    (BOARD + "proof/", {}),
    (BOARD + "remind/", {}),
    (BOARD + "appeals/1/", {"text": "It stands."}),
]
PLAYERS_ACTS = [
    ("enter/", {}),
    ("withdraw/", {}),
    ("byes/2/", {}),
    ("byes/2/cancel/", {}),
    (BOARD + "appeal/", {"why": "I was winning."}),
]


def statuses(client, acts):
    """What all these acts answer; nothing of the event may change by them."""
    before = Tournament.objects.values().get()
    found = {path: client.post(EVENT + path, data).status_code for path, data in acts}
    assert Tournament.objects.values().get() == before
    return found


def test_a_stranger_does_no_act_of_an_organiser(client, board, stranger):
    client.force_login(stranger)
    assert set(statuses(client, ORGANISERS_ACTS).values()) == {403}


def test_an_entrant_does_no_act_of_an_organiser(client, board):
    client.force_login(board.white.player)
    assert set(statuses(client, ORGANISERS_ACTS).values()) == {403}


def test_who_is_not_signed_in_is_asked_to(client, board):
    assert set(statuses(client, ORGANISERS_ACTS + PLAYERS_ACTS).values()) == {302}
    answer = client.post(EVENT + "desk/pair/")
    assert answer.headers["Location"].startswith("/accounts/login/")


def test_no_act_is_done_by_looking(client, organiser, board):
    client.force_login(organiser)
    acts = {path for path, _ in ORGANISERS_ACTS + PLAYERS_ACTS} - {"desk/settings/"}
    assert {client.get(EVENT + path).status_code for path in acts} == {405}


@pytest.mark.parametrize("path", ["desk/", "desk/by-hand/", "desk/settings/"])
def test_the_desk_is_the_organisers(client, tournament, stranger, co_organiser, path):
    client.force_login(stranger)
    assert client.get(EVENT + path).status_code == 403
    client.force_login(co_organiser)
    assert client.get(EVENT + path).status_code == 200


def post(client, path, **data):
    return client.post(EVENT + path, data)


def test_a_tournament_is_made_opened_and_started_in_pages(as_organiser):
    form = as_organiser.get("/tournaments/new/").context["form"]
    data = {name: form[name].value() for name in form.fields}
    data = {name: value for name, value in data.items() if value not in (None, False)}
    data |= {"name": "Autumn Swiss", "round_hours": "1d 12h", "no_show_hours": "0h"}
    for _ in range(2):
        assert as_organiser.post("/tournaments/new/", data).headers["Location"] == EVENT + "desk/"
    made = Tournament.objects.get()
    assert (made.round_hours, made.no_show_hours, made.state) == (36, 0, State.DRAFT)
    post(as_organiser, "desk/open/")
    made.refresh_from_db()
    assert made.is_open


def test_a_preview_saves_nothing_and_tells_the_rules(as_organiser, organiser):
    make_tournament(organiser)
    form = as_organiser.get(EVENT + "desk/settings/").context["form"]
    data = {name: form[name].value() or "" for name in form.fields}
    data |= {"rounds": 9, "round_hours": "30d", "no_show_hours": "7d", "preview": "yes"}
    answer = as_organiser.post(EVENT + "desk/settings/", data)
    assert "Swiss system over 9 rounds" in answer.content.decode()
    assert Tournament.objects.get().rounds == 3


def test_a_setting_that_cannot_be_is_told_at_its_field(as_organiser, organiser):
    make_tournament(organiser)
    form = as_organiser.get(EVENT + "desk/settings/").context["form"]
    data = {name: form[name].value() or "" for name in form.fields}
    data |= {"round_hours": "30d", "no_show_hours": "soon", "tie_breaks": "XYZ"}
    answer = as_organiser.post(EVENT + "desk/settings/", data)
    assert answer.status_code == 400
    assert "Write days and hours" in answer.context["form"].errors["no_show_hours"][0]
    answer = as_organiser.post(EVENT + "desk/settings/", data | {"no_show_hours": "7d"})
    assert "tie_breaks" in answer.context["form"].errors


def test_what_stands_after_the_start_is_not_in_the_form(as_organiser, tournament):
    fields = as_organiser.get(EVENT + "desk/settings/").context["form"].fields
    assert "rounds" in fields
    assert "points" not in fields


def test_guests_organise_nothing(client, db):
    client.force_login(User.objects.create_user("gonbidatua", kind="guest"))
    assert client.get("/tournaments/new/").status_code == 403


def test_a_co_organiser_pairs_checks_and_publishes(client, tournament, co_organiser):
    client.force_login(co_organiser)
    assert post(client, "desk/pair/").headers["Location"] == EVENT + "rounds/1/"
    post(client, "rounds/1/check/")
    for _ in range(2):
        assert post(client, "rounds/1/publish/").status_code == 302
    assert tournament.all_rounds.get().state == RoundState.PUBLISHED
    assert Pairing.objects.exclude(game=None).count() == 2


def test_a_draft_is_taken_back(as_organiser, organiser, tournament):
    pairing.pair(organiser, tournament.slug)
    post(as_organiser, "rounds/1/undo/")
    assert not tournament.all_rounds.exists()


def test_boards_made_by_hand_become_the_draft(as_organiser, tournament):
    post(as_organiser, "desk/by-hand/save/", boards="1 - 2\n4-3")
    draft = tournament.all_rounds.get()
    rows = draft.pairings.values_list("white__number", "black__number").order_by("board")
    assert list(rows) == [(1, 2), (4, 3)]


@pytest.mark.parametrize(
    ("boards", "said"),
    [("1 - 2\n3 : x", "Line 2: write two numbers"), ("1 - 2\n3 - 3", "leire is at two boards.")],
)
def test_bad_boards_are_told_and_stay_in_the_form(as_organiser, tournament, boards, said):
    answer = post(as_organiser, "desk/by-hand/save/", boards=boards)
    assert answer.status_code == 400
    assert said in answer.content.decode()
    assert boards.splitlines()[0] in answer.content.decode()


def test_where_no_pairing_is_left_the_desk_tells_the_ways_out(as_organiser, organiser, round_):
    tournament = round_.tournament
    deciding_all(organiser, round_)
    for name in ("unai", "mattin"):
        post(as_organiser, "desk/player/", player=name, act="withdraw")
    answer = post(as_organiser, "desk/pair/")
    assert answer.status_code == 409
    said = answer.content.decode()
    assert "Round 2 cannot be paired." in said
    assert "let one pair meet a second time" in said
    assert tournament.all_rounds.count() == 1


def deciding_all(organiser, round_):
    for pair in round_.pairings.all():
        begin(pair)
        deciding.decide(organiser, pair.pk, Verdict.DRAW, "So be it.")


def test_an_organiser_decides_a_game_with_a_reason(as_organiser, board):
    begin(board)
    assert post(as_organiser, BOARD + "decide/", verdict="draw").status_code == 400
    answer = post(as_organiser, BOARD + "decide/", verdict="draw", why="Nobody can move.")
    assert answer.status_code == 302
    assert board.decisions.get().why == "Nobody can move."


def test_a_finished_game_is_corrected(as_organiser, organiser, board):
    begin(board)
    deciding.decide(organiser, board.pk, Verdict.DRAW, "So be it.")
    post(as_organiser, BOARD + "decide/", verdict="first_wins", why="I had misread it.")
    assert [one.kind for one in board.decisions.all()] == ["adjudicated", "corrected"]


def test_a_no_show_is_forfeited(as_organiser, board):
    post(as_organiser, BOARD + "decide/", verdict="both_forfeit", why="Nobody came.")
    board.refresh_from_db()
    assert (board.white_code, board.black_code) == ("-", "-")


def test_nobody_decides_their_own_game(client, board):
    player = board.white.player
    board.round.tournament.co_organisers.add(player)
    client.force_login(player)
    assert client.get(EVENT + BOARD).context["verdict_form"] is None
    assert post(client, BOARD + "decide/", verdict="first_wins", why="Me!").status_code == 403


def test_a_player_appeals_and_an_organiser_answers(client, organiser, board):
    begin(board)
    deciding.decide(organiser, board.pk, Verdict.DRAW, "So be it.")
    client.force_login(board.white.player)
    assert "Appeal</button>" in client.get(EVENT + BOARD).content.decode()
    post(client, BOARD + "appeal/", why="I was winning.")
    appeal = board.decisions.get().appeals.get()
    client.force_login(organiser)
    post(client, f"{BOARD}appeals/{appeal.pk}/", text="You were.", verdict="first_wins")
    board.refresh_from_db()
    assert (board.white_code, board.black_code) == ("W", "L")


def test_the_text_of_an_appeal_is_between_those_whom_it_concerns(client, organiser, board):
    begin(board)
    deciding.decide(organiser, board.pk, Verdict.DRAW, "So be it.")
    appeals.appeal(board.white.player, board.pk, "A private matter.")
    assert "A private matter." not in client.get(EVENT + BOARD).content.decode()
    client.force_login(board.black.player)
    assert "A private matter." in client.get(EVENT + BOARD).content.decode()


def test_who_looks_at_the_desk_has_seen_what_waited(as_organiser, organiser, board):
    begin(board)
    deciding.decide(organiser, board.pk, Verdict.DRAW, "So be it.")
    appeals.appeal(board.white.player, board.pk, "I was winning.")
    assert unseen_count(organiser) == 1
    as_organiser.get(EVENT + "desk/")
    assert unseen_count(organiser) == 0


def test_an_appeal_of_another_event_is_not_answered_here(as_organiser, board):
    for number in (77, 10**30):
        answer = post(as_organiser, f"{BOARD}appeals/{number}/", text="It stands.")
        assert answer.status_code == 404


def test_the_player_to_move_is_reminded(as_organiser, board):
    answer = post(as_organiser, BOARD + "remind/")
    assert answer.headers["Location"] == EVENT + "desk/"
    assert board.round.tournament.log.filter(act=Act.WARNED).count() == 1


def test_the_deadline_of_a_round_moves(as_organiser, round_):
    before = round_.deadline
    post(as_organiser, "rounds/1/deadline/", deadline=SOON)
    round_.refresh_from_db()
    assert round_.deadline != before
    assert f"{round_.deadline:%Y-%m-%d}" == SOON[:10]
    assert post(as_organiser, "rounds/1/deadline/", deadline="soon").status_code == 400


def test_calling_off_needs_the_tick(as_organiser, tournament):
    post(as_organiser, "desk/cancel/")
    tournament.refresh_from_db()
    assert tournament.is_running
    post(as_organiser, "desk/cancel/", sure="yes")
    tournament.refresh_from_db()
    assert tournament.state == State.CANCELLED


def test_somebody_unknown_is_told_in_the_form(as_organiser, tournament):
    for path in ("enter", "staff", "forbid"):
        answer = post(as_organiser, f"desk/{path}/", player="nobody-at-all", other="unai")
        assert answer.status_code == 400
        assert "There is no player with this name." in answer.content.decode()


def test_only_the_organiser_chooses_co_organisers(client, co_organiser, stranger):
    client.force_login(co_organiser)
    assert post(client, "desk/staff/", player=stranger.username).status_code == 403


def test_a_co_organiser_may_leave(client, tournament, co_organiser):
    client.force_login(co_organiser)
    post(client, "desk/staff/", player=co_organiser.username, remove="yes")
    assert not tournament.co_organisers.exists()


def test_a_player_enters_once_and_withdraws(client, organiser, stranger):
    tournament = make_tournament(organiser)
    client.force_login(stranger)
    for _ in range(2):
        assert post(client, "enter/").headers["Location"] == EVENT
    assert tournament.entries.get().player == stranger
    post(client, "withdraw/", when="now")
    assert tournament.entries.get().withdrawn


def test_a_password_is_asked_for(client, organiser, stranger):
    make_tournament(organiser, access="password", password="sesamo")
    client.force_login(stranger)
    assert 'name="password"' in client.get(EVENT).content.decode()
    assert post(client, "enter/", password="wrong").status_code == 403
    assert post(client, "enter/", password="sesamo").status_code == 302


def test_who_cannot_enter_is_told_why(client, organiser, stranger):
    make_tournament(organiser, rating_min=1900)
    client.force_login(stranger)
    assert "You cannot enter: This tournament is for ratings" in client.get(EVENT).content.decode()


def test_a_player_asks_for_a_bye_and_takes_it_back(client, tournament):
    client.force_login(User.objects.get(username="mattin"))
    entry = tournament.entries.get(player__username="mattin")
    post(client, "byes/1/", kind="H")
    assert entry.byes.get().kind == "H"
    assert "Play round 1 after all" in client.get(EVENT).content.decode()
    post(client, "byes/1/cancel/")
    assert not entry.byes.exists()


def test_nobody_withdraws_others(client, tournament, stranger):
    client.force_login(stranger)
    assert post(client, "withdraw/", player="mattin").status_code == 403
    assert not tournament.entries.exclude(withdrawn=None).exists()


def test_the_acts_of_a_draft_are_not_there_for_others(client, organiser, stranger):
    settings.create(organiser, name="Autumn Swiss", time_control="3d")
    client.force_login(stranger)
    assert post(client, "desk/open/").status_code == 404
    assert post(client, "enter/").status_code == 404


def test_a_muted_organiser_is_told_so_beside_the_form(as_organiser, organiser):
    nora = User.objects.create_user("nora", is_staff=True)
    sanction(nora, organiser, Measure(SanctionKind.MUTE, "Spam."))
    form = as_organiser.get("/tournaments/new/").context["form"]
    data = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in data.items() if value not in (None, False)}
    page = as_organiser.post("/tournaments/new/", {**sent, "name": "Buy now"})
    assert page.status_code == 400
    assert "A moderator has muted you: Spam." in page.content.decode()
