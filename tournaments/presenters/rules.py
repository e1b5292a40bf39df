"""The rules of an event in plain words, from its settings."""

from dataclasses import dataclass

from tournaments.models import (
    PATIENCE,
    Access,
    AtDeadline,
    ByeWorth,
    Entrants,
    Format,
    PairingMode,
    Points,
    Tournament,
)
from tournaments.services.closing import appeal_time
from tournaments.services.proofs import MOST_PLACEMENTS
from tournaments.swiss.tiebreaks import TieBreak, parse_list
from tournaments.swiss.tiebreaks.codes import Name

from . import imported
from .terms import count, hours


@dataclass(frozen=True)
class Section:
    title: str
    lines: tuple[str, ...]


def rules_of(tournament: Tournament) -> list[Section]:
    """All that is announced before the start; of an imported event what its report tells."""
    if tournament.imported:
        return _imported(tournament)
    sections = {
        "Who plays": _who(tournament),
        "The games": _games(tournament),
        "Rounds": _rounds(tournament),
        "Who meets whom": _pairing(tournament),
        "Points": _points(tournament),
        "Places": _places(tournament),
        "At the deadline of a round": _deadline(tournament),
        "Decisions": _decisions(tournament),
    }
    return [Section(title, tuple(lines)) for title, lines in sections.items()]


def _imported(tournament: Tournament) -> list[Section]:
    return [
        Section("The event", tuple(imported.played(tournament))),
        Section("Points", tuple(imported.points_of(tournament))),
        Section("Places", tuple(_places(tournament))),
    ]


ACCESS = {
    Access.PUBLIC: "Everybody finds the tournament and may enter.",
    Access.UNLISTED: "Whoever has the link may enter; it is on no list.",
    Access.PASSWORD: "Whoever knows the password may enter.",
}
ENTRANTS = {
    Entrants.EVERYBODY: "People and bots play. An owner never meets own bots, nor do these meet.",
    Entrants.PEOPLE: "Only people play.",
    Entrants.BOTS: "Only bots play; bots of one owner never meet.",
}


def _who(tournament: Tournament) -> list[str]:
    low, high = tournament.rating_min, tournament.rating_max
    lines = [ACCESS[Access(tournament.access)], ENTRANTS[Entrants(tournament.entrants)]]
    if low is not None or high is not None:
        span = " ".join(part for part in (low and f"from {low}", high and f"up to {high}") if part)
        lines.append(f"For ratings {span}. Nobody counts as more than 200 below their own best.")
    lines.append(f"At most {tournament.most_entries} play.")
    if tournament.format == Format.ROUND_ROBIN:
        lines.append("Nobody can enter after the start.")
    else:
        lines.append("One can enter late until half of the rounds are paired, and leave any time.")
        lines.append("Organisers can let somebody in until the last round is paired.")
    return lines


def _games(tournament: Tournament) -> list[str]:
    rated = (
        "Games are rated." if tournament.rated else "Games are casual: no rating changes by them."
    )
    return [
        f"Board of size {tournament.size}. {rated}",
        f"Time: {tournament.control.in_words}. Vacations do not stop the clocks.",
        "Whoever sits first makes the first move; the other player then chooses a side. In tables"
        " and files the first player stands where White stands in chess (w), the second where"
        " Black does (b).",
    ]


def _rounds(tournament: Tournament) -> list[str]:
    if tournament.format == Format.ROUND_ROBIN:
        cycles = tournament.cycles
        often = "once" if cycles == 1 else f"{cycles} times, with the seats exchanged"
        lines = [f"Round robin: everybody meets everybody {often}."]
    else:
        lines = [f"Swiss system over {count(tournament.rounds, 'round')}; nobody is knocked out."]
    lines.append(f"A round is open for {hours(tournament.round_hours)}.")
    if tournament.is_automatic:
        lines.append("The next round is paired by itself as soon as all games of one have ended.")
    else:
        lines.append("An organiser pairs each round and looks at it before it is published.")
    if tournament.no_show_hours:
        lines.append(
            f"Whoever makes no first move within {hours(tournament.no_show_hours)} of their turn"
            " forfeits the game."
        )
    return lines


def _pairing(tournament: Tournament) -> list[str]:
    if tournament.format == Format.ROUND_ROBIN:
        return ["By the Berger tables. The games of those who leave are forfeited."]
    lines = [
        "By the FIDE Dutch system: those with as many points meet, the upper half of them against"
        " the lower half, and nobody meets anybody twice."
    ]
    if tournament.pairing_mode == PairingMode.COLOUR_FREE:
        lines.append(
            "The choice of a side makes the seats nearly equal, so seats decide no pairing: who sat"
            " first less often sits first."
        )
    else:
        lines.append("First and second seats are given as White and Black are in chess.")
    lines.append("The reasons of every pairing are on its page.")
    return lines


POINTS = {
    Points.CHESS: "A win is 1 point, a draw half a point, a loss nothing.",
    Points.FOOTBALL: "A win is 3 points, a draw 1 point, a loss nothing.",
}
BYE = {
    ByeWorth.WIN: "gets as much as for a win",
    ByeWorth.DRAW: "gets as much as for a draw",
    ByeWorth.LOSS: "gets nothing for it",
}


def _points(tournament: Tournament) -> list[str]:
    lines = [POINTS[Points(tournament.points)]]
    if tournament.format == Format.ROUND_ROBIN:
        return [*lines, "With an odd number of players each rests once in a cycle, without points."]
    lines.append(f"Whoever is left over in a round has the bye and {BYE[_worth(tournament)]}.")
    if tournament.half_byes:
        byes = count(tournament.half_byes, "half-point bye")
        lines.append(f"Each can ask for {byes} before the round is published.")
    lines.append("Any round can be left out without points.")
    return lines


