"""Why two players were paired, in sentences that name them."""

from collections.abc import Mapping
from typing import Any

from tournaments.models import Format, Pairing, PairingMode, Tournament
from tournaments.swiss.colours import ColourRule
from tournaments.swiss.criteria import Criterion
from tournaments.swiss.reasons import Place
from tournaments.swiss.words import COLOUR_RULES, CRITERIA, PLACES

from .points import in_points

Names = Mapping[int, str]
SEATS = {
    ColourRule.GRANT_BOTH: "each got the seat that was due to them",
    ColourRule.STRONGER: "the same seat was due to both; who needed it more got it",
    ColourRule.LAST_DIFFERENCE: "the same seat was due to both; each got the other one than in the"
    " last round in which theirs differed",
    ColourRule.HIGHER_RANKED: "the same seat was due to both; the higher ranked got it",
    ColourRule.INITIAL_COLOUR: "no seat was due to either; the number of the higher ranked decided",
}
"""Of the pairing with colours, which the seats of a game stand for."""


def why(tournament: Tournament, pairing: Pairing, names: Names) -> list[str]:
    """The reasons of a board; `names` by pairing numbers."""
    if tournament.imported:
        return ["The report that was imported does not say."]
    if tournament.format == Format.ROUND_ROBIN:
        return ["The Berger table has these two in this round."]
    if pairing.by_hand or not pairing.reasons:
        return ["An organiser made this pairing by hand."]
    reasons = pairing.reasons
    lines = [_scores(reasons, names)] if reasons["sides"] else []
    lines += [_departure(one, names) for one in reasons["departures"]]
    if reasons["place"] is not None:
        lines.append(f"Opponents: {PLACES[Place(reasons['place'])]}.")
    if pairing.is_bye:
        lines.append(f"The bye: {'; '.join(CRITERIA[Criterion(one)] for one in reasons['met'])}.")
    elif reasons["colour_rule"] is not None:
        lines.append(f"Seats: {_seats(tournament, ColourRule(reasons['colour_rule']))}.")
    lines += [_given_up(one) for one in reasons["given_up"]]
    return lines


def _scores(reasons: Mapping[str, Any], names: Names) -> str:
    sides = [f"{names[side['player']]} had {in_points(side['score'])}" for side in reasons["sides"]]
    bracket = f"paired in the group of {in_points(reasons['bracket'])}"
    return f"{' and '.join(sides)}; {bracket}."


def _departure(departure: Mapping[str, Any], names: Names) -> str:
    group = f"the group of {in_points(departure['bracket'])}"
    who = names[departure["player"]]
    if departure["members"] == 1:
        said = f"{who} was alone in {group} and came down."
    else:
        said = (
            f"{who} came down from {group}, as {departure['leavers']} of its"
            f" {departure['members']} players did."
        )
    return " ".join([said, *map(_given_up, departure["given_up"])])


def _given_up(criterion: str) -> str:
    return f"What could not be kept: {CRITERIA[Criterion(criterion)]} ({criterion})."


def _seats(tournament: Tournament, rule: ColourRule) -> str:
    if tournament.pairing_mode == PairingMode.DUTCH:
        return SEATS.get(rule, COLOUR_RULES[rule])
    if rule == ColourRule.INITIAL_COLOUR:
        return "both sat first as often; the number of the higher ranked decided"
    return COLOUR_RULES[rule]
