"""A bot against itself, at home."""

import time
from dataclasses import dataclass, field

from ..rules import Position, Record
from .bot import Bot, BotError
from .clock import Clock
from .question import Ask, Question


@dataclass
class Checked:
    """One game: its `moves`, and how many `seconds` each took; `fault` says what ended it early."""

    size: int
    moves: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    position: str = ""
    fault: BotError | None = None

    @property
    def result(self) -> str:
        if self.fault:
            side = Position.parse(self.position).turn
            return f"broken off at ply {len(self.moves) + 1} ({side} to move)"
        score = Position.parse(self.position).score()
        won = "a draw" if score.result == "draw" else f"{score.result} wins"
        where = "" if score.decided is None else f" at height {score.decided}"
        return f"{won}{where} after {len(self.moves)} plies"

    def record(self) -> Record:
        tags = {"Event": "Check", "Size": str(self.size)}
        result = "*" if self.fault else str(Position.parse(self.position).score().result)
        return Record({**tags, "Result": result}, self.moves)


def play_itself(bot: Bot, size: int, limit: float) -> Checked:
    """A game of `bot` against itself, with at most `limit` seconds for each move."""
    game = Checked(size)
    position = Position.start(size)
    while True:
        game.position = str(position)
        side_choice = len(game.moves) == 1
        if position.is_over and not side_choice:
            return game
        question = Question(Ask.SIDE if side_choice else Ask.MOVE, game.position, Clock(limit))
        began = time.perf_counter()
        try:
            move = bot.ask(question, limit)
        except BotError as fault:
            game.fault = fault
            return game
        game.seconds.append(time.perf_counter() - began)
        game.moves.append(move)
        if not side_choice:
            position = position.play(move)


def report(number: int, game: Checked) -> str:
    """What is printed of a game."""
    lines = [f"Game {number}, size {game.size}: {game.result}."]
    if game.seconds:
        mean = sum(game.seconds) / len(game.seconds)
        lines.append(
            f"  Time for a move: {mean:.3f} s on average, {max(game.seconds):.3f} s at most."
        )
    if game.fault:
        lines.append(f"  Position: {game.position}")
        lines.append("  " + str(game.fault).rstrip().replace("\n", "\n  "))
    return "\n".join(lines)
