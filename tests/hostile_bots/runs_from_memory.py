"""Runs a program that no disk ever saw."""

import os

from trying import answer, attempt, call


def run():
    file = call("memfd_create", b"", 0)
    os.write(file, b"#!/usr/bin/python3\nprint('elsewhere')")
    os.execve(file, ["program"], {})


attempt("run from memory", run)
answer()
