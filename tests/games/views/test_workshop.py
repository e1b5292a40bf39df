import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games import services
from games.models import BotVersion, RunFault, VersionState
from games.services import pausing
from tests.games.bots.hosting import CHOOSES, hosting_on, make_hosted_bot, make_version
from tests.games.bots.played import played
from tests.games.factories import make_bot, make_game
from tests.games.views.browsers import browser_of

WORKSHOP = "/bots/magma/workshop/"
ACTIONS = [
    "/bots/magma/workshop/upload/",
    "/bots/magma/workshop/pause/",
    "/bots/magma/workshop/resume/",
    "/bots/magma/versions/1/live/",
    "/bots/magma/rules/",
]


@pytest.fixture
def magma(amaia):
    return make_hosted_bot(amaia)


@pytest.fixture
def version(magma):
    return magma.bot.versions.get()


@pytest.fixture
def amaias(amaia):
    return browser_of(amaia)


def text_of(client, path=WORKSHOP):
    return client.get(path).content.decode()


def package(source=CHOOSES, name="bot.py"):
    return SimpleUploadedFile(name, source)


def sent(client, **fields):
    return client.post(ACTIONS[0], {"package": package(), **fields})


def test_everybody_sees_what_the_versions_came_to(magma, version, unai):
    played(make_game(unai, magma), version, 2, seconds=[0.414])
    page = text_of(Client())
    assert "0.41 s" in page
    assert 'href="/bots/magma/versions/1/"' in page


def test_a_name_in_another_case_leads_to_the_one_address(magma):
    assert Client().get("/bots/MAGMA/workshop/")["Location"] == WORKSHOP


@pytest.mark.parametrize("name", ["amaia", "nobody", "house-pumice"])
def test_who_is_no_bot_of_a_person_has_no_workshop(magma, name):
    services.house_player("house-pumice")
    assert Client().get(f"/bots/{name}/workshop/").status_code == 404


def test_logs_and_what_was_refused_are_the_owners(magma, version, amaia, unai):
    played(make_game(unai, magma), version, 2, log="a secret plan")
    make_version(magma, state=VersionState.REFUSED, refusal="It crashed at once.")
    for reader in (None, unai):
        page = text_of(browser_of(reader))
        assert "a secret plan" not in page
        assert "It crashed at once." not in page
        assert "Send a new version" not in page
    page = text_of(browser_of(amaia))
    assert "a secret plan" in page
    assert "It crashed at once." in page


def test_a_remote_bot_is_invited_to_run_here(amaia, amaias, unai):
    make_bot(amaia, "magma")
    hosting_on()
    assert "Send version 1" in text_of(amaias)
    assert "its program runs at its owner" in text_of(browser_of(unai))


def test_a_fault_of_a_turn_is_told_in_a_word(magma, version, unai, amaias):
    played(make_game(unai, magma), version, 2, faults=[RunFault.CRASH] * 2)
    assert '<span class="tag tag-warn">crash</span>' in text_of(amaias)


def test_names_and_notes_are_escaped(magma, version, unai, amaias):
    played(make_game(unai, magma), version, 2, note="<b>left</b>", log="</pre><i>")
    page = text_of(amaias)
    assert "&lt;b&gt;left&lt;/b&gt;" in page
    assert "<b>left" not in page


def test_a_page_that_is_looked_at_asks_for_its_news_while_there_are_any(magma, amaias):
    assert "data-busy" not in text_of(amaias, f"{WORKSHOP}?fragment=1")
    make_version(magma, state=VersionState.QUEUED)
    fragment = text_of(amaias, f"{WORKSHOP}?fragment=1")
    assert "data-busy" in fragment
    assert "<main" not in fragment


def test_the_kind_of_the_sandbox_is_named(magma):
    hosting_on("bwrap")
    assert "Sandbox: bubblewrap." in text_of(Client())


def test_where_no_programs_run_the_form_gives_way_to_the_reason(magma, amaias):
    page = text_of(amaias)
    assert "No worker of bots is running." in page
    assert 'type="file"' not in page


def test_more_versions_than_fit_are_on_a_page_of_their_own(magma, amaias):
    for _ in range(12):
        make_version(magma)
    assert "All 13 versions" in text_of(amaias)
    assert 'versions/1/"' in text_of(amaias, "/bots/magma/versions/")


def test_an_old_version_that_plays_again_is_among_the_newest(magma, amaias):
    for _ in range(12):
        make_version(magma, state=VersionState.RETIRED)
    shown = amaias.get(WORKSHOP).context["shop"].versions
    assert [row.version.number for row in shown] == [*range(13, 3, -1), 1]


def test_many_versions_and_turns_take_no_more_queries(
    magma, version, unai, amaias, django_assert_max_num_queries
):
    hosting_on()
    for number in range(30):
        newer = make_version(magma)
        game = make_game(unai, magma)
        for ply in (2, 4, 6):
            played(game, newer, ply, faults=[RunFault.CRASH, ""])
        services.resign(game.pk, unai if number % 2 else magma)
    make_version(magma, state=VersionState.CHECKING)
    with django_assert_max_num_queries(15):
        amaias.get(WORKSHOP)


