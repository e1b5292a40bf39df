"""The bot's own process: loads the file, answers one question after the other.

What the bot prints goes to stderr, and reading its input finds nothing: the runner's lines travel
through copies of the two descriptors. When the runner is gone, so is this process, with all that
the bot started in its group. A fork of the bot has no part in the talk: it ends where this process
would answer.
"""

import importlib.util
import os
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, TextIO

from ..rules import Move, MoveError, Position
from .question import Ask, Question, Reply, Wrong
from .sides import default_side


def main(file: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the runner's to answer
    questions, replies = _take_pipes()
    _keep_from_forks(questions, replies)
    leader = os.getpid()
    waiting: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(questions, waiting), daemon=True).start()
    bot = _load(file)
    _end_fork_of(leader)
    if isinstance(bot, Reply):
        _say(replies, bot)
        return
    _say(replies, Reply())
    while True:
        question = Question.read(waiting.get())
        reply = answer(bot, question)
        _end_fork_of(leader)
        _say(replies, replace(reply, number=question.number))


def answer(bot: ModuleType, question: Question) -> Reply:
    """What the bot says, judged."""
    position = Position.parse(question.position)
    function, judge = _functions(bot, question.ask)
    try:
        said = function(position, question.clock)
    except BaseException:  # a bot's sys.exit() too
        return Reply(wrong=Wrong.RAISED, detail=traceback.format_exc())
    try:
        return judge(position, said)
    except MoveError as error:
        return Reply(wrong=Wrong.ILLEGAL, detail=f"It chose {_short(said)}. {error}")
    except Exception:  # an answer that does not even let itself be looked at
        return Reply(wrong=Wrong.NO_MOVE, detail=traceback.format_exc())


def _functions(
    bot: ModuleType, ask: Ask
) -> tuple[Callable[..., Any], Callable[[Position, Any], Reply]]:
    if ask is Ask.SIDE:
        return getattr(bot, "choose_side", default_side), _judge_side
    return bot.choose, _judge_move


def _judge_move(position: Position, said: Any) -> Reply:
    if not isinstance(said, Move | str):
        return Reply(wrong=Wrong.NO_MOVE, detail=f"choose() returned {_short(said)}.")
    return Reply(str(position.parse_move(str(said).strip().lower())))


def _judge_side(position: Position, said: Any) -> Reply:
    if said not in ("swap", "keep"):
        detail = f"choose_side() returned {_short(said)}, not 'swap' or 'keep'."
        return Reply(wrong=Wrong.NO_MOVE, detail=detail)
    return Reply(said)


def _short(said: Any) -> str:
    try:
        return (str(said) if isinstance(said, Move) else repr(said))[:200]
    except Exception:
        return f"a {type(said).__name__} without a repr"


def _load(file: str) -> ModuleType | Reply:
    path = Path(file).resolve()
    sys.path.insert(0, str(path.parent))
    # Python takes a file for unchanged that was saved anew in the same second with as many bytes.
    sys.dont_write_bytecode = True
    try:
        spec = importlib.util.spec_from_file_location("bot", path)
        if spec is None or spec.loader is None:
            return Reply(wrong=Wrong.UNLOADABLE, detail=f"{path.name} is not a Python file (.py).")
        bot = importlib.util.module_from_spec(spec)
        sys.modules["bot"] = bot
        spec.loader.exec_module(bot)
    except BaseException:
        return Reply(wrong=Wrong.UNLOADABLE, detail=traceback.format_exc())
    if not callable(getattr(bot, "choose", None)):
        detail = f"{path.name} has no function choose(position, clock)."
        return Reply(wrong=Wrong.UNLOADABLE, detail=detail)
    return bot


def _take_pipes() -> tuple[TextIO, TextIO]:
    sys.stdout.flush()
    questions = os.fdopen(os.dup(0), encoding="utf-8")
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return questions, replies


def _keep_from_forks(*pipes: TextIO) -> None:
    """A fork that held them open would hide the end of this process from the runner."""

    def let_go() -> None:
        nothing = os.open(os.devnull, os.O_RDWR)
        for pipe in pipes:
            os.dup2(nothing, pipe.fileno(), inheritable=False)
        os.close(nothing)

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=let_go)


def _end_fork_of(leader: int) -> None:
    if os.getpid() != leader:
        os._exit(0)


def _listen(questions: TextIO, waiting: "queue.SimpleQueue[str]") -> None:
    for line in questions:
        waiting.put(line)
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(os.getpgrp(), signal.SIGKILL)
    os._exit(0)


def _say(replies: TextIO, reply: Reply) -> None:
    replies.write(reply.line() + "\n")
    replies.flush()
