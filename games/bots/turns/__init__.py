"""The runner: plays the turns of bots whose programs run here, one at a time a worker.

A turn is a row that a worker has for a while: see `queue`. `asking` makes the question of it,
`judging` looks at what the program printed, `settling` stores what comes of it in transactions of
their own, `playing` does all this for one turn. What goes wrong through us is put off by `outages`,
and `sweeping` finds what was left behind.
"""

from .playing import play_next
from .reporting import report_sandbox
from .sweeping import forget, sweep

__all__ = ["forget", "play_next", "report_sandbox", "sweep"]