# What the owner does


@pytest.mark.parametrize("path", ACTIONS)
def test_visitors_sign_in_first(magma, path):
    assert Client().post(path)["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("path", ACTIONS)
def test_others_do_nothing_to_a_bot(magma, unai, path):
    hosting_on()
    answer = browser_of(unai).post(path, {"package": package()})
    assert answer.status_code == 403
    magma.bot.refresh_from_db()
    assert magma.bot.paused is None
    assert BotVersion.objects.count() == 1


def test_a_program_is_sent_on_the_page(magma, amaias):
    hosting_on()
    answer = sent(amaias)
    assert answer["Location"] == WORKSHOP
    version = magma.bot.versions.get(number=2)
    assert (version.state, bytes(version.package)) == (VersionState.QUEUED, CHOOSES)


def test_sending_the_form_twice_makes_one_version(magma, amaias):
    hosting_on()
    key = str(uuid.uuid4())
    for _ in range(2):
        assert sent(amaias, key=key)["Location"] == WORKSHOP
    assert magma.bot.versions.count() == 2


def test_a_package_that_cannot_be_is_refused_beside_the_form(magma, amaias):
    hosting_on()
    answer = amaias.post(ACTIONS[0], {"package": package(name="bot.exe")})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert page.index("Send a new version") < page.index(answer.context["problem"])
    assert magma.bot.versions.count() == 1


def test_a_form_without_a_file_says_so(magma, amaias):
    hosting_on()
    answer = amaias.post(ACTIONS[0])
    assert answer.status_code == 400
    assert "Choose a file first" in answer.content.decode()


def test_a_file_of_more_than_a_form_may_hold_reaches_the_page(magma, amaias):
    hosting_on()
    answer = amaias.post(ACTIONS[0], {"package": package(b"#" * 300 * 1024)})
    assert "64 KiB" in answer.context["problem"]


def test_nothing_is_taken_where_no_programs_run(magma, amaias):
    answer = sent(amaias)
    assert answer.status_code == 503
    assert "No worker of bots is running." in answer.content.decode()


def test_an_older_version_plays_again_by_a_click(magma, amaias):
    make_version(magma)
    page = amaias.post("/bots/magma/versions/1/live/", follow=True).content.decode()
    assert "Version 1 plays from now on." in page
    assert magma.bot.versions.get(state=VersionState.READY).number == 1


def test_a_refused_version_has_no_button_and_is_not_made_live(magma, amaias):
    make_version(magma, state=VersionState.REFUSED)
    assert "versions/2/live/" not in text_of(amaias)
    assert amaias.post("/bots/magma/versions/2/live/").status_code == 409


def test_the_bot_is_paused_and_resumed(magma, amaias):
    page = amaias.post(ACTIONS[1], follow=True).content.decode()
    assert pausing.BY_ITS_OWNER in page
    page = amaias.post(ACTIONS[2], follow=True).content.decode()
    assert pausing.BY_ITS_OWNER not in page


def test_the_owner_says_whom_it_plays(magma, amaias):
    rules = {"accepts_casual": "on", "sizes": ["5", "7"], "most_games": "3"}
    amaias.post("/bots/magma/rules/", rules)
    magma.bot.refresh_from_db()
    assert magma.bot.sizes == [5, 7]
    assert not magma.bot.accepts_rated
    assert "size 5 and 7, casual, at most 3 at once" in text_of(Client())


@pytest.mark.parametrize("field", ["sizes", "most_games"])
def test_rules_without_sense_are_refused_beside_their_field(magma, amaias, field):
    rules = {"sizes": ["5"], "most_games": "3"} | {field: "51"}
    answer = amaias.post("/bots/magma/rules/", rules)
    assert answer.context["form"].errors[field]
    magma.bot.refresh_from_db()
    assert magma.bot.most_games == 5


def test_the_rules_of_a_retired_bot_are_refused_with_the_reason(magma, amaia, amaias):
    services.retire_bot(amaia, "magma")
    answer = amaias.post("/bots/magma/rules/", {"sizes": ["5"], "most_games": "3"})
    assert "retired" in str(answer.context["form"].non_field_errors())


def test_a_retired_bot_has_no_buttons(magma, amaia, amaias):
    hosting_on()
    services.retire_bot(amaia, "magma")
    page = text_of(amaias)
    assert "Send version" not in page
    assert "Pause" not in page


def test_another_file_from_a_page_gone_back_to_is_another_version(amaias, magma):
    hosting_on()
    key = str(uuid.uuid4())
    sent(amaias, key=key)
    sent(amaias, key=key, package=package(b"# mended\n" + CHOOSES))
    assert magma.bot.versions.count() == 3


def test_a_bot_that_its_owner_paused_is_not_said_to_go_on_by_itself(amaia, amaias, magma):
    pausing.pause_by_owner(amaia, "magma")
    assert "It goes on when you resume it." in text_of(amaias)


def test_the_clocks_of_a_paused_bot_are_told_beside_the_button(amaias, magma):
    assert "its clocks run meanwhile" in text_of(amaias)
