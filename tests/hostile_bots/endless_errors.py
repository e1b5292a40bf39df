"""Prints for ever where nobody asked it to."""

import sys

while True:
    sys.stderr.write("no end of it" * 1000)
