"""Every command, variable, service and file that the deployment files and README.md name exists."""

import re
import shlex
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

ROOT = Path(__file__).parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = ("migrate", "web", "worker", "postman", "bots", "search", "beat")
README = (ROOT / "README.md").read_text()
SETTINGS = (ROOT / "sumendi_site" / "settings.py").read_text()
VARIABLES = set(re.findall(r'env\.\w+\("(\w+)"', SETTINGS))
EXAMPLE = set(re.findall(r"^(\w+)=", (ROOT / "env.example").read_text(), re.MULTILINE))


def commands(service: dict[str, Any]) -> list[list[str]]:
    """The commands that a service runs, split into words."""
    text = service["command"]
    if match := re.fullmatch(r'sh -c "(.+)"', text):
        return [shlex.split(part) for part in match[1].split("&&")]
    return [shlex.split(text)]


def test_the_services_are_the_parts_of_the_site() -> None:
    assert set(SERVICES) == {*OURS, "postgres", "redis"}


@pytest.mark.parametrize("name", OURS)
def test_every_command_of_a_service_exists(name: str) -> None:
    for words in commands(SERVICES[name]):
        if words[:2] == ["python", "manage.py"]:
            assert words[2] in get_commands()
        elif words[:2] == ["python", "-m"]:
            assert find_spec(words[2])
        else:
            assert words[:3] == ["celery", "-A", "sumendi_site"]
            assert words[3] in ("worker", "beat")


@pytest.mark.parametrize("name", OURS)
def test_every_variable_of_a_service_is_a_setting(name: str) -> None:
    assert set(SERVICES[name]["environment"]) <= VARIABLES


def test_the_probe_of_the_web_service_exists() -> None:
    test = SERVICES["web"]["healthcheck"]["test"]
    assert test[:3] == ["CMD", "python", "-m"]
    assert find_spec(test[3])


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_that_is_waited_for_exists(name: str) -> None:
    for other, condition in SERVICES[name].get("depends_on", {}).items():
        if condition["condition"] == "service_healthy":
            assert "healthcheck" in SERVICES[other]
        else:
            assert condition["condition"] == "service_completed_successfully"
            assert SERVICES[other]["restart"] == "no"


@pytest.mark.parametrize("name", SERVICES)
def test_every_volume_of_a_service_is_declared(name: str) -> None:
    volumes = [volume.split(":")[0] for volume in SERVICES[name].get("volumes", [])]
    assert set(volumes) <= set(COMPOSE["volumes"])


@pytest.mark.parametrize("name", OURS)
def test_our_services_get_no_privileges(name: str) -> None:
    service = SERVICES[name]
    assert service["cap_drop"] == ["ALL"]
    assert service["read_only"] is True
    assert "user" not in service  # the image's own, which is not root


def test_the_bots_service_may_make_namespaces_and_gains_no_privileges() -> None:
    options = set(SERVICES["bots"]["security_opt"])
    assert options == {"no-new-privileges:true", "seccomp:unconfined", "apparmor:unconfined"}


def test_every_variable_that_compose_asks_for_is_in_the_example() -> None:
    asked = set(re.findall(r"(?<!\$)\$\{(\w+)", (ROOT / "compose.yaml").read_text()))
    assert asked <= EXAMPLE
    assert asked | VARIABLES >= EXAMPLE


def test_the_image_is_built_from_files_that_exist_and_runs_without_root() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text()
    for source in re.findall(r"^COPY (\S+) ", dockerfile, re.MULTILINE):
        assert (ROOT / source).exists()
    assert re.search(r"^USER sumendi$", dockerfile, re.MULTILINE)
    module = re.search(r'^CMD \["python", "-m", "([\w.]+)"\]$', dockerfile, re.MULTILINE)
    assert module
    assert find_spec(module[1])


def test_the_table_in_the_readme_has_every_variable() -> None:
    documented = set(re.findall(r"^\| `(\w+)` \|", README, re.MULTILINE))
    assert documented == VARIABLES


def test_the_readme_begins_with_the_two_commands() -> None:
    first_screen = "\n".join(README.splitlines()[:10])
    assert "make run" in first_screen
    assert "make test" in first_screen


@pytest.mark.parametrize("file", ["README.md", "CONTRIBUTING.md"])
def test_every_make_target_of_a_document_exists(file: str) -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"make ([a-z]+)\b(?=[`\s])", code(file))) <= targets


@pytest.mark.parametrize("file", ["README.md", "CONTRIBUTING.md"])
def test_every_management_command_of_a_document_exists(file: str) -> None:
    assert set(re.findall(r"manage\.py (\w+)", code(file))) <= set(get_commands())


def code(file: str) -> str:
    """The parts of a document that are code."""
    parts = r"^```(?s:.*?)^```$|^    .+$|`[^`]+`"
    return "\n".join(re.findall(parts, (ROOT / file).read_text(), re.MULTILINE))


@pytest.mark.parametrize("file", ["requirements.lock", "requirements-dev.lock"])
def test_a_lock_pins_every_package_by_hash_and_names_no_host(file: str) -> None:
    text = (ROOT / file).read_text()
    packages = re.findall(r"^[\w.\[\]-]+==\S+.*?(?=^\S|\Z)", text, re.MULTILINE | re.DOTALL)
    assert len(packages) == len(re.findall(r"^\S", text, re.MULTILINE))
    assert all("--hash=sha256:" in package for package in packages)
    assert "://" not in text


def test_the_lock_of_the_site_is_part_of_the_one_for_development() -> None:
    runtime, development = (
        set(re.findall(r"^(\S+==\S+)", (ROOT / name).read_text(), re.MULTILINE))
        for name in ("requirements.lock", "requirements-dev.lock")
    )
    assert runtime <= development


def test_every_package_that_the_site_asks_for_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    locked = set(re.findall(r"^([\w.-]+)==", (ROOT / "requirements.lock").read_text(), re.M))
    asked = {re.split(r"[\[<>=~!]", package)[0] for package in project["dependencies"]}
    assert asked <= locked
