from datetime import timedelta

import pytest
from django.utils import timezone

from games import services
from games.models import Vacation
from sumendi_site.accounts.tokens import Scope
from tests.api.clients import Caller, code_of
from tests.games.factories import make_game
from tests.games.moving_clock import save_days

pytestmark = pytest.mark.django_db


@pytest.fixture
def savings(amaia):
    save_days(amaia, 30)


def in_days(days):
    return timezone.now() + timedelta(days=days)


@pytest.mark.usefixtures("savings")
def test_a_vacation_begins_at_once_where_no_start_is_given(amaia, unai):
    game = make_game(amaia, unai)
    answer = Caller(amaia).post("me/vacations", {"days": 3})
    assert (answer.status_code, answer.json()["begun"]) == (201, True)
    deadline = game.deadline
    game.refresh_from_db()
    assert game.deadline - deadline == timedelta(days=3)


@pytest.mark.usefixtures("savings")
def test_a_vacation_is_planned(amaia):
    start = in_days(10)
    answer = Caller(amaia).post("me/vacations", {"days": 2, "start": start.isoformat()})
    assert (answer.status_code, answer.json()["begun"]) == (201, False)
    assert Vacation.objects.get().starts == start


@pytest.mark.usefixtures("savings")
def test_what_is_ahead_is_listed_in_order_with_what_is_saved(amaia):
    later = services.take_vacation(amaia, 2, in_days(20))
    now = services.take_vacation(amaia, 1)
    answer = Caller(amaia).get("me/vacations").json()
    assert [vacation["id"] for vacation in answer["results"]] == [now.pk, later.pk]
    assert answer["saved"] == 27 * 86_400


@pytest.mark.usefixtures("savings")
def test_a_vacation_is_ended_and_what_is_left_is_saved_again(amaia):
    vacation = services.take_vacation(amaia, 5, in_days(1))
    caller = Caller(amaia)
    assert caller.delete(f"me/vacations/{vacation.pk}").status_code == 204
    assert caller.get("me/vacations").json() == {
        "next": None,
        "previous": None,
        "results": [],
        "saved": 30 * 86_400,
    }


@pytest.mark.usefixtures("savings")
def test_others_neither_see_nor_end_it(amaia, unai):
    vacation = services.take_vacation(amaia, 5)
    caller = Caller(unai)
    assert caller.get("me/vacations").json()["results"] == []
    answer = caller.delete(f"me/vacations/{vacation.pk}")
    assert (answer.status_code, code_of(answer)) == (404, "no_such_vacation")


def test_what_is_not_saved_is_not_taken(amaia):
    answer = Caller(amaia).post("me/vacations", {"days": 1})
    assert (answer.status_code, code_of(answer)) == (409, "vacation_refused")


@pytest.mark.usefixtures("savings")
def test_sending_it_twice_takes_one_vacation(amaia):
    caller = Caller(amaia)
    answers = [caller.post("me/vacations", {"days": 3}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 409]
    assert Vacation.objects.count() == 1


@pytest.mark.parametrize(
    "terms",
    [{}, {"days": 0}, {"days": 31}, {"days": 1, "start": "soon"}, {"days": 1, "from": "now"}],
)
def test_what_is_no_vacation_is_refused(amaia, terms):
    answer = Caller(amaia).post("me/vacations", terms)
    assert (answer.status_code, code_of(answer)) == (400, "validation_failed")


@pytest.mark.usefixtures("savings")
@pytest.mark.parametrize("start", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59Z"])
def test_a_start_at_the_end_of_the_calendar_is_refused(amaia, start):
    answer = Caller(amaia).post("me/vacations", {"days": 1, "start": start})
    assert answer.status_code in (400, 409)


def test_stopping_clocks_needs_more_than_reading(amaia):
    caller = Caller(amaia, [Scope.READ])
    assert code_of(caller.post("me/vacations", {"days": 1})) == "scope_missing"
    assert caller.get("me/vacations").status_code == 200
