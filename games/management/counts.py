"""How many of something a command is told to do: types of its arguments."""

from argparse import ArgumentTypeError


def count(text: str) -> int:
    """A whole number from 1 on."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise ArgumentTypeError(f"Give a whole number from 1 on instead of {text!r}.")
    return number


def even_count(text: str) -> int:
    """Of games of which each is played from both sides."""
    number = count(text)
    if number % 2:
        raise ArgumentTypeError(
            f"Each opening is played from both sides: give an even number instead of {number}."
        )
    return number
