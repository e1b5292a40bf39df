"""Scrimmages: bouts on demand."""

import uuid

import pytest

from games import services
from games.models import Bout, Scrimmage, VersionState
from games.services import bot_turns, errors, scrimmages
from games.services.bouts import call_off
from games.services.scrimmages import MOST_WAITING, Side
from sumendi_site.accounts.models import User
from tests.games.bots.hosting import hosting_on, make_check, make_hosted_bot, make_version
from tests.games.factories import make_bot


@pytest.fixture
def magma(amaia: User) -> User:
    hosting_on()
    return make_hosted_bot(amaia)


@pytest.fixture
def tuff(unai: User) -> User:
    return make_hosted_bot(unai, "tuff")


def ask(
    asker: User,
    mine: str = "magma",
    theirs: str = "tuff",
    versions: tuple[int | None, int | None] = (None, None),
    size: int = 5,
    count: int = 2,
    key: uuid.UUID | None = None,
) -> scrimmages.Asked:
    sides = Side(mine, versions[0]), Side(theirs, versions[1])
    return scrimmages.ask(asker, *sides, size, count, key)


def test_an_own_bot_meets_any_live_one(amaia, magma, tuff):
    scrimmage = ask(amaia, size=7, count=3).scrimmage
    assert (str(scrimmage.mine.bot), str(scrimmage.theirs.bot)) == ("magma", "tuff")
    assert [bout.size for bout in scrimmage.bouts.all()] == [7, 7, 7]


def test_the_seats_change_from_bout_to_bout(amaia, magma, tuff):
    scrimmage = ask(amaia).scrimmage
    assert [bout.first for bout in scrimmage.bouts.all()] == [scrimmage.mine, scrimmage.theirs]


def test_two_own_versions_meet(amaia, magma):
    make_version(magma)
    scrimmage = ask(amaia, theirs="magma", versions=(1, None)).scrimmage
    assert (scrimmage.mine.number, scrimmage.theirs.number) == (1, 2)


def test_a_version_meets_itself(amaia, magma):
    scrimmage = ask(amaia, theirs="magma").scrimmage
    assert scrimmage.mine == scrimmage.theirs


def test_of_others_only_the_live_version_is_met(amaia, magma, tuff):
    make_version(tuff)
    with pytest.raises(errors.ScrimmageRefused, match="only the live version"):
        ask(amaia, versions=(None, 1))
    assert ask(amaia, versions=(None, 2)).scrimmage.theirs.number == 2


def test_nobody_asks_for_the_bot_of_somebody_else(unai, magma, tuff):
    with pytest.raises(errors.NotYourBot):
        ask(unai)


@pytest.mark.parametrize("state", [VersionState.QUEUED, VersionState.REFUSED])
def test_a_version_that_was_not_checked_meets_nobody(amaia, magma, tuff, state):
    make_version(magma, state=state)
    with pytest.raises(errors.VersionNotChecked):
        ask(amaia, versions=(2, None))


def test_a_version_that_is_not_there_is_not_found(amaia, magma, tuff):
    with pytest.raises(errors.VersionNotFound):
        ask(amaia, versions=(9, None))


def test_a_remote_bot_has_no_version_to_meet(amaia, unai, magma):
    make_bot(unai, "tuff")
    with pytest.raises(errors.ScrimmageRefused, match="tuff has no live version"):
        ask(amaia)


def test_a_bot_of_an_owner_who_left_meets_nobody(amaia, unai, magma, tuff):
    User.objects.filter(pk=unai.pk).update(is_active=False)
    with pytest.raises(errors.BotRetired):
        ask(amaia)


def test_who_blocks_a_bot_does_not_meet_it(amaia, magma, tuff):
    services.block(amaia, tuff)
    with pytest.raises(errors.Blocked):
        ask(amaia)


@pytest.mark.parametrize("wrong", [{"size": 4}, {"size": 8}, {"count": 0}, {"count": 21}])
def test_terms_that_cannot_be_are_refused(amaia, magma, tuff, wrong):
    with pytest.raises(errors.BadTerms):
        ask(amaia, **wrong)


def test_without_a_sandbox_nobody_meets(amaia, unai):
    make_hosted_bot(amaia)
    make_hosted_bot(unai, "tuff")
    with pytest.raises(errors.HostingOff):
        ask(amaia)


def test_forty_bouts_may_wait(amaia, magma, tuff):
    for _ in range(MOST_WAITING // 20):
        ask(amaia, count=20)
    with pytest.raises(errors.TooManyBouts):
        ask(amaia, count=1)
    call_off(Bout.objects.filter(number=1), "Enough.")
    assert ask(amaia, count=2).scrimmage.bouts.count() == 2


def test_the_same_key_asks_once(amaia, magma, tuff):
    key = uuid.uuid4()
    first, second = ask(amaia, key=key), ask(amaia, key=key)
    assert (first.repeated, second.repeated) == (False, True)
    assert Scrimmage.objects.get() == first.scrimmage == second.scrimmage
    assert Bout.objects.count() == 2


def test_the_key_of_somebody_else_is_no_key(amaia, unai, magma, tuff):
    key = uuid.uuid4()
    ask(amaia, key=key)
    with pytest.raises(errors.NotYourBot):
        ask(unai, "tuff", "magma", key=key)


def test_each_sees_what_they_have_asked_for(amaia, unai, magma, tuff):
    scrimmage = ask(amaia).scrimmage
    assert list(scrimmages.asked_by(amaia)) == [scrimmage]
    assert list(scrimmages.asked_by(unai)) == []


def test_everybody_finds_a_bout_of_a_scrimmage(amaia, magma, tuff):
    bout = ask(amaia).scrimmage.bouts.first()
    assert scrimmages.find_bout(bout.pk, None) == bout


def test_a_bout_of_a_check_is_for_the_owner(amaia, unai, magma):
    bout = make_check(make_version(magma, state=VersionState.QUEUED))[0]
    assert scrimmages.find_bout(bout.pk, amaia) == bout
    for reader in (unai, None):
        with pytest.raises(errors.BoutNotFound):
            scrimmages.find_bout(bout.pk, reader)


def test_each_owner_sees_the_log_of_the_own_program(amaia, unai, magma, tuff):
    bout = scrimmages.find_bout(ask(amaia).scrimmage.bouts.first().pk, amaia)
    for reader, seen in ((amaia, (True, False)), (unai, (False, True)), (None, (False, False))):
        versions = (bout.first, bout.second)
        assert tuple(bot_turns.sees_log(reader, version) for version in versions) == seen


def test_the_owner_finds_the_turns_of_a_bot(amaia, unai, magma, tuff):
    turn = ask(amaia).scrimmage.bouts.first().turns.get()
    assert turn in bot_turns.turns_of(amaia, "magma")
    assert bot_turns.find_turn(amaia, "magma", turn.pk) == turn
    with pytest.raises(errors.NotYourBot):
        bot_turns.turns_of(unai, "magma")
    with pytest.raises(errors.TurnNotFound):
        bot_turns.find_turn(unai, "tuff", turn.pk)
