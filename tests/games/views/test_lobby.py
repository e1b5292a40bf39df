"""The lobby as a page, and what browsers send from it."""

import uuid

import pytest
from django.urls import reverse

from games import services
from games.models import Game, Offer
from games.models.offer import OfferStatus
from sumendi_site.accounts.models import User
from tests.games.factories import make_challenge, make_seek, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("amaia_signed_in")]

LOBBY, SEEK = reverse("lobby"), reverse("seek-create")


def form(**fields):
    terms = {"size": "6", "seat": "random", "rated": "yes", "time_control": "3d", "opponent": ""}
    return {**terms, "key": str(uuid.uuid4()), **fields}


def address(action, offer):
    return reverse(f"offer-{action}", args=[offer.pk])


def test_everybody_may_look(client, unai):
    make_seek(unai)
    client.logout()
    page = client.get(LOBBY)
    assert "unai" in page.content.decode()
    assert page.context["form"] is None


def test_a_reader_sees_offers_by_what_can_be_done_with_them(client, amaia, unai):
    leire = make_user("leire")
    seek, own = make_seek(unai), make_seek(amaia)
    to_me, by_me = make_challenge(unai, amaia), make_challenge(amaia, unai)
    make_challenge(unai, leire)
    page = client.get(LOBBY)
    assert list(page.context["seeks"]) == [seek]
    assert list(page.context["challenges"]) == [to_me]
    assert set(page.context["own_offers"]) == {own, by_me}


def test_terms_are_told_in_words(client, unai):
    make_seek(unai, size=7, rated=True, seat="first", time_control="7d+1d")
    text = client.get(LOBBY).content.decode()
    terms = "7 days at the start, plus 1 day for each move made, never more than 14 days"
    assert f"size 7 · {terms} · rated · unai places first" in text


def test_offers_of_closed_accounts_are_not_shown(client, unai):
    make_seek(unai)
    User.objects.filter(pk=unai.pk).update(is_active=False)
    assert not client.get(LOBBY).context["seeks"]


def test_the_fragment_is_the_lists_without_the_form(client, unai):
    make_seek(unai)
    text = client.get(LOBBY, {"fragment": "1"}).content.decode()
    assert "unai" in text
    assert "Offer this game" not in text


def test_a_name_in_the_address_fills_the_form(client):
    assert 'value="leire"' in client.get(LOBBY, {"opponent": "leire"}).content.decode()


def test_the_one_who_offered_is_told_that_the_game_has_begun(client, amaia, unai):
    game = services.accept(unai, make_seek(amaia).pk)
    text = client.get(LOBBY, {"fragment": "1"}).content.decode()
    assert "has begun" in text
    assert game.get_absolute_url() in text


def test_the_number_of_queries_does_not_grow_with_the_offers(
    client, amaia, unai, django_assert_max_num_queries
):
    for number in range(9):
        make_seek(unai)
        make_seek(amaia)
        make_challenge(make_user(f"challenger-{number}"), amaia)
    client.get(LOBBY)  # the notices are marked as seen
    with django_assert_max_num_queries(8):
        client.get(LOBBY)


def test_a_seek_is_opened_with_the_terms_of_the_form(client, amaia):
    fields = form(size="7", seat="second", rated="no", time_control="3d+1d")
    assert client.post(SEEK, fields)["Location"] == LOBBY
    offer = Offer.objects.get()
    assert (offer.creator, offer.opponent, offer.size) == (amaia, None, 7)
    assert (offer.seat, offer.rated, offer.time_control) == ("second", False, "3d+1d")


def test_a_name_makes_it_a_challenge_in_any_case(client, unai):
    client.post(SEEK, form(opponent=" UNAI "))
    assert Offer.objects.get().opponent == unai


def test_a_double_click_makes_one_offer(client):
    fields = form()
    assert [client.post(SEEK, fields).status_code for _ in range(2)] == [302, 302]
    assert Offer.objects.count() == 1


def test_a_form_sent_again_after_its_game_began_leads_to_the_game(client, unai):
    fields = form()
    client.post(SEEK, fields)
    game = services.accept(unai, Offer.objects.get().pk)
    assert client.post(SEEK, fields)["Location"] == game.get_absolute_url()


def test_a_form_sent_again_with_other_terms_is_refused_and_gets_a_new_key(client):
    fields = form()
    client.post(SEEK, fields)
    answer = client.post(SEEK, fields | {"size": "5"})
    assert answer.status_code == 409
    assert "was sent before" in answer.content.decode()
    assert answer.context["form"]["key"].value() != fields["key"]
    assert Offer.objects.get().size == 6


