"""Names that look alike: what keeps somebody from passing for somebody else.

Unicode's table of confusables knows of ASCII only that 0 and O, 1, l and I, and rn and m can be
taken for each other (UTS #39, confusables.txt). In the type of this site vv reads as w and cl as d
besides; - and _ are nothing that one would remember; and case does not tell names apart.
"""

SIGNS = str.maketrans({"0": "o", "1": "l", "i": "l", "_": "-"})
PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))
OLDER = "~"
"""Stands in a column between a skeleton and the number of an account that has it as well, since
before skeletons were compared."""


def skeleton(name: str) -> str:
    """What somebody sees who does not look closely: the same for names that look alike."""
    return drawn(name).replace("-", "")


def drawn(name: str) -> str:
    """The same, with a hyphen where there is - or _."""
    seen = name.lower().translate(SIGNS).replace("w", "vv")  # vw reads as wv does
    for pair, letter in PAIRS:
        seen = seen.replace(pair, letter)
    return seen
