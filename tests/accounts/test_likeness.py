from importlib import import_module

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError

from sumendi_site.accounts.guests import close_guest, new_guest
from sumendi_site.accounts.likeness import skeleton
from sumendi_site.accounts.models import User
from sumendi_site.accounts.names import validate_chosen_name, validate_username
from sumendi_site.accounts.renaming import require_unlike


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Pilota", "PiIota"),  # a capital i for the l
        ("Pilota", "Pi1ota"),
        ("Pilota", "Pil0ta"),
        ("bernat", "bemat"),
        ("ivy", "IVY"),
        ("savvy", "sawy"),
        ("savvvy", "savwy"),
        ("clara", "dara"),
        ("ane_b", "ane-b"),
        ("ane_b", "aneb"),
        ("ane", "ane_"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(name: str, other: str) -> None:
    assert skeleton(name) == skeleton(other)


@pytest.mark.parametrize(("name", "other"), [("ber-nat", "bemat"), ("ane1", "ane2"), ("ab", "ba")])
def test_names_that_look_different_have_two(name: str, other: str) -> None:
    assert skeleton(name) != skeleton(other)


def test_a_new_name_that_looks_like_anothers_is_refused(amaia: User) -> None:
    with pytest.raises(ValidationError, match="too much like"):
        require_unlike("Ama1a")


def test_an_own_name_may_look_like_the_one_before(amaia: User) -> None:
    require_unlike("Ama1a", amaia)


@pytest.mark.parametrize("name", ["adm1n", "rnoderator", "S-u-mendi", "b0t"])
def test_a_name_that_looks_reserved_is_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="reserved"):
        validate_username(name)


@pytest.mark.parametrize("name", ["guest_1", "h0use-random", "renamed-x"])
def test_a_name_that_looks_given_by_the_site_is_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="given by the site"):
        validate_chosen_name(name)


def test_a_sign_up_with_such_a_name_is_refused_with_the_reason(amaia: User, client) -> None:
    fields = {"username": "ama_1a", "password1": "lava-flows-down", "password2": "lava-flows-down"}
    page = client.post("/accounts/signup/", fields)
    assert "looks too much like" in page.content.decode()
    assert not User.objects.filter(username="ama_1a").exists()


def test_names_that_the_site_gives_are_not_compared(db: None) -> None:
    assert new_guest().name_skeleton is None


def test_the_name_of_a_closed_guest_is_free(db: None) -> None:
    guest = User.objects.create_user("leire", kind=User.Kind.GUEST)
    close_guest(guest)
    require_unlike("leire")


def test_accounts_from_before_keep_their_names(amaia: User) -> None:
    User.objects.bulk_create([User(username="Ama1a")])
    import_module("sumendi_site.accounts.migrations.0007_names_that_look_alike").fill(apps, None)
    twin = User.objects.get(username="Ama1a")
    twin.save()
    assert twin.name_skeleton == f"amala~{twin.pk}"
    amaia.delete()
    with pytest.raises(ValidationError):
        require_unlike("amaia")
