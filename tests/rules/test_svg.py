"""The picture of a board."""

import math
import re
from xml.etree import ElementTree

import pytest

from games.rules import MoveSyntaxError, Position
from games.rules.svg import svg

SVG = "{http://www.w3.org/2000/svg}"
MOVES = ["f6", "f7:f6-f5", "e6:f6-h6,f7-f8"]
NUMBER = r"(-?[\d.]+)"


def played(*moves: str) -> Position:
    position = Position.start(6)
    for move in moves:
        position = position.play(move)
    return position


def group(picture: str, role: str) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(picture)  # noqa: S314 - our own text
    return [shape for part in root.iter(f"{SVG}g") if part.get("class") == role for shape in part]


def centres(picture: str) -> dict[str, tuple[float, float]]:
    """Where the hexagon of each cell is; the path starts 38 above its centre."""
    found = re.findall(rf'data-cell="(\w+)" d="M{NUMBER} {NUMBER}', picture)
    return {name: (float(x), float(y) + 38) for name, x, y in found}


@pytest.mark.parametrize("size", [5, 6, 7])
def test_every_cell_can_be_found_by_its_name(size: int) -> None:
    position = Position.start(size)
    assert sorted(centres(svg(position))) == sorted(position.board.cells)


def test_neighbours_stand_at_equal_distance() -> None:
    at = centres(svg(Position.start(6)))
    around = ["f5", "f7", "g6", "g7", "e6", "e5"]
    assert {round(math.dist(at["f6"], at[name])) for name in around} == {69}


def test_row_a_is_at_the_bottom_and_numbers_grow_to_the_right() -> None:
    at = centres(svg(Position.start(6)))
    assert at["a1"][1] > at["k6"][1]
    assert at["a1"][0] < at["a2"][0]


def test_three_turns_put_the_other_side_below() -> None:
    upright, turned = (centres(svg(played(*MOVES), orientation=turns)) for turns in (0, 3))
    assert {name: (-x, -y) for name, (x, y) in upright.items()} == turned


def test_one_turn_is_sixty_degrees_clockwise() -> None:
    upright, turned = (centres(svg(Position.start(6), orientation=turns)) for turns in (0, 1))
    assert turned["f1"] == upright["k6"]


def test_a_volcano_has_a_contour_for_each_unit_of_height_and_its_numeral() -> None:
    picture = svg(Position.parse("5/6/7/8/4B4/8/7/6/5 w"))
    assert len(group(picture, "volcano black") + group(picture, "ring black")) == 6
    assert [text.text for text in group(picture, "height black")] == ["6"]


def test_lava_turns_its_cell_into_land() -> None:
    picture = svg(played("f6", "f7:f6-f5"))
    assert [path.get("data-cell") for path in group(picture, "land black")] == ["f5"]
    assert len(group(picture, "lava black")) == 1


def test_only_neighbouring_lava_of_one_colour_is_joined() -> None:
    position = Position.parse("5/6/7/8/bb1bw4/8/7/6/5 b")
    picture = svg(position)
    assert [path.get("d", "").count("L") for path in group(picture, "causeway black")] == [1]
    assert group(picture, "causeway white") == []


def test_the_last_move_has_a_ring_and_an_arrow_for_each_spill() -> None:
    picture = svg(played(*MOVES), last_move=MOVES[-1])
    assert [len(group(picture, role)) for role in ("last", "arrow", "head")] == [1, 2, 2]


def test_a_last_move_that_is_not_written_like_one_is_refused() -> None:
    with pytest.raises(MoveSyntaxError):
        svg(Position.start(6), last_move="<script>")


def test_marks_are_dots_on_their_cells() -> None:
    picture = svg(Position.start(6), marks=["f6"])
    (dot,) = group(picture, "mark")
    assert (dot.get("cx"), dot.get("cy")) == ("0", "0")


def test_coordinates_name_each_row_and_each_line() -> None:
    labels = {text.text for text in group(svg(Position.start(5)), "coordinate")}
    assert labels == set("abcdefghi") | {str(number) for number in range(1, 10)}
    assert group(svg(Position.start(5), coordinates=False), "coordinate") == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_picture_with_a_theme_needs_no_style_sheet(theme: str) -> None:
    picture = svg(played(*MOVES), last_move=MOVES[-1], marks=["a1"], theme=theme)  # type: ignore[arg-type]
    assert re.findall(r'class="(.*?)"', picture) == ["board"]
    assert 'fill="#' in picture


def test_words_stand_for_the_picture() -> None:
    assert 'aria-label="Board of size 6 with 2 volcanoes and 1 lava, Black to move"' in svg(
        played("f6", "f7:f6-f5")
    )


def test_a_label_cannot_break_out_of_its_attribute() -> None:
    root = ElementTree.fromstring(svg(Position.start(5), label='"><b>&'))  # noqa: S314
    assert root.get("aria-label") == '"><b>&'


def test_a_full_board_of_size_seven_stays_under_thirty_kilobytes() -> None:
    position = Position.start(7)
    while not position.is_over:
        position = position.play(position.first_move(position.placements()[0]))
    assert len(svg(position, theme="light")) < 30_000


def test_numbers_are_written_on_their_cells() -> None:
    picture = svg(Position.start(5), numbers={"e5": "<1"}, coordinates=False)
    (number,) = group(picture, "number")
    assert (number.text, number.get("x"), number.get("y")) == ("<1", "0", "0")
