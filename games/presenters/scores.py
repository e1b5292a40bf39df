"""The score by height, as a table and as a phrase."""

from dataclasses import dataclass

from games.rules import Level, Position, Score


@dataclass(frozen=True)
class ScoreRow:
    """One height that both sides have; later than the deciding one it does not count any more."""

    height: int
    black: str
    white: str
    leader: str
    counts: bool


def rows(position: Position) -> list[ScoreRow]:
    """The compared heights, lowest first."""
    score = position.score()
    levels = {level.height: level for level in score.levels}
    return [_row(levels[height], score) for height in score.common]


def _row(level: Level, score: Score) -> ScoreRow:
    counts = score.decided is None or level.height <= score.decided
    black = f"{level.black_volcanoes} + {level.black_lava}"
    white = f"{level.white_volcanoes} + {level.white_lava}"
    if not counts:
        return ScoreRow(level.height, black, white, "", counts=False)
    return ScoreRow(
        level.height,
        f"{black} = {level.black}",
        f"{white} = {level.white}",
        _leader(level),
        counts=True,
    )


def _leader(level: Level) -> str:
    if level.black == level.white:
        return "tie"
    return "Black" if level.black > level.white else "White"
