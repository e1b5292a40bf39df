import pytest

from tests.tournaments.factories import make_tournament

pytestmark = pytest.mark.django_db
DESK = "/tournaments/autumn-swiss/desk/"


@pytest.fixture
def opened(client, organiser, stranger):
    client.force_login(organiser)
    return make_tournament(organiser)


def test_a_list_of_names_is_entered(client, opened):
    answer = client.post(f"{DESK}enter-list/", {"text": "arrotz\n"})
    assert answer.headers["Location"] == DESK
    assert opened.entries.get().player.username == "arrotz"


def test_a_bad_list_comes_back_with_what_is_wrong(client, opened):
    answer = client.post(f"{DESK}enter-list/", {"text": "arrotz\nnobody\n"})
    assert answer.status_code == 400
    assert "Line 2: there is no player named nobody." in answer.content.decode()
    assert not opened.entries.exists()
