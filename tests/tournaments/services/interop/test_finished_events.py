"""Importing finished events, and taking them away again."""

import uuid
from dataclasses import replace

import pytest
from django.db import connection

from games.models import Game
from sumendi_site.accounts.models import User
from sumendi_site.notices.models import Notice
from tests.tournaments.factories import BLACK_WINS, DRAWN, make_organiser, make_running, play_round
from tests.tournaments.swiss.files import DATA, file_of, line
from tournaments.models import State, Tournament
from tournaments.presenters.log import text_of
from tournaments.services import consistency, finishing, settings
from tournaments.services.errors import (
    BadReport,
    BadSetting,
    ImportedAlready,
    MayNotOrganise,
    TooManyImports,
)
from tournaments.services.interop import finished_events
from tournaments.services.interop.finished_events import import_event, is_as_imported
from tournaments.services.interop.sheets import pairings_csv
from tournaments.services.interop.trf import trf16, trf26
from tournaments.services.tables import standings
from tournaments.swiss.trf import read

pytestmark = pytest.mark.django_db

FINISHED = ["examples/ex1", "examples/ex2", "tiebreaks/tb02", "tiebreaks/tb03", "tiebreaks/tb09"]


def named(number, name, *entries):
    """A line of somebody with this name."""
    text = line(number, *entries)
    return f"{text[:14]}{name:33}{text[47:]}"


TWO = file_of("012 Old event", line(1, "2w1"), line(2, "1b0"))
"""The smallest event."""


@pytest.fixture
def organiser():
    return make_organiser()


def report(name):
    return (DATA / f"{name}.trf").read_bytes()


@pytest.mark.parametrize("name", FINISHED)
def test_the_export_of_an_import_is_the_same_report(organiser, name):
    made = import_event(organiser, report(name), 6, name="Imported")
    assert read(trf26(made)) == replace(read(report(name)), name="Imported")


def test_the_export_of_a_site_comes_back_the_same(organiser):
    tournament = make_running(5, organiser=organiser, rounds=2, points="football", bye_worth="draw")
    play_round(tournament, [BLACK_WINS, DRAWN])
    play_round(tournament, [DRAWN])
    finishing.finish(None, tournament.slug)
    tournament.refresh_from_db()
    made = import_event(organiser, trf26(tournament), 5)
    assert trf26(made) == trf26(tournament)
    assert trf16(made) == trf16(tournament)
    before, after = standings(tournament), standings(made)
    assert [(one.rank, one.name, one.values, one.cells) for one in after.lines] == [
        (one.rank, one.name, one.values, one.cells) for one in before.lines
    ]
    assert pairings_csv(made).count("\n") == pairings_csv(tournament).count("\n")


def test_points_that_the_site_does_not_know_are_those_of_the_file(organiser):
    data = file_of("012 Odd", "162  W 2.0    D 1.5    L 0.5", line(1, "2w1"), line(2, "1b0"))
    made = import_event(organiser, data, 6)
    assert [one.points for one in standings(made).lines] == ["2.0", "0.5"]


def test_rows_and_report_of_an_import_agree(organiser):
    made = import_event(organiser, report("tiebreaks/tb03"), 6, name="Imported")
    assert list(consistency.contradictions()) == []
    rows = made.all_rounds.get(number=2)
    codes = {str(e.number): e.result(2).code for e in read(trf26(made)).event.players}
    seen = dict(rows.unpaired)
    for pairing in rows.pairings.select_related("white", "black"):
        seen[str(pairing.white.number)] = pairing.white_code
        if pairing.black:
            seen[str(pairing.black.number)] = pairing.black_code
    assert seen == codes


def test_an_import_is_finished_not_rated_and_tells_nobody(organiser):
    made = import_event(organiser, TWO, 7)
    assert (made.state, made.rated, made.size) == (State.FINISHED, False, 7)
    assert (made.imported is not None, made.organiser) == (True, organiser)
    assert not Game.objects.exists()
    assert not Notice.objects.exists()


def test_a_name_is_never_an_account(organiser):
    User.objects.create_user("olatz-2")
    data = file_of("012 Old event", named(1, "olatz", "2w1"), named(2, "olatz-2", "1b0"))
    made = import_event(organiser, data, 6)
    assert list(made.entries.values_list("player", "name")) == [(None, "olatz"), (None, "olatz-2")]


