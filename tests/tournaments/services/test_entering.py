import pytest

from games.models import Bot, Game
from games.services.blocks import block
from games.services.errors import Blocked
from games.services.house_bots import house_player
from ratings import numbers
from sumendi_site.accounts.models import User
from tests.games.factories import make_bot, make_user
from tests.tournaments.factories import (
    make_entries,
    make_organiser,
    make_running,
    make_tournament,
    play_round,
    publish_round,
    start,
)
from tournaments.models import Act
from tournaments.services import admission, entering, settings
from tournaments.services.errors import (
    Bar,
    CannotEnter,
    NotADirector,
    NotEntered,
    NotYourBot,
    WrongState,
)

pytestmark = pytest.mark.django_db


def refused(player, tournament, bar):
    with pytest.raises(CannotEnter) as refusal:
        entering.enter(player, tournament.slug)
    assert refusal.value.reason == bar


def rated(name, points, peak=None):
    peak = None if peak is None else peak * numbers.POINT
    return make_user(name, rating=points * numbers.POINT, rating_peak=peak)


def test_an_entry_has_the_rating_of_its_day():
    entry = entering.enter(rated("amaia", 1612), make_tournament().slug)
    assert (entry.rating, entry.number, entry.first_round) == (1612, None, 1)


def test_who_fell_far_below_a_peak_counts_as_stronger():
    entry = entering.enter(rated("amaia", 1500, peak=1900), make_tournament().slug)
    assert entry.rating == 1700


def test_entering_twice_makes_one_entry_and_one_line_in_the_log():
    tournament, amaia = make_tournament(), make_user()
    assert entering.enter(amaia, tournament.slug) == entering.enter(amaia, tournament.slug)
    assert tournament.log.filter(act=Act.ENTERED).count() == 1


def test_nobody_enters_a_draft():
    draft = settings.create(make_organiser(), name="Draft", time_control="3d")
    with pytest.raises(WrongState):
        entering.enter(make_user(), draft.slug)


def test_nobody_enters_a_cancelled_event():
    tournament = settings.cancel(make_organiser(), make_tournament().slug)
    with pytest.raises(WrongState):
        entering.enter(make_user(), tournament.slug)


def test_a_guest_signs_up_first():
    refused(make_user("guest-1", kind=User.Kind.GUEST), make_tournament(), Bar.GUEST)


def test_a_closed_account_does_not_enter():
    refused(make_user(is_active=False), make_tournament(), Bar.CLOSED)


def test_a_full_field_is_full_until_somebody_leaves():
    tournament = make_tournament(most_entries=2)
    first, _ = make_entries(tournament, 2)
    nora = make_user("nora-2")
    refused(nora, tournament, Bar.FULL)
    entering.withdraw(first.player, tournament.slug)
    assert entering.enter(nora, tournament.slug).pk


@pytest.mark.parametrize(("points", "enters"), [(1599, False), (1600, True), (1801, False)])
def test_limits_of_ratings_hold(points, enters):
    tournament, player = make_tournament(rating_min=1600, rating_max=1800), rated("amaia", points)
    if enters:
        assert entering.enter(player, tournament.slug).pk
    else:
        refused(player, tournament, Bar.RATING)


def test_the_password_is_asked_for():
    tournament, amaia = make_tournament(access="password", password="magma"), make_user()
    refused(amaia, tournament, Bar.PASSWORD)
    assert entering.enter(amaia, tournament.slug, "magma").pk


def test_a_page_does_not_compare_passwords(monkeypatch):
    tournament = make_tournament(access="password", password="magma")
    monkeypatch.setattr(admission, "check_password", None)
    refused(make_user(), tournament, Bar.PASSWORD)


def test_an_owner_enters_a_bot_and_nobody_else_does():
    tournament, amaia = make_tournament(), make_user()
    bot = make_bot(amaia)
    assert entering.enter_bot(amaia, tournament.slug, bot).player == bot
    with pytest.raises(NotYourBot):
        entering.enter_bot(make_user("unai"), tournament.slug, bot)
    with pytest.raises(NotYourBot):
        entering.enter(bot, tournament.slug)


def test_a_bot_enters_no_event_for_people():
    amaia = make_user()
    with pytest.raises(CannotEnter, match="people alone"):
        entering.enter_bot(amaia, make_tournament(entrants="people").slug, make_bot(amaia))


def test_a_person_enters_no_event_for_bots():
    refused(make_user(), make_tournament(entrants="bots"), Bar.KIND)


def test_a_bot_enters_only_where_it_knows_the_board():
    amaia = make_user()
    bot = make_bot(amaia)
    Bot.objects.filter(account=bot).update(sizes=[6])
    with pytest.raises(CannotEnter, match="size 5"):
        entering.enter_bot(amaia, make_tournament(size=5).slug, bot)


