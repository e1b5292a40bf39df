from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from statistics import fmean
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ratings.simulation import Parameters, RatedBy, Simulation, Summary

LEAST_PEOPLE = 20
"""A tenth of them are the bots of the last question, and one bot has no spread."""

LABELS = {
    "error": "error of people",
    "people": "mean of people",
    "drift": "drift a year",
    "bots": "mean of bots",
    "bots_range": "range of bots",
    "rated": "rated games",
    "games": "finished games",
}
LEGEND = """\
Ratings are in points, and everybody starts at 1500. Error of people: how far their ratings are from
their true strengths in the end (the root of the mean square); less is better. Mean of people: of
their ratings. Drift a year: what the mean rating of all players gained, scaled to a year; nearer to
0 is better. Range of bots: from the lowest to the highest of bots that are equally strong; less is
better. After => stands what the rules expect, and what came out."""


@dataclass(frozen=True)
class Variant:
    label: str
    differences: dict[str, Any]
    """To the parameters of the command line."""


@dataclass(frozen=True)
class Question:
    """Variants to compare by a column. `lower` are pairs of variants by index: by the ratings'
    rules the first is to come out lower than the second."""

    text: str
    column: str
    variants: Sequence[Variant]
    lower: Sequence[tuple[int, int]]


def questions(people: int) -> list[Question]:
    """For a pool of so many people."""
    joining = people // 10
    crowd, bots = people * 3 // 10, people // 10
    return [
        Question(
            "By whose ratings, with 20 and 50 games at once?",
            "error",
            [
                Variant(
                    f"{at_once} games at once, by the ratings of the {rated_by}",
                    {"at_once": at_once, "rated_by": rated_by},
                )
                for at_once in (20, 50)
                for rated_by in RatedBy
            ],
            [(1, 0), (2, 3)],
        ),
        Question(
            "Is a series of time losses annulled or counted, where people vanish now and then?",
            "error",
            [
                Variant(label, {"at_once": 50, "vanishing": 0.002, "series_annulled": annulled})
                for label, annulled in (("annulled", True), ("counted", False))
            ],
            [(0, 1)],
        ),
        Question(
            f"Where does the mean drift when {joining} people join each month?",
            "drift",
            [
                Variant("nobody joins", {"joining": 0}),
                Variant("as strong as the others", {"joining": joining}),
                Variant("200 points weaker", {"joining": joining, "mean_of_newcomers": 1300.0}),
            ],
            [(2, 1)],
        ),
        Question(
            f"How far do {bots} equal bots spread, among {crowd} people?",
            "bots_range",
            [
                Variant(label, {"people": crowd, "bots": bots, "bots_have_small_k": small_k})
                for label, small_k in (("K 10 after 30 games", True), ("K 20, as people", False))
            ],
            [(0, 1)],
        ),
    ]


class Command(BaseCommand):
    help = "Show, on a made-up pool, what rules of the ratings do: drift, time-outs, bots."

    def add_arguments(self, parser: ArgumentParser) -> None:
        usual = Parameters()
        parser.add_argument("--people", type=int, default=usual.people, help="at the start")
        parser.add_argument("--days", type=int, default=usual.days)
        parser.add_argument("--seeds", type=int, default=3, help="runs of each, by seeds from 1 on")

    def handle(self, *args: Any, **options: Any) -> None:
        people, seeds = options["people"], options["seeds"]
        if people < LEAST_PEOPLE:
            raise CommandError(f"There must be people, at least {LEAST_PEOPLE}: fewer are no pool.")
        if min(options["days"], seeds) < 1:
            raise CommandError("There must be days and seeds.")
        base = Parameters(people=people, days=options["days"])
        told = {name: value for name, value in asdict(base).items() if name != "seed"}
        self.stdout.write(LEGEND)
        self.stdout.write(
            f"\nEvery figure is the mean of the runs with seeds 1 to {seeds}.\n"
            f"Unless said otherwise: {in_words(told)}."
        )
        for question in questions(people):
            self._answer(question, base, seeds)

    def _answer(self, question: Question, base: Parameters, seeds: int) -> None:
        self.stdout.write(f"\n{question.text}")
        found = []
        for variant in question.variants:
            means = means_of(simulate(replace(base, **variant.differences), seeds))
            found.append(means)
            self.stdout.write(f"  {variant.label} ({in_words(variant.differences)})")
            figures = [
                f"{label} {means[name]:z,.0f}" for name, label in LABELS.items() if name in means
            ]
            self.stdout.write(f"    {', '.join(figures)}")
        for low, high in question.lower:
            self.stdout.write(f"  {conclusion(question, found, low, high)}")


def simulate(parameters: Parameters, seeds: int) -> list[Summary]:
    return [Simulation(replace(parameters, seed=seed)).run() for seed in range(1, seeds + 1)]


def means_of(runs: Sequence[Summary]) -> dict[str, float]:
    """The means over the runs, of what there is, by the columns of a summary."""
    columns = {name: [getattr(run, name) for run in runs] for name in LABELS}
    return {name: fmean(values) for name, values in columns.items() if None not in values}


def conclusion(question: Question, found: Sequence[dict[str, float]], low: int, high: int) -> str:
    """Whether one variant came out lower than the other, as the rules have it."""
    lower, higher = found[low][question.column], found[high][question.column]
    came_out = "as the rules expect" if lower < higher else "NOT as the rules expect"
    return (
        f'=> {LABELS[question.column]} is lower with "{question.variants[low].label}" than with '
        f'"{question.variants[high].label}"? {lower:,.1f} and {higher:,.1f}: {came_out}.'
    )


def in_words(parameters: dict[str, Any]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in parameters.items())