def test_a_form_sent_again_after_its_offer_was_withdrawn_opens_nothing(client, amaia):
    fields = form()
    client.post(SEEK, fields)
    services.withdraw(amaia, Offer.objects.get().pk)
    assert client.post(SEEK, fields).status_code == 409
    assert not Offer.objects.open().exists()


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("size", "8", "size is 5, 6 or 7"),
        ("size", "", "required"),
        ("size", "9" * 5000, "size is 5, 6 or 7"),
        ("seat", "third", "seat is first, second or random"),
        ("rated", "maybe", "rated (yes) or casual (no)"),
        ("time_control", "1s", "Choose one of the times"),
        ("time_control", "3d\x01", "Choose one of the times"),
        ("opponent", "nobody-here", "no player with this name"),
        ("opponent", "n" * 5000, "at most 24 characters"),
        ("opponent", "una\x07i", "no player with this name"),
        ("opponent", "amaia", "You cannot challenge yourself."),
        ("key", "", "out of date"),
        ("key", "not-a-uuid", "out of date"),
    ],
)
def test_a_wrong_field_is_named_and_nothing_is_offered(client, unai, field, value, message):
    answer = client.post(SEEK, form(**{field: value}))
    assert answer.status_code in (400, 409)
    assert message in answer.content.decode()
    assert not Offer.objects.exists()


def test_a_form_without_any_field_is_refused(client):
    assert client.post(SEEK).status_code == 400


def test_what_was_typed_is_kept(client):
    answer = client.post(SEEK, form(opponent="nobody-here", size="7"))
    text = answer.content.decode()
    assert 'value="nobody-here"' in text
    assert answer.context["form"]["size"].value() == "7"


def test_after_a_bad_key_the_same_form_can_be_sent(client):
    again = client.post(SEEK, form(key="x")).context["form"].data
    assert client.post(SEEK, again).status_code == 302


@pytest.mark.parametrize("fields", [{"kind": User.Kind.GUEST}, {"is_active": False}])
def test_guests_and_closed_accounts_cannot_be_challenged(client, fields):
    make_user("visitor", **fields)
    assert client.post(SEEK, form(opponent="visitor")).status_code == 400
    assert not Offer.objects.exists()


def test_a_key_of_somebody_elses_offer_is_refused(client, unai):
    theirs = make_seek(unai)
    assert client.post(SEEK, form(key=str(theirs.key))).status_code == 400


def test_the_twenty_first_open_offer_is_refused(client, amaia):
    for _ in range(20):
        make_seek(amaia)
    answer = client.post(SEEK, form())
    assert answer.status_code == 429
    assert "Withdraw one" in answer.content.decode()


def test_a_challenge_from_the_page_of_a_player(client, unai):
    fields = form()
    del fields["opponent"]
    assert client.post(reverse("challenge-create", args=["unai"]), fields).status_code == 302
    assert Offer.objects.get().opponent == unai


def test_a_challenge_to_nobody_names_the_reason(client):
    answer = client.post(reverse("challenge-create", args=["nobody-here"]), form())
    assert answer.status_code == 400
    assert "no player with this name" in answer.content.decode()


def test_accepting_leads_to_the_game(client, amaia, unai):
    answer = client.post(address("accept", make_seek(unai)))
    game = Game.objects.get()
    assert answer["Location"] == game.get_absolute_url()
    assert {game.first, game.second} == {amaia, unai}


def test_accepting_twice_gives_one_game(client, unai):
    seek = make_seek(unai)
    addresses = [client.post(address("accept", seek))["Location"] for _ in range(2)]
    assert addresses == [Game.objects.get().get_absolute_url()] * 2


def test_an_offer_that_somebody_else_took_is_gone(client, unai):
    seek = make_seek(unai)
    services.accept(make_user("leire"), seek.pk)
    answer = client.post(address("accept", seek))
    assert answer.status_code == 409
    assert "no longer open" in answer.content.decode()


def test_declining_ends_the_challenge(client, amaia, unai):
    challenge = make_challenge(unai, amaia)
    assert client.post(address("decline", challenge)).status_code == 302
    challenge.refresh_from_db()
    assert challenge.status == OfferStatus.DECLINED


def test_withdrawing_leads_back_to_the_page_of_the_button(client, amaia):
    page = f"http://testserver{reverse('dashboard')}"
    answer = client.post(address("withdraw", make_seek(amaia)), HTTP_REFERER=page)
    assert answer["Location"] == reverse("dashboard")
