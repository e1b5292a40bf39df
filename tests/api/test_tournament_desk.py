"""What organisers do by the API."""

from datetime import timedelta

import pytest
from django.utils import timezone

from sumendi_site.accounts.models import User
from tests.api.clients import Caller, code_of
from tests.tournaments.factories import make_entries, make_organiser, make_running, make_tournament
from tests.tournaments.services.endings import ENDING, proving, put
from tests.tournaments.services.playing import begin, end
from tournaments.api.settings_bodies import A_REPORT
from tournaments.models import Pairing, Round
from tournaments.services import booking, byes, entering, settings
from tournaments.services.proving import prove_next

pytestmark = pytest.mark.django_db
EVENT = "tournaments/autumn-swiss"
IMPORT = {"report": A_REPORT, "size": 6, "name": "Old event"}


@pytest.fixture
def organiser(db):
    return make_organiser()


@pytest.fixture
def desk(organiser):
    return Caller(organiser)


@pytest.fixture
def running(organiser):
    return make_running(4, organiser=organiser)


@pytest.fixture
def published(running, desk):
    desk.post(f"{EVENT}/rounds")
    desk.post(f"{EVENT}/rounds/1/publish")
    return running


def boards(answer):
    return [
        [seat["number"] for seat in (one["first"], one["second"]) if seat]
        for one in answer.json()["pairings"]
    ]


def test_where_no_pairing_is_left_the_answer_has_the_ways_out(desk, running):
    players = [entry.account for entry in running.entries.order_by("number")]
    for other in players[1:]:
        desk.put(f"{EVENT}/entries/amaia/never/{other}")
    answer = desk.post(f"{EVENT}/rounds")
    told = answer.json()
    assert (answer.status_code, told["code"]) == (409, "no_pairing")
    assert told["in_the_way"] == ["forbidden pairs"]
    assert {"code": "allow_forbidden", "text": "Allow a forbidden pair again."} in told["ways_out"]


def test_those_without_a_board_are_the_same_as_on_the_page(desk, running, client):
    byes.ask_bye(running.entries.get(number=1).account, running.slug, 1)
    entering.withdraw(running.entries.get(number=4).account, running.slug)
    desk.post(f"{EVENT}/rounds")
    told = [desk.get(f"{EVENT}/rounds/1").json()["unpaired"]]
    desk.post(f"{EVENT}/rounds/1/publish")
    told.append(desk.get(f"{EVENT}/rounds/1").json()["unpaired"])
    assert told == [[{"number": 1, "name": "amaia", "result": "H"}]] * 2
    shown = client.get(f"/{EVENT}/rounds/1/").context["unpaired"]
    assert [(one.entry.called, one.code) for one in shown] == [("amaia", "H")]


def test_a_finished_event_is_imported(desk):
    answer = desk.post("imported-tournaments", IMPORT, Idempotency_Key="once-and-for-all")
    told = answer.json()
    assert (answer.status_code, told["state"], told["rated"]) == (201, "finished", False)
    assert told["imported"]
    slug = told["slug"]
    entry = Caller().get(f"tournaments/{slug}/entries").json()["results"][0]
    assert (entry["player"], entry["name"], entry["rating"]) == (None, "Ada", 1900)
    (board,) = Caller().get(f"tournaments/{slug}/rounds/1").json()["pairings"]
    assert (board["first"]["player"], board["first"]["name"], board["game"]) == (None, "Ada", None)


def test_an_import_is_made_once_and_its_key_is_for_it_alone(desk):
    key = {"Idempotency_Key": "once-and-for-all"}
    answers = [desk.post("imported-tournaments", IMPORT, **key) for _ in range(2)]
    assert [one.status_code for one in answers] == [201, 200]
    assert answers[0].json() == answers[1].json()
    other = desk.post("imported-tournaments", IMPORT | {"size": 5}, **key)
    assert (other.status_code, code_of(other)) == (422, "idempotency_key_reused")
    drafted = desk.post("tournaments", {"name": "Draft", "size": 5, "time_control": "3d"}, **key)
    assert drafted.status_code == 422


