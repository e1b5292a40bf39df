"""The versions of a bot with what came of each: games, points, the time of a turn, faults."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.models import BotRun, BotTurn, BotVersion, Bout, BoutStatus, RunFault, VersionState

from .bot_results import Points

SAMPLE = 100
"""So many of a version's newest turns tell how long it takes for one."""
SHOWN = 10
LONGEST_REASON = 90
TAGS = {
    VersionState.READY: "tag-good",
    VersionState.REFUSED: "tag-warn",
}


def tag_of(version: BotVersion) -> str:
    """The class that colours its state."""
    return TAGS.get(VersionState(version.state), "")


@dataclass(frozen=True)
class VersionRow:
    """`seconds` is the median time of a turn, None as long as there is none; `faults` are its
    turns in games that it spoiled, at the first try or at both. Of a version that is being checked,
    `progress` says how far it is."""

    version: BotVersion
    points: Points
    seconds: float | None
    faults: int
    progress: str = ""

    @property
    def is_checked_now(self) -> bool:
        return self.version.state in (VersionState.QUEUED, VersionState.CHECKING)

    @property
    def tag(self) -> str:
        return tag_of(self.version)

    @property
    def refusal(self) -> str:
        reason = self.version.refusal
        return reason if len(reason) <= LONGEST_REASON else f"{reason[: LONGEST_REASON - 1]}…"


@dataclass(frozen=True)
class Sampled:
    """A run of one of the newest turns of a version."""

    turn: int
    version: int
    seconds: float
    has_failed: bool
    is_of_check: bool


def with_sums(versions: "QuerySet[BotVersion]") -> "QuerySet[Any]":
    """Each also with its `faults`, and with the turn behind which its `SAMPLE` begins."""
    turns = BotTurn.objects.filter(version=OuterRef("pk"))
    faulty = turns.filter(tries__gt=0, game__isnull=False).order_by().values("version")
    newest = turns.order_by("-id").values("id")
    return versions.annotate(
        spoilt=Coalesce(Subquery(faulty.annotate(of=Count("id")).values("of")), 0),
        sampled_after=Coalesce(Subquery(newest[SAMPLE : SAMPLE + 1]), 0),
    )


def sample_of(versions: Iterable[Any]) -> list[Sampled]:
    """The runs of the newest turns of each, from `with_sums`; those that we spoiled are not
    among them. One query."""
    wanted = Q(pk__in=())
    for version in versions:
        wanted |= Q(turn__version=version.pk, turn__gt=version.sampled_after)
    rows = (
        BotRun.objects.filter(wanted).exclude(fault=RunFault.INFRASTRUCTURE).order_by("turn", "id")
    )
    values = rows.values_list("turn", "turn__version", "wall", "fault", "turn__bout__check_of")
    return [Sampled(row[0], row[1], row[2], bool(row[3]), bool(row[4])) for row in values]


def rows_of(
    versions: Sequence[Any], sample: Iterable[Sampled], points: dict[int, Points]
) -> list[VersionRow]:
    """The versions from `with_sums` as rows of a table."""
    seconds: defaultdict[int, list[float]] = defaultdict(list)
    for turn in sample:
        if not turn.has_failed:
            seconds[turn.version].append(turn.seconds)
    progress = _progress(
        [version for version in versions if version.state == VersionState.CHECKING]
    )
    return [
        VersionRow(
            version=version,
            points=points.get(version.pk, Points()),
            seconds=median(seconds[version.pk]) if version.pk in seconds else None,
            faults=version.spoilt,
            progress=progress.get(version.pk, ""),
        )
        for version in versions
    ]


def _progress(checking: Collection[BotVersion]) -> dict[int, str]:
    """How far the games of a check are."""
    if not checking:
        return {}
    said: defaultdict[int, list[str]] = defaultdict(list)
    for bout in Bout.objects.filter(check_of__in=checking).order_by("number"):
        against = "itself" if bout.first_id and bout.second_id else "random"
        is_over = bout.status != BoutStatus.RUNNING
        how_far = "done" if is_over else f"ply {bout.ply}"
        said[bout.check_of_id or 0].append(f"against {against}: {how_far}")
    return {version: ", ".join(parts) for version, parts in said.items()}
