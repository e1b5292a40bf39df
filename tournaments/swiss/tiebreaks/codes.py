"""The codes of tie-breaks and their modifiers, as the list of record 202 spells them.

Source: FIDE C.07 (March 2026), articles 6 to 10 and 14. Teams' codes are not covered.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum


class Name(StrEnum):
    """A tie-break without its modifiers."""

    POINTS = "PTS"
    DIRECT_ENCOUNTER = "DE"
    WINS = "WIN"
    GAMES_WON = "WON"
    GAMES_AS_BLACK = "BPG"
    WON_AS_BLACK = "BWG"
    PROGRESSIVE = "PS"
    ROUNDS_CHOSEN = "REP"
    STANDARD = "STD"
    PAIRING_NUMBER = "TPN"
    BUCHHOLZ = "BH"
    FORE_BUCHHOLZ = "FB"
    OPPONENTS_BUCHHOLZ = "AOB"
    SONNEBORN_BERGER = "SB"
    KOYA = "KS"
    OPPONENTS_RATING = "ARO"
    PERFORMANCE = "TPR"
    PERFECT_PERFORMANCE = "PTP"
    OPPONENTS_PERFORMANCE = "APRO"
    OPPONENTS_PERFECT = "APPO"
    RATING = "RTNG"


MODIFIERS: dict[Name, str] = {
    Name.DIRECT_ENCOUNTER: "P",
    Name.PROGRESSIVE: "C",
    Name.PAIRING_NUMBER: "R",
    Name.BUCHHOLZ: "CMPF",
    Name.FORE_BUCHHOLZ: "CMP",
    Name.OPPONENTS_BUCHHOLZ: "F",
    Name.SONNEBORN_BERGER: "CP",
    Name.KOYA: "L",
    Name.OPPONENTS_RATING: "CMU",
    Name.PERFORMANCE: "U",
    Name.PERFECT_PERFORMANCE: "U",
    Name.OPPONENTS_PERFORMANCE: "U",
    Name.OPPONENTS_PERFECT: "U",
    Name.RATING: "RU",
}
MODIFIER = re.compile(r"C[1-9]\d?|M[1-9]\d?|P|F|L[+-]\d{1,2}|R|U\d{1,4}", re.ASCII)
ORGANISERS_OWN = "OTHER"
LONGEST = 40
FORMER_NAMES = {"GE": "REP"}
OF_TEAMS = re.compile(
    r".*:[MG]P|EDE.*|BC|TBR|BBE|MPVGP|EMGSB|EMMSB|EGMSB|EGGSB|E..SB|SSSC|.*/K\d*", re.ASCII
)


class UnknownTieBreak(ValueError):
    """A code or a modifier that cannot be computed; the text says which and why."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A code with its modifiers. `text` is how the list of the event spells it, in capitals."""

    name: Name
    text: str
    low_cuts: int = 0
    high_cuts: int = 0
    forfeits_as_games: bool = False
    is_fore: bool = False
    limit_shift: int = 0  # in half points
    is_reversed: bool = False
    unrated_as: int | None = None

    @property
    def lower_is_better(self) -> bool:
        if self.name is Name.DIRECT_ENCOUNTER:
            return True
        return (self.name is Name.PAIRING_NUMBER) is not self.is_reversed


def parse(text: str) -> TieBreak:
    """The tie-break spelled `text`, like `BH/C1/P`; raises `UnknownTieBreak`."""
    spelled = text.strip().upper()
    if len(spelled) > LONGEST:
        raise UnknownTieBreak(f"{spelled[:LONGEST]}...: no tie-break is spelled so long.")
    first, *modifiers = spelled.split("/")
    name = _name(FORMER_NAMES.get(first, first), spelled)
    tie_break = TieBreak(name, spelled, is_fore=name is Name.FORE_BUCHHOLZ)
    kinds: set[str] = set()
    for modifier in modifiers:
        if not MODIFIER.fullmatch(modifier) or modifier[0] not in MODIFIERS.get(name, ""):
            raise UnknownTieBreak(f"{spelled}: {name} takes no modifier /{modifier}.")
        kind = "C" if modifier[0] == "M" else modifier[0]
        if kind in kinds:
            raise UnknownTieBreak(f"{spelled}: /{modifier} comes on top of another one.")
        kinds.add(kind)
        tie_break = _modified(tie_break, modifier[0], modifier[1:])
    return tie_break


def _name(name: str, spelled: str) -> Name:
    if OF_TEAMS.fullmatch(spelled):
        raise UnknownTieBreak(f"{spelled} is a tie-break of team events; this event has players.")
    if name.startswith(ORGANISERS_OWN):
        raise UnknownTieBreak(f"{spelled} is the organiser's own; it cannot be computed here.")
    try:
        return Name(name)
    except ValueError:
        known = ", ".join(Name)
        raise UnknownTieBreak(f"{spelled}: there is no tie-break {name}. Known: {known}.") from None


def _modified(tie_break: TieBreak, letter: str, argument: str) -> TieBreak:
    match letter:
        case "C":
            return replace(tie_break, low_cuts=int(argument))
        case "M":
            return replace(tie_break, low_cuts=int(argument), high_cuts=int(argument))
        case "P":
            return replace(tie_break, forfeits_as_games=True)
        case "F":
            return replace(tie_break, is_fore=True)
        case "L":
            return replace(tie_break, limit_shift=int(argument))
        case "R":
            return replace(tie_break, is_reversed=True)
        case _:
            return replace(tie_break, unrated_as=int(argument))


def parse_list(texts: str | Iterable[str]) -> tuple[TieBreak, ...]:
    """A list of tie-breaks, comma separated or as separate texts. Points always come first."""
    parts = texts.split(",") if isinstance(texts, str) else list(texts)
    listed = [parse(part) for part in parts if part.strip()]
    if listed and listed[0].name is Name.POINTS:
        listed = listed[1:]
    return (POINTS, *listed)


POINTS = parse("PTS")
SWISS_LIST = parse_list("PTS,DE,BH/C1,BH,SB,WIN,TPN")
ROUND_ROBIN_LIST = parse_list("PTS,DE,WIN,SB,KS,TPN")
