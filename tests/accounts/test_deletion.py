"""Accounts that go for good, and what stays for others."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from games import services
from games.models import Game, Report, Termination
from games.services.sanctions import Measure
from sumendi_site.accounts import deletion
from sumendi_site.accounts.banned_addresses import require_not_banned
from sumendi_site.accounts.deletion import (
    CannotDelete,
    delete_account,
    finish_deletions,
)
from sumendi_site.accounts.models import BannedAddress, Deletion, User
from sumendi_site.accounts.renaming import validate_new_name
from sumendi_site.accounts.sanctions import Sanction, SanctionKind
from sumendi_site.accounts.tokens import issue, token_of
from sumendi_site.notices.models import Notice
from tests.accounts.belongings import (
    ADDRESS,
    BEGUN,
    NAME,
    OTHER,
)
from tests.games.factories import PASSWORD, make_game, make_user
from tests.tournaments.factories import make_tournament, publish_round, start
from tournaments.models import State, Tournament
from tournaments.services import entering, settings

pytestmark = pytest.mark.django_db


@pytest.fixture
def person(db: None) -> User:
    return make_user(NAME, email=ADDRESS)


def deleted(person: User) -> User:
    delete_account(person)
    assert finish_deletions() == 1
    person.refresh_from_db()
    return person


def test_nobody_signs_in(person, client):
    other_browser = Client()
    other_browser.force_login(person)
    _, text = issue(person, "mine", ["read"], 30)
    deleted(person)
    for name in (NAME, ADDRESS, person.username):
        client.post("/accounts/login/", {"login": name, "password": PASSWORD})
        assert client.get("/account/").status_code == 302
    assert other_browser.get("/account/").status_code == 302
    assert token_of(text) is None


def test_running_games_are_resigned_or_cancelled(person):
    other = make_user(OTHER)
    played, new = make_game(person, other, BEGUN), make_game(other, person)
    deleted(person)
    ends = Game.objects.order_by("pk").values_list("pk", "termination")
    assert list(ends) == [
        (played.pk, Termination.RESIGNATION),
        (new.pk, Termination.CANCELLED),
    ]


def test_the_player_leaves_tournaments_and_their_games(person):
    tournament = make_tournament()
    for player in (person, make_user(OTHER)):
        entering.enter(player, tournament.slug)
    round_ = publish_round(start(tournament))
    deleted(person)
    assert tournament.entries.get(player=person).withdrawn
    assert round_.pairings.get().game.winner.username == OTHER


def test_who_alone_organises_an_event_hands_it_over_first(person):
    event = make_tournament(person)
    with pytest.raises(CannotDelete, match="You organise Autumn Swiss, which is not over"):
        delete_account(person)
    settings.cancel(person, event.slug)
    assert deleted(person) == event.organiser


def test_the_last_two_organisers_cannot_both_go_whatever_the_worker_does(person):
    event = make_tournament(person)
    heir = make_user(OTHER)
    settings.add_co_organiser(person, event.slug, heir)
    delete_account(person)
    with pytest.raises(CannotDelete, match="You organise Autumn Swiss"):
        delete_account(heir)
    assert Notice.objects.get(recipient=heir).data["what"] == "yours"


def test_who_cannot_go_keeps_what_could_be_handed_over(person):
    event, alone = make_tournament(person), make_tournament(person, name="Winter Swiss")
    settings.add_co_organiser(person, event.slug, make_user(OTHER))
    with pytest.raises(CannotDelete):
        delete_account(person)
    event.refresh_from_db()
    assert (event.organiser, alone.organiser) == (person, person)


def test_moderators_hear_of_an_event_that_was_left_alone(person):
    nora = make_user("nora", is_staff=True)
    delete_account(person)
    event = make_tournament(person)  # as if it was made in another tab at that moment
    finish_deletions()
    assert Notice.objects.get(recipient=nora).data == {
        "what": "alone",
        "event": event.name,
        "slug": event.slug,
    }


def test_a_co_organiser_steps_back(person):
    event = make_tournament()
    settings.add_co_organiser(event.organiser, event.slug, person)
    deleted(person)
    assert not event.co_organisers.exists()


def test_a_finished_event_keeps_its_organiser_and_its_fresh_table(person):
    event = make_tournament(person)
    Tournament.objects.update(state=State.FINISHED)
    version = event.version
    deleted(person)
    event.refresh_from_db()
    assert event.organiser == person
    assert event.version > version


def test_an_operator_cannot_go(person):
    User.objects.filter(pk=person.pk).update(is_superuser=True)
    with pytest.raises(CannotDelete, match="operate"):
        delete_account(person)
    person.refresh_from_db()
    assert person.username == NAME


@pytest.mark.parametrize("kind", [User.Kind.BOT, User.Kind.HOUSE])
def test_only_people_go(kind):
    with pytest.raises(CannotDelete):
        delete_account(make_user(NAME, kind=kind))


def test_reports_of_a_moderator_who_goes_can_be_taken_by_others(person):
    User.objects.filter(pk=person.pk).update(is_staff=True)
    Report.objects.create(person=make_user(OTHER), what="x", taken_by=person)
    deleted(person)
    assert Report.objects.get().taken_by is None
    assert not person.is_staff


def test_a_ban_is_over_but_opens_nothing(person):
    nora = make_user("nora", is_staff=True)
    act = services.sanction(nora, person, Measure(SanctionKind.BAN, "A program.", 7))
    delete_account(person)
    services.keep_sanctions(timezone.now() + timedelta(days=8))
    services.lift(nora, act.pk, "A mistake.")
    finish_deletions()
    person.refresh_from_db()
    assert not person.is_active
    assert Sanction.objects.get().lifted_by is None


def banned_and_deleted(person: User, days: int | None) -> None:
    nora = make_user("nora", is_staff=True)
    services.sanction(nora, person, Measure(SanctionKind.BAN, "A program.", days))
    deleted(person)


def test_who_was_banned_cannot_sign_up_again_with_the_same_address(person, client):
    banned_and_deleted(person, None)
    form = {"username": "another", "password1": PASSWORD, "email": ADDRESS.upper()}
    answer = client.post("/accounts/signup/", form)
    assert "This address cannot be used here." in answer.content.decode()
    assert not User.objects.named("another")


def test_nobody_adds_an_address_that_is_banned(person, client):
    banned_and_deleted(person, 7)
    client.force_login(make_user(OTHER))
    answer = client.post("/accounts/email/", {"action_add": "", "email": ADDRESS})
    assert "This address cannot be used here." in answer.content.decode()


def test_the_address_is_free_and_unknown_when_the_ban_would_have_ended(person):
    banned_and_deleted(person, 7)
    finish_deletions(timezone.now() + timedelta(days=8))
    assert not BannedAddress.objects.exists()


def test_nothing_is_kept_of_an_address_that_was_not_banned(person):
    deleted(person)
    require_not_banned(ADDRESS)
    assert not BannedAddress.objects.exists()


def test_a_code_in_what_others_were_told_is_no_name(db):
    lost, other = make_user("lost"), make_user("nora")
    notice = Notice.objects.create(
        recipient=other, kind="game_end", key="1", data={"opponent": "lost", "outcome": "lost"}
    )
    deleted(lost)
    notice.refresh_from_db()
    assert notice.data == {"opponent": f"deleted-{lost.pk}", "outcome": "lost"}


def test_a_name_that_was_taken_away_before_goes_where_it_was_told(person):
    nora = make_user("nora", is_staff=True)
    Sanction.objects.create(person=person, by=nora, kind=SanctionKind.RENAME, former_name="rude")
    notice = Notice.objects.create(
        recipient=nora, kind="game_end", key="1", data={"opponent": "rude"}
    )
    deleted(person)
    notice.refresh_from_db()
    assert notice.data == {"opponent": person.username}


def test_a_name_that_a_moderator_took_stays_taken(person):
    services.sanction(make_user("nora", is_staff=True), person, Measure(SanctionKind.RENAME, "No."))
    deleted(User.objects.get(pk=person.pk))
    deletion.Deletion.objects.update(looks="")
    with pytest.raises(ValidationError):
        validate_new_name(NAME)


@pytest.mark.parametrize("name", [NAME, NAME.upper(), "zuhaltz", "deleted-7", "Deleted_me"])
def test_nobody_takes_the_old_name_or_one_that_looks_given(person, name):
    deleted(person)
    with pytest.raises(ValidationError):
        validate_new_name(name)


def test_after_90_days_the_name_is_free_and_nothing_knows_it(person):
    deleted(person)
    later = timezone.now() + deletion.HELD
    finish_deletions(later)
    validate_new_name(NAME)
    assert Deletion.objects.get().looks == ""


def test_a_new_name_that_somebody_has_already_is_not_taken(person):
    make_user(f"deleted-{person.pk}")
    assert deleted(person).username == f"deleted-{person.pk}x"


def test_deleting_twice_is_once(person):
    assert delete_account(person) == delete_account(person)
    assert finish_deletions() == 1
    assert finish_deletions() == 0


def test_what_a_killed_worker_left_is_finished_by_the_next(person, monkeypatch, caplog):
    def dies(person: User) -> None:
        raise RuntimeError("killed")

    game = make_game(person, make_user(OTHER), BEGUN)
    delete_account(person)
    usual = deletion._farewells["games"]
    monkeypatch.setitem(deletion._farewells, "games", replace(usual, forget=dies))
    assert finish_deletions() == 0
    assert "could not be finished" in caplog.text
    monkeypatch.setitem(deletion._farewells, "games", usual)
    assert finish_deletions() == 1
    assert not Game.objects.get(pk=game.pk).is_running
