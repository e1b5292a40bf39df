import gc

import pytest
from django.core.management import CommandError, call_command
from django.db.models import QuerySet

from ratings.models import Cursor, LedgerEntry, Revision
from ratings.replay import Entry, Pool
from ratings.services import contradictions, follow, rebuilding, rows
from ratings.services.rows import rate
from sumendi_site.accounts.models import User, beginning
from tests.games.factories import make_user
from tests.ratings.finished import finish, finish_many

pytestmark = pytest.mark.django_db


@pytest.fixture
def rated(amaia, unai):
    for _ in range(3):
        finish(amaia, unai)
    follow()


def falsify(sequence=2, **columns):
    QuerySet.update(LedgerEntry.objects.filter(sequence=sequence), **columns)


def test_an_account_with_another_rating_is_found(rated):
    User.objects.filter(username="amaia").update(rating=1_600_000_000)
    assert list(contradictions()) == ["Account amaia: the rating is not what the games lead to."]


def test_an_account_that_never_played_and_has_a_rating_is_found(rated):
    User.objects.create_user(username="nora", rating=1_500_000_001)
    assert len(list(contradictions())) == 1


@pytest.fixture
def strong(db):
    """An account whose rating begins at 1,900."""
    return make_user("strong", **beginning(1900))


def test_a_rating_that_begins_elsewhere_is_no_contradiction_without_games(strong):
    assert list(contradictions()) == []


def test_a_rating_goes_on_from_where_it_begins(strong, amaia):
    finish(strong, amaia)
    follow()
    row = LedgerEntry.objects.get()
    assert (row.first_before, row.second_before) == (1_900_000_000, 1_500_000_000)
    assert list(contradictions()) == []


def test_mending_sets_an_account_to_where_its_rating_begins(strong, rated):
    User.objects.filter(pk=strong.pk).update(rating=1_500_000_000)
    rebuilding.mend("A slip.")
    strong.refresh_from_db()
    assert strong.rating_points == 1900


def test_mending_rates_from_where_ratings_begin(strong, amaia):
    finish(strong, amaia)
    follow()
    falsify(1, first_before=1_500_000_000)
    rebuilding.mend("A slip.")
    assert LedgerEntry.objects.current().get().first_before == 1_900_000_000


def test_a_row_that_is_off_by_a_millionth_is_found(rated):
    falsify(first_expected=471_242)
    assert "place 2" in next(contradictions())


def test_a_missing_row_is_found(rated):
    QuerySet.delete(LedgerEntry.objects.filter(sequence=2))
    assert list(contradictions()) == ["Ledger, place 2: the row of the game is missing."]


def test_a_row_that_no_event_accounts_for_is_found(rated):
    Cursor.objects.update(last=2)
    assert "Ledger, place 3: no game finished there." in contradictions()


def test_results_that_are_not_followed_yet_are_no_contradiction(rated, amaia, unai):
    finish(amaia, unai)
    assert list(contradictions()) == []


def test_the_command_says_that_all_is_well(rated, capsys):
    call_command("replay_ratings")
    assert "what the games lead to" in capsys.readouterr().out


def test_the_command_fails_on_a_difference(rated):
    falsify(first_change=1)
    with pytest.raises(CommandError, match="1 differences"):
        call_command("replay_ratings")


def test_the_check_of_all_games_checks_the_ratings_too(rated):
    falsify(first_change=1)
    with pytest.raises(CommandError):
        call_command("check_consistency")


def test_mending_rates_a_game_that_a_fault_left_out(amaia, unai, monkeypatch):
    finish(amaia, unai)
    with monkeypatch.context() as patch:
        patch.setattr(Pool, "rate", lambda pool, facts: 1 / 0)
        follow()
    call_command("replay_ratings", mend="The arithmetic was repaired.")
    assert LedgerEntry.objects.current().get().rated
    assert Revision.objects.get().why == "The arithmetic was repaired."
    assert list(contradictions()) == []


