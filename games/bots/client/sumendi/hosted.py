"""Asks an uploaded bot for one turn: `python -m sumendi.hosted` in its folder.

The question is the line of JSON on stdin, the answer the last line on stdout. A `main.py` with a
function `choose(position, clock)` needs to know nothing of them:

- `position` is a `sumendi.Position`; `clock.seconds` are the processor time for this turn.
- A function `choose_side(position, clock)` may answer "swap" or "keep".
- What it leaves in the global `memory` it finds there at its next turn of the game; any JSON.
- A text in the global `note` is shown to the bot's owner.
- What it prints goes to the log.

Any other `main.py` is run as a program that reads and writes the lines itself.
"""

import ast
import json
import os
import sys
from types import ModuleType
from typing import Any, TextIO

from .rules import Move, Position
from .runner.clock import Clock
from .runner.sides import default_side

MAIN = "main.py"


def main() -> None:
    with open(MAIN, "rb") as file:  # noqa: PTH123  # each turn would wait for pathlib to load
        source = file.read()
    if not has_choose(source):
        _run(source, ModuleType("__main__"))
        return
    answers = _take_stdout()
    told = json.loads(sys.stdin.readline())
    answer = ask(source, told)
    sys.stdout.flush()
    sys.stderr.flush()
    answers.write(json.dumps(answer) + "\n")
    answers.flush()
    os._exit(0)  # whatever threads it has left


def has_choose(source: bytes) -> bool:
    """Whether a module with this text has a `choose`: one that is defined, imported or assigned on
    its top level. A text that is no Python has none; running it tells what is wrong."""
    try:
        lines = ast.parse(source).body
    except (SyntaxError, ValueError):
        return False
    return any("choose" in _names(line) for line in lines)


def _names(line: ast.stmt) -> set[str]:
    match line:
        case ast.FunctionDef(name=name):
            return {name}
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return {alias.asname or alias.name for alias in names}
        case ast.Assign(targets=targets):
            return {target.id for target in targets if isinstance(target, ast.Name)}
        case ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
    return set()


def ask(source: bytes, told: dict[str, Any]) -> dict[str, Any]:
    """The answer of a bot to a question, both as JSON's objects. What it raises is not caught."""
    bot = ModuleType("bot")
    bot.__dict__["memory"] = told["memory"]
    _run(source, bot)
    if told["memory"] is not None:  # else what its text begins with stands
        bot.__dict__["memory"] = told["memory"]
    side_choice = told["choose_side"]
    choose = getattr(bot, "choose_side", default_side) if side_choice else bot.choose
    said = choose(Position.parse(told["position"]), Clock(told["budget_ms"] / 1000))
    move = str(said) if isinstance(said, Move | str) else None
    if move is None:
        name = "choose_side()" if side_choice else "choose()"
        print(f"{name} returned {said!r:.200}, not a move.", file=sys.stderr)
    return {"move": move, "memory": bot.memory, "note": getattr(bot, "note", "")}


def _run(source: bytes, module: ModuleType) -> None:
    """As the module of its name, so that errors and pickles find their way."""
    sys.modules[module.__name__] = module
    module.__dict__["__file__"] = os.path.abspath(MAIN)  # noqa: PTH100  # as above
    exec(compile(source, MAIN, "exec"), module.__dict__)  # noqa: S102  # it is what we are here for


def _take_stdout() -> TextIO:
    """Where answers go; what is printed goes to stderr from now on."""
    sys.stdout.flush()
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers


if __name__ == "__main__":
    main()
