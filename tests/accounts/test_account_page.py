from django.test import Client

from sumendi_site.accounts.models import User


def test_the_words_about_oneself_are_kept(amaias: Client, amaia: User) -> None:
    amaias.post("/account/", {"about": "I like basalt."})
    amaia.refresh_from_db()
    assert amaia.about == "I like basalt."


def test_too_many_words_are_refused(amaias: Client, amaia: User) -> None:
    answer = amaias.post("/account/", {"about": "x" * 1001})
    assert "at most 1000 characters" in answer.content.decode()
    amaia.refresh_from_db()
    assert amaia.about == ""


def test_words_are_shown_as_text_never_as_markup(amaias: Client) -> None:
    amaias.post("/account/", {"about": "<script>alert(1)</script>"})
    assert "<script>alert" not in amaias.get("/account/").content.decode()


def test_a_stranger_cannot_write_about_anybody(client: Client, amaia: User) -> None:
    answer = client.post("/account/", {"about": "Haha."})
    assert answer["Location"].startswith("/accounts/login/")
    amaia.refresh_from_db()
    assert amaia.about == ""


def test_an_address_can_be_added(amaias: Client, amaia: User) -> None:
    amaias.post("/accounts/email/", {"action_add": "1", "email": "second@example.org"})
    assert amaia.emailaddress_set.filter(email="second@example.org").exists()
