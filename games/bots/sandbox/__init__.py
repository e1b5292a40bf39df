"""Runs programs of strangers on this machine, so that they can do no harm.

    choice = choose()
    if choice.kind is None:
        ...  # hosted bots are off; choice.reasons says why
    outcome = choice.kind.run(Program({"main.py": b"print(input())"}), b"hello\\n", Limits())

Knows nothing of the game nor of the site, and needs the standard library only. Each kind of sandbox
is a module with the interface of `contract.Kind`.
"""

from .choosing import OFF, Choice, choose
from .contract import Fault, Kind, Limits, Outcome, Program, Verdict
from .leftovers import sweep

__all__ = [
    "OFF",
    "Choice",
    "Fault",
    "Kind",
    "Limits",
    "Outcome",
    "Program",
    "Verdict",
    "choose",
    "sweep",
]
