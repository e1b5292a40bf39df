import pytest

from games import services
from games.models import ModeratorAct, Report
from games.models.report import Category, Outcome, Subject
from games.services.reports import Complaint
from games.services.sanctions import Measure
from sumendi_site.accounts.models import User
from sumendi_site.accounts.sanctions import Sanction, SanctionKind
from tests.games.factories import PASSWORD, make_bot, make_game, make_user

HTML = {"HTTP_ACCEPT": "text/html"}
BAN = Measure(SanctionKind.BAN, "Help of a program.")


@pytest.fixture
def nora(db):
    return make_user("nora", is_staff=True)


@pytest.fixture
def noras(client, nora):
    client.force_login(nora)
    return client


@pytest.fixture
def reported(amaia, unai):
    game = make_game(amaia, unai)
    line = services.say(game.pk, unai, "You fool!")
    return services.report(amaia, unai, Complaint(Subject.LINE, Category.ABUSE, line=line.pk))


def text(response):
    return response.content.decode()


def test_a_player_reports_the_line_that_the_link_names(client, amaia, unai):
    line = services.say(make_game(amaia, unai).pk, unai, "You fool!")
    client.force_login(amaia)
    address = f"/players/unai/report/?line={line.pk}"
    page = client.get(address)
    assert "You fool!" in text(page)
    sent = {"subject": "line", "category": "abuse", "key": page.context["form"]["key"].value()}
    assert client.post(address, sent, follow=True).redirect_chain[0][0] == "/reports/"
    assert Report.objects.get().quoted == "You fool!"


def test_a_stranger_is_not_shown_the_line(client, reported, stranger):
    client.force_login(stranger)
    page = client.get(f"/players/unai/report/?line={reported.line_id}")
    assert "You fool!" not in text(page)


def test_a_refused_report_says_why(client, unai):
    client.force_login(unai)
    page = client.post(
        "/players/unai/report/",
        {"subject": "name", "category": "spam", "key": "e9ad3d68-43ec-4e1b-9f3a-6d5c8a6f2a10"},
    )
    assert (page.status_code, "report yourself" in text(page)) == (409, True)


@pytest.mark.parametrize("page", ["", "closed/", "log/", "reports/1/", "players/unai/"])
def test_players_see_nothing_of_what_moderators_see(page, client, reported, amaia):
    client.force_login(amaia)
    assert client.get(f"/moderation/{page}").status_code == 403


@pytest.mark.parametrize("act", ["take", "release", "close", "reveal"])
def test_players_do_nothing_that_moderators_do(act, client, reported, amaia):
    client.force_login(amaia)
    client.post(f"/moderation/reports/{reported.pk}/{act}/", {"outcome": "acted"})
    assert not ModeratorAct.objects.exists()


def test_a_moderator_takes_and_closes_a_report(noras, reported):
    address = f"/moderation/reports/{reported.pk}/"
    assert "Look into it" in text(noras.get(address))
    noras.post(f"{address}take/")
    assert "Close the report" in text(noras.get(address))
    noras.post(f"{address}close/", {"outcome": "nothing", "remark": "Mild."})
    assert Report.objects.get().outcome == "nothing"
    assert "Mild." in text(noras.get(address))


def test_the_chat_is_shown_once_it_was_asked_for(noras, reported, amaia):
    services.say(reported.game_id, amaia, "No need to shout.")
    address = f"/moderation/reports/{reported.pk}/"
    assert "No need to shout." not in text(noras.get(address))
    assert "No need to shout." in text(noras.post(f"{address}reveal/", follow=True))


def test_a_moderator_acts_on_a_report(noras, reported, unai):
    address = f"/moderation/players/unai/?report={reported.pk}"
    form = noras.get(address).context["form"]
    sent = {"kind": "mute", "days": 7, "reason": "Be kind.", "key": form["key"].value()}
    for _ in range(2):
        assert noras.post(address, sent).url == f"/moderation/reports/{reported.pk}/"
    assert Sanction.objects.get().person == unai
    assert ModeratorAct.objects.get().report == reported


def test_a_mute_says_for_how_long(noras, unai):
    form = noras.get("/moderation/players/unai/").context["form"]
    sent = {"kind": "mute", "days": "", "reason": "Be kind.", "key": form["key"].value()}
    page = noras.post("/moderation/players/unai/", sent)
    assert (page.status_code, "For how long?" in text(page)) == (400, True)


def test_the_pages_of_moderators_hold_all_that_happened(noras, nora, reported, unai):
    leire = make_user("leire", is_staff=True)
    act = services.sanction(leire, unai, BAN)
    unai.refresh_from_db()
    appeal = services.appeal(unai, act.pk, "It was my cat.")
    assert "Appeal 1" in text(noras.get("/moderation/")).replace(str(appeal.pk), "1")
    assert "Help of a program." in text(noras.get("/moderation/players/unai/"))
    assert "Ban for unai" in text(noras.get("/moderation/log/"))
    address = f"/moderation/appeals/{appeal.pk}/"
    assert "It was my cat." in text(noras.get(address))
    noras.post(address, {"granted": "yes", "answer": "Indeed."})
    unai.refresh_from_db()
    assert unai.is_active


