import pytest
from django.urls import reverse

from games import services
from sumendi_site.accounts.blocks import Block
from sumendi_site.accounts.models import User
from tests.games.factories import make_seek, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("amaia_signed_in")]

BLOCKS = reverse("blocks")
JSON = {"HTTP_ACCEPT": "application/json"}


def post(client, action, user, **extra):
    return client.post(reverse(action, args=[user.username]), **extra)


def test_a_block_is_made_on_the_page_of_a_player(client, amaia, unai):
    page = client.get(unai.get_absolute_url()).content.decode()
    assert reverse("block", args=["unai"]) in page
    post(client, "block", unai)
    assert Block.objects.get().blocked == unai


@pytest.mark.parametrize("kind", User.Kind.values)
def test_any_kind_of_account_can_be_blocked(client, kind):
    assert post(client, "block", make_user("other", kind=kind), **JSON).status_code == 200


def test_a_guest_can_block(client, unai):
    client.force_login(make_user("guest-1", kind=User.Kind.GUEST))
    assert post(client, "block", unai, **JSON).status_code == 200


def test_who_is_signed_out_blocks_nobody(client, unai):
    client.logout()
    assert post(client, "block", unai)["Location"].startswith(reverse("account_login"))
    assert not Block.objects.exists()


def test_nobody_blocks_himself(client, amaia):
    assert post(client, "block", amaia, **JSON).status_code == 409


def test_somebody_who_never_was_cannot_be_blocked(client):
    assert client.post(reverse("block", args=["nobody"])).status_code == 404


def test_the_list_shows_ones_own_blocks_with_their_undo(client, amaia, unai):
    services.block(amaia, unai)
    services.block(unai, make_user("leire"))
    text = client.get(BLOCKS).content.decode()
    assert reverse("unblock", args=["unai"]) in text
    assert "leire" not in text


def test_undoing_leads_back_to_the_list(client, amaia, unai):
    services.block(amaia, unai)
    answer = post(client, "unblock", unai, HTTP_REFERER=f"http://testserver{BLOCKS}")
    assert answer["Location"] == BLOCKS
    assert not Block.objects.exists()


def test_the_list_is_for_who_is_signed_in(client):
    client.logout()
    assert client.get(BLOCKS)["Location"].startswith(reverse("account_login"))


def test_seeks_of_the_two_are_hidden_from_each_other(client, amaia, unai):
    theirs, mine = make_seek(unai), make_seek(amaia)
    services.block(amaia, unai)
    assert list(client.get(reverse("lobby")).context["seeks"]) == []
    client.force_login(unai)
    assert list(client.get(reverse("lobby")).context["seeks"]) == []
    client.force_login(make_user("leire"))
    assert set(client.get(reverse("lobby")).context["seeks"]) == {mine, theirs}


def test_a_block_takes_the_challenge_form_away_from_both(client, amaia, unai):
    services.block(amaia, unai)
    page = client.get(unai.get_absolute_url())
    assert page.context["form"] is None
    assert "You have blocked unai." in page.content.decode()
    client.force_login(unai)
    page = client.get(amaia.get_absolute_url())
    assert page.context["form"] is None
    assert "amaia has blocked you" in page.content.decode()


def test_nobody_is_offered_to_block_himself(client, amaia):
    assert (
        reverse("block", args=["amaia"])
        not in client.get(amaia.get_absolute_url()).content.decode()
    )


def test_both_may_block_each_other(client, amaia, unai):
    services.block(unai, amaia)
    assert post(client, "block", unai, **JSON).status_code == 200
    assert Block.objects.count() == 2


def test_looking_blocks_nobody(client, unai):
    assert client.get(reverse("block", args=["unai"])).status_code == 405
