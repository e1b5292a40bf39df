import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from sumendi_site.accounts.models import User
from sumendi_site.accounts.names import validate_username


@pytest.mark.parametrize("name", ["ane", "Basalt-3", "tuff_bot", "a" * 24])
def test_a_plain_name_is_taken(name: str) -> None:
    validate_username(name)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("ab", "short"),
        ("a" * 25, "long"),
        ("3rocks", "start"),
        ("-rock", "start"),
        ("a b", "letters"),
        ("a/b", "letters"),
        ("amaia@example", "letters"),
        ("\u0430maia", "letters"),  # a Cyrillic a
        ("amaiá", "letters"),
        ("\uff41maia", "letters"),  # a full-width a
        ("a٣b", "letters"),  # an Arabic digit
        ("ama\x00ia", "control"),
        ("ama\nia", "control"),
        ("ama\u200bia", "control"),  # a zero-width space
        ("\u202eamaia", "control"),  # turns the direction of the text
        ("Sumendi", "reserved"),
        ("ADMIN", "reserved"),
        ("", "start"),
    ],
)
def test_a_misleading_name_is_refused_with_its_reason(name: str, code: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        validate_username(name)
    assert refusal.value.code == code


def test_a_look_alike_letter_is_named() -> None:
    with pytest.raises(ValidationError, match="cyrillic small letter a"):
        validate_username("\u0430maia")


def test_a_name_is_unique_regardless_of_case_in_the_database(amaia: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("AMAIA")


def test_a_name_is_found_regardless_of_case(amaia: User) -> None:
    assert User.objects.get_by_natural_key("Amaia") == amaia
