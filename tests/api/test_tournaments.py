"""Following, entering and making tournaments."""

import pytest

from sumendi_site.accounts.models import User
from sumendi_site.accounts.tokens import Scope
from tests.api.clients import Caller, code_of
from tests.games.factories import make_bot
from tests.tournaments.factories import (
    make_entries,
    make_organiser,
    make_running,
    make_tournament,
    play_round,
    publish_round,
)
from tournaments.models import Access, Tournament
from tournaments.services import byes, entering, settings

pytestmark = pytest.mark.django_db
SETTINGS = {"name": "Winter open", "size": 6, "time_control": "3d"}
EVENT = "tournaments/autumn-swiss"


@pytest.fixture
def organiser(db):
    return make_organiser()


def slugs(answer):
    return [one["slug"] for one in answer.json()["results"]]


def test_the_list_has_what_everybody_may_find(organiser):
    make_tournament(organiser)
    make_tournament(organiser, name="Secret", access=Access.UNLISTED)
    settings.create(organiser, **SETTINGS)
    assert slugs(Caller().get("tournaments")) == ["autumn-swiss"]


def test_what_was_called_off_as_a_draft_is_on_no_list(organiser):
    settings.cancel(organiser, settings.create(organiser, **SETTINGS).slug)
    called_off = make_tournament(organiser)
    settings.cancel(organiser, called_off.slug)
    assert slugs(Caller().get("tournaments")) == [called_off.slug]


def test_mine_are_no_drafts_of_others(organiser, amaia):
    draft = settings.create(organiser, **SETTINGS)
    entering.enter_by_director(organiser, draft.slug, amaia)
    assert slugs(Caller(amaia).get("tournaments", {"mine": 1})) == []
    settings.cancel(organiser, draft.slug)
    assert slugs(Caller(amaia).get("tournaments", {"mine": 1})) == []


def test_mine_are_those_that_one_organises_too_and_their_drafts(organiser):
    settings.create(organiser, **SETTINGS)
    assert slugs(Caller(organiser).get("tournaments", {"mine": 1})) == ["winter-open"]


def test_mine_are_those_that_ones_bots_play_in(organiser, amaia):
    make_tournament(organiser)
    entering.enter_bot(amaia, "autumn-swiss", make_bot(amaia))
    assert slugs(Caller(amaia).get("tournaments", {"mine": 1})) == ["autumn-swiss"]


def test_mine_needs_the_scope_read(organiser):
    answer = Caller(organiser, [Scope.TOURNAMENT]).get("tournaments", {"mine": 1})
    assert (answer.status_code, code_of(answer)) == (403, "scope_missing")


@pytest.mark.parametrize(("query", "found"), [({"state": "running"}, 1), ({"state": "draft"}, 0)])
def test_the_list_can_be_filtered_by_state(query, found):
    make_running(2)
    assert len(slugs(Caller().get("tournaments", query))) == found


def test_the_list_can_be_filtered_by_player(organiser, amaia):
    make_tournament(organiser)
    make_tournament(organiser, name="Other")
    entering.enter(amaia, "other")
    assert slugs(Caller().get("tournaments", {"player": "Amaia"})) == ["other"]


def test_a_tournament_tells_how_far_it_is():
    publish_round(make_running(5))
    told = Caller().get(EVENT).json()
    assert (told["state"], told["players"], told["round"], told["rounds"]) == ("running", 5, 1, 3)
    assert told["organiser"]["name"] == "olatz"


def test_more_tournaments_cost_no_more_queries(organiser, django_assert_num_queries):
    for number in range(3):
        make_tournament(organiser, name=f"Event {number}")
    with django_assert_num_queries(4):
        Caller().get("tournaments")


def test_a_draft_is_there_for_its_organisers_alone(organiser, stranger):
    settings.create(organiser, **SETTINGS)
    assert Caller(organiser).get("tournaments/winter-open").json()["state"] == "draft"
    answer = Caller(stranger).get("tournaments/winter-open")
    assert (answer.status_code, code_of(answer)) == (404, "tournament_not_found")


