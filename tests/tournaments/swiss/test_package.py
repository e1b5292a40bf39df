"""What the package offers at its door, and that its example is true."""

import doctest
import subprocess
import sys
from pathlib import Path

import tournaments.swiss
from tournaments import swiss

ROOT = Path(swiss.__file__).parents[2]


def test_the_example_is_true() -> None:
    result = doctest.testmod(tournaments.swiss)
    assert (result.failed, result.attempted > 5) == (0, True)


def test_all_that_is_offered_is_there() -> None:
    assert all(hasattr(swiss, name) for name in swiss.__all__)


def test_it_runs_without_any_other_package() -> None:
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import tournaments.swiss"
    subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True, timeout=60)


def test_the_readme_shows_a_program_that_runs(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    event = swiss.generate(9, 5, 1, played=3)
    Path("event.trf").write_bytes(swiss.trf.write(swiss.trf.Report(event)))
    program = (ROOT / "README.md").read_text().split("```python")[1].split("```")[0]
    exec(program, {})  # noqa: S102
    assert "SB = " in capsys.readouterr().out
    assert swiss.trf.read(Path("after.trf").read_bytes()).event.finished == 4