def test_a_bad_report_is_refused_with_line_and_column(desk):
    answer = desk.post("imported-tournaments", IMPORT | {"report": "001    1\r\n0x"})
    told = answer.json()
    assert (answer.status_code, told["code"]) == (400, "bad_report")
    assert (told["line"], told["column"]) == (1, 5)


def test_a_whole_event_is_run_by_the_api(desk):
    terms = {"name": "Autumn Swiss", "size": 5, "time_control": "3d", "rounds": 1}
    desk.post("tournaments", terms | {"is_automatic": False})
    tournament = settings.open_registration(make_organiser(), "autumn-swiss")
    make_entries(tournament, 2)
    assert desk.post(f"{EVENT}/start").json()["state"] == "running"
    desk.post(f"{EVENT}/rounds")
    assert desk.post(f"{EVENT}/rounds/1/publish").json()["pairings"][0]["game"]
    end(Pairing.objects.get())
    booking.book()
    assert desk.post(f"{EVENT}/finish").json()["state"] == "finished"
    assert Caller().get(f"{EVENT}/standings").json()["lines"][0]["points"] == "1.0"


def test_opening_lets_players_see_it(desk, organiser):
    settings.create(organiser, name="Autumn Swiss", size=5, time_control="3d")
    assert Caller().get(EVENT).status_code == 404
    assert desk.post(f"{EVENT}/open").json()["state"] == "registration"
    assert Caller().get(EVENT).status_code == 200


def test_nobody_else_sees_a_draft_of_a_round(running, desk):
    assert boards(desk.post(f"{EVENT}/rounds")) == [[1, 3], [4, 2]]
    assert desk.get(f"{EVENT}/rounds/1").json()["state"] == "draft"
    assert Caller().get(f"{EVENT}/rounds/1").status_code == 404
    assert Caller().get(f"{EVENT}/rounds").json()["results"] == []


def test_boards_made_by_hand_differ_from_the_rules(running, desk):
    desk.post(f"{EVENT}/rounds")
    by_hand = [[1, 2], [3, 4]]
    assert boards(desk.put(f"{EVENT}/rounds/1/boards", {"boards": by_hand})) == by_hand
    found = desk.post(f"{EVENT}/rounds/1/check").json()
    assert found == {"expected": [[1, 3], [4, 2]], "drafted": by_hand}


@pytest.mark.parametrize(("made", "fault"), [([[1, 2], [1, 3]], "twice"), ([[1, 2]], "missing")])
def test_boards_that_break_a_rule_are_refused(running, desk, made, fault):
    answer = desk.put(f"{EVENT}/rounds/1/boards", {"boards": made})
    assert (answer.status_code, code_of(answer)) == (400, "bad_boards")
    assert answer.json()["reason"] == fault


def test_a_draft_is_taken_back(running, desk):
    desk.post(f"{EVENT}/rounds")
    assert desk.delete(f"{EVENT}/rounds/1").status_code == 204
    assert desk.get(f"{EVENT}/rounds/1").status_code == 404


def test_publishing_twice_begins_nothing_twice(published, desk):
    first, second = (desk.post(f"{EVENT}/rounds/1/publish").json() for _ in range(2))
    assert first == second


def test_a_deadline_is_moved(published, desk):
    until = (timezone.now() + timedelta(days=3)).strftime("%Y-%m-%dT%H:%M:%SZ")
    answer = desk.put(f"{EVENT}/rounds/1/deadline", {"deadline": until})
    assert answer.json()["deadline"] == until