def test_creating_makes_a_draft_with_the_usual_settings(amaia):
    answer = Caller(amaia).post("tournaments", SETTINGS)
    told = answer.json()
    assert (answer.status_code, told["slug"], told["state"]) == (201, "winter-open", "draft")
    assert (told["format"], told["tie_breaks"]) == ("swiss", "BH/C1,BH,SB,WIN,DE")


def test_the_same_key_makes_one_tournament(amaia):
    first, second = (
        Caller(amaia).post("tournaments", SETTINGS, Idempotency_Key="winter-2027") for _ in range(2)
    )
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json() == second.json()
    assert Tournament.objects.count() == 1


def test_the_key_of_another_tournament_is_refused(amaia):
    caller = Caller(amaia)
    caller.post("tournaments", SETTINGS, Idempotency_Key="winter-2027")
    answer = caller.post("tournaments", SETTINGS | {"size": 7}, Idempotency_Key="winter-2027")
    assert (answer.status_code, code_of(answer)) == (422, "idempotency_key_reused")


@pytest.mark.parametrize(
    ("setting", "value"), [("time_control", "soon"), ("tie_breaks", "XX"), ("rating_min", 1)]
)
def test_a_setting_that_cannot_be_is_named(amaia, setting, value):
    asked = SETTINGS | {"rating_max": 0, setting: value}
    answer = Caller(amaia).post("tournaments", asked)
    assert (answer.status_code, code_of(answer)) == (400, "bad_setting")
    assert answer.json()["reason"] == setting


def test_a_password_is_told_to_nobody(amaia):
    asked = SETTINGS | {"access": "password", "password": "lava and ash"}
    assert "password" not in Caller(amaia).post("tournaments", asked).json()


def test_what_stands_cannot_be_changed(organiser):
    make_running(2, organiser=organiser)
    answer = Caller(organiser).patch(EVENT, {"size": 7})
    assert (answer.status_code, code_of(answer)) == (409, "setting_stands")


def test_an_organiser_changes_what_may_be_changed(organiser):
    make_running(2, organiser=organiser)
    assert Caller(organiser).patch(EVENT, {"name": "Autumn"}).json()["name"] == "Autumn"


def test_players_enter_by_themselves(organiser, amaia):
    make_tournament(organiser)
    told = Caller(amaia).post(f"{EVENT}/entries").json()
    assert (told["player"]["name"], told["number"], told["withdrawn"]) == ("amaia", None, None)


def test_an_owner_enters_a_bot(organiser, amaia):
    make_tournament(organiser)
    make_bot(amaia)
    told = Caller(amaia).post(f"{EVENT}/entries", {"player": "basalt"}).json()
    assert told["player"]["owner"] == "amaia"


def test_nobody_enters_somebody_else(organiser, amaia, unai):
    make_tournament(organiser)
    answer = Caller(amaia).post(f"{EVENT}/entries", {"player": "unai"})
    assert (answer.status_code, code_of(answer)) == (403, "not_your_bot")


def test_an_organiser_enters_anybody(organiser, amaia):
    make_tournament(organiser)
    assert Caller(organiser).post(f"{EVENT}/entries", {"player": "amaia"}).status_code == 200


def test_an_organiser_enters_by_the_rules(organiser):
    make_tournament(organiser, rating_max=1000)
    answer = Caller(organiser).post(f"{EVENT}/entries")
    assert (answer.status_code, code_of(answer)) == (403, "cannot_enter")
    assert answer.json()["reason"] == "rating"


def test_a_bot_has_no_say_in_its_entry(organiser, amaia):
    make_tournament(organiser)
    answer = Caller(make_bot(amaia)).post(f"{EVENT}/entries")
    assert (answer.status_code, code_of(answer)) == (403, "not_your_bot")


def test_the_wrong_password_is_told(organiser, amaia):
    make_tournament(organiser, access=Access.PASSWORD, password="lava and ash")
    caller = Caller(amaia)
    assert caller.post(f"{EVENT}/entries", {"password": "x"}).json()["reason"] == "password"
    assert caller.post(f"{EVENT}/entries", {"password": "lava and ash"}).status_code == 200


