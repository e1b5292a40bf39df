"""Whether uploaded programs can run here now, as the workers have reported it."""

from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone

from games.models import SandboxReport

from .errors import HostingOff

FRESH = timedelta(minutes=3)
"""How long a worker's report counts; it makes one every half minute."""
NO_WORKER = "No worker of bots is running."


@dataclass(frozen=True)
class Hosting:
    """Whether it is `on`, and by which `kind` of sandbox; if not, `why`, in sentences."""

    on: bool
    kind: str = ""
    why: str = ""


def hosting() -> Hosting:
    """As it is now; for every page and answer that speaks of hosted bots."""
    fresh = SandboxReport.objects.filter(seen__gt=timezone.now() - FRESH)
    reports = list(fresh.order_by("-seen"))
    for report in reports:
        if report.kind:
            return Hosting(on=True, kind=report.kind)
    return Hosting(on=False, why=reports[0].why if reports else NO_WORKER)


def require_hosting() -> None:
    """Raises HostingOff, which says why."""
    now = hosting()
    if not now.on:
        raise HostingOff(now.why)