def test_a_game_is_decided_appealed_against_and_corrected(published, desk):
    begin(Pairing.objects.get(board=1))
    board = f"{EVENT}/rounds/1/boards/1"
    decided = desk.post(f"{board}/decisions", {"verdict": "draw", "why": "As high."}).json()
    assert (decided["kind"], decided["first_result"]) == ("adjudicated", "D")
    player = Caller(User.objects.get(username="leire"))
    appeal = player.post(f"{board}/appeals", {"why": "Not as high."}).json()
    answer = {"text": "You are right.", "verdict": "second_wins"}
    answered = desk.put(f"{board}/appeals/{appeal['id']}", answer).json()
    assert answered["answer"] == "You are right."
    found = Caller().get(f"{board}/decisions").json()["decisions"]
    assert [one["kind"] for one in found] == ["adjudicated", "corrected"]
    assert found[0]["appeals"] == [answered]


def test_an_appeal_is_answered_at_its_own_board(published, desk):
    one, other = (f"{EVENT}/rounds/1/boards/{number}" for number in (1, 2))
    begin(Pairing.objects.get(board=1))
    desk.post(f"{one}/decisions", {"verdict": "draw", "why": "As high."})
    player = Caller(User.objects.get(username="leire"))
    appeal = player.post(f"{one}/appeals", {"why": "Not as high."}).json()["id"]
    answer = desk.put(f"{other}/appeals/{appeal}", {"text": "No."})
    assert (answer.status_code, code_of(answer)) == (404, "appeal_not_found")


def test_a_proof_is_asked_for_and_asking_again_tells_how_far_it_is(published, desk):
    board = Pairing.objects.get(board=1)
    put(board, ENDING)
    Round.objects.update(deadline=timezone.now())
    path = f"{EVENT}/rounds/1/boards/1/proof"
    assert desk.post(path).json()["state"] == "waiting"
    prove_next(proving())
    told = desk.post(path).json()
    assert (told["state"], told["result"], told["positions"]) == ("proved", "black", 1234)


def test_before_the_deadline_the_api_asks_for_no_proof(published, desk):
    answer = desk.post(f"{EVENT}/rounds/1/boards/1/proof")
    assert code_of(answer) == "cannot_decide"


def test_a_player_is_reminded_once(published, desk):
    told = [desk.post(f"{EVENT}/rounds/1/boards/1/remind").json() for _ in range(2)]
    assert told == [{"reminded": True}, {"reminded": False}]


def test_two_are_kept_apart(running, desk):
    assert desk.put(f"{EVENT}/entries/amaia/never/leire").status_code == 204
    assert [1, 3] not in boards(desk.post(f"{EVENT}/rounds"))
    assert desk.delete(f"{EVENT}/entries/leire/never/amaia").status_code == 204
    assert [1, 3] in boards(desk.post(f"{EVENT}/rounds"))


def test_a_message_is_in_the_log(running, desk):
    assert desk.post(f"{EVENT}/messages", {"text": "Welcome!"}).json()["act"] == "message"


def test_a_co_organiser_comes_and_goes(running, desk, stranger):
    helper = f"{EVENT}/organisers/stranger"
    assert desk.put(helper).json()["co_organisers"] == ["stranger"]
    assert Caller(stranger).delete(helper).json()["co_organisers"] == []


def test_calling_off_is_for_good(organiser, desk):
    make_tournament(organiser)
    assert desk.post(f"{EVENT}/cancel", {"why": "Rain."}).json()["state"] == "cancelled"
    assert code_of(desk.post(f"{EVENT}/start")) == "wrong_state"


def test_a_list_enters_all_or_nobody(organiser, desk, amaia, unai):
    make_tournament(organiser)
    told = desk.post(f"{EVENT}/entry-list", {"text": "amaia\nnobody\n"})
    assert (told.status_code, code_of(told)) == (400, "bad_entry_list")
    told = desk.post(f"{EVENT}/entry-list", {"text": "amaia\nUnai\n"}).json()
    assert told == {"entered": ["amaia", "unai"]}


def test_an_appeal_of_a_number_that_no_database_holds_is_not_found(desk, published):
    answer = desk.put(f"{EVENT}/rounds/1/boards/1/appeals/{10**20}", {"text": "No."})
    assert (answer.status_code, code_of(answer)) == (404, "appeal_not_found")