def test_the_command_names_the_games_that_a_fault_keeps_unrated(amaia, unai, monkeypatch, capsys):
    game = finish(amaia, unai)
    monkeypatch.setattr(Pool, "rate", lambda pool, facts: 1 / 0)
    follow()
    call_command("replay_ratings")
    assert f"from being rated: {game.pk}." in capsys.readouterr().out


def test_mending_leaves_the_places_before_the_fault(rated):
    falsify(first_change=1)
    call_command("replay_ratings", mend="A trial.")
    places = LedgerEntry.objects.current().order_by("sequence")
    assert list(places.values_list("sequence", "revision")) == [(1, 0), (2, 1), (3, 1)]


def test_mending_names_the_accounts_where_no_game_was_wrong(rated):
    User.objects.filter(username="amaia").update(rating=1_400_000_000)
    call_command("replay_ratings", mend="A disk had lost it.")
    why = "A disk had lost it. (accounts set right: amaia 1400 → 1553)"
    assert Revision.objects.get().why == why


def test_mending_names_an_account_without_numbers_where_its_rating_was_right(rated):
    User.objects.filter(username="amaia").update(rated_games=7)
    call_command("replay_ratings", mend="A trial.")
    assert Revision.objects.get().why == "A trial. (accounts set right: amaia)"


def test_more_accounts_than_there_is_room_for_are_counted(rated):
    for number in range(30):
        make_user(f"player-{number}", rating=1_700_000_000)
    call_command("replay_ratings", mend="A trial.")
    why = Revision.objects.get().why
    named = why.count("→")
    assert why.endswith(f", {30 - named} more)")
    assert 0 < named < 30


@pytest.mark.parametrize("why", ["", "  ", "x" * 301])
def test_mending_without_a_reason_that_can_be_shown_is_refused(rated, why):
    falsify(first_change=1)
    with pytest.raises(CommandError, match="reason"):
        call_command("replay_ratings", mend=why)
    assert not Revision.objects.exists()


def test_mending_sets_an_account_right_that_never_played(rated):
    User.objects.create_user(username="nora", rating=1_700_000_000)
    call_command("replay_ratings", mend="A trial.")
    assert list(contradictions()) == []


def test_an_owner_who_is_known_later_changes_no_past_game(amaia):
    bot = make_user("lapa", kind=User.Kind.BOT, owner=make_user("jokin"))
    finish(amaia, bot)
    follow()
    User.objects.filter(pk=bot.pk).update(owner=amaia)
    assert list(contradictions()) == []


def test_an_account_that_becomes_a_bot_changes_no_past_game(amaia, unai):
    for _ in range(11):
        finish(amaia, unai)
    follow()
    unai.refresh_from_db()
    unai.kind = User.Kind.BOT
    unai.save()
    assert list(contradictions()) == []


@pytest.fixture
def alive(monkeypatch):
    """Counts, at each rating, how many entries are held in memory."""
    counts = []

    def count_and_rate(pool, facts):
        counts.append(sum(type(thing) is Entry for thing in gc.get_objects()))
        return rate(pool, facts)

    monkeypatch.setattr(rebuilding, "rate", count_and_rate)
    return counts


def test_comparing_holds_hardly_any_entries_in_memory(players, alive):
    finish_many(players, 40)
    follow()
    assert list(contradictions()) == []
    assert len(alive) == 40
    assert max(alive) <= 2


def test_mending_holds_no_more_entries_in_memory_than_are_written_in_one_go(
    players, alive, monkeypatch
):
    finish_many(players, 40)
    follow()
    falsify(first_change=1)
    monkeypatch.setattr(rows, "AT_ONCE", 5)
    call_command("replay_ratings", mend="A trial.")
    assert LedgerEntry.objects.filter(revision=1).count() == 39
    assert max(alive) <= 7
    assert list(contradictions()) == []


def test_mending_leaves_a_row_out_that_no_event_accounts_for(rated):
    Cursor.objects.update(last=2)
    call_command("replay_ratings", mend="A trial.")
    assert [row.sequence for row in LedgerEntry.objects.current()] == [1, 2]
    assert list(contradictions()) == []
