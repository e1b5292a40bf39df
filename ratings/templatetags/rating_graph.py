"""The way of a player's rating as a picture, for pages of other apps."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django import template

from ratings.presenters.past import past_of
from sumendi_site.accounts.models import User

register = template.Library()


@register.inclusion_tag("ratings/graph.html")
def rating_graph(player: User, names: Sequence[tuple[datetime, str]] = ()) -> dict[str, Any]:
    """With the uncertainty about it, and upright lines at named instants."""
    past = past_of(player)
    return {"player": player, "pictures": past.pictures_with(names) if past else []}
