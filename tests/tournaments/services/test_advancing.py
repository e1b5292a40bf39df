from datetime import timedelta

import pytest
from django.utils import timezone

from sumendi_site.accounts.models import User
from sumendi_site.notices.models import Notice
from tests.games.factories import make_user
from tests.tournaments.factories import make_entries, make_running, make_tournament, start
from tests.tournaments.services.playing import (
    begin,
    boards_of,
    codes,
    end_all,
    fresh,
    go_by,
    make_round,
)
from tournaments.models import Act, Pairing, RoundState, State, Tournament
from tournaments.services import (
    advancing,
    appeals,
    deciding,
    entering,
    errors,
    finishing,
    keeping,
    pairing,
    settings,
)
from tournaments.services.verdicts import Verdict

pytestmark = pytest.mark.django_db

WHY = "Height 3 is decided."


def newest(tournament):
    return tournament.all_rounds.last()


def make_automatic(players=4, **fields):
    tournament = make_running(players, is_automatic=True, **fields)
    advancing.go_on(tournament.pk)
    return tournament


def test_an_automatic_event_begins_with_its_first_round():
    tournament = make_running(is_automatic=True)
    keeping.keep_rounds()
    assert newest(tournament).state == RoundState.PUBLISHED


def test_the_next_round_follows_the_last_game():
    tournament = make_automatic()
    end_all(newest(tournament))
    advancing.go_on(tournament.pk)
    assert (newest(tournament).number, newest(tournament).state) == (2, RoundState.PUBLISHED)


def test_no_round_follows_while_games_run():
    tournament = make_automatic()
    assert not advancing.go_on(tournament.pk)
    assert newest(tournament).number == 1


def test_after_the_last_round_the_event_is_over_and_the_players_know_their_places():
    tournament = make_automatic(rounds=2)
    for _ in range(2):
        end_all(newest(tournament))
        advancing.go_on(tournament.pk)
    assert fresh(tournament).state == State.FINISHED
    told = Notice.objects.filter(kind="event_stage", data__what="finish")
    assert sorted(notice.data["rank"] for notice in told) == [1, 2, 2, 4]


def test_an_organiser_who_pairs_by_hand_is_not_overtaken():
    tournament = make_running()
    keeping.keep_rounds()
    assert newest(tournament) is None


def test_a_round_of_a_manual_event_closes_all_the_same():
    round_ = make_round()
    end_all(round_)
    keeping.keep_rounds()
    assert newest(round_.tournament).state == RoundState.CLOSED


def test_a_round_without_games_is_closed_by_the_sweep():
    round_ = make_round()
    Pairing.objects.filter(round=round_).update(white_code="+", black_code="-")
    keeping.keep_rounds()
    assert newest(round_.tournament).state == RoundState.CLOSED


def test_a_draft_that_a_dying_worker_left_is_published():
    tournament = make_running(is_automatic=True)
    pairing.pair(None, tournament.slug)
    keeping.keep_rounds()
    assert newest(tournament).state == RoundState.PUBLISHED


def test_a_round_that_cannot_be_paired_is_told_once_and_not_tried_again(monkeypatch):
    tournament = make_automatic(players=2, rounds=1)
    end_all(newest(tournament))
    Tournament.objects.filter(pk=tournament.pk).update(rounds=3)
    keeping.keep_rounds()
    monkeypatch.setattr(advancing, "next_round", lambda slug: pytest.fail("tried again"))
    keeping.keep_rounds()
    assert tournament.log.filter(act=Act.NO_PAIRING).count() == 1
    assert Notice.objects.get(kind="event_desk").data["what"] == "no_pairing"


def test_the_event_waits_a_while_for_an_appeal(clock):
    tournament = make_automatic(round_hours=100)
    first, second = boards_of(newest(tournament))
    for board in (first, second):
        begin(board)
        deciding.decide(tournament.organiser, board.pk, Verdict.DRAW, WHY)
    go_by(clock, hours=9)
    assert newest(tournament).number == 1
    go_by(clock, hours=1)
    assert newest(tournament).number == 2


def test_an_appeal_is_waited_for_longer_but_not_for_ever(clock):
    tournament = make_automatic(round_hours=100)
    for board in boards_of(newest(tournament)):
        begin(board)
        deciding.decide(tournament.organiser, board.pk, Verdict.DRAW, WHY)
    appeals.appeal(board.white.player, board.pk, "I was winning.")
    go_by(clock, hours=29)
    assert newest(tournament).number == 1
    go_by(clock, hours=1)
    assert newest(tournament).number == 2


def test_an_event_starts_when_its_time_has_come(clock):
    tournament = make_tournament(starts=timezone.now() + timedelta(hours=1), is_automatic=True)
    make_entries(tournament)
    go_by(clock, minutes=59)
    assert fresh(tournament).state == State.REGISTRATION
    go_by(clock, minutes=1)
    assert fresh(tournament).state == State.RUNNING
    assert newest(tournament).state == RoundState.PUBLISHED


def test_all_who_play_hear_that_an_event_begins_and_that_it_is_called_off():
    tournament = make_running()
    settings.cancel(tournament.organiser, tournament.slug, "The island has sunk.")
    told = Notice.objects.filter(kind="event_stage").values_list("data__what", flat=True)
    assert sorted(told) == ["cancelled"] * 4 + ["start"] * 4


def test_an_event_without_players_stays_open_and_its_organiser_hears_once(clock):
    tournament = make_tournament(starts=timezone.now() + timedelta(hours=1))
    go_by(clock, hours=1)
    go_by(clock, minutes=1)
    assert fresh(tournament).state == State.REGISTRATION
    assert Notice.objects.get(kind="event_desk").data["what"] == "no_start"


def test_an_organiser_finishes_an_event_once_its_rounds_are_played():
    round_ = make_round(rounds=1)
    tournament = round_.tournament
    with pytest.raises(errors.NotOver):
        finishing.finish(tournament.organiser, tournament.slug)
    end_all(round_)
    finishing.finish(tournament.organiser, tournament.slug)
    finishing.finish(tournament.organiser, tournament.slug)
    assert tournament.log.filter(act=Act.FINISHED).count() == 1


def test_a_bad_event_never_stops_the_others(monkeypatch):
    bad, good = make_running(is_automatic=True), make_tournament(name="Other", is_automatic=True)
    make_entries(good, ["kepa", "garazi"])
    start(good)
    next_round = advancing.next_round

    def fail_once(slug):
        if slug == bad.slug:
            raise ZeroDivisionError
        return next_round(slug)

    monkeypatch.setattr(advancing, "next_round", fail_once)
    keeping.keep_rounds()
    assert newest(good).state == RoundState.PUBLISHED
    assert codes(boards_of(newest(good))[0]) == ("", "")


def test_where_no_organiser_is_left_moderators_stand_in():
    moderator = make_user("moderator", is_staff=True)
    tournament = make_running(2)
    assert not tournament.is_directed_by(moderator)
    User.objects.filter(pk=tournament.organiser_id).update(is_active=False)
    assert tournament.is_directed_by(moderator)
    assert not tournament.is_directed_by(make_user("arrotz"))
    pairing.pair(moderator, tournament.slug)


def test_they_are_told_what_waits_for_the_organisers():
    moderator = make_user("moderator", is_staff=True)
    tournament = make_running(2, rounds=2, is_automatic=True)
    User.objects.filter(pk=tournament.organiser_id).update(is_active=False)
    entering.withdraw(tournament.entries.first().player, tournament.slug)
    keeping.keep_rounds()
    assert Notice.objects.filter(kind="event_desk").get().recipient == moderator
