from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from sumendi_site.accounts import middleware
from sumendi_site.accounts.models import User
from sumendi_site.accounts.preferences import time_zone_names

FORM = {"theme": "dark", "time_zone": "Asia/Tokyo", "orientation": "3", "confirm_step": "on"}


def test_preferences_are_kept(amaias: Client, amaia: User) -> None:
    assert amaias.post("/preferences/", FORM)["Location"] == "/preferences/"
    amaia.refresh_from_db()
    assert (amaia.theme, amaia.time_zone, amaia.orientation) == ("dark", "Asia/Tokyo", 3)
    assert (amaia.confirm_step, amaia.coordinates) == (True, False)


def test_a_new_account_has_sensible_preferences() -> None:
    user = User()
    assert (user.theme, user.time_zone, user.orientation) == ("system", "UTC", 0)
    assert (user.confirm_step, user.coordinates) == (False, True)


@pytest.mark.parametrize(
    "bad",
    [
        {"theme": "pink"},
        {"time_zone": "Mars/Olympus_Mons"},
        {"time_zone": "../../etc/localtime"},
        {"orientation": "6"},
        {"orientation": "-1"},
        {"orientation": "9" * 50},
    ],
)
def test_an_impossible_choice_changes_nothing(
    amaias: Client, amaia: User, bad: dict[str, str]
) -> None:
    answer = amaias.post("/preferences/", FORM | bad)
    assert "Nothing was saved" in answer.content.decode()
    amaia.refresh_from_db()
    assert amaia.theme == "system"


def test_an_impossible_theme_does_not_reach_the_page(amaias: Client) -> None:
    answer = amaias.post("/preferences/", FORM | {"orientation": "6"})
    assert '<html lang="en" data-theme="system">' in answer.content.decode()


def test_the_chosen_theme_is_on_every_page(amaias: Client) -> None:
    amaias.post("/preferences/", FORM)
    assert '<html lang="en" data-theme="dark">' in amaias.get("/learn/").content.decode()


def test_a_stranger_has_no_preferences_page(client: Client, db: None) -> None:
    assert client.get("/preferences/")["Location"] == "/accounts/login/?next=/preferences/"


def test_utc_comes_first_among_the_time_zones() -> None:
    assert time_zone_names()[0] == "UTC"
    assert {"Europe/Madrid", "America/Argentina/Ushuaia"} < set(time_zone_names())


def zone_seen_by(user: Any, rf: Any) -> str:
    request = rf.get("/")
    request.user = user
    seen: list[str] = []
    middleware.reader_time_zone(lambda request: seen.append(timezone.get_current_timezone_name()))(
        request
    )
    return seen[0]


def test_times_are_in_the_zone_of_the_reader(rf: Any) -> None:
    assert zone_seen_by(User(time_zone="Asia/Tokyo"), rf) in {"Asia/Tokyo", "JST"}


def test_the_next_reader_is_back_in_the_zone_of_the_site(rf: Any) -> None:
    zone_seen_by(User(time_zone="Asia/Tokyo"), rf)
    assert timezone.get_current_timezone_name() == "UTC"


@pytest.mark.parametrize("gone", ["Atlantis/Capital", "", "../x", "/etc/passwd"])
def test_a_zone_that_no_longer_exists_is_read_as_utc(rf: Any, gone: str) -> None:
    assert zone_seen_by(User(time_zone=gone), rf) == "UTC"
