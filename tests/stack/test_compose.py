"""The commands of compose.yaml, run as they stand there against throwaway servers."""

import http.client
import os
import secrets
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml

from tests.stack.process import child
from tests.stack.site import ROOT, until

pytestmark = pytest.mark.site

SERVICES: dict[str, dict[str, Any]] = yaml.safe_load((ROOT / "compose.yaml").read_text())[
    "services"
]


@pytest.fixture(scope="module")
def environment(
    postgres: str, redis_server: str, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    """The environment of our services, with the throwaway servers for those of compose.yaml."""
    folder = tmp_path_factory.mktemp("compose")
    with psycopg.connect(postgres, autocommit=True) as server:
        server.execute("CREATE DATABASE compose")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    own = {
        "SECRET_KEY": secrets.token_urlsafe(50),
        "SITE_URL": "https://sumendi.example.org",
        "SUMENDI_DATA": str(folder / "data"),
        "STATIC_ROOT": str(folder / "static"),
        "DATABASE_URL": postgres.replace("/postgres", "/compose"),
        "REDIS_URL": redis_server,
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    return {**SERVICES["web"]["environment"], **own}


@pytest.fixture(scope="module")
def services(environment: dict[str, str]) -> Iterator[dict[str, str]]:
    run(["python", "manage.py", "collectstatic", "--no-input", "-v", "0"], environment)
    run(shlex.split(SERVICES["migrate"]["command"]), environment)
    with ExitStack() as running:
        for name in ("web", "worker", "beat"):
            command = shlex.split(SERVICES[name]["command"])
            running.enter_context(child(command, cwd=ROOT, env=environment))
        yield environment


def run(command: list[str], environment: dict[str, str]) -> int:
    return subprocess.run(
        command, cwd=ROOT, env=environment, check=False, capture_output=True
    ).returncode


def get(environment: dict[str, str], scheme: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", int(environment["PORT"]), timeout=20)
    proxied = {"Host": "sumendi.example.org", "X-Forwarded-Proto": scheme}
    connection.request("GET", "/accounts/login/", headers=proxied)
    return connection.getresponse()


def test_the_health_check_of_the_web_service_succeeds(services: dict[str, str]) -> None:
    probe = SERVICES["web"]["healthcheck"]["test"][1:]
    until(lambda: run(probe, services) == 0)


def test_the_health_check_of_the_worker_succeeds(services: dict[str, str]) -> None:
    command = SERVICES["worker"]["healthcheck"]["test"][1].replace(
        "$$HOSTNAME", socket.gethostname()
    )
    until(lambda: run(shlex.split(command), services) == 0)


def test_an_https_visitor_gets_a_page_and_a_secure_cookie(services: dict[str, str]) -> None:
    until(lambda: run(SERVICES["web"]["healthcheck"]["test"][1:], services) == 0)
    response = get(services, "https")
    assert response.status == 200
    assert "Secure" in response.headers["Set-Cookie"]
    assert response.headers["Strict-Transport-Security"].startswith("max-age=31536000")


def test_an_http_visitor_is_sent_to_https(services: dict[str, str]) -> None:
    until(lambda: run(SERVICES["web"]["healthcheck"]["test"][1:], services) == 0)
    response = get(services, "http")
    assert response.status == 301
    assert response.headers["Location"] == "https://sumendi.example.org/accounts/login/"


def test_the_services_write_no_data_folder(services: dict[str, str]) -> None:
    assert not Path(services["SUMENDI_DATA"]).exists()
