import pytest

from games import services
from games.models import ModeratorAct
from games.services import appeals, errors, fair_errors
from games.services.sanctions import Measure
from sumendi_site.accounts.sanctions import Sanction, SanctionKind
from sumendi_site.notices.models import Notice
from tests.games.factories import make_user

pytestmark = pytest.mark.thin


@pytest.fixture
def nora(db):
    return make_user("nora", is_staff=True)


@pytest.fixture
def ban(nora, unai):
    act = services.sanction(nora, unai, Measure(SanctionKind.BAN, "Help of a program."))
    unai.refresh_from_db()
    return act


def test_an_act_is_appealed_against_once(ban, unai):
    services.appeal(unai, ban.pk, "It was my cat.")
    services.appeal(unai, ban.pk, "It was my cat.")
    with pytest.raises(fair_errors.AppealRefused):
        services.appeal(unai, ban.pk, "It was my dog.")


def test_nobody_appeals_for_others(ban, amaia):
    with pytest.raises(fair_errors.SanctionNotFound):
        services.appeal(amaia, ban.pk, "Let him play.")


def test_an_appeal_says_something(ban, unai):
    with pytest.raises(errors.BadText):
        services.appeal(unai, ban.pk, " \n")


def test_another_moderator_answers(ban, nora, unai):
    appeal = services.appeal(unai, ban.pk, "It was my cat.")
    leire = make_user("leire", is_staff=True)
    with pytest.raises(fair_errors.CannotJudge, match="own act"):
        services.answer_appeal(nora, appeal.pk, "No.", granted=False)
    services.answer_appeal(leire, appeal.pk, "Cats do not play.", granted=False)
    assert Sanction.objects.get(pk=ban.pk).is_in_force
    told = Notice.objects.get(recipient=unai, kind="appeal_answered")
    assert told.text.body == "Cats do not play."


def test_the_only_moderator_answers_alone(ban, nora, unai):
    appeal = services.appeal(unai, ban.pk, "It was my cat.")
    assert services.answer_appeal(nora, appeal.pk, "No.", granted=False).answered_by == nora


def test_a_granted_appeal_lifts_the_act(ban, unai):
    appeal = services.appeal(unai, ban.pk, "It was my cat.")
    leire = make_user("leire", is_staff=True)
    services.answer_appeal(leire, appeal.pk, "Indeed.", granted=True)
    unai.refresh_from_db()
    assert unai.is_active
    kinds = ModeratorAct.objects.values_list("kind", flat=True)
    assert list(kinds) == ["lifted", "answered", "sanctioned"]


def test_an_appeal_is_answered_once(ban, unai):
    appeal = services.appeal(unai, ban.pk, "It was my cat.")
    leire, mattin = (make_user(name, is_staff=True) for name in ("leire", "mattin"))
    services.answer_appeal(leire, appeal.pk, "No.", granted=False)
    with pytest.raises(fair_errors.AppealRefused):
        services.answer_appeal(mattin, appeal.pk, "Yes.", granted=True)


def test_the_person_does_not_answer_an_own_appeal(nora):
    leire = make_user("leire", is_staff=True)
    act = services.sanction(leire, nora, Measure(SanctionKind.WARNING, "Be kind."))
    appeal = services.appeal(nora, act.pk, "I was.")
    with pytest.raises(fair_errors.CannotJudge):
        services.answer_appeal(nora, appeal.pk, "Yes.", granted=True)


def test_an_appeal_is_not_granted_without_its_act_being_lifted(ban, unai, monkeypatch):
    appeal = services.appeal(unai, ban.pk, "It was my cat.")

    def fail(*args):
        raise RuntimeError

    monkeypatch.setattr(appeals, "write_lift", fail)
    with pytest.raises(RuntimeError):
        services.answer_appeal(make_user("leire", is_staff=True), appeal.pk, "Yes.", granted=True)
    appeal.refresh_from_db()
    assert appeal.answered is None
