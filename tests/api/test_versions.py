import pytest
from django.utils import timezone

from games.models import Bot, BotVersion, SandboxReport, VersionState
from games.services.packages import LONGEST_ZIP
from sumendi_site.accounts.models import User
from sumendi_site.accounts.tokens import Scope
from tests.api.clients import Caller, code_of
from tests.games.bots.hosting import CHOOSES, hosting_on, make_check, make_version
from tests.games.factories import make_bot
from tests.games.services.zips import packed

PATH = "bots/magma/versions"


@pytest.fixture
def magma(amaia: User) -> User:
    hosting_on()
    return make_bot(amaia, "magma")


@pytest.fixture
def checked(magma: User) -> BotVersion:
    """A version whose check has begun, and in which its program has printed something."""
    version = make_version(magma, state=VersionState.CHECKING)
    turn = make_check(version)[0].turns.get()
    turn.runs.create(owner=magma.owner, fault="crash", detail="KeyError", log="Traceback…\n")
    return version


def test_a_file_is_uploaded(amaia, magma):
    answer = Caller(amaia, [Scope.BOT]).upload(PATH, "my_bot.py", CHOOSES)
    version = answer.json()
    assert answer.status_code == 201
    assert (version["number"], version["state"]) == (1, "queued")
    assert (version["file_name"], version["refusal"]) == ("my_bot.py", "")
    assert bytes(BotVersion.objects.get().package) == CHOOSES


def test_a_file_of_a_mebibyte_reaches_the_reader_of_packages(amaia, magma):
    data = packed({"main.py": CHOOSES})
    data += bytes(LONGEST_ZIP - len(data))  # what stands behind a zip is none of its files
    assert code_of(Caller(amaia).upload(PATH, "bot.zip", data)) == "bad_package"


def test_more_is_too_large(amaia, magma):
    for size, code in ((LONGEST_ZIP + 1, "package_too_large"), (2 * LONGEST_ZIP, "too_large")):
        answer = Caller(amaia).upload(PATH, "bot.zip", bytes(size))
        assert (answer.status_code, code_of(answer)) == (413, code)


def test_a_bad_package_is_refused_with_its_reason(amaia, magma):
    answer = Caller(amaia).upload(PATH, "bot.zip", packed({"bot.py": CHOOSES}))
    assert (answer.status_code, code_of(answer)) == (400, "bad_package")
    assert answer.json()["reason"] == "package_no_main"


def test_without_a_sandbox_nothing_is_taken(amaia, magma):
    SandboxReport.objects.all().delete()
    answer = Caller(amaia).upload(PATH, "bot.py", CHOOSES)
    assert (answer.status_code, code_of(answer)) == (503, "hosting_off")


def test_the_same_key_uploads_once(amaia, magma):
    caller = Caller(amaia)
    answers = [caller.upload(PATH, "bot.py", CHOOSES, Idempotency_Key="12345678") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 200]
    assert answers[0].json() == answers[1].json()


@pytest.mark.parametrize(("name", "data"), [("bot.py", CHOOSES + b"#"), ("other.py", CHOOSES)])
def test_a_key_is_not_good_for_two_packages(amaia, magma, name, data):
    caller = Caller(amaia)
    caller.upload(PATH, "bot.py", CHOOSES, Idempotency_Key="12345678")
    answer = caller.upload(PATH, name, data, Idempotency_Key="12345678")
    assert (answer.status_code, code_of(answer)) == (422, "idempotency_key_reused")


def test_a_key_is_not_good_for_two_bots(amaia, magma):
    make_bot(amaia, "tuff")
    caller = Caller(amaia)
    caller.upload(PATH, "bot.py", CHOOSES, Idempotency_Key="12345678")
    answer = caller.upload("bots/tuff/versions", "bot.py", CHOOSES, Idempotency_Key="12345678")
    assert (answer.status_code, code_of(answer)) == (422, "idempotency_key_reused")


