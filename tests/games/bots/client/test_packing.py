"""What is in `sumendi.pyz`, and that it runs wherever Python does."""

import ast
import io
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import games.rules
from games.bots.client import packing
from games.bots.client.sumendi import __all__ as offered
from games.bots.client.sumendi import __version__
from tests.games.bots.client.running import run

ROOT = Path(__file__).parents[4]
MODULES = sorted(packing.CLIENT.rglob("*.py"))


def imported(path: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(path.read_text())))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    absolute = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.level == 0]
    return {name.partition(".")[0] for name in names | {str(node.module) for node in absolute}}


def test_the_same_sources_give_the_same_bytes(tmp_path):
    copy = tmp_path / "games"
    for folder in ("bots/client", "rules"):
        shutil.copytree(ROOT / "games" / folder, copy / folder)
    for file in copy.rglob("*.py"):
        os.utime(file, (0, 0))
        file.chmod(0o600)
    subprocess.run(
        [sys.executable, "-m", "games.bots.client"], cwd=tmp_path, check=True, capture_output=True
    )
    assert (tmp_path / packing.FILE_NAME).read_bytes() == packing.pack()


def test_the_rules_are_in_it_unchanged():
    with zipfile.ZipFile(io.BytesIO(packing.pack())) as pyz:
        for path in Path(games.rules.__file__).parent.glob("*.py"):
            assert pyz.read(f"sumendi/rules/{path.name}") == path.read_bytes()


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_module_imports_only_its_siblings_and_the_standard_library(path):
    assert imported(path) <= sys.stdlib_module_names


def test_the_package_offers_all_of_the_rules():
    assert set(offered) == set(games.rules.__all__)


def test_it_is_of_the_version_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert __version__ == project["version"]


def test_it_runs_isolated_and_without_site_packages(pyz):
    done = run(pyz, "--version", flags=("-I", "-S"))
    assert done.stdout == f"sumendi {__version__}\n"


def test_programs_can_import_it(pyz):
    code = (
        "from sumendi import Position; from sumendi.client import Client;"
        "print(len(Position.start(5).placements()), Client('http://localhost'))"
    )
    command = [
        sys.executable,
        "-I",
        "-S",
        "-c",
        f"import sys; sys.path.insert(0, {str(pyz)!r}); {code}",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "61 Client(Address('http://localhost'))\n"


def test_an_old_python_is_told_so(monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 9, 0))
    with pytest.raises(SystemExit, match=r"needs Python 3.11 or newer; this is Python 3.9"):
        exec(packing.MAIN, {"__name__": "__main__"})  # noqa: S102
