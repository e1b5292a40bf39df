"""Prints for ever."""

while True:
    print("no end of it" * 1000)
