"""Nobody is flagged unless the site answers its users."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from pytest_django import Settings

from games.models import Game, Heartbeat
from games.tasks import flag_overdue_games, warn_players
from sumendi_site.notices.models import Notice
from sumendi_site.probe import site_answers
from tests.games.factories import in_hours, make_game, make_user


class Page(BaseHTTPRequestHandler):
    status = 200
    hosts: list[str | None] = []

    def do_GET(self) -> None:
        self.hosts.append(self.headers["Host"])
        self.send_response(self.status)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def page(settings: Settings) -> Iterator[type[Page]]:
    class OfThisTest(Page):
        hosts: list[str | None] = []

    server = HTTPServer(("127.0.0.1", 0), OfThisTest)
    settings.PROBE_URL = f"http://127.0.0.1:{server.server_port}/healthz"
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    yield OfThisTest
    server.shutdown()
    thread.join(5)
    server.server_close()


def test_a_site_that_is_well_answers(page: type[Page]) -> None:
    assert site_answers()


def test_a_site_that_is_not_well_does_not_answer(page: type[Page]) -> None:
    page.status = 503
    assert not site_answers()


def test_the_probe_asks_by_a_name_that_every_site_answers_to(page: type[Page]) -> None:
    site_answers()
    assert page.hosts == ["localhost"]


def test_the_probe_goes_through_no_proxy(page: type[Page], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    assert site_answers()


def test_a_port_where_nobody_listens_does_not_answer(settings: Settings) -> None:
    settings.PROBE_URL = "http://127.0.0.1:9/healthz"
    assert not site_answers()


@pytest.fixture
def overdue(db: None) -> Game:
    return make_game(make_user("amaia"), make_user("unai"), deadline=in_hours(-1))


def test_while_the_site_answers_overdue_games_are_flagged(page: type[Page], overdue: Game) -> None:
    flag_overdue_games()
    overdue.refresh_from_db()
    assert overdue.is_over


def test_while_the_site_does_not_answer_nobody_is_flagged(page: type[Page], overdue: Game) -> None:
    page.status = 503
    flag_overdue_games()
    overdue.refresh_from_db()
    assert overdue.is_running
    assert not Heartbeat.objects.exists()


@pytest.mark.parametrize(("status", "warnings"), [(200, 1), (503, 0)])
def test_players_are_warned_only_while_the_site_answers(
    page: type[Page], db: None, status: int, warnings: int
) -> None:
    make_game(make_user("amaia"), make_user("unai"), deadline=in_hours(3))
    page.status = status
    warn_players()
    assert Notice.objects.filter(kind="warning").count() == warnings
