"""Which sandbox this machine has."""

import sys
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from . import bwrap, landlock
from .contract import Kind
from .leftovers import sweep

KINDS: tuple[Kind, ...] = (bwrap, landlock)
"""Strongest first. A new kind is one more module here."""

OFF = "This server has no sandbox; hosted bots are off. Bots that run at their owner's are welcome."

_once = threading.Lock()


@dataclass(frozen=True)
class Choice:
    """The first `kind` that holds; if none does, why not, each reason a sentence."""

    kind: Kind | None
    reasons: tuple[str, ...] = ()


def choose() -> Choice:
    """Probes the kinds when first asked, and sweeps away what dead workers left; the answer lasts
    as long as the process."""
    with _once:
        return _chosen()


@cache
def _chosen() -> Choice:
    return first_that_holds(KINDS)


def first_that_holds(kinds: Iterable[Kind]) -> Choice:
    if sys.platform != "linux":
        return Choice(None, ("Sandboxes need Linux.",))
    sweep()
    reasons = []
    for kind in kinds:
        verdict = kind.probe()
        if verdict.holds:
            return Choice(kind)
        reasons.append(verdict.reason)
    return Choice(None, tuple(reasons))