def test_names_keep_the_letters_that_a_report_of_ours_cannot_have(organiser):
    data = file_of("012 Old event", named(1, "Ñoño", "2w1"), line(2, "1b0"))
    assert standings(import_event(organiser, data, 6)).lines[0].name == "Ñoño"


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (b"", (1, 1)),
        (TWO.replace(b"2 w 1", b"2 w 9"), (2, 99)),
        (file_of("012 Name", "142 3", line(1, "2w1"), line(2, "1b0")), (2, 5)),
        (file_of("012 Name", line(1), line(2)), (2, 5)),
        (file_of("012 Name", line(1, "2w1"), named(2, "", "1b0")), (3, 15)),
        (TWO + b"#" * finished_events.MOST_BYTES, (1, 1)),
    ],
    ids=["empty", "bad result", "not finished", "no round", "no name", "too large"],
)
def test_a_bad_report_says_where_and_imports_nothing(organiser, data, where):
    with pytest.raises(BadReport) as refused:
        import_event(organiser, data, 6)
    assert refused.value.details == {"line": where[0], "column": where[1]}
    assert f"Line {where[0]}, column {where[1]}: " in refused.value.message
    assert not Tournament.objects.exists()


def test_what_fails_late_imports_nothing(organiser, monkeypatch):
    monkeypatch.setattr(finished_events, "note", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        import_event(organiser, TWO, 6)
    assert not Tournament.objects.exists()


def test_a_report_is_read_before_the_database_is_held(organiser, monkeypatch):
    held = []
    monkeypatch.setattr(
        finished_events,
        "read",
        lambda data: held.append(len(connection.savepoint_ids)) or read(data),
    )
    outside = len(connection.savepoint_ids)
    import_event(organiser, TWO, 6)
    assert held == [outside]


def test_the_same_key_imports_once(organiser):
    key = uuid.uuid4()
    first, second = (import_event(organiser, TWO, 6, key=key) for _ in range(2))
    assert first == second
    assert Tournament.objects.get().entries.count() == 2


@pytest.mark.parametrize(
    ("data", "size", "name", "is_same"),
    [
        (TWO, 6, "", True),
        (TWO, 5, "", False),
        (TWO, 6, "Another", False),
        (TWO + b"### x", 6, "", False),
    ],
)
def test_an_import_knows_what_it_was_made_of(organiser, data, size, name, is_same):
    made = import_event(organiser, TWO, 6)
    assert is_as_imported(made, data, size, name=name, unlisted=False) is is_same


@pytest.mark.parametrize(
    ("more", "setting"),
    [({"name": "no"}, "name"), ({"size": 9}, "size")],
)
def test_what_an_import_cannot_be_is_refused_by_its_name(organiser, more, setting):
    with pytest.raises(BadSetting) as refused:
        import_event(organiser, TWO, **{"size": 6, **more})
    assert refused.value.reason == setting


def test_a_report_without_a_name_asks_for_one(organiser):
    with pytest.raises(BadSetting, match="choose one"):
        import_event(organiser, file_of(line(1, "2w1"), line(2, "1b0")), 6)


def test_guests_import_nothing():
    guest = User.objects.create_user("guest-1", kind=User.Kind.GUEST)
    with pytest.raises(MayNotOrganise):
        import_event(guest, TWO, 6)


def test_an_organiser_imports_so_much_a_day(organiser, monkeypatch):
    monkeypatch.setattr(finished_events, "MOST_A_DAY", 1)
    import_event(organiser, TWO, 6)
    with pytest.raises(TooManyImports):
        import_event(organiser, TWO, 6)


def test_the_same_report_twice_in_a_day_must_be_meant(organiser):
    import_event(organiser, TWO, 6)
    with pytest.raises(ImportedAlready, match="as Old event"):
        import_event(organiser, TWO, 6)
    assert import_event(organiser, TWO, 6, again=True).slug == "old-event-2"


def test_the_log_tells_who_imported_it_and_what_was_odd(organiser):
    made = import_event(organiser, TWO.replace(b"2 w 1", b"2 w 1", 1) + b"062 7\n", 6)
    newest = made.log.get()
    assert newest.by == organiser
    assert text_of(newest) == (
        "imported the tournament with 2 players from a report. Read, though not as it should be:"
        " line 4, column 5: 7 players here, but 2 in the file."
    )


def test_its_name_and_what_is_said_about_it_can_be_changed(organiser):
    made = import_event(organiser, TWO, 6)
    settings.change(organiser, made.slug, name="Spring 1998", about="By the sea.")
    made.refresh_from_db()
    assert read(trf26(made)).name == "Spring 1998"


def test_tie_breaks_that_are_not_known_are_left_out(organiser):
    data = file_of("012 Old event", "202 BH,OTHER_lots,SB", line(1, "2w1"), line(2, "1b0"))
    assert import_event(organiser, data, 6).tie_breaks == "BH,SB"


def test_earlier_standings_of_an_import_are_those_after_that_round(organiser):
    made = import_event(organiser, report("examples/ex1"), 6)
    assert {len(one.cells) for one in standings(made, 3).lines} == {3}
