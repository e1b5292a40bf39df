import pytest

from sumendi_site.notices.models import Notice
from tests.api.clients import Caller, code_of
from tests.games.factories import make_challenge

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(amaia, unai):
    """Amaia was told twice that unai challenges her."""
    make_challenge(unai, amaia, size=5)
    make_challenge(unai, amaia, size=7)


@pytest.mark.usefixtures("told")
def test_notices_come_newest_first(amaia):
    newest, oldest = Caller(amaia).get("me/notices").json()["results"]
    assert newest["id"] > oldest["id"]
    assert "unai" in newest["title"]
    assert "size 7" in newest["text"]
    assert newest["url"].startswith("http://localhost:8000/")


@pytest.mark.usefixtures("told")
def test_reading_a_notice_does_not_mark_it_as_seen(amaia):
    Caller(amaia).get("me/notices")
    assert not Notice.objects.exclude(seen=None).exists()


@pytest.mark.usefixtures("told")
def test_all_are_marked_as_seen(amaia):
    caller = Caller(amaia)
    assert caller.post("me/notices/seen").status_code == 204
    assert all(notice["seen"] for notice in caller.get("me/notices").json()["results"])


@pytest.mark.usefixtures("told")
def test_those_of_others_are_neither_read_nor_marked(unai):
    caller = Caller(unai)
    assert caller.get("me/notices").json()["results"] == []
    caller.post("me/notices/seen")
    assert not Notice.objects.exclude(seen=None).exists()


@pytest.mark.usefixtures("told")
def test_a_notice_of_a_kind_that_is_gone_is_still_listed(amaia):
    Notice.objects.update(kind="gone")
    assert Caller(amaia).get("me/notices").json()["results"][0]["title"] == "News"


@pytest.mark.usefixtures("told")
def test_many_notices_take_no_more_queries(amaia, django_assert_num_queries):
    caller = Caller(amaia)
    caller.get("me/notices")
    with django_assert_num_queries(2):  # the token, the notices
        caller.get("me/notices")


def test_notices_are_private(db):
    for answer in (Caller().get("me/notices"), Caller().post("me/notices/seen")):
        assert (answer.status_code, code_of(answer)) == (401, "signed_out")
