import json

import pytest

from games.rules import Position, Reason, Tree, TreeError
from games.rules.tree import MAX_COMMENT, MAX_NODES

START = Position.start(5)


def node(text, *children, comment=""):
    return {"text": text, "comment": comment, "children": list(children)}


def tree(*children):
    return {"start": str(START), "children": list(children)}


def fault(data, **of):
    with pytest.raises(TreeError) as caught:
        Tree.parse(data, START, **of)
    return caught.value


OPENING = tree(
    node("e5", node("swap", node("a1", comment="far away")), node("keep")), node("a1", node("keep"))
)


def test_a_tree_reads_back_as_it_was_written():
    assert Tree.parse(OPENING, START).data() == OPENING


def test_a_tree_survives_json():
    assert json.loads(json.dumps(Tree.parse(OPENING, START).data())) == OPENING


def test_spills_in_any_order_are_written_in_canonical_order():
    far = START.play("e4").play("e6")
    read = Tree.parse(
        {"start": str(far), "children": [{"text": "e5:e6-e7,e4-e3"}]}, far, plies_before=3
    )
    assert read.children[0].text == "e5:e4-e3,e6-e7"


def test_one_move_in_two_orders_of_spills_is_the_same_sibling():
    far = START.play("e4").play("e6")
    twice = [{"text": "e5:e6-e7,e4-e3"}, {"text": "e5:e4-e3,e6-e7"}]
    with pytest.raises(TreeError, match="there twice"):
        Tree.parse({"start": str(far), "children": twice}, far, plies_before=3)


def test_a_node_may_lack_its_comment_and_children():
    assert Tree.parse(tree({"text": "e5"}), START).data() == tree(node("e5"))


@pytest.mark.parametrize(
    ("data", "path", "sentence"),
    [
        (tree(node("e5", node("a1"))), ("e5",), "swap or keep"),
        (tree(node("swap")), (), "not written like a move"),
        (tree(node("e5", node("keep", node("e5")))), ("e5", "keep"), "e5 is taken"),
        (tree(node("e5", node("keep", node("e5:a1-a2")))), ("e5", "keep"), "e5 is taken"),
        (tree(node("e5"), node("e5")), (), "e5 is there twice"),
        (tree(node("e5", node("keep"), node("keep"))), ("e5",), "keep is there twice"),
        (tree(node("e5", comment="x" * (MAX_COMMENT + 1))), ("e5",), "at most 2,000"),
        (tree(node("e5", comment="\0")), ("e5",), "control characters"),
        (tree(node("e5", comment="\ud800")), ("e5",), "control characters"),
        (tree(node("e5", comment="\u202e")), ("e5",), "direction"),
        (tree({"text": "e5", "comment": 3}), ("e5",), "A comment is a text"),
        (tree({"text": "e5", "children": {}}), ("e5",), "are a list"),
        (tree({"text": "e5", "score": 3}), (), "only"),
        (tree({"comment": "e5"}), (), "missing"),
        (tree("e5"), (), "Expected an object"),
        ([], (), "Expected an object"),
        ({"children": []}, (), "does not start"),
        ({"start": str(Position.start(6)), "children": []}, (), "does not start"),
    ],
)
def test_a_fault_is_told_with_the_path_and_the_reason(data, path, sentence):
    error = fault(data)
    assert error.path == path
    assert sentence in str(error)


def test_an_illegal_move_has_the_reason_of_the_rules():
    assert fault(tree(node("e5", node("keep", node("e5"))))).reason == Reason.OCCUPIED


def test_after_the_side_choice_of_the_game_there_is_none():
    assert fault(tree(node("e5", node("a1", node("swap")))), plies_before=2).path == ("e5", "a1")


def test_a_tree_that_starts_before_the_side_choice_begins_with_it():
    start = START.play("e5")
    told = {"start": str(start), "children": [node("swap", node("a1"))]}
    assert Tree.parse(told, start, plies_before=1).data() == told


def test_a_comment_that_nobody_can_see_is_none():
    assert Tree.parse(tree(node("e5", comment=" \u200b\n")), START).children[0].comment == ""


def test_a_comment_has_lines():
    assert Tree.parse(tree(node("e5", comment="one\r\ntwo\n")), START).children[0].comment == (
        "one\ntwo"
    )


def walk(node):
    return [node, *(found for child in node.children for found in walk(child))]


def far_from(first):
    after = START.play(first)
    return [node(cell) for cell in after.placements() if not after.targets(cell)]


def test_a_tree_has_a_thousand_moves_and_not_one_more():
    firsts = START.placements()
    data = tree(*(node(first, node("keep", *far_from(first)[:48])) for first in firsts[:20]))
    nodes = [one for first in Tree.parse(data, START).children for one in walk(first)]
    assert len(nodes) == MAX_NODES == 1_000
    data["children"].append(node(firsts[20]))
    assert "at most 1,000" in str(fault(data))


def test_a_tree_takes_no_more_than_its_share_of_bytes():
    data = tree(*(node(cell, comment="é" * MAX_COMMENT) for cell in START.placements()[:17]))
    assert "64 KB" in str(fault(data))


def test_nesting_beyond_the_cells_of_the_board_is_an_illegal_move_and_no_overflow():
    deep = node("a1")
    for _ in range(900):
        deep = node("e5", deep)
    assert fault(tree(deep)).path == ("e5",)


def test_a_whole_game_fits_one_line():
    position, moves = Position.start(7), []
    while not position.is_over:
        moves.append(str(position.first_move(position.placements()[-1])))
        position = position.play(moves[-1])
    moves.insert(1, "keep")
    line = Tree.line(Position.start(7), tuple(moves))
    assert [found.text for found in walk(line.children[0])] == moves
