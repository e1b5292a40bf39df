import pytest

from games.models import Exploration
from games.rules import Position, Record
from games.services import errors, exploring, sanction, tree_errors
from games.services.fair_errors import Muted
from games.services.sanctions import Measure
from sumendi_site.accounts.sanctions import SanctionKind
from tests.games.at_once import at_once
from tests.games.factories import make_finished_game, make_game, make_user

pytestmark = pytest.mark.thin

START = str(Position.start(5))
RECORD = Record({"First": "ane", "Second": "jon", "Size": "5", "Result": "*"}, ("e5", "swap", "a1"))


def tree(*texts):
    children = []
    for text in reversed(texts):
        children = [{"text": text, "comment": "", "children": children}]
    return {"start": START, "children": children}


def texts(exploration):
    return [child["text"] for child in exploration.tree["children"]]


def test_what_is_tried_beside_a_game_is_kept(game, amaia):
    kept = exploring.save_beside(amaia, game.pk, 0, tree("e5", "swap", "a1"))
    assert exploring.of_game(amaia, game.pk) == kept
    assert (kept.version, kept.tree) == (1, tree("e5", "swap", "a1"))


def test_a_stranger_explores_the_game_of_others(game, stranger):
    assert exploring.save_beside(stranger, game.pk, 0, tree("e5")).owner == stranger


def test_each_reader_has_a_tree_of_their_own(game, amaia, unai):
    exploring.save_beside(amaia, game.pk, 0, tree("e5"))
    exploring.save_beside(unai, game.pk, 0, tree("a1"))
    assert texts(exploring.of_game(amaia, game.pk)) == ["e5"]


def test_exploring_leaves_the_game_as_it_is(game, amaia):
    before = (game.ply_count, game.position, game.deadline, game.to_move)
    exploring.save_beside(amaia, game.pk, 0, tree("e5"))
    game.refresh_from_db()
    assert (game.ply_count, game.position, game.deadline, game.to_move) == before


def test_a_save_takes_the_place_of_the_version_it_was_made_from(game, amaia):
    exploring.save_beside(amaia, game.pk, 0, tree("e5"))
    kept = exploring.save_beside(amaia, game.pk, 1, tree("a1"))
    assert (kept.version, texts(kept)) == (2, ["a1"])


@pytest.mark.parametrize("version", [0, 1, 3])
def test_a_save_made_from_another_version_is_refused_and_changes_nothing(game, amaia, version):
    exploring.save_beside(amaia, game.pk, 0, tree("e5"))
    exploring.save_beside(amaia, game.pk, 1, tree("a1"))
    with pytest.raises(tree_errors.ExplorationChanged):
        exploring.save_beside(amaia, game.pk, version, tree("b1"))
    assert texts(exploring.of_game(amaia, game.pk)) == ["a1"]


def test_a_save_whose_answer_was_lost_can_be_sent_again(game, amaia):
    exploring.save_beside(amaia, game.pk, 0, tree("e5"))
    assert exploring.save_beside(amaia, game.pk, 0, tree("e5")).version == 1
    exploring.save_beside(amaia, game.pk, 1, tree("a1"))
    assert exploring.save_beside(amaia, game.pk, 1, tree("a1")).version == 2


def test_an_illegal_move_is_refused_with_the_rule(game, amaia):
    with pytest.raises(tree_errors.BadTree) as refused:
        exploring.save_beside(amaia, game.pk, 0, tree("e5", "swap", "e5"))
    assert refused.value.reason == "occupied"
    assert not Exploration.objects.exists()


def test_nothing_is_kept_beside_a_game_that_never_was(amaia):
    with pytest.raises(errors.GameNotFound):
        exploring.save_beside(amaia, 999_999, 0, tree("e5"))


def test_a_tree_that_was_deleted_elsewhere_is_not_saved_over(game, amaia):
    kept = exploring.save_beside(amaia, game.pk, 0, tree("e5"))
    exploring.delete(amaia, kept.pk)
    with pytest.raises(tree_errors.ExplorationChanged, match="deleted"):
        exploring.save_beside(amaia, game.pk, 1, tree("a1"))


def test_a_board_on_which_nothing_was_tried_is_given_again(amaia):
    board = exploring.new_board(amaia, 5)
    assert exploring.new_board(amaia, 5) == board
    exploring.save(amaia, board.pk, 1, tree("e5"))
    assert exploring.new_board(amaia, 5) != board


def test_there_is_no_board_of_size_4(amaia):
    with pytest.raises(tree_errors.BadTree):
        exploring.new_board(amaia, 4)


def test_a_tree_for_another_size_is_refused(amaia):
    board = exploring.new_board(amaia, 6)
    with pytest.raises(tree_errors.BadTree, match="does not start"):
        exploring.save(amaia, board.pk, 1, tree("e5"))


def test_nobody_has_more_boards_than_the_site_keeps(amaia, monkeypatch):
    monkeypatch.setattr(exploring, "MOST_BOARDS", 1)
    exploring.save(amaia, exploring.new_board(amaia, 5).pk, 1, tree("e5"))
    with pytest.raises(tree_errors.TooManyExplorations):
        exploring.new_board(amaia, 5)


