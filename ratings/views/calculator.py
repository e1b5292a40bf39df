"""What a game would do to a rating."""

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.presenters.cautions import cautions_between
from ratings.numbers import FLOOR, POINT
from ratings.presenters.forecast import forecast
from sumendi_site.accounts.models import User
from sumendi_site.accounts.names import LONGEST

HIGHEST = 4000 * POINT
RATING = re.compile(r"([0-9]{1,4})(?:[.,]([0-9]{1,6}))?\??")


@require_safe
def calculator(request: HttpRequest) -> HttpResponse:
    """By the query: the name of a `player`, by default the reader's, and the `opponent`, a name
    or a rating as it is shown: `1480?` or `1559.5`."""
    name = request.GET.get("player", _name_of_reader(request)).strip()[:LONGEST]
    other = request.GET.get("opponent", "").strip()[:LONGEST]
    context: dict[str, object] = {"name": name, "opponent": other}
    if name and other:
        player, against = _rated(name), _rated(other)
        opponent = against.rating if against else _rating(other)
        if player is None:
            context["problem"] = f"There is no rated player called {name}."
        elif opponent is None:
            context["problem"] = f"{other} is neither a rated player nor a rating from 600 to 4000."
        elif player == against:
            context["problem"] = "Nobody plays against themselves."
        else:
            context |= {"player": player, "against": against}
            context["forecast"] = forecast(player, opponent)
            context["cautions"] = cautions_between(player, against) if against else []
    return render(request, "ratings/calculator.html", context)


def _name_of_reader(request: HttpRequest) -> str:
    reader = request.user
    return reader.username if isinstance(reader, User) and reader.plays_rated else ""


def _rated(name: str) -> User | None:
    found = User.objects.named(name)
    return found if found is not None and found.plays_rated else None


def _rating(text: str) -> int | None:
    """In micro-points. Names begin with a letter, so a number is never a name."""
    found = RATING.fullmatch(text)
    if found is None:
        return None
    rating = int(found[1]) * POINT + int((found[2] or "").ljust(6, "0"))
    return rating if FLOOR <= rating <= HIGHEST else None