def _worth(tournament: Tournament) -> ByeWorth:
    return ByeWorth(tournament.bye_worth)


def _places(tournament: Tournament) -> list[str]:
    _, *after_points = parse_list(tournament.tie_breaks)
    if not after_points:
        return ["Points alone decide; whoever has as many shares the place."]
    lines = ["By points. Those who have as many are parted by, in this order:"]
    return lines + [f"{one.text}: {words_of(one)}" for one in after_points]


TIE_BREAKS = {
    Name.POINTS: "the points",
    Name.DIRECT_ENCOUNTER: "the games of those tied against each other",
    Name.WINS: "the rounds won, with games or without",
    Name.GAMES_WON: "the games won",
    Name.GAMES_AS_BLACK: "the games played in the second seat",
    Name.WON_AS_BLACK: "the games won in the second seat",
    Name.PROGRESSIVE: "the sum of the points after each round",
    Name.ROUNDS_CHOSEN: "the rounds that one chose to play",
    Name.STANDARD: "points counted as 1 for a win and half for a draw",
    Name.PAIRING_NUMBER: "the pairing number",
    Name.BUCHHOLZ: "Buchholz, the sum of the opponents' points",
    Name.FORE_BUCHHOLZ: "Fore Buchholz, as if the last round had been drawn",
    Name.OPPONENTS_BUCHHOLZ: "the mean Buchholz of the opponents",
    Name.SONNEBORN_BERGER: "Sonneborn-Berger, the opponents' points, each times what was won"
    " against them",
    Name.KOYA: "Koya, the points against those who have half of all points or more",
    Name.OPPONENTS_RATING: "the mean rating of the opponents",
    Name.PERFORMANCE: "the rating that the results look like",
    Name.PERFECT_PERFORMANCE: "the rating for which the points were to be expected",
    Name.OPPONENTS_PERFORMANCE: "the mean performance of the opponents",
    Name.OPPONENTS_PERFECT: "the mean perfect performance of the opponents",
    Name.RATING: "the rating at the entry",
}


def words_of(tie_break: TieBreak) -> str:
    """What a tie-break counts, as a phrase."""
    said = TIE_BREAKS[tie_break.name]
    if tie_break.high_cuts:
        said += f", without the lowest and the highest{_more(tie_break.high_cuts)}"
    elif tie_break.low_cuts:
        said += f", without the lowest{_more(tie_break.low_cuts)}"
    if tie_break.forfeits_as_games:
        said += "; forfeits count as games"
    if tie_break.is_fore and tie_break.name is not Name.FORE_BUCHHOLZ:
        said += ", as if the last round had been drawn"
    if tie_break.is_reversed:
        said += ", the other way round"
    if tie_break.limit_shift:
        said += f", the limit moved by {tie_break.limit_shift} half points"
    if tie_break.unrated_as is not None:
        said += f"; who has no rating counts as {tie_break.unrated_as}"
    return said


def _more(cuts: int) -> str:
    return f" {cuts}" if cuts > 1 else ""


AT_DEADLINE = {
    AtDeadline.WAIT: "Games that still run go on by their clocks, and the next round waits.",
    AtDeadline.ORGANISER: "An organiser decides each game that still runs, with its position and"
    " its score by height before them.",
    AtDeadline.MORE_TIME: "Of a game that still runs, the player with more time left wins.",
    AtDeadline.DRAW: "A game that still runs is a draw.",
}


LESS_THOUGHT = (
    "Of a game that still runs, the player wins who has taken less time for all turns of it, the"
    " one at hand included where its clock runs; with as much it is a draw."
)


UNPLAYED = {
    AtDeadline.ORGANISER: "Without a ply no game was played: that is no draw; one or both forfeit.",
    AtDeadline.MORE_TIME: "If no ply was played, the first player forfeits.",
    AtDeadline.DRAW: "If no ply was played, it is no draw: both forfeit.",
}


PROVED_STANDS = (
    "A proved result stands: where the site proves how a game that still runs ends with best play"
    " of both, it ends so. That is rated like a game played to its end.",
    f"Endings are looked through in which at most {MOST_PLACEMENTS} cells can still be taken. Some"
    " take too long, and no proof is waited for longer than"
    f" {PATIENCE.total_seconds() / 60:.0f} minutes.",
)


def _deadline(tournament: Tournament) -> list[str]:
    at_deadline = AtDeadline(tournament.at_deadline)
    by_thought = at_deadline.looks_at_thought(tournament.control.has_bank)
    lines = [LESS_THOUGHT if by_thought else AT_DEADLINE[at_deadline]]
    if tournament.proved_stands:
        lines = [*PROVED_STANDS, f"Where nothing is proved: {lines[0][0].lower()}{lines[0][1:]}"]
    if tournament.at_deadline != AtDeadline.WAIT:
        lines.append("Such a game counts in the tournament and is not rated.")
        lines.append(UNPLAYED[at_deadline])
    return lines


def _decisions(tournament: Tournament) -> list[str]:
    lines = [
        "Every decision has a reason, which both players see, and is in the log.",
        "One can appeal to the organisers until the next round is published.",
    ]
    if tournament.is_automatic:
        span = int(appeal_time(tournament).total_seconds() // 3600)
        lines.append(
            f"After a decision the next round waits {hours(span)} for an appeal."
            if span
            else "After a decision the next round waits a little for an appeal."
        )
    return lines
