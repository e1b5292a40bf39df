from argparse import ArgumentParser
from dataclasses import asdict, fields, replace
from statistics import fmean
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ratings.simulation import Parameters, RatedBy, Simulation, Summary

# What each question compares: the differences to the parameters of the command line.
QUESTIONS: dict[str, list[dict[str, Any]]] = {
    "By whose ratings, with 20 and 50 games at once?": [
        {"at_once": at_once, "rated_by": rated_by} for at_once in (20, 50) for rated_by in RatedBy
    ],
    "Is a series of time losses annulled or counted?": [
        {"at_once": 50, "vanishing": 0.002, "series_annulled": annulled}
        for annulled in (True, False)
    ],
    "Where does the mean drift when people keep joining?": [
        {"joining": joining, "mean_of_newcomers": mean}
        for joining, mean in ((0, 1500.0), (20, 1500.0), (20, 1300.0))
    ],
    "How far do equal bots spread?": [
        {"people": 60, "bots": 20, "bots_have_small_k": small_k} for small_k in (True, False)
    ],
}


class Command(BaseCommand):
    help = "Show, on a made-up pool, what rules of the ratings do: drift, time-outs, bots."

    def add_arguments(self, parser: ArgumentParser) -> None:
        usual = Parameters()
        parser.add_argument("--people", type=int, default=usual.people, help="at the start")
        parser.add_argument("--days", type=int, default=usual.days)
        parser.add_argument("--seeds", type=int, default=3, help="runs of each, by seeds from 1 on")

    def handle(self, *args: Any, **options: Any) -> None:
        if min(options["people"], options["days"], options["seeds"]) < 1:
            raise CommandError("There must be people, days and seeds.")
        base = Parameters(people=options["people"], days=options["days"])
        told = {name: value for name, value in asdict(base).items() if name != "seed"}
        self.stdout.write(
            f"Unless said otherwise: {in_words(told)}; seeds 1 to {options['seeds']}."
        )
        for question, variants in QUESTIONS.items():
            self.stdout.write(f"\n{question}")
            for differences in variants:
                runs = simulate(replace(base, **differences), options["seeds"])
                self.stdout.write(f"  {in_words(differences)}\n    {report(runs)}")


def simulate(parameters: Parameters, seeds: int) -> list[Summary]:
    return [Simulation(replace(parameters, seed=seed)).run() for seed in range(1, seeds + 1)]


def in_words(parameters: dict[str, Any]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in parameters.items())


def report(runs: list[Summary]) -> str:
    """The means over the runs, of what there is."""
    means = {}
    for column in fields(Summary):
        values = [getattr(run, column.name) for run in runs]
        if None not in values:
            means[column.name] = f"{round(fmean(values)):,}"
    return in_words(means)
