import pytest
from django.core.exceptions import ValidationError

from tournaments.forms import ByHandForm, HoursField, as_lines


@pytest.mark.parametrize(
    ("text", "hours"), [("30d", 720), ("12h", 12), ("1d 12h", 36), (" 2D ", 48), ("0h", 0)]
)
def test_days_and_hours_are_read(text, hours):
    assert HoursField().clean(text) == hours


@pytest.mark.parametrize("text", ["", "soon", "12", "-1d", "1h 2d"])
def test_other_spans_are_refused(text):
    with pytest.raises(ValidationError):
        HoursField().clean(text)


@pytest.mark.parametrize(("hours", "text"), [(720, "30d"), (36, "1d 12h"), (0, "0h"), ("x", "x")])
def test_hours_are_shown_as_they_are_read(hours, text):
    assert HoursField().prepare_value(hours) == text


def test_boards_are_read_as_they_are_shown():
    boards = [(3, 8), (5, None)]
    form = ByHandForm({"boards": as_lines(boards)})
    assert form.is_valid()
    assert form.cleaned_data["boards"] == boards


def test_a_bad_line_is_named():
    form = ByHandForm({"boards": "3 - 8\n\n5 against 4"})
    assert form.errors["boards"][0].startswith("Line 3: ")
