import pytest
from django.test import Client

from games.models import Bout, BoutStatus, Scrimmage, Termination, VersionState
from games.services.bouts import begin_scrimmage_bouts
from tests.games.bots.hosting import hosting_on, make_hosted_bot, make_scrimmage, make_version
from tests.games.views.browsers import browser_of

PAGE = "/scrimmages/"


@pytest.fixture
def magma(amaia):
    return make_hosted_bot(amaia)


@pytest.fixture
def mine(magma):
    return magma.bot.versions.get()


@pytest.fixture
def pumice(unai):
    return make_hosted_bot(unai, "pumice")


@pytest.fixture
def amaias(amaia):
    return browser_of(amaia)


def asked(client, version, against="pumice", **fields):
    key = client.get(PAGE).context["form"]["key"].value()
    form = {"mine": version.pk, "against": against, "size": "5", "bouts": "2", "key": key}
    return client.post(PAGE, form | fields)


def test_a_visitor_signs_in_first(db):
    assert Client().get(PAGE)["Location"].startswith("/accounts/login/")
    assert Client().post(PAGE)["Location"].startswith("/accounts/login/")


def test_a_scrimmage_is_begun_on_the_page(mine, pumice, amaias):
    hosting_on()
    answer = asked(amaias, mine)
    scrimmage = Scrimmage.objects.get()
    assert answer["Location"] == f"/scrimmages/{scrimmage.pk}/"
    assert (scrimmage.mine, scrimmage.theirs) == (mine, pumice.bot.versions.get())
    assert scrimmage.bouts.count() == 2


@pytest.mark.parametrize("against", ["magma 1", "magma v1", "Magma version 1"])
def test_an_own_version_is_met_by_its_number(magma, mine, amaias, against):
    hosting_on()
    newer = make_version(magma)
    asked(amaias, newer, against)
    assert Scrimmage.objects.get().theirs == mine


@pytest.mark.parametrize(
    ("against", "field"),
    [("nobody-here", "__all__"), ("", "against"), ("pumice one two", "against")],
)
def test_an_opponent_that_cannot_be_is_told(mine, amaias, against, field):
    hosting_on()
    answer = asked(amaias, mine, against)
    assert answer.context["form"].errors[field]
    assert not Scrimmage.objects.exists()


@pytest.mark.parametrize(("field", "value"), [("bouts", "21"), ("size", "4"), ("mine", "0")])
def test_terms_that_cannot_be_are_told_beside_their_field(mine, pumice, amaias, field, value):
    hosting_on()
    assert asked(amaias, mine, **{field: value}).context["form"].errors[field]


def test_a_version_of_somebody_else_is_not_ones_own(mine, pumice, amaias):
    hosting_on()
    answer = asked(amaias, pumice.bot.versions.get(), "magma")
    assert answer.context["form"].errors["mine"]


def test_without_a_version_the_page_says_what_is_needed(pumice, amaias):
    hosting_on()
    assert "you need a bot with a version" in amaias.get(PAGE).content.decode()


def test_a_retired_version_can_be_chosen_and_a_refused_one_cannot(magma, mine, amaias):
    make_version(magma, state=VersionState.REFUSED)
    make_version(magma)
    hosting_on()
    page = amaias.get(PAGE).content.decode()
    assert "magma v3 (live)" in page
    assert "magma v1" in page
    assert "magma v2" not in page


def test_where_no_programs_run_the_page_says_why(mine, amaias):
    assert "No worker of bots is running." in amaias.get(PAGE).content.decode()


def finish(bout, result):
    Bout.objects.filter(pk=bout.pk).update(
        status=BoutStatus.FINISHED, result=result, termination=Termination.FAULT
    )


def test_everybody_follows_a_scrimmage_and_its_points(mine, pumice, amaia):
    scrimmage = make_scrimmage(amaia, mine, pumice.bot.versions.get())
    begin_scrimmage_bouts(scrimmage, 4)
    first, second, third, _ = scrimmage.bouts.all()
    finish(first, "black")  # magma began and was Black
    finish(second, "black")
    finish(third, "draw")
    page = Client().get(f"/scrimmages/{scrimmage.pk}/").content.decode()
    assert "1½ to 1½" in page
    assert "1 game to go" in page
    assert "data-busy" in page


def test_many_scrimmages_take_no_more_queries(
    mine, pumice, amaia, amaias, django_assert_max_num_queries
):
    for _ in range(5):
        begin_scrimmage_bouts(make_scrimmage(amaia, mine, pumice.bot.versions.get()), 3)
    with django_assert_max_num_queries(10):
        amaias.get(PAGE)


def test_an_unknown_scrimmage_is_not_found(db):
    assert Client().get("/scrimmages/77/").status_code == 404
