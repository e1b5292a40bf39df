import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from sumendi_site import embedded


def test_the_secret_key_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    data = tmp_path / "data"
    key = embedded.secret_key(data)
    assert len(key) > 50
    assert embedded.secret_key(data) == key
    assert (data / "secret_key").stat().st_mode & 0o077 == 0


def test_processes_that_start_together_get_the_same_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as threads:
        keys = set(threads.map(embedded.secret_key, [tmp_path / "data"] * 8))
    assert len(keys) == 1


def test_a_data_folder_that_is_a_file_is_refused_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    with pytest.raises(ImproperlyConfigured, match="SUMENDI_DATA"):
        embedded.secret_key(tmp_path / "data")


def test_the_socket_is_in_the_data_folder() -> None:
    assert embedded.broker_socket(Path("/srv/x")) == Path("/srv/x/run/valkey.sock")


def test_the_socket_of_a_long_data_folder_is_short_and_its_own() -> None:
    one, two = (embedded.broker_socket(Path("/srv") / ("x" * 120) / name) for name in "ab")
    assert len(os.fsencode(one)) <= embedded.LONGEST_SOCKET_PATH
    assert one != two


@pytest.mark.parametrize(
    ("redis", "celery"),
    [
        ("unix:///d/s?db=2", "redis+socket:///d/s?virtual_host=2"),
        ("redis://host:6379/1", "redis://host:6379/1"),
    ],
)
def test_celery_has_its_own_spelling_of_a_socket(redis: str, celery: str) -> None:
    assert embedded.celery_url(redis) == celery


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000"),
        ("0.0.0.0", "http://127.0.0.1:8000"),  # noqa: S104
        ("::", "http://[::1]:8000"),
        ("example.org", "http://example.org:8000"),
    ],
)
def test_a_server_that_listens_everywhere_is_reached_on_this_machine(
    host: str, address: str
) -> None:
    assert embedded.own_address(host, 8000) == address
