"""An event as the engine takes it."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.db.models import Q

from tournaments.models import Bye, Entry, Pairing, Round, RoundState, Tournament
from tournaments.swiss.event import ABSENCE, Code, Colour, Event, Forbidden, Player, Result

from .imported import kept_event

Results = dict[int, dict[int, Result]]
"""By round and pairing number, of those who were paired or had a bye."""


def event_of(tournament: Tournament, *, finished: int | None = None) -> Event:
    """The event after so many rounds, by default all closed ones, in five queries.

    Those who do not play the round after them have their byes in it. Boards that are not decided
    yet count as rounds that the two did not play. Only who has a pairing number is in it. An
    imported event is what its report says.
    """
    if tournament.imported:
        return kept_event(tournament, finished)
    entries = list(
        tournament.entries.exclude(number=None).select_related("player").order_by("number")
    )
    rounds = list(tournament.all_rounds.out().order_by("number"))
    if finished is None:
        finished = sum(1 for round_ in rounds if round_.state == RoundState.CLOSED)
    results = _results(tournament, rounds[:finished])
    byes = _next_byes(tournament, entries, rounds, finished)
    return Event(
        players=tuple(_player(entry, results, finished, byes) for entry in entries),
        rounds=max(tournament.rounds, finished),
        finished=finished,
        initial_colour=Colour(tournament.first_seat_drawn) if tournament.first_seat_drawn else None,
        scoring=tournament.scoring,
        forbidden=(*_own_groups(entries), *_forbidden(tournament)),
    )


def _results(tournament: Tournament, rounds: Sequence[Round]) -> Results:
    results: Results = {
        round_.number: {int(n): Result(Code(code)) for n, code in round_.unpaired.items()}
        for round_ in rounds
    }
    boards = Pairing.objects.filter(
        round__tournament=tournament, round__number__lte=len(rounds)
    ).exclude(white_code="")
    columns = ("round__number", "white__number", "black__number", "white_code", "black_code")
    for number, white, black, of_white, of_black in boards.order_by().values_list(*columns):
        got = results[number]
        if black is None:
            got[white] = Result(Code(of_white))
            continue
        got[white] = Result(Code(of_white), black, Colour.WHITE)
        got[black] = Result(Code(of_black), white, Colour.BLACK)
    return results


def _next_byes(
    tournament: Tournament, entries: Iterable[Entry], rounds: Sequence[Round], finished: int
) -> dict[int, Result]:
    """By pairing number, of those who do not play the round after the finished ones."""
    number = finished + 1
    if number > tournament.rounds:
        return {}
    if number <= len(rounds):
        codes = rounds[finished].unpaired
        late = {str(e.number): Code.ABSENT for e in entries if e.first_round > number}
        return {int(n): Result(Code(code)) for n, code in (late | codes).items()}
    byes = Bye.objects.filter(entry__tournament=tournament, round=number)
    asked = dict(byes.values_list("entry", "kind"))
    return {
        number_of(entry): Result(Code(asked[entry.pk])) if plays_in(entry, number) else ABSENCE
        for entry in entries
        if entry.pk in asked or not plays_in(entry, number)
    }


def _player(entry: Entry, results: Results, finished: int, byes: dict[int, Result]) -> Player:
    number = number_of(entry)
    past = [results[round_].get(number, ABSENCE) for round_ in range(1, finished + 1)]
    if number in byes:
        past.append(byes[number])
    return Player(number, tuple(past), entry.called, entry.rating)


def number_of(entry: Entry) -> int:
    """The pairing number of one who has it, as all have who play."""
    if entry.number is None:
        raise ValueError(f"{entry} has no pairing number.")
    return entry.number


def plays_in(entry: Entry, round_number: int) -> bool:
    """Whether the entry has come and has not gone yet."""
    has_gone = entry.last_round is not None and entry.last_round < round_number
    return entry.first_round <= round_number and not has_gone


def _own_groups(entries: Iterable[Entry]) -> list[Forbidden]:
    """Owners with their own bots."""
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for entry in entries:
        groups[entry.account.principal_id].append(number_of(entry))
    return [Forbidden(tuple(numbers)) for numbers in groups.values() if len(numbers) > 1]


def _forbidden(tournament: Tournament) -> list[Forbidden]:
    numbered = Q(one__number__isnull=False, other__number__isnull=False)
    rows = tournament.forbidden_pairs.filter(numbered).order_by("pk")
    columns = ("one__number", "other__number", "first_round", "last_round")
    return [Forbidden((one, two), *rounds) for one, two, *rounds in rows.values_list(*columns)]
