"""Looks for the programs of others."""

from pathlib import Path

from trying import GOAL, answer, attempt

attempt("read another bot", Path(GOAL["other_bot"]).read_bytes)
attempt("list where bots are", lambda: list(Path(GOAL["other_bot"]).parents[1].iterdir()))
attempt("climb out", (Path.cwd() / "../../../../../../etc/passwd").resolve().read_bytes)
answer()
