import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from sumendi_site.accounts.models import User
from tests.games.factories import make_bot, make_user
from tests.tournaments.factories import (
    close,
    make_entries,
    make_organiser,
    make_running,
    make_tournament,
    play_round,
    publish_round,
    start,
)
from tournaments.models import Act, Tournament
from tournaments.services import pairing, settings
from tournaments.services.errors import (
    BadSetting,
    MayNotOrganise,
    NotADirector,
    NotTheOrganiser,
    SettingStands,
    TooManyTournaments,
    TournamentNotFound,
    WrongState,
)

pytestmark = pytest.mark.django_db

TERMS = {"name": "Autumn Swiss", "time_control": "3d"}


def acts(tournament):
    return list(tournament.log.order_by("pk").values_list("act", flat=True))


def test_a_new_event_is_a_draft_and_in_the_log():
    tournament = settings.create(make_organiser(), **TERMS)
    assert (tournament.state, tournament.slug) == ("draft", "autumn-swiss")
    assert acts(tournament) == [Act.CREATED]


def test_the_same_key_makes_one_event():
    organiser, key = make_organiser(), uuid.uuid4()
    made = [settings.create(organiser, key, **TERMS).pk for _ in range(2)]
    assert made[0] == made[1]


def test_events_of_one_name_have_different_addresses():
    slugs = [settings.create(make_organiser(), **TERMS).slug for _ in range(3)]
    assert slugs == ["autumn-swiss", "autumn-swiss-2", "autumn-swiss-3"]


def test_an_event_is_never_at_the_address_of_the_form_for_new_ones():
    assert settings.create(make_organiser(), **TERMS | {"name": "New"}).slug == "new-2"


@pytest.mark.parametrize("kind", [User.Kind.GUEST, User.Kind.BOT, User.Kind.HOUSE])
def test_only_people_organise(kind):
    with pytest.raises(MayNotOrganise):
        settings.create(make_user("nobody-1", kind=kind), **TERMS)


def test_an_organiser_has_so_many_events_at_once(monkeypatch):
    monkeypatch.setattr(settings, "MOST_AT_ONCE", 1)
    first = settings.create(make_organiser(), **TERMS)
    with pytest.raises(TooManyTournaments):
        settings.create(make_organiser(), **TERMS)
    settings.cancel(make_organiser(), first.slug)
    assert settings.create(make_organiser(), **TERMS).pk


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("name", "x"),
        ("name", "a\u202eb c"),
        ("size", 8),
        ("size", "six"),
        ("time_control", "three days"),
        ("time_control", "1m"),
        ("time_control", "61d"),
        ("rounds", 0),
        ("rounds", 61),
        ("round_hours", 0),
        ("no_show_hours", 10_000),
        ("most_entries", 1001),
        ("points", "many"),
        ("tie_breaks", "XYZ"),
        ("tie_breaks", "BH/C1/C2"),
        ("access", "password"),
        ("cycles", 5),
        ("entrants", "cats"),
        ("rating_min", -1),
        ("about", "x" * 4001),
        ("about", "\x00"),
        ("starts", datetime(1, 1, 1, tzinfo=UTC)),
        ("starts", datetime(9999, 12, 31, tzinfo=UTC)),
        ("state", "running"),
        ("slug", "mine"),
    ],
)
def test_a_bad_setting_is_named_and_nothing_is_made(setting, value):
    with pytest.raises(BadSetting) as refused:
        settings.create(make_organiser(), **TERMS | {setting: value})
    assert refused.value.reason == ("password" if value == "password" else setting)
    assert not Tournament.objects.exists()


def test_ratings_that_nobody_can_have_are_refused():
    with pytest.raises(BadSetting, match="above"):
        settings.create(make_organiser(), **TERMS, rating_min=1800, rating_max=1700)


def test_bots_alone_may_have_seconds():
    tournament = settings.create(
        make_organiser(), name="Bots", time_control="120s+2s", entrants="bots"
    )
    assert tournament.time_control == "2m+2s"


