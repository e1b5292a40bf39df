"""The ranks in a report: by its own list of tie-breaks."""

from collections import Counter
from dataclasses import replace
from types import MappingProxyType

from .standings import Standing, standings
from .tiebreaks.codes import POINTS, UnknownTieBreak, parse_list
from .trf.report import Card, Report


def with_ranks(report: Report) -> Report:
    """The report with the rank of every player; raises `UnknownTieBreak`."""
    cards = {
        line.number: replace(report.cards.get(line.number, Card()), rank=line.rank)
        for line in _standings(report)
    }
    return replace(report, cards=MappingProxyType(cards))


def rank_remarks(report: Report) -> list[str]:
    """A text for each rank in the report that its tie-breaks contradict.

    Any order of those who stay tied is right. A report without a list is checked by points only,
    and one with byes for the round to pair not at all: some programs rank with them, some without.
    """
    if any(map(report.event.is_absent, report.event.players)):
        return []
    try:
        lines = _standings(report)
    except UnknownTieBreak as error:
        return [f"the ranks were not checked. {error}"]
    sizes = Counter(line.rank for line in lines)
    remarks = []
    for line in lines:
        card = report.cards.get(line.number, Card())
        if card.rank is not None and not 0 <= card.rank - line.rank < sizes[line.rank]:
            remarks.append(f"player {line.number} has rank {card.rank} here, not {line.rank}.")
    return remarks


def _standings(report: Report) -> list[Standing]:
    listed = parse_list(report.tie_breaks) if report.tie_breaks else (POINTS,)
    return standings(report.event, listed, is_round_robin=report.is_round_robin)
