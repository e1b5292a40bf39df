import pytest

from tests.tournaments.factories import make_tournament
from tournaments.services import settings

pytestmark = pytest.mark.django_db
FILES = {
    "report.trf": ("text/plain; charset=us-ascii", "autumn-swiss.trf", "012 Autumn Swiss"),
    "standings.csv": ("text/csv; charset=utf-8", "autumn-swiss-standings.csv", "rank,number"),
    "pairings.csv": ("text/csv; charset=utf-8", "autumn-swiss-pairings.csv", "round,board"),
    "rounds.ics": ("text/calendar; charset=utf-8", "autumn-swiss.ics", "BEGIN:VCALENDAR"),
    "rounds/1/records.txt": ("text/plain; charset=utf-8", "autumn-swiss-round-1.txt", "[Event "),
}
EVENT = "/tournaments/autumn-swiss/"


@pytest.mark.parametrize("path", FILES)
def test_everybody_can_take_it_away(client, round_, path):
    kind, name, begins = FILES[path]
    answer = client.get(EVENT + path)
    assert answer["Content-Type"] == kind
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
    assert answer.content.decode().startswith(begins)


def test_the_older_kind_of_report_can_be_had(client, round_):
    assert "XXR" in client.get(f"{EVENT}report.trf?version=16").content.decode()


@pytest.mark.parametrize("path", FILES)
def test_a_draft_is_taken_away_by_nobody_else(client, organiser, stranger, path):
    settings.create(organiser, name="Autumn Swiss", time_control="3d", size=5, rounds=3)
    client.force_login(stranger)
    assert client.get(EVENT + path).status_code == 404


def test_organisers_can_look_at_the_files_of_their_draft(client, organiser):
    settings.create(organiser, name="Autumn Swiss", time_control="3d", size=5, rounds=3)
    client.force_login(organiser)
    assert client.get(f"{EVENT}pairings.csv").status_code == 200


def test_before_the_start_there_is_no_report(client, organiser):
    make_tournament(organiser)
    assert client.get(f"{EVENT}report.trf").status_code == 404


def test_a_round_that_is_not_out_has_no_records(client, tournament):
    assert client.get(f"{EVENT}rounds/1/records.txt").status_code == 404


def test_the_page_of_the_event_leads_to_its_files(client, round_):
    html = client.get(EVENT).content.decode()
    for name in ("report.trf", "report.trf?version=16", "standings.csv", "pairings.csv"):
        assert f'href="{EVENT}{name}"' in html
    assert f'href="{EVENT}rounds.ics"' in html


def test_the_page_of_a_round_leads_to_its_records(client, round_):
    assert f'href="{EVENT}rounds/1/records.txt"' in client.get(f"{EVENT}rounds/1/").content.decode()


def test_before_the_start_there_is_only_a_calendar(client, organiser):
    make_tournament(organiser)
    html = client.get(EVENT).content.decode()
    assert "rounds.ics" in html
    assert "report.trf" not in html