@pytest.mark.parametrize(("cycles", "most"), [(1, 60), (2, 30), (4, 16)])
def test_the_table_of_a_round_robin_has_its_limit(cycles, most):
    terms = TERMS | {"format": "round_robin", "cycles": cycles}
    with pytest.raises(BadSetting, match=f"at most {most} players"):
        settings.create(make_organiser(), **terms, most_entries=most + 1)
    assert settings.create(make_organiser(), **terms, most_entries=most).pk


def test_points_come_first_whatever_the_list_says():
    tournament = settings.create(make_organiser(), **TERMS, tie_breaks=" pts, bh/c1 ,de")
    assert tournament.tie_breaks == "BH/C1,DE"


def test_a_password_is_kept_as_a_hash_and_never_told():
    tournament = settings.create(
        make_organiser(), **TERMS, access="password", password="magma chamber"
    )
    assert "magma" not in tournament.password
    settings.change(make_organiser(), tournament.slug, password="other")
    assert "other" not in str(list(tournament.log.values_list("data", flat=True)))


def test_a_public_event_has_no_password():
    tournament = settings.create(
        make_organiser(), **TERMS, access="password", password="magma chamber"
    )
    assert settings.change(make_organiser(), tournament.slug, access="public").password == ""


def test_changes_are_in_the_log_with_what_was_before():
    tournament = settings.change(make_organiser(), make_tournament().slug, size=6, rounds=4)
    assert tournament.log.first().data == {"changes": {"size": [5, 6], "rounds": [3, 4]}}


def test_a_change_that_changes_nothing_is_not_logged():
    tournament = make_tournament()
    settings.change(make_organiser(), tournament.slug, size=5)
    tournament.refresh_from_db()
    assert acts(tournament) == [Act.CREATED, Act.OPENED]
    assert tournament.version == 2


@pytest.mark.parametrize(
    ("setting", "value"),
    [("size", 6), ("time_control", "2d"), ("points", "football"), ("at_deadline", "draw")],
)
def test_after_the_start_the_rules_stand(setting, value):
    tournament = make_running()
    with pytest.raises(SettingStands):
        settings.change(make_organiser(), tournament.slug, **{setting: value})
    tournament.refresh_from_db()
    assert getattr(tournament, setting) != value


def test_a_form_that_sends_what_stands_is_no_change_of_it():
    tournament = make_running(size=5)
    changed = settings.change(make_organiser(), tournament.slug, size=5, about="Welcome.")
    assert changed.log.first().data == {"changes": {"about": ["", "Welcome."]}}


def test_a_key_of_somebody_else_is_refused():
    key = uuid.uuid4()
    settings.create(make_organiser(), key, **TERMS)
    with pytest.raises(BadSetting, match="another"):
        settings.create(make_user(), key, **TERMS)


def test_an_address_that_was_taken_meanwhile_is_passed_over(monkeypatch):
    settings.create(make_organiser(), **TERMS)
    slugs = iter(["autumn-swiss", "autumn-swiss-2"])
    monkeypatch.setattr(settings, "_free_slug", lambda _: next(slugs))
    assert settings.create(make_organiser(), **TERMS).slug == "autumn-swiss-2"


def test_rounds_can_be_fewer_but_not_fewer_than_were_paired():
    tournament = make_running(6)
    play_round(tournament)
    publish_round(tournament)
    assert settings.change(make_organiser(), tournament.slug, rounds=2).rounds == 2
    with pytest.raises(BadSetting, match="2 rounds"):
        settings.change(make_organiser(), tournament.slug, rounds=1)


def test_fewer_rounds_leave_no_draft_beyond_them():
    tournament = make_running(6)
    play_round(tournament)
    pairing.pair(make_organiser(), tournament.slug)
    settings.change(make_organiser(), tournament.slug, rounds=1)
    assert [round_.number for round_ in tournament.all_rounds.all()] == [1]