def test_the_strongest_entry_comes_first(organiser):
    make_entries(make_tournament(organiser), 3)
    found = Caller().get(f"{EVENT}/entries").json()["results"]
    assert [one["player"]["name"] for one in found] == ["amaia", "unai", "leire"]


def test_entries_come_in_pages(organiser):
    make_entries(make_tournament(organiser), 3)
    first = Caller().get(f"{EVENT}/entries", {"limit": 2}).json()
    second = Caller().http.get(first["next"]).json()
    names = [one["player"]["name"] for page in (first, second) for one in page["results"]]
    assert names == ["amaia", "unai", "leire"]


def test_a_player_withdraws(organiser):
    make_entries(make_tournament(organiser), 2)
    caller = Caller(User.objects.get(username="unai"))
    assert caller.post(f"{EVENT}/entries/unai/withdraw").json()["withdrawn"] is not None


def test_a_bye_is_asked_for_and_taken_back(organiser):
    make_entries(make_tournament(organiser), 2)
    caller = Caller(User.objects.get(username="unai"))
    told = caller.put(f"{EVENT}/entries/unai/byes/2", {"kind": "H"}).json()
    assert told["byes"] == [{"round": 2, "kind": "H"}]
    assert caller.delete(f"{EVENT}/entries/unai/byes/2").status_code == 204
    assert Caller().get(f"{EVENT}/entries").json()["results"][1]["byes"] == []


def test_a_full_bye_is_given_by_organisers_alone(organiser):
    make_entries(make_tournament(organiser), 2)
    caller = Caller(User.objects.get(username="unai"))
    answer = caller.put(f"{EVENT}/entries/unai/byes/2", {"kind": "F"})
    assert (answer.status_code, code_of(answer)) == (409, "no_bye")


def test_a_round_tells_its_boards_and_who_was_not_paired():
    tournament = make_running(4)
    byes.ask_bye(User.objects.get(username="mattin"), tournament.slug, 1)
    publish_round(tournament)
    told = Caller().get(f"{EVENT}/rounds/1").json()
    board, bye = told["pairings"]
    assert (board["second"]["player"]["name"], bye["second"]) == ("unai", None)
    assert bye["first"]["result"] == "U"
    assert told["unpaired"] == [{"number": 4, "name": "mattin", "result": "H"}]
    assert board["why"]


def test_the_boards_of_a_round_cost_a_few_queries(django_assert_max_num_queries):
    publish_round(make_running(8))
    with django_assert_max_num_queries(5):
        Caller().get(f"{EVENT}/rounds/1")


def test_standings_tell_each_value_with_its_sum():
    play_round(make_running(4))
    told = Caller().get(f"{EVENT}/standings").json()
    first = told["lines"][0]
    assert (told["after"], told["provisional"], first["rank"], first["points"]) == (
        1,
        False,
        1,
        "1.0",
    )
    assert first["values"][1]["code"] == "BH/C1"
    assert first["values"][1]["sum"]
    assert first["rounds"] == [{"result": "1", "opponent": 3, "seat": "first"}]


def test_standings_of_a_round_that_is_not_out_are_not_there():
    answer = Caller().get(f"{make_running(2) and EVENT}/standings", {"after": 1})
    assert (answer.status_code, code_of(answer)) == (404, "round_not_found")


@pytest.mark.parametrize(("version", "record"), [("26", "142 3"), ("16", "XXR 3")])
def test_the_report_can_be_had_in_both_kinds(version, record):
    make_running(4)
    answer = Caller().get(f"{EVENT}/trf", {"version": version})
    assert answer["Content-Type"].startswith("text/plain")
    assert record in answer.content.decode().splitlines()


def test_the_records_of_a_round_are_one_text():
    publish_round(make_running(4))
    assert Caller().get(f"{EVENT}/rounds/1/records").content.decode().count("[Event ") == 2


def test_the_log_tells_who_did_what(organiser):
    make_tournament(organiser)
    newest, oldest = Caller().get(f"{EVENT}/log").json()["results"]
    assert (newest["act"], newest["by"], oldest["act"]) == ("opened", "olatz", "created")
