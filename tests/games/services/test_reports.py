import uuid

import pytest
from django.utils import timezone

from games import services
from games.models import Report
from games.models.report import Category, Outcome, Subject
from games.services import errors, fair_errors, reports
from games.services.reports import Complaint
from sumendi_site.accounts.models import User
from sumendi_site.notices.models import Notice
from tests.games.factories import make_bot, make_game, make_user

pytestmark = pytest.mark.thin

NAME = Complaint(Subject.NAME, Category.IMPERSONATION)


@pytest.fixture
def nora(db):
    return make_user("nora", is_staff=True)


@pytest.fixture
def game(amaia, unai):
    return make_game(amaia, unai)


@pytest.fixture
def reported(amaia, unai):
    return services.report(amaia, unai, NAME)


def test_a_line_is_reported_as_it_was(game, amaia, unai):
    line = services.say(game.pk, unai, "You fool!")
    complaint = Complaint(Subject.LINE, Category.ABUSE, line=line.pk)
    made = services.report(amaia, unai, complaint)
    assert (made.quoted, made.game) == ("You fool!", game)


def test_a_line_that_one_cannot_read_is_not_reported(game, stranger, unai):
    line = services.say(game.pk, unai, "You fool!")
    with pytest.raises(fair_errors.ReportRefused):
        services.report(stranger, unai, Complaint(Subject.LINE, Category.ABUSE, line=line.pk))


def test_onlookers_can_report_a_game(game, stranger, unai):
    complaint = Complaint(Subject.GAME, Category.CHEATING, game=game.pk)
    assert services.report(stranger, unai, complaint).game == game


def test_a_game_that_somebody_does_not_play_is_not_reported(game, amaia, stranger):
    with pytest.raises(errors.GameNotFound):
        services.report(amaia, stranger, Complaint(Subject.GAME, Category.CHEATING, game=game.pk))


def test_a_guest_can_report(unai):
    guest = make_user("guest-0a1b2c", kind=User.Kind.GUEST)
    assert services.report(guest, unai, NAME).reporter == guest


def test_while_a_report_waits_another_of_the_same_is_that_one(reported, amaia, unai):
    assert services.report(amaia, unai, NAME) == reported


def test_the_same_form_sent_twice_reports_once(amaia, unai):
    key = uuid.uuid4()
    first = services.report(amaia, unai, NAME, key)
    Report.objects.update(what="else")
    assert services.report(amaia, unai, NAME, key) == first


def test_nobody_reports_themselves_or_an_own_bot(amaia):
    for own in (amaia, make_bot(amaia)):
        with pytest.raises(fair_errors.ReportRefused, match="yourself"):
            services.report(amaia, own, NAME)


def test_something_else_needs_words():
    with pytest.raises(errors.BadText):
        Complaint(Subject.NAME, Category.OTHER)


def test_a_block_loses_no_report(reported, amaia, unai):
    services.block(unai, amaia)
    complaint = Complaint(Subject.ABOUT, Category.SPAM)
    User.objects.filter(pk=unai.pk).update(about="Buy now!")
    unai.refresh_from_db()
    services.report(amaia, unai, complaint)
    assert Report.objects.open().count() == 2


def test_nobody_floods_the_moderators(reported, amaia, stranger, monkeypatch):
    monkeypatch.setattr(reports, "MOST_A_DAY", 1)
    with pytest.raises(fair_errors.TooManyReports):
        services.report(amaia, stranger, NAME)


def test_moderators_are_told_once_of_all_that_waits(nora, reported, stranger, unai):
    services.report(stranger, unai, NAME)
    assert Notice.objects.filter(recipient=nora).count() == 1


def test_one_moderator_takes_a_report(nora, reported):
    leire = make_user("leire", is_staff=True)
    services.take_report(nora, reported.pk)
    services.take_report(nora, reported.pk)
    with pytest.raises(fair_errors.ReportTaken, match="nora"):
        services.take_report(leire, reported.pk)