@pytest.mark.parametrize(
    "fields", [{}, {"package": "no file"}, {"package": "", "bot": "x"}, {"file": "x"}]
)
def test_a_form_without_a_file_is_refused(amaia, magma, fields):
    caller = Caller(amaia)
    answer = caller.http.post(f"/api/v1/{PATH}", fields, headers=caller.headers)
    assert (answer.status_code, code_of(answer)) == (400, "validation_failed")


def test_a_package_as_json_is_of_the_wrong_kind(amaia, magma):
    answer = Caller(amaia).post(PATH, {"package": "def choose(): ..."})
    assert (answer.status_code, code_of(answer)) == (415, "unsupported_media_type")
    assert "multipart/form-data" in answer.json()["detail"]


@pytest.mark.parametrize("body", [b"", b"--b\r\n", b"--b\r\nContent-Disposition: form-data\r\n"])
def test_a_broken_form_is_refused(amaia, magma, body):
    caller = Caller(amaia)
    kind = "multipart/form-data; boundary=b"
    answer = caller.http.generic(
        "POST", f"/api/v1/{PATH}", body, content_type=kind, headers=caller.headers
    )
    assert answer.status_code == 400
    assert code_of(answer) in ("validation_failed", "bad_request", "malformed")


def test_no_other_address_takes_so_much(amaia, magma):
    caller = Caller(amaia)
    body = b"x" * 300_000
    answer = caller.http.generic(
        "POST", "/api/v1/bots", body, content_type="application/json", headers=caller.headers
    )
    assert (answer.status_code, code_of(answer)) == (413, "too_large")


def test_others_are_told_of_the_versions_that_have_played(amaia, unai, magma):
    make_version(magma)
    make_version(magma, state=VersionState.REFUSED, refusal="It crashed.")
    for reader in (Caller(), Caller(unai), Caller(amaia, [Scope.PLAY])):
        (version,) = reader.get(PATH).json()["results"]
        assert version["number"] == 1
        assert not {"refusal", "file_name"} & version.keys()


def test_the_owner_is_told_of_all_versions(amaia, magma):
    make_version(magma)
    make_version(magma, state=VersionState.REFUSED, refusal="It crashed.")
    for scope in (Scope.READ, Scope.BOT):
        found = Caller(amaia, [scope]).get(PATH).json()["results"]
        assert [version["number"] for version in found] == [2, 1]
        assert found[0]["refusal"] == "It crashed."


def test_versions_come_in_pages(amaia, magma):
    for _ in range(3):
        make_version(magma)
    first = Caller().get(PATH, {"limit": 2}).json()
    second = Caller().http.get(first["next"]).json()
    assert [one["number"] for page in (first, second) for one in page["results"]] == [3, 2, 1]


def test_the_number_of_queries_does_not_grow_with_the_versions(
    magma, django_assert_max_num_queries
):
    for _ in range(5):
        make_version(magma)
    with django_assert_max_num_queries(3):
        Caller().get(PATH)


def test_the_owner_is_shown_the_check_and_its_log(amaia, checked):
    version = Caller(amaia).get(f"{PATH}/1").json()
    assert [bout["number"] for bout in version["check"]] == [1, 2]
    (run,) = version["check"][0]["turns"][0]["runs"]
    assert (run["fault"], run["detail"], run["log"]) == ("crash", "KeyError", "Traceback…\n")


def test_a_version_in_its_check_is_nobody_elses(unai, checked):
    for reader in (Caller(), Caller(unai)):
        answer = reader.get(f"{PATH}/1")
        assert (answer.status_code, code_of(answer)) == (404, "version_not_found")


def test_a_version_that_plays_is_shown_without_its_check(unai, checked):
    BotVersion.objects.update(state=VersionState.READY, went_live=timezone.now())
    version = Caller(unai).get(f"{PATH}/1").json()
    assert version["state"] == "ready"
    assert "check" not in version


