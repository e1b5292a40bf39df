"""Fixtures that start things: throwaway servers, the whole site, and a browser."""

import gc
import os
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.db import connections
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    expect,
    sync_playwright,
)
from xdist.scheduler import LoadFileScheduling

from sumendi_site import embedded
from tests import emptying
from tests.stack import copies, parts, servers
from tests.stack.site import ROOT, Site, Tables, kept_tables, running_site

# What is started in the background may ignore Ctrl+C, and so would all that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Playwright's synchronous interface keeps an event loop in the thread of the tests.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

emptying.use()
# To look for garbage while the tests are listed finds none.
gc.disable()

PATIENCE = 30_000
"""Milliseconds for what has to happen but need not be quick: the machine may be busy."""
expect.set_options(timeout=15_000)

# Chromium keeps a page of its own ready for the address bar of each window; nobody sees one here,
# and to load it takes longer than most of our pages. The last list counts, so what Playwright
# turns off is named again.
TURNED_OFF = [
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
]

CHROMIUM_FLAGS = [
    f"--disable-features={','.join(TURNED_OFF)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--no-default-browser-check",
]


@pytest.fixture(scope="session")
def valkey() -> Iterator[str]:
    """The ``unix://`` address of a throwaway Valkey."""
    with servers.valkey_server(embedded.valkey_server()) as url:
        yield url


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The ``postgres://`` address of a throwaway PostgreSQL."""
    with servers.postgres_server(parts.program("initdb", package="postgresql")) as url:
        yield url


@pytest.fixture(scope="session")
def redis_server() -> Iterator[str]:
    """The ``unix://`` address of a throwaway Redis."""
    with servers.valkey_server(parts.program("redis-server", package="redis-server")) as url:
        yield url


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest,
    worker_id: str,
    tmp_path_factory: pytest.TempPathFactory,
    django_db_blocker: Any,
) -> Iterator[None]:
    """The database, with tables that the processes of a run share out among themselves."""

    def make() -> None:
        request.getfixturevalue("django_db_setup")  # pytest-django's, which this one overrides

    if worker_id == "master":
        make()
        yield
        return
    shared, own = tmp_path_factory.getbasetemp().parent, tmp_path_factory.mktemp("tables")
    with ExitStack() as kept:
        with django_db_blocker.unblock():
            kept.enter_context(copies.made_once(make, shared, own))
        yield


@pytest.fixture(scope="session")
def tables(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Tables]:
    """What sites that are started can begin with; nothing in a run that has no database itself."""
    if not any(item.get_closest_marker("django_db") for item in request.session.items):
        yield None
        return
    request.getfixturevalue("django_db_setup")
    blocker = request.getfixturevalue("django_db_blocker")
    with blocker.unblock(), kept_tables(tmp_path_factory.mktemp("tables")) as tables:
        yield tables


@pytest.fixture(scope="session")
def site(tables: Tables, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The whole site, started by `manage.py up` with the demo data, answering on a free port; one
    for each process of a run that is spread over several.

    `DATABASE_URL` and `REDIS_URL` choose its database server and broker, as for a real site.
    """
    with running_site(tmp_path_factory.mktemp("site") / "data", tables) as site:
        yield site


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright
        connections.close_all()  # those opened while its event loop ran, which only it can see


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium as it is installed on the machine."""
    program = parts.program("chromium", "chromium-browser", "google-chrome", package="chromium")
    browser = playwright.chromium.launch(executable_path=program, args=CHROMIUM_FLAGS)
    yield browser
    browser.close()


NewPage = Callable[..., Page]


@pytest.fixture
def new_page(browser: Browser) -> Iterator[NewPage]:
    """Opens pages, each for another person: `new_page(width=360, height=740, touch=True)`.

    Further keywords go to `Browser.new_context`. A script error in any of them fails the test.
    """
    errors: list[str] = []
    with ExitStack() as contexts:

        def open_page(
            width: int = 1280, height: int = 900, touch: bool = False, **options: Any
        ) -> Page:
            context: BrowserContext = browser.new_context(
                viewport={"width": width, "height": height}, has_touch=touch, **options
            )
            contexts.callback(context.close)
            context.set_default_timeout(PATIENCE)
            context.on("weberror", lambda error: errors.append(str(error.error)))
            return context.new_page()

        yield open_page
    assert not errors, errors


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Mark what runs again on the second stack, and put all in order."""
    for item in items:
        if item.get_closest_marker("once") or item.get_closest_marker("thin"):
            continue
        fixtures = set(getattr(item, "fixturenames", ()))
        if item.get_closest_marker("django_db") or fixtures & {"db", "transactional_db", "site"}:
            item.add_marker(pytest.mark.thin if is_thin(item.path) else pytest.mark.stack)
    yield
    items.sort(key=turn)


def turn(item: pytest.Item) -> int:
    """What needs the site is the longest work of one process, and what starts sites of its own is
    long, too: neither should begin last. What is bound by the clock comes when the other
    processes have nothing left to do."""
    if "site" in getattr(item, "fixturenames", ()) and needs_site(item.path):
        return 0
    if item.get_closest_marker("clock"):
        return 3
    return 1 if item.get_closest_marker("site") else 2


def is_thin(file: Path) -> bool:
    """Tests of pages and of the API: these only parse, call a service that has tests of its own,
    and answer. What many do at once has the database for its subject there, too, and what is seen
    of others while a page is open (in tests/browser) goes through the broker."""
    folders = file.relative_to(ROOT / "tests").parts[:-1]
    is_page = not {"api", "views", "presenters"}.isdisjoint(folders)
    return (is_page and "at_once" not in file.name) or "in_a_browser" in file.name


class OneSite(LoadFileScheduling):
    """A file is run by one process, for what it needs is made once; and so are all files that need
    the running site, which takes longest to make."""

    def _split_scope(self, nodeid: str) -> str:
        file = super()._split_scope(nodeid)
        return "the site" if needs_site(self.config.rootpath / file) else file


@cache
def needs_site(file: Path) -> bool:
    """Whether its tests take the fixture: who spreads the tests knows nothing but their names. A
    file that starts sites of its own, or calls something else a site, does not."""
    text = file.read_text()
    takes = re.search(r"[(,]\s*site[,:)]", text)
    return takes is not None and re.search(r"running_site|def site\(", text) is None


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> OneSite | None:
    return OneSite(config, log) if config.getoption("dist") == "loadfile" else None


def pytest_collection_finish() -> None:
    """What has been imported stays, so the collector need not look through it again and again."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where everything is meant to be installed, a skipped test is a failure."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("SUMENDI_NO_SKIPS") and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
