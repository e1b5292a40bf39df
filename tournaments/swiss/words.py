"""The rules and the reasons of a pair in words."""

from collections.abc import Mapping
from types import MappingProxyType

from .colours import ColourRule
from .criteria import Criterion
from .reasons import Departure, Pair, Place

# What each criterion asks for.
CRITERIA: Mapping[Criterion, str] = MappingProxyType(
    {
        Criterion.C1: "two players meet once at most, and forbidden pairs never",
        Criterion.C2: "no bye after a bye, or after the points of a win without a game",
        Criterion.C3: "two players who both must get the same colour do not meet",
        Criterion.C4: "all who are left can still be paired",
        Criterion.C5: "the bye goes to the lowest score possible",
        Criterion.C6: "as few players as possible leave the bracket unpaired",
        Criterion.C7: "those who leave it have the lowest scores possible",
        Criterion.C8: "the next bracket can be paired as fully as possible",
        Criterion.C9: "the bye goes to who has missed the fewest games",
        Criterion.C10: "nobody gets the colour that they had twice more than the other",
        Criterion.C11: "nobody gets the same colour three times running",
        Criterion.C12: "both get the colour that they should get next",
        Criterion.C13: "nobody is refused a colour that they had less often",
        Criterion.C14: "nobody leaves the bracket who floated down a round ago",
        Criterion.C15: "nobody meets a player from above who floated up a round ago",
        Criterion.C16: "nobody leaves the bracket who floated down two rounds ago",
        Criterion.C17: "nobody meets a player from above who floated up two rounds ago",
        Criterion.C18: "who floated down a round ago meets a score as near as possible",
        Criterion.C19: "who floated up a round ago meets a score as near as possible",
        Criterion.C20: "who floated down two rounds ago meets a score as near as possible",
        Criterion.C21: "who floated up two rounds ago meets a score as near as possible",
    }
)
COLOUR_RULES: Mapping[ColourRule, str] = MappingProxyType(
    {
        ColourRule.GRANT_BOTH: "they should not get the same one",
        ColourRule.STRONGER: "both should get the same one; the one who needs it more does",
        ColourRule.LAST_DIFFERENCE: (
            "both should get the same one; each gets the other one than in the last round in "
            "which theirs differed"
        ),
        ColourRule.HIGHER_RANKED: "both should get the same one; the higher ranked player does",
        ColourRule.INITIAL_COLOUR: (
            "neither should get a certain one; the number of the higher ranked player decides"
        ),
        ColourRule.FEWER_FIRST: "who sat first less often sits first",
        ColourRule.FIRST_LONGER_AGO: "both sat first as often; who did so longer ago sits first",
    }
)
PLACES: Mapping[Place, str] = MappingProxyType(
    {
        Place.FIRST: "first choice of the order",
        Place.TRANSPOSED: "not the first choice of the order, which was not allowed or less good",
        Place.EXCHANGED: "changed places with the other half, for the order within the halves was "
        "not allowed or less good",
    }
)


def explain(pair: Pair) -> list[str]:
    """The reasons of a pair as sentences, players named by their numbers."""
    reasons = pair.reasons
    lines = [f"Bracket of {points(reasons.bracket)} points."]
    lines += [_departure(departure) for departure in reasons.departures]
    if reasons.place is not None:
        lines.append(f"Opponents: {PLACES[reasons.place]}.")
    if reasons.colour_rule is not None:
        lines.append(f"Colours: {COLOUR_RULES[reasons.colour_rule]}.")
    if pair.black is None:
        lines.append(f"The bye: {'; '.join(CRITERIA[criterion] for criterion in reasons.met)}.")
    lines += [f"Given up ({criterion}): {CRITERIA[criterion]}." for criterion in reasons.given_up]
    return lines


def _departure(departure: Departure) -> str:
    if departure.members == 1:
        others = "where nobody else was"
    else:
        others = f"as {departure.leavers} of its {departure.members} players did"
    given_up = "".join(f"; given up ({c}): {CRITERIA[c]}" for c in departure.given_up)
    bracket = points(departure.bracket)
    return f"Player {departure.player} left the bracket of {bracket} points, {others}{given_up}."


def points(tenths: int) -> str:
    return f"{tenths / 10:.1f}"