def test_the_number_of_queries_does_not_grow_with_the_turns_of_a_check(
    amaia, checked, django_assert_max_num_queries
):
    caller = Caller(amaia)
    turn = checked.turns.first()
    for ply in range(3, 9):
        turn.pk, turn.ply = None, ply
        turn.save()
        turn.runs.create(owner=amaia)
    with django_assert_max_num_queries(8):
        caller.get(f"{PATH}/1")


def test_an_old_version_is_made_live(amaia, magma):
    make_version(magma)
    make_version(magma)
    answer = Caller(amaia).post(f"{PATH}/1/live")
    assert (answer.status_code, answer.json()["state"]) == (200, "ready")


def test_a_version_that_failed_is_not_made_live(amaia, magma):
    make_version(magma, state=VersionState.REFUSED)
    answer = Caller(amaia).post(f"{PATH}/1/live")
    assert (answer.status_code, code_of(answer)) == (409, "version_not_checked")


def test_the_owner_pauses_and_resumes(amaia, magma):
    make_version(magma)
    caller = Caller(amaia)
    paused = caller.post("bots/magma/pause").json()
    assert (paused["paused"], paused["paused_why"], paused["version"]) == (
        True,
        "Its owner paused it.",
        1,
    )
    assert Caller().get("bots/magma").json()["paused"] is True
    assert caller.post("bots/magma/resume").json()["paused"] is False


def test_a_list_tells_whose_programs_run_here(amaia, magma):
    make_version(magma)
    make_bot(amaia, "remote")
    found = {bot["name"]: bot["version"] for bot in Caller().get("bots").json()["results"]}
    assert (found["magma"], found["remote"]) == (1, None)


RULES = {
    "accepts_rated": False,
    "accepts_casual": True,
    "sizes": [7, 5],
    "most_games": 2,
    "on_ladder": False,
}


def test_rules_are_read_by_everybody_and_written_by_the_owner(amaia, magma):
    answer = Caller(amaia, [Scope.BOT]).put("bots/magma/rules", RULES)
    assert answer.json() == RULES | {"sizes": [5, 7]}
    assert Caller().get("bots/magma/rules").json() == answer.json()
    assert Bot.objects.get().sizes == [5, 7]


@pytest.mark.parametrize(
    "wrong",
    [
        {"sizes": []},
        {"sizes": [4]},
        {"sizes": ["5"]},
        {"most_games": -1},
        {"most_games": 51},
        {"accepts_rated": "yes"},
        {"speed": 3},
    ],
)
def test_rules_that_cannot_be_are_refused(amaia, magma, wrong):
    answer = Caller(amaia).put("bots/magma/rules", RULES | wrong)
    assert (answer.status_code, code_of(answer)) == (400, "validation_failed")


def test_a_wrong_one_of_a_list_is_told_by_its_place(amaia, magma):
    answer = Caller(amaia).put("bots/magma/rules", RULES | {"sizes": [4]})
    assert "5" in answer.json()["errors"]["sizes.0"][0]


OWNERS = [
    ("post", f"{PATH}/1/live", {}),
    ("post", "bots/magma/pause", {}),
    ("post", "bots/magma/resume", {}),
    ("put", "bots/magma/rules", RULES),
    ("get", "bots/magma/turns", None),
    ("get", "bots/magma/turns/1", None),
]


@pytest.mark.parametrize(("method", "path", "body"), OWNERS)
def test_only_the_owner_does_it(unai, magma, method, path, body):
    sent = () if body is None else (body,)
    for other in (unai, magma):
        answer = getattr(Caller(other), method)(path, *sent)
        assert (answer.status_code, code_of(answer)) == (403, "not_your_bot")
    assert code_of(getattr(Caller(), method)(path, *sent)) == "signed_out"


def test_only_the_owner_uploads(unai, magma):
    for other in (unai, magma):
        answer = Caller(other).upload(PATH, "bot.py", CHOOSES)
        assert (answer.status_code, code_of(answer)) == (403, "not_your_bot")
    assert not BotVersion.objects.exists()
