"""Uploading versions, what their checks show, and which one plays."""

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from games import services
from games.models import Bot, BotTurn, BotVersion, BoutStatus, Termination, TurnState, VersionState
from games.services import bouts, errors, pausing, versions
from games.services.bouts import end_by_fault, lock_bout
from sumendi_site.accounts.models import User
from sumendi_site.notices.models import Notice
from tests.games.bots.hosting import CHOOSES, hosting_on, make_hosted_bot, make_version
from tests.games.factories import make_bot, make_game, make_user

QUEUED, CHECKING, READY, REFUSED, RETIRED = VersionState


@pytest.fixture
def magma(amaia: User) -> User:
    """A bot of amaia's with nothing uploaded yet; hosting is on."""
    hosting_on()
    return make_bot(amaia, "magma")


def upload(owner: User, data: bytes = CHOOSES, **more: object) -> BotVersion:
    return versions.upload(owner, "magma", "bot.py", data, **more).version


def pass_check(version: BotVersion) -> None:
    """Let both bouts end without a fault."""
    over = {"status": BoutStatus.FINISHED, "result": "draw", "termination": Termination.SCORE}
    version.check_bouts.update(**over)
    versions.check_ended(version)
    version.refresh_from_db()


def fail_check(version: BotVersion, detail: str = "It raised a KeyError.") -> None:
    first, second = version.check_bouts.all()
    end_by_fault(lock_bout(first.pk), "first", detail)
    end_by_fault(lock_bout(second.pk), "second", detail)
    versions.check_ended(version)
    version.refresh_from_db()


def states(account: User) -> dict[int, str]:
    return dict(BotVersion.objects.filter(bot=account.pk).values_list("number", "state"))


def test_an_upload_is_the_next_version_and_waits_for_its_check(amaia, magma):
    version = upload(amaia)
    assert (version.number, version.state, version.file_name) == (1, QUEUED, "bot.py")
    assert bytes(BotVersion.objects.get().package) == CHOOSES
    assert version.check_bouts.count() == 2
    assert BotTurn.objects.filter(version=version, state=TurnState.WAITING).count() == 2


def test_the_same_key_uploads_once(amaia, magma):
    key = uuid.uuid4()
    first, second = (versions.upload(amaia, "magma", "bot.py", CHOOSES, key) for _ in range(2))
    assert (first.repeated, second.repeated) == (False, True)
    assert first.version == second.version
    assert BotVersion.objects.count() == 1


def test_the_key_of_somebody_else_is_no_key(amaia, unai, magma):
    key = uuid.uuid4()
    versions.upload(amaia, "magma", "bot.py", CHOOSES, key)
    make_bot(unai, "tuff")
    with pytest.raises(errors.NotYourBot):
        versions.upload(unai, "tuff", "bot.py", CHOOSES, key)


def test_only_the_owner_uploads(unai, magma):
    with pytest.raises(errors.NotYourBot):
        upload(unai)


def test_for_a_retired_bot_nothing_is_uploaded(amaia, magma):
    services.retire_bot(amaia, "magma")
    with pytest.raises(errors.BotRetired):
        upload(amaia)


def test_without_a_sandbox_nothing_is_uploaded(amaia):
    make_bot(amaia, "magma")
    with pytest.raises(errors.HostingOff, match="No worker of bots"):
        upload(amaia)
    assert not BotVersion.objects.exists()


def test_a_bad_package_makes_no_version(amaia, magma):
    with pytest.raises(errors.BadPackage):
        upload(amaia, b"")
    assert not BotVersion.objects.exists()


def test_of_one_bot_twenty_versions_a_day_are_taken(amaia, magma):
    for _ in range(versions.MOST_A_DAY):
        make_version(magma, state=REFUSED)
    with pytest.raises(errors.TooManyUploads) as refused:
        upload(amaia)
    assert 0 < refused.value.retry_after <= 86_400
    BotVersion.objects.filter(number=1).update(uploaded=timezone.now() - timedelta(days=1))
    assert upload(amaia).number == versions.MOST_A_DAY + 1


