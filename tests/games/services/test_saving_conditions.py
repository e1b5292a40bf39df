import pytest

from games import services
from games.models import Conditions, Game, Move
from games.services import conditions, errors, tree_errors
from tests.games.factories import make_bot, make_game, make_user, some_moves
from tests.games.prepared import BEGUN, play, prepare, texts, tree_of

pytestmark = pytest.mark.thin


@pytest.fixture
def game(amaia, unai):
    return make_game(amaia, unai, BEGUN)


def test_saving_plays_nothing(game, amaia, unai):
    play(game, unai, "a1")
    prepare(game, amaia, ["i9"])
    assert texts(game) == [*BEGUN, "a1"]


def test_what_is_saved_is_read_again(game, amaia):
    prepare(game, amaia, ["a1", "i9"])
    kept = conditions.read(game.pk, amaia).conditions
    assert (kept.version, kept.from_ply) == (1, 2)
    assert kept.tree == tree_of(game.position, ["a1", "i9"])


def test_before_anything_is_saved_the_tree_is_empty_and_starts_here(game, amaia):
    kept = conditions.read(game.pk, amaia).conditions
    assert (kept.version, kept.from_ply, kept.tree) == (0, 2, tree_of(game.position))


def test_of_two_pages_the_second_is_told_the_newest(game, amaia):
    prepare(game, amaia, ["a1", "i9"])
    with pytest.raises(tree_errors.ConditionsChanged) as refusal:
        prepare(game, amaia, ["a5", "i9"])
    assert refusal.value.newest.conditions.version == 1


def test_saving_the_same_again_changes_nothing(game, amaia):
    prepare(game, amaia, ["a1", "i9"])
    assert prepare(game, amaia, ["a1", "i9"]).conditions.version == 1


def test_a_tree_from_before_the_opponents_ply_can_still_be_saved(game, amaia, unai):
    tree = tree_of(game.position, ["a1", "i9"], ["a5", "i9", "i5", "e1"])
    play(game, unai, "a5")
    prepared = conditions.save(game.pk, amaia, 0, 2, tree)
    assert (prepared.plies, prepared.alive) == (("e5", "keep", "a5"), 1)


def test_a_line_can_be_as_long_as_a_game(amaia, unai):
    line = some_moves(200, size=7)
    assert prepare(make_game(amaia, unai, size=7), unai, line).alive == 1
    assert conditions.read(Game.objects.get().pk, unai).alive == 1


def test_one_cannot_prepare_two_moves_for_one_place(game, amaia):
    with pytest.raises(tree_errors.BadConditions, match="After a1: prepare one"):
        prepare(game, amaia, ["a1", "i9"], ["a1", "i5"])
    assert not Conditions.objects.exists()


def test_of_what_the_game_has_passed_several_moves_can_stay(game, amaia, unai):
    play(game, unai, "a1")
    play(game, amaia, "i5")
    start = tree_of(make_game(unai, make_user("ines"), BEGUN).position, ["a1", "i9"], ["a1", "i5"])
    assert conditions.save(game.pk, amaia, 0, 2, start).conditions.version == 1


@pytest.mark.parametrize("line", [["e5", "i9"], ["a1", "nonsense"], ["swap", "a1"]])
def test_what_is_no_legal_continuation_is_refused_with_its_place(game, amaia, line):
    with pytest.raises(tree_errors.BadConditions):
        prepare(game, amaia, line)
    assert not Conditions.objects.exists()


@pytest.mark.parametrize("from_ply", [-1, 3, 10_000])
def test_a_tree_cannot_begin_where_the_game_has_not_been(game, amaia, from_ply):
    with pytest.raises(tree_errors.BadConditions):
        conditions.save(game.pk, amaia, 0, from_ply, tree_of(game.position))


def test_a_tree_of_another_position_is_refused(game, amaia):
    with pytest.raises(tree_errors.BadConditions):
        conditions.save(game.pk, amaia, 0, 1, tree_of("5/6/7/8/9/8/7/6/5 b", ["e5"]))


def test_a_stranger_prepares_nothing(game, stranger):
    with pytest.raises(errors.NotAPlayer):
        prepare(game, stranger, ["a1", "i9"])


def test_a_stranger_reads_nothing(game, stranger):
    with pytest.raises(errors.NotAPlayer):
        conditions.read(game.pk, stranger)


def test_a_program_prepares_nothing(amaia, unai):
    bot = make_bot(amaia)
    with pytest.raises(tree_errors.NoConditionsForPrograms):
        prepare(make_game(bot, unai, BEGUN), bot, ["a1", "i9"])


def test_nothing_is_prepared_for_a_game_that_is_over(game, amaia, unai):
    services.resign(game.pk, unai)
    with pytest.raises(errors.GameOver):
        prepare(game, amaia, ["a1", "i9"])


def test_what_was_cleared_is_not_played(game, amaia, unai):
    prepare(game, amaia, ["a1", "i9"])
    assert conditions.clear(game.pk, amaia).conditions.version == 2
    assert conditions.clear(game.pk, amaia).conditions.version == 2
    play(game, unai, "a1")
    assert game.to_move == amaia


def test_a_page_from_before_the_clearing_saves_nothing(game, amaia):
    prepare(game, amaia, ["a1", "i9"])
    conditions.clear(game.pk, amaia)
    with pytest.raises(tree_errors.ConditionsChanged):
        prepare(game, amaia, ["a5", "i9"], version=1)


def test_what_both_have_prepared_can_be_forgotten(game, amaia, unai):
    prepare(game, amaia, ["a1", "i9"])
    prepare(game, unai, ["a1", "i9", "a5"])
    conditions.forget(game)
    play(game, unai, "a1")
    assert game.to_move == amaia
    assert set(Conditions.objects.values_list("version", flat=True)) == {2}


def test_the_lines_that_are_alive_are_counted(game, amaia, unai):
    lines = [["a1", "i9", "a5", "i5"], ["a1", "i9", "e1", "i5"], ["a5", "i9"], ["e1"]]
    assert prepare(game, amaia, *lines).alive == 3
    play(game, unai, "a1")
    assert conditions.read(game.pk, amaia).alive == 2
    play(game, unai, "e1")
    assert conditions.read(game.pk, amaia).alive == 0


def test_a_move_of_ones_own_that_answers_nothing_is_no_line(game, amaia, unai):
    play(game, unai, "a1")
    assert prepare(game, amaia, ["i9"]).alive == 0


def test_of_a_game_that_is_over_no_line_is_alive(game, amaia, unai):
    prepare(game, amaia, ["a1", "i9"])
    services.resign(game.pk, unai)
    assert conditions.read(game.pk, amaia).alive == 0


def test_each_has_their_own(game, amaia, unai):
    prepare(game, amaia, ["a1", "i9"])
    assert conditions.read(game.pk, unai).conditions.version == 0


def test_plies_of_ones_own_hand_are_told_from_others(game, amaia, unai):
    prepare(game, amaia, ["a1", "i9"])
    play(game, unai, "a1")
    assert Move.objects.filter(by_condition=True).get().player == amaia
