"""Takes the worker's time away, and gives itself more."""

import os
import resource

from trying import GOAL, answer, attempt

EVERYTHING = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)


def copy_limits():
    same = resource.prlimit(GOAL["process"], resource.RLIMIT_CORE)
    resource.prlimit(GOAL["process"], resource.RLIMIT_CORE, same)


def raise_limit(name):
    try:
        resource.setrlimit(name, EVERYTHING)
    except ValueError as error:
        raise OSError from error


attempt("set limits of the worker", copy_limits)
attempt("slow the worker down", lambda: os.setpriority(os.PRIO_PROCESS, GOAL["process"], 19))
attempt("bind the worker", lambda: os.sched_setaffinity(GOAL["process"], {0}))
attempt("have more memory", lambda: raise_limit(resource.RLIMIT_AS))
attempt("have more time", lambda: raise_limit(resource.RLIMIT_CPU))
attempt("become root", lambda: os.setuid(0))
answer()