def test_an_organiser_lets_in_whom_the_limits_keep_out():
    tournament = make_tournament(rating_min=2400)
    entry = entering.enter_by_director(make_organiser(), tournament.slug, make_user())
    assert entry.pk
    assert tournament.log.first().act == Act.ENTERED_BY_DIRECTOR


def test_an_organiser_lets_in_a_house_bot():
    bot = house_player("house-pumice")
    assert entering.enter_by_director(make_organiser(), make_tournament().slug, bot).pk


def test_an_organiser_does_not_enter_who_blocks_him():
    amaia = make_user()
    block(amaia, make_organiser())
    with pytest.raises(Blocked):
        entering.enter_by_director(make_organiser(), make_tournament().slug, amaia)


def test_a_stranger_lets_nobody_in():
    with pytest.raises(NotADirector):
        entering.enter_by_director(make_user(), make_tournament().slug, make_user("unai"))


def test_a_late_entry_has_the_next_number_and_the_next_round():
    tournament = make_running(4)
    publish_round(tournament)
    entry = entering.enter(rated("late-1", 2700), tournament.slug)
    assert (entry.number, entry.first_round) == (5, 2)


def test_after_half_of_the_rounds_only_an_organiser_lets_in():
    tournament = make_running(6, rounds=3)
    play_round(tournament)
    publish_round(tournament)
    late = make_user("late-1")
    refused(late, tournament, Bar.LATE)
    assert entering.enter_by_director(make_organiser(), tournament.slug, late).first_round == 3


def test_nobody_enters_when_the_last_round_is_out():
    tournament = make_running(4, rounds=1)
    publish_round(tournament)
    with pytest.raises(CannotEnter, match="too late"):
        entering.enter_by_director(make_organiser(), tournament.slug, make_user("late-1"))


def test_a_round_robin_takes_no_late_entries():
    tournament = make_running(4, format="round_robin", most_entries=8)
    refused(make_user("late-1"), tournament, Bar.LATE)


def test_in_a_round_robin_an_owner_and_own_bots_do_not_meet():
    tournament = make_tournament(format="round_robin", most_entries=8)
    amaia = make_user()
    entering.enter(amaia, tournament.slug)
    with pytest.raises(CannotEnter, match="amaia plays already"):
        entering.enter_bot(amaia, tournament.slug, make_bot(amaia))


def test_a_withdrawal_before_the_start_leaves_no_number():
    tournament = make_tournament()
    first, *_ = make_entries(tournament, 3)
    entering.withdraw(first.player, tournament.slug)
    start(tournament)
    first.refresh_from_db()
    assert first.number is None


def test_a_withdrawal_resigns_the_game_of_the_round():
    tournament = make_running(4)
    board = publish_round(tournament).pairings.first()
    entering.withdraw(board.white.player, tournament.slug)
    game = Game.objects.get(pk=board.game_id)
    assert (game.termination, game.winner) == ("resignation", board.black.player)


def test_a_withdrawal_after_the_round_lets_the_game_go_on():
    tournament = make_running(4)
    board = publish_round(tournament).pairings.first()
    entry = entering.withdraw(board.white.player, tournament.slug, after_round=True)
    assert (entry.last_round, board.game.status) == (1, "running")


def test_withdrawing_twice_is_one_line_in_the_log():
    tournament = make_running(4)
    player = tournament.entries.first().player
    for _ in range(2):
        entering.withdraw(player, tournament.slug)
    assert tournament.log.filter(act=Act.WITHDRAWN).count() == 1


def test_who_comes_back_keeps_the_number():
    tournament = make_running(4)
    player = tournament.entries.get(number=2).player
    entering.withdraw(player, tournament.slug)
    entry = entering.enter(player, tournament.slug)
    assert (entry.number, entry.withdrawn, entry.last_round) == (2, None, None)


def test_an_organiser_and_an_owner_withdraw_others_and_strangers_do_not():
    tournament, amaia = make_tournament(), make_user("owner-1")
    bot = make_bot(amaia)
    entry = entering.enter_bot(amaia, tournament.slug, bot)
    with pytest.raises(NotADirector):
        entering.withdraw(make_user("stranger"), tournament.slug, bot)
    assert entering.withdraw(amaia, tournament.slug, bot) == entry
    entering.enter_bot(amaia, tournament.slug, bot)
    assert entering.withdraw(make_organiser(), tournament.slug, bot).withdrawn


def test_who_has_not_entered_does_not_withdraw():
    with pytest.raises(NotEntered):
        entering.withdraw(make_user(), make_tournament().slug)