def test_who_is_warned_reads_it_before_any_other_page(client, nora, unai):
    act = services.sanction(nora, unai, Measure(SanctionKind.WARNING, "Be kind."))
    client.force_login(unai)
    assert client.get("/play/", **HTML).url == "/standing/"
    assert "Be kind." in text(client.get("/standing/", **HTML))
    client.post(f"/standing/{act.pk}/seen/")
    assert client.get("/play/", **HTML).status_code == 200


def test_a_move_that_is_being_made_passes_a_warning(client, nora, amaia, unai):
    game = make_game(unai, amaia)
    services.sanction(nora, unai, Measure(SanctionKind.WARNING, "Be kind."))
    client.force_login(unai)
    client.post(f"/games/{game.pk}/move/", {"ply": 1, "move": "e5"}, **HTML)
    game.refresh_from_db()
    assert game.ply_count == 1


def test_who_is_banned_signs_in_to_read_why_and_appeals(client, nora, unai):
    act = services.sanction(nora, unai, BAN)
    client.post("/accounts/login/", {"login": "unai", "password": PASSWORD})
    assert "Help of a program." in text(client.get("/standing/"))
    client.post(f"/standing/{act.pk}/appeal/", {"text": "It was my cat."})
    assert "A moderator will answer here." in text(client.get("/standing/"))


def test_who_is_banned_stays_signed_in_and_does_nothing(client, nora, amaia, unai):
    game = make_game(unai, amaia)
    client.force_login(unai)
    services.sanction(nora, unai, BAN)
    address = f"/games/{game.pk}/move/"
    assert client.post(address, {"ply": 1, "move": "e5"}).url == "/standing/"
    answer = client.post(address, {"ply": 1, "move": "e5"}, headers={"accept": "application/json"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "banned")
    game.refresh_from_db()
    assert game.ply_count == 0


def test_an_account_that_its_owner_closed_is_signed_out(client, unai):
    client.force_login(unai)
    User.objects.filter(pk=unai.pk).update(is_active=False)
    assert client.get("/standing/").status_code == 302


def test_a_changed_password_ends_the_session_of_who_is_banned(client, nora, unai):
    client.force_login(unai)
    services.sanction(nora, unai, BAN)
    unai.refresh_from_db()
    unai.set_password("another-one-entirely")
    unai.save(update_fields=["password"])
    assert client.get("/standing/").status_code == 302


def test_a_new_name_is_chosen_on_the_page(client, nora, unai):
    act = services.sanction(nora, unai, Measure(SanctionKind.RENAME, "Rude."))
    client.force_login(unai)
    page = client.post(f"/standing/{act.pk}/name/", {"name": "a b"})
    assert (page.status_code, "not a space" in text(page)) == (400, True)
    client.post(f"/standing/{act.pk}/name/", {"name": "mattin"})
    unai.refresh_from_db()
    assert unai.username == "mattin"


def test_a_muted_player_can_only_empty_the_profile(client, nora, unai):
    services.sanction(nora, unai, Measure(SanctionKind.MUTE, "Spam.", 3))
    client.force_login(unai)
    assert "muted you" in text(client.post("/account/", {"about": "Buy now!"}))


def test_the_page_of_who_is_banned_says_so(client, nora, unai):
    services.sanction(nora, unai, BAN)
    assert "This account is banned." in text(client.get("/players/unai/"))


@pytest.mark.parametrize("through", ["themselves", "a bot"])
def test_moderators_do_not_read_what_is_said_of_them(through, noras, nora, amaia):
    person = make_bot(nora) if through == "a bot" else nora
    words = Complaint(Subject.NAME, Category.OTHER, "Not nice at all.")
    made = services.report(amaia, person, words)
    odei = make_user("odei", is_staff=True)
    services.take_report(odei, made.pk)
    services.close_report(odei, made.pk, Outcome.NOTHING, "Nothing in it.")
    assert noras.get(f"/moderation/reports/{made.pk}/").status_code == 404
    for page in ("", "closed/", "log/", f"players/{person.username}/"):
        shown = text(noras.get(f"/moderation/{page}"))
        assert f"/moderation/reports/{made.pk}/" not in shown
        assert "Nothing in it." not in shown


def test_who_is_banned_is_led_from_their_games_to_the_reason(client, nora, unai):
    client.force_login(unai)
    services.sanction(nora, unai, BAN)
    assert client.get("/dashboard/").url == "/standing/"
