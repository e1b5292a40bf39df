"""Bots to begin with."""

from importlib.resources import files

NAMES = ("random", "greedy")


def text(name: str) -> str:
    """The source of a sample by its name. Raises ValueError for an unknown one."""
    if name not in NAMES:
        raise ValueError(f"There is no sample {name!r}, only {' and '.join(NAMES)}.")
    return files(__package__).joinpath(f"{name}_bot.py").read_text(encoding="utf-8")
