import pytest

from sumendi_site.accounts.invisible import strip_invisible


@pytest.mark.parametrize(
    "text",
    ["", " \t\n", "\u200b", "\u00ad\u2060", "\u2800", "\u3164\u115f", "\U000e0041\U000e007f"],
)
def test_of_a_text_that_nobody_can_see_nothing_is_left(text: str) -> None:
    assert strip_invisible(text) == ""


@pytest.mark.parametrize("text", ["\u200b Kaixo!\u2800 ", "\ufeffKaixo!\U000e0041", "Kaixo!\u200d"])
def test_invisible_characters_at_the_ends_are_taken_away(text: str) -> None:
    assert strip_invisible(text) == "Kaixo!"


@pytest.mark.parametrize(
    "text",
    [
        "\U0001f469\u200d\U0001f52c",  # a woman who is a scientist
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian, with a non-joiner
        "\u2764\ufe0f",  # a heart, as a picture
        "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",  # Scotland
        "two\nlines",
    ],
)
def test_what_joins_words_and_emoji_stays(text: str) -> None:
    assert strip_invisible(text) == text


@pytest.mark.parametrize("text", ["\u202ea", "a\u2066"])
def test_what_turns_writing_stays_to_be_refused(text: str) -> None:
    assert strip_invisible(text) == text
