import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from sumendi_site.accounts.about import validate_about
from sumendi_site.accounts.models import User


@pytest.mark.parametrize("text", ["\x00", "a\x1bb", "\x7f", "\u202eaiama", "a\u2066b", "\u202c"])
def test_control_characters_and_turned_writing_are_refused(text: str) -> None:
    with pytest.raises(ValidationError, match="control characters"):
        validate_about(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Two lines\r\nand a\ttab.",
        "\u05e9\u05dc\u05d5\u05dd",
        "\U0001f469\u200d\U0001f52c",
        "Añón",
    ],
)
def test_the_writing_of_people_is_allowed(text: str) -> None:
    validate_about(text)


def test_a_refused_text_is_told_and_changes_nothing(amaias: Client, amaia: User) -> None:
    answer = amaias.post("/account/", {"about": "\u202ebackwards"})
    assert "control characters" in answer.content.decode()
    amaia.refresh_from_db()
    assert amaia.about == ""


def test_an_about_that_nobody_can_see_is_kept_as_none(amaias: Client, amaia: User) -> None:
    amaias.post("/account/", {"about": "\u200b\u2800"})
    amaia.refresh_from_db()
    assert amaia.about == ""