def test_a_record_becomes_a_board_named_after_its_players(amaia):
    board = exploring.from_record(amaia, RECORD)
    assert (board.title, board.tree) == ("ane against jon", tree("e5", "swap", "a1"))


def test_the_same_record_twice_is_one_board(amaia):
    assert exploring.from_record(amaia, RECORD) == exploring.from_record(amaia, RECORD)


def test_a_record_of_a_reader_without_account_is_not_kept(db):
    assert exploring.from_record(None, RECORD).tree == tree("e5", "swap", "a1")
    assert not Exploration.objects.exists()


def test_what_was_tried_in_a_running_game_is_not_published(game, amaia):
    kept = exploring.save_beside(amaia, game.pk, 0, tree("e5"))
    with pytest.raises(tree_errors.NotToBePublished):
        exploring.publish(amaia, kept.pk)
    assert not kept.is_open_to(None)


def test_after_the_game_it_is_published_and_taken_back(amaia, unai, stranger):
    finished = make_finished_game(amaia, unai)
    kept = exploring.save_beside(amaia, finished.pk, 0, tree("e5"))
    exploring.publish(amaia, kept.pk)
    assert exploring.readable(kept.pk, stranger) == kept
    exploring.take_back(amaia, kept.pk)
    with pytest.raises(tree_errors.ExplorationNotFound):
        exploring.readable(kept.pk, stranger)


def test_publishing_twice_keeps_the_first_date(amaia):
    board = exploring.new_board(amaia, 5)
    first = exploring.publish(amaia, board.pk).published
    assert exploring.publish(amaia, board.pk).published == first


@pytest.mark.parametrize(
    "act",
    [
        exploring.publish,
        exploring.take_back,
        exploring.delete,
        lambda user, pk: exploring.rename(user, pk, "Mine"),
        lambda user, pk: exploring.save(user, pk, 1, tree("e5")),
    ],
)
def test_nobody_else_acts_on_it_even_when_it_is_published(amaia, stranger, act):
    board = exploring.publish(amaia, exploring.new_board(amaia, 5).pk)
    with pytest.raises(tree_errors.ExplorationNotFound):
        act(stranger, board.pk)
    assert Exploration.objects.get() == board


@pytest.mark.parametrize("title", ["a\nb", "x" * 81, "a\u202eb", "\x1b[31m"])
def test_a_title_is_a_short_line(amaia, title):
    board = exploring.new_board(amaia, 5)
    with pytest.raises(errors.BadText):
        exploring.rename(amaia, board.pk, title)


def test_the_list_has_the_newest_first(game, amaia):
    board = exploring.new_board(amaia, 5)
    beside = exploring.save_beside(amaia, game.pk, 0, tree("e5"))
    assert list(exploring.explorations_of(amaia)) == [beside, board]
    exploring.save(amaia, board.pk, 1, tree("a1"))
    assert list(exploring.explorations_of(amaia)) == [board, beside]


def test_a_guest_who_leaves_takes_what_was_explored_along(game):
    guest = make_user("guest-7", kind="guest")
    exploring.save_beside(guest, game.pk, 0, tree("e5"))
    guest.delete()
    assert not Exploration.objects.exists()


@pytest.mark.stack
@pytest.mark.django_db(transaction=True)
def test_of_two_tabs_that_save_at_once_one_is_told_of_the_other(amaia, unai):
    game = make_game(amaia, unai)
    saves = [
        lambda text=text: exploring.save_beside(amaia, game.pk, 0, tree(text))
        for text in ("e5", "a1")
    ]
    answers = at_once(saves)
    assert {type(answer) for answer in answers} == {Exploration, tree_errors.ExplorationChanged}
    assert exploring.of_game(amaia, game.pk) in answers


@pytest.fixture
def muted(amaia):
    """A board of amaia's that was published before a moderator muted her."""
    board = exploring.publish(amaia, exploring.new_board(amaia, 5).pk)
    sanction(make_user("nora", is_staff=True), amaia, Measure(SanctionKind.MUTE, "Spam."))
    return board


def test_who_is_muted_publishes_nothing_more(muted, amaia):
    exploring.take_back(amaia, muted.pk)
    with pytest.raises(Muted):
        exploring.publish(amaia, muted.pk)


def test_who_is_muted_writes_nothing_into_what_is_published(muted, amaia):
    with pytest.raises(Muted):
        exploring.save(amaia, muted.pk, 1, tree("e5"))
    with pytest.raises(Muted):
        exploring.rename(amaia, muted.pk, "Buy now!")


def test_who_is_muted_goes_on_exploring_alone(muted, amaia):
    exploring.take_back(amaia, muted.pk)
    assert texts(exploring.save(amaia, muted.pk, 1, tree("e5"))) == ["e5"]


def test_what_is_kept_beside_games_has_a_limit(game, amaia, unai, monkeypatch):
    monkeypatch.setattr(exploring, "MOST_BESIDE", 1)
    exploring.save_beside(amaia, game.pk, 0, tree("e5"))
    exploring.save_beside(amaia, game.pk, 1, tree("a1"))
    with pytest.raises(tree_errors.TooManyExplorations):
        exploring.save_beside(amaia, make_game(amaia, unai).pk, 0, tree("e5"))
