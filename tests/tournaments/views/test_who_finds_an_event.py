"""The list of events, and who finds what."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from tests.tournaments.factories import make_tournament
from tests.tournaments.services.playing import begin
from tests.tournaments.views.reading import EVENT, page, words
from tournaments.models import Access, State, Tournament
from tournaments.services import deciding, entering, settings
from tournaments.services.verdicts import Verdict
from tournaments.views.finding import find_event

pytestmark = pytest.mark.django_db


def test_the_list_tells_what_is_open_played_and_past(client, tournament):
    make_tournament(name="Winter open")
    over = make_tournament(name="Old one")
    Tournament.objects.filter(pk=over.pk).update(state=State.FINISHED)
    said = words(page(client, "/tournaments/"))
    assert said.index("Open for entries") < said.index("Winter open") < said.index("Being played")
    assert said.index("Autumn Swiss") < said.index("Past") < said.index("Old one")


def test_the_list_shows_readers_their_own(client, organiser, tournament):
    client.force_login(organiser)
    assert [one.tournament for one in client.get("/tournaments/").context["mine"]] == [tournament]


def test_unlisted_events_are_on_no_list_of_others(client, organiser):
    make_tournament(organiser, access=Access.UNLISTED)
    assert "Autumn Swiss" not in page(client, "/tournaments/")
    assert client.get(EVENT).status_code == 200


def test_the_draft_of_another_organiser_is_not_among_ones_own(client, organiser, stranger):
    draft = settings.create(organiser, name="Winter open", size=5, time_control="3d")
    entering.enter_by_director(organiser, draft.slug, stranger)
    client.force_login(stranger)
    assert "Winter open" not in client.get("/tournaments/").content.decode()


def test_the_bar_leads_to_tournaments(client, db):
    assert '<a href="/tournaments/" aria-current="page">Tournaments</a>' in page(
        client, "/tournaments/"
    )


def test_standings_take_eight_queries_when_they_are_not_computed_yet(
    client, round_, django_assert_num_queries
):
    page(client)
    begin(round_.pairings.first())
    deciding.decide(round_.tournament.organiser, round_.pairings.first().pk, Verdict.DRAW, "Late.")
    with django_assert_num_queries(8):
        page(client)


def test_a_draft_is_its_organisers_alone(client, organiser, stranger):
    settings.create(organiser, name="Autumn Swiss", time_control="3d")
    paths = [EVENT + path for path in ("", "rules/", "log/", "desk/", "desk/settings/")]
    client.force_login(stranger)
    assert {client.get(path).status_code for path in paths} == {404}
    client.force_login(organiser)
    assert {client.get(path).status_code for path in paths} == {200}


def test_the_stream_of_a_draft_is_its_organisers_alone(rf, organiser, stranger):
    draft = settings.create(organiser, name="Autumn Swiss", time_control="3d")
    request = rf.get("/")
    request.user = organiser
    assert find_event(request, draft.slug) == draft
    for request.user in (stranger, AnonymousUser()):
        with pytest.raises(Http404):
            find_event(request, draft.slug)