def test_a_fourth_version_waits_until_one_of_three_is_checked(amaia, magma):
    for _ in range(versions.MOST_IN_CHECK):
        make_version(magma, state=CHECKING)
    with pytest.raises(errors.TooManyUploads) as refused:
        upload(amaia)
    assert refused.value.retry_after is None


def test_an_upload_replaces_the_one_that_still_waits(amaia, magma):
    old, new = upload(amaia), upload(amaia)
    old.refresh_from_db()
    assert (old.state, old.refusal) == (REFUSED, "Replaced by version 2.")
    assert {bout.status for bout in old.check_bouts.all()} == {BoutStatus.CALLED_OFF}
    assert not BotTurn.objects.filter(version=old, state=TurnState.WAITING).exists()
    assert new.state == QUEUED


def test_what_is_being_checked_is_not_replaced(amaia, magma):
    old = upload(amaia)
    BotVersion.objects.filter(pk=old.pk).update(state=CHECKING)
    upload(amaia)
    assert states(magma) == {1: CHECKING, 2: QUEUED}


def test_a_version_that_passes_its_check_goes_live(amaia, magma):
    version = upload(amaia)
    pass_check(version)
    assert version.state == READY
    assert version.checked
    assert version.went_live


def test_the_version_before_it_retires(amaia, magma):
    make_version(magma)
    pass_check(upload(amaia))
    assert states(magma) == {1: RETIRED, 2: READY}


def test_a_check_that_is_not_over_settles_nothing(amaia, magma):
    version = upload(amaia)
    end_by_fault(lock_bout(version.check_bouts.first().pk), "first", "It crashed.")
    versions.check_ended(version)
    assert states(magma) == {1: QUEUED}


def test_a_version_that_fails_is_refused_with_what_it_did(amaia, magma):
    version = upload(amaia)
    fail_check(version, "Crash at ply 7.")
    assert version.state == REFUSED
    assert version.refusal == "In its game against itself: Crash at ply 7."


def test_a_fault_against_the_random_player_says_so(amaia, magma):
    version = upload(amaia)
    first, second = version.check_bouts.all()
    version.check_bouts.filter(pk=first.pk).update(status="finished", termination="score")
    end_by_fault(lock_bout(second.pk), "second", "It crashed.")
    versions.check_ended(version)
    version.refresh_from_db()
    assert version.refusal == "In its game against the random player: It crashed."


def test_the_live_version_stays_when_a_new_one_fails(amaia, magma):
    make_version(magma)
    fail_check(upload(amaia))
    assert states(magma) == {1: READY, 2: REFUSED}


def test_a_check_that_was_called_off_ends_in_a_refusal(amaia, magma):
    version = upload(amaia)
    bouts.call_off(version.check_bouts.all(), "Its bot was retired.")
    versions.check_ended(version)
    version.refresh_from_db()
    assert (version.state, version.refusal) == (REFUSED, "Its bot was retired.")


def test_a_newer_version_that_is_live_stays_live(amaia, magma):
    old = upload(amaia)
    BotVersion.objects.filter(pk=old.pk).update(state=CHECKING)
    pass_check(upload(amaia))
    pass_check(old)
    assert states(magma) == {1: RETIRED, 2: READY}


def test_settling_twice_changes_nothing(amaia, magma):
    version = upload(amaia)
    pass_check(version)
    make_version(magma)
    versions.check_ended(version)
    assert states(magma) == {1: RETIRED, 2: READY}


@pytest.mark.parametrize(
    ("end", "kind", "title"),
    [
        (pass_check, "version_ready", "Version 1 of magma is ready"),
        (fail_check, "version_refused", "Version 1 of magma was refused"),
    ],
)
def test_the_owner_is_told_once(amaia, magma, end, kind, title):
    version = upload(amaia)
    end(version)
    versions.check_ended(version)
    notice = Notice.objects.get()
    assert (notice.recipient, notice.kind) == (amaia, kind)
    assert notice.text.title == title


