"""Sends signals to whom it can find. Signal 0 needs the same right as the others and does no harm
where the sandbox fails."""

import os

from trying import GOAL, answer, attempt

attempt("signal the worker", lambda: os.kill(GOAL["process"], 0))
attempt("signal its parent", lambda: os.kill(os.getppid(), 0))
attempt("signal everybody", lambda: os.kill(-1, 0))
attempt("signal the worker's group", lambda: os.killpg(GOAL["group"], 0))
attempt("hold the worker", lambda: os.pidfd_open(GOAL["process"]))
answer()
