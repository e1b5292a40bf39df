"""What the workers of bots say of their sandboxes."""

import socket
from datetime import timedelta

from django.utils import timezone

from games.bots.sandbox import OFF, choose
from games.models import SandboxReport

FORGOTTEN = timedelta(days=1)


def report_sandbox() -> None:
    """Say which sandbox this machine has; the first time, it is probed."""
    choice = choose()
    now = timezone.now()
    SandboxReport.objects.update_or_create(
        worker=socket.gethostname()[:200],
        defaults={
            "kind": choice.kind.NAME if choice.kind else "",
            "why": "" if choice.kind else " ".join((OFF, *choice.reasons)),
            "seen": now,
        },
    )
    SandboxReport.objects.filter(seen__lt=now - FORGOTTEN).delete()