def test_a_report_that_is_given_back_is_free(nora, reported):
    leire = make_user("leire", is_staff=True)
    services.take_report(nora, reported.pk)
    services.release_report(nora, reported.pk)
    assert services.take_report(leire, reported.pk).taken_by == leire


def test_the_reporter_hears_what_came_of_it(nora, reported, amaia):
    services.take_report(nora, reported.pk)
    services.close_report(nora, reported.pk, Outcome.ACTED)
    services.close_report(nora, reported.pk, Outcome.ACTED)
    assert Notice.objects.get(recipient=amaia).text.body == Outcome.ACTED.label


def test_only_who_took_a_report_closes_it(nora, reported):
    with pytest.raises(fair_errors.ReportTaken, match="Take the report"):
        services.close_report(nora, reported.pk, Outcome.NOTHING)


def test_moderators_do_not_judge_their_own_reports(nora, unai):
    made = services.report(nora, unai, NAME)
    with pytest.raises(fair_errors.CannotJudge, match="own report"):
        services.take_report(nora, made.pk)


def test_moderators_do_not_judge_games_of_their_own(nora, stranger, unai):
    game = make_game(nora, unai)
    made = services.report(stranger, unai, Complaint(Subject.GAME, Category.CHEATING, game=game.pk))
    with pytest.raises(fair_errors.CannotJudge, match="this game"):
        services.take_report(nora, made.pk)


def test_players_do_not_take_reports(reported, stranger):
    with pytest.raises(errors.NotAModerator):
        services.take_report(stranger, reported.pk)


def test_reading_the_chat_stands_in_the_log(nora, game, stranger, unai):
    made = services.report(stranger, unai, Complaint(Subject.GAME, Category.ABUSE, game=game.pk))
    services.reveal_chat(nora, made.pk)
    services.reveal_chat(nora, made.pk)
    assert made.acts.filter(kind="revealed", by=nora).count() == 1


def test_a_bot_does_not_report_its_owner_or_its_siblings(unai):
    bot, sibling = make_bot(unai), make_bot(unai, "pumice")
    for own in (unai, sibling):
        with pytest.raises(fair_errors.ReportRefused, match="yourself"):
            services.report(bot, own, NAME)


def test_the_reports_of_a_moderators_bot_are_left_to_others(nora, unai):
    made = services.report(make_bot(nora), unai, NAME)
    with pytest.raises(fair_errors.CannotJudge, match="own report"):
        services.take_report(nora, made.pk)


def test_what_a_moderator_who_left_had_taken_is_free_again(nora, reported):
    services.take_report(nora, reported.pk)
    User.objects.filter(pk=nora.pk).update(is_staff=False)
    odei = make_user("odei", is_staff=True)
    assert services.take_report(odei, reported.pk).taken_by == odei


def test_the_reports_of_all_bots_of_an_owner_are_counted_together(amaia, unai, monkeypatch):
    monkeypatch.setattr(reports, "MOST_A_DAY", 1)
    services.report(make_bot(amaia), unai, NAME)
    with pytest.raises(fair_errors.TooManyReports):
        services.report(make_bot(amaia, "pumice"), unai, NAME)


def test_after_three_days_another_moderator_takes_a_report_over(nora, reported):
    odei = make_user("odei", is_staff=True)
    services.take_report(nora, reported.pk)
    Report.objects.update(taken=timezone.now() - reports.HELD)
    assert services.take_report(odei, reported.pk).taken_by == odei
    assert reported.acts.first().text.endswith("taken over from nora")


@pytest.mark.parametrize("words", ["Look:\x07", "Look: \u202egnihton"])
def test_the_words_of_a_report_show_what_they_say(words):
    with pytest.raises(errors.BadText):
        Complaint(Subject.NAME, Category.OTHER, words)


def test_the_words_of_a_report_can_have_lines():
    assert Complaint(Subject.NAME, Category.OTHER, "One.\r\n\tTwo.").words == "One.\n\tTwo."