def test_the_rounds_of_a_running_round_robin_stand():
    tournament = make_running(format="round_robin", most_entries=10)
    with pytest.raises(SettingStands):
        settings.change(make_organiser(), tournament.slug, rounds=2)


def test_registration_opens_once():
    tournament = make_tournament()
    settings.open_registration(make_organiser(), tournament.slug)
    assert acts(tournament) == [Act.CREATED, Act.OPENED]
    make_entries(tournament, 2)
    start(tournament)
    with pytest.raises(WrongState):
        settings.open_registration(make_organiser(), tournament.slug)


def test_a_cancelled_event_pairs_no_more_and_its_games_go_on():
    tournament = make_running()
    round_ = publish_round(tournament)
    tournament = settings.cancel(make_organiser(), tournament.slug, "no time")
    assert tournament.state == "cancelled"
    assert settings.cancel(make_organiser(), tournament.slug).version == tournament.version
    assert {pairing.game.status for pairing in round_.pairings.all()} == {"running"}
    close(round_)
    with pytest.raises(WrongState):
        pairing.pair(make_organiser(), tournament.slug)


def test_a_cancelled_event_has_no_draft_left():
    tournament = make_running()
    pairing.pair(make_organiser(), tournament.slug)
    settings.cancel(make_organiser(), tournament.slug)
    assert not tournament.all_rounds.exists()


def test_co_organisers_direct_but_do_not_choose_others():
    tournament, helper = make_tournament(), make_user("lorea")
    settings.add_co_organiser(make_organiser(), tournament.slug, helper)
    settings.change(helper, tournament.slug, rounds=4)
    with pytest.raises(NotTheOrganiser):
        settings.add_co_organiser(helper, tournament.slug, make_user("unai"))


def test_a_co_organiser_can_leave():
    tournament, helper = make_tournament(), make_user("lorea")
    settings.add_co_organiser(make_organiser(), tournament.slug, helper)
    settings.remove_co_organiser(helper, tournament.slug, helper)
    assert not tournament.is_directed_by(helper)


def test_a_bot_is_no_co_organiser():
    bot = make_bot(make_user())
    with pytest.raises(MayNotOrganise):
        settings.add_co_organiser(make_organiser(), make_tournament().slug, bot)


@pytest.mark.parametrize(
    "act",
    [
        lambda user, slug: settings.change(user, slug, rounds=4),
        settings.open_registration,
        settings.cancel,
        lambda user, slug: settings.add_co_organiser(user, slug, user),
        lambda user, slug: settings.remove_co_organiser(user, slug, make_organiser()),
        pairing.pair,
        lambda user, slug: pairing.by_hand(user, slug, 1, []),
        lambda user, slug: pairing.check(user, slug, 1),
        lambda user, slug: pairing.undo(user, slug, 1),
    ],
)
def test_a_stranger_directs_nothing(act):
    tournament = make_running(2)
    with pytest.raises(NotADirector):
        act(make_user("stranger"), tournament.slug)
    version = tournament.version
    tournament.refresh_from_db()
    assert tournament.version == version


def test_what_does_not_exist_is_not_found():
    with pytest.raises(TournamentNotFound):
        settings.cancel(make_organiser(), "nowhere")


def test_a_tie_break_stands_once_in_the_list():
    with pytest.raises(BadSetting, match="BH stands twice"):
        settings.create(make_organiser(), **TERMS, tie_breaks="BH,SB,BH")


def test_a_start_in_the_past_is_refused():
    gone = timezone.now() - timedelta(hours=1)
    with pytest.raises(BadSetting, match="This start has passed"):
        settings.create(make_organiser(), **TERMS, starts=gone)


def test_an_event_that_is_played_gets_no_more_rounds_than_it_can_have():
    tournament = make_running(4)
    with pytest.raises(BadSetting, match="4 players can play 3 rounds at most"):
        settings.change(tournament.organiser, tournament.slug, rounds=4)
