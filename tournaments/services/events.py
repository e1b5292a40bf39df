"""An event as the engine takes it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.db.models import Q

from tournaments.models import Bye, Entry, Pairing, Round, RoundState, Tournament
from tournaments.swiss.event import ABSENCE, Code, Colour, Event, Forbidden, Player, Result

from .imported import kept_event


class BoardRow(NamedTuple):
    """A board by pairing numbers; without codes it is not decided yet."""

    round: int
    white: int
    black: int | None
    white_code: str
    black_code: str


@dataclass(frozen=True, slots=True)
class Facts:
    """The rows of an event: who has a pairing number, in order of it; the rounds that are out; the
    boards of these and of the draft."""

    tournament: Tournament
    entries: list[Entry]
    rounds: list[Round]
    boards: list[BoardRow]

    def event(self, finished: int) -> Event:
        """The event after so many rounds, without what counts for the pairing of the next one
        alone. Boards that are not decided yet count as rounds that the two did not play. An
        imported event is what its report says."""
        if self.tournament.imported:
            return kept_event(self.tournament, finished)
        results = _results(self, finished)
        return Event(
            players=tuple(_player(entry, results) for entry in self.entries),
            rounds=max(self.tournament.rounds, finished),
            finished=finished,
            initial_colour=_initial_colour(self.tournament),
            scoring=self.tournament.scoring,
        )


def facts_of(tournament: Tournament) -> Facts:
    """In three queries."""
    entries = tournament.entries.exclude(number=None).select_related("player").order_by("number")
    rounds = tournament.all_rounds.out().order_by("number")
    boards = Pairing.objects.filter(round__tournament=tournament).order_by()
    columns = ("round__number", "white__number", "black__number", "white_code", "black_code")
    rows = boards.values_list(*columns)
    return Facts(tournament, list(entries), list(rounds), [BoardRow._make(row) for row in rows])


def event_of(tournament: Tournament, *, finished: int | None = None) -> Event:
    """The event after so many rounds, by default all closed ones, in five queries.

    Those who do not play the round after them have their byes in it. Boards that are not decided
    yet count as rounds that the two did not play. Only who has a pairing number is in it. An
    imported event is what its report says.
    """
    if tournament.imported:
        return kept_event(tournament, finished)
    facts = facts_of(tournament)
    if finished is None:
        finished = sum(1 for round_ in facts.rounds if round_.state == RoundState.CLOSED)
    byes = _next_byes(tournament, facts.entries, facts.rounds, finished)
    event = facts.event(finished)
    return replace(
        event,
        players=tuple(_with_bye(player, byes) for player in event.players),
        forbidden=(*_own_groups(facts.entries), *_forbidden(tournament)),
    )


def _initial_colour(tournament: Tournament) -> Colour | None:
    return Colour(tournament.first_seat_drawn) if tournament.first_seat_drawn else None


def _results(facts: Facts, finished: int) -> list[dict[int, Result]]:
    """A round each, by pairing number, of those who were paired or had a bye."""
    results = [
        {int(n): Result(Code(code)) for n, code in round_.unpaired.items()}
        for round_ in facts.rounds[:finished]
    ]
    for board in facts.boards:
        if board.round > len(results) or not board.white_code:
            continue
        got = results[board.round - 1]
        if board.black is None:
            got[board.white] = Result(Code(board.white_code))
            continue
        got[board.white] = Result(Code(board.white_code), board.black, Colour.WHITE)
        got[board.black] = Result(Code(board.black_code), board.white, Colour.BLACK)
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


def _player(entry: Entry, results: Iterable[Mapping[int, Result]]) -> Player:
    number = number_of(entry)
    past = tuple(got.get(number, ABSENCE) for got in results)
    return Player(number, past, entry.called, entry.rating)


def _with_bye(player: Player, byes: Mapping[int, Result]) -> Player:
    if player.number not in byes:
        return player
    return replace(player, results=(*player.results, byes[player.number]))


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
