"""Pages that belong to the site rather than to one of its apps."""

from functools import cache
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

from games.rules import Position, Score
from games.rules.svg import svg
from ratings.presenters.words import REASONS

FIRST_MOVE = "e5"
ONE_SPILL = "f6:e5-c3"
TWO_SPILLS = "e6:e5-e2,f6-h6"
FINISHED_GAME = "BWwBB/bB1b1W/bBWwwb1/Bwb2wWb/WwBWBBWBW/Wwbbbwbb/WbbBwBW/BWwBWw/bbBwW w"
"""The end of a game in which two heights are ties and the third decides."""


class ScoreLine(NamedTuple):
    """One height of the example: both sums as texts, and who wins it in a word."""

    height: int
    black: str
    white: str
    verdict: str


def learn(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/learn.html", _examples())


def favicon(request: HttpRequest) -> HttpResponse:
    """Where browsers look for an icon on pages that name none, like a downloaded record."""
    return redirect(static("img/favicon.svg"))


@cache
def _examples() -> dict[str, object]:
    """The pictures of the page and the numbers beside them, all worked out by the rules."""
    one = Position.start(5).play(FIRST_MOVE)
    two = one.play(ONE_SPILL)
    three = two.play(TWO_SPILLS)
    end = Position.parse(FINISHED_GAME)
    choice = "One black volcano on e5; dots on the cells that it can spill to after f6"
    return {
        "choice": _picture(svg(one, marks=one.targets("f6")[FIRST_MOVE], label=choice)),
        "one_spill": _picture(svg(two, last_move=ONE_SPILL)),
        "two_spills": _picture(svg(three, last_move=TWO_SPILLS)),
        "end": _picture(svg(end)),
        "one_spill_text": ONE_SPILL,
        "two_spills_text": TWO_SPILLS,
        "lines": _score_lines(end.score()),
        "score": end.score(),
        "reasons": REASONS.values(),
    }


def _picture(drawing: str) -> SafeString:
    return mark_safe(drawing)  # noqa: S308  drawn from constants, nothing of a reader's in it


def _score_lines(score: Score) -> list[ScoreLine]:
    lines = []
    for level in score.levels:
        if level.height not in score.common:
            verdict = "not compared"
        elif score.decided is not None and level.height > score.decided:
            verdict = "not needed"
        elif level.black == level.white:
            verdict = "tie"
        else:
            verdict = "Black wins" if level.black > level.white else "White wins"
        black = f"{level.black_volcanoes} + {level.black_lava} = {level.black}"
        white = f"{level.white_volcanoes} + {level.white_lava} = {level.white}"
        lines.append(ScoreLine(level.height, black, white, verdict))
    return lines