def test_a_version_that_goes_live_ends_the_pause_that_faults_made(amaia, magma):
    version = upload(amaia)
    Bot.objects.update(faults_in_a_row=5)
    pausing.mark_paused(magma.pk, pausing.BY_FAULTS)
    pass_check(version)
    bot = Bot.objects.get()
    assert (bot.paused, bot.paused_why, bot.faults_in_a_row) == (None, "", 0)


def test_a_bot_that_its_owner_paused_stays_so(amaia, magma):
    version = upload(amaia)
    pausing.pause_by_owner(amaia, "magma")
    pass_check(version)
    assert Bot.objects.get().paused is not None


def test_games_that_wait_for_the_bot_are_played_by_its_first_version(amaia, unai, magma):
    game = make_game(magma, unai)
    version = upload(amaia)
    pass_check(version)
    assert game.bot_turns.get().version == version


def test_turns_that_wait_stay_with_the_version_that_they_were_given_to(amaia, unai, magma):
    old = make_version(magma)
    game = make_game(magma, unai)
    pass_check(upload(amaia))
    assert game.bot_turns.get().version == old


def test_an_old_version_is_made_live_again(amaia, magma):
    make_version(magma)
    make_version(magma)
    version = versions.make_live(amaia, "magma", 1)
    assert version.is_live
    assert states(magma) == {1: READY, 2: RETIRED}


def test_making_the_live_one_live_is_no_error(amaia, magma):
    went_live = make_version(magma).went_live
    assert versions.make_live(amaia, "magma", 1).went_live == went_live


@pytest.mark.parametrize("state", [QUEUED, CHECKING, REFUSED])
def test_only_a_version_that_was_checked_is_made_live(amaia, magma, state):
    make_version(magma, state=state)
    with pytest.raises(errors.VersionNotChecked):
        versions.make_live(amaia, "magma", 1)


def test_a_version_that_is_not_there_is_not_made_live(amaia, magma):
    with pytest.raises(errors.VersionNotFound):
        versions.make_live(amaia, "magma", 1)


def test_only_the_owner_makes_one_live(unai, magma):
    make_version(magma)
    with pytest.raises(errors.NotYourBot):
        versions.make_live(unai, "magma", 1)


def test_others_see_the_versions_that_have_played(amaia, unai, magma):
    make_version(magma)
    make_version(magma)
    make_version(magma, state=REFUSED)
    for reader, numbers in ((amaia, [3, 2, 1]), (unai, [2, 1]), (None, [2, 1])):
        assert [one.number for one in versions.shown_to(reader, magma)] == numbers


def test_lists_of_versions_leave_their_packages_in_the_database(amaia, magma):
    make_version(magma)
    (version,) = versions.shown_to(amaia, magma)
    assert "package" in version.get_deferred_fields()


def test_scrimmages_are_played_with_live_versions_and_own_checked_ones(amaia, unai, magma):
    make_version(magma)
    make_version(magma)
    make_version(magma, state=REFUSED)
    other = make_hosted_bot(unai, "tuff")
    make_version(other)
    gone = make_hosted_bot(make_user("gone", is_active=False), "lapilli")
    found = versions.playable_by(amaia).values_list("bot__account__username", "number")
    assert set(found) == {("magma", 1), ("magma", 2), ("tuff", 2)}
    assert gone.is_closed


def test_packages_that_were_refused_are_forgotten_in_time(magma):
    now = timezone.now()
    make_version(magma, state=REFUSED, checked=now - timedelta(days=31))
    make_version(magma, state=REFUSED, checked=now - timedelta(days=29))
    make_version(magma, state=RETIRED, checked=now - timedelta(days=31))
    assert versions.forget_refused(now - timedelta(days=30)) == 1
    kept = BotVersion.objects.exclude(package=b"").values_list("number", flat=True)
    assert set(kept) == {2, 3}
