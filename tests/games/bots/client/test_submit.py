"""`submit`: uploading a bot, and what is told of its check."""

import zipfile
from io import BytesIO

import pytest
from django.test import Client as Browser

from games.bots.client.sumendi.client import ApiError
from games.bots.client.sumendi.client.bodies import File, encoded
from games.bots.client.sumendi.runner import submit as submitting
from games.bots.client.sumendi.runner.submit import Unpackable, package_of, submit
from games.models import BotVersion
from games.services.packages import read
from tests.api.clients import Caller
from tests.games.bots.client.fake_site import TOKEN, on, refusing
from tests.games.bots.client.running import run
from tests.games.bots.hosting import CHOOSES, hosting_on
from tests.games.factories import make_bot, make_user

VERSIONS = "bots/rubble/versions"


@pytest.fixture
def bot(write_bot):
    return write_bot(CHOOSES.decode())


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    monkeypatch.setattr(submitting, "SOON", 0.01)


def failed(log):
    run = {"fault": "crash", "detail": "It raised KeyError.", "log": log}
    turn = {"id": 41, "ply": 3, "runs": [run, run]}
    return {"refusal": "Crash in its game against itself, ply 3.", "check": [bout(1, [turn])]}


def bout(number, turns):
    return {"number": number, "turns": turns}


def test_the_file_is_sent_as_a_form(client, fake, bot):
    fake.states = ["queued", "ready"]
    assert submit(client, "rubble", bot, 5) == 0
    (sent,) = fake.requests("POST", VERSIONS)
    assert sent.headers["Content-Type"].startswith("multipart/form-data; boundary=")
    assert CHOOSES in sent.body
    assert b'name="package"; filename="mybot.py"' in sent.body
    assert len(sent.headers["Idempotency-Key"]) >= 8


def test_each_state_is_told_once(client, fake, bot, capsys):
    fake.states = ["queued", "queued", "queued", "checking", "checking", "ready"]
    submit(client, "rubble", bot, 5)
    assert capsys.readouterr().out.splitlines() == [
        "Version 1 of rubble is uploaded.",
        "It waits to be checked.",
        "It is being checked.",
        "It has passed its check, and is the live version.",
    ]


def test_of_a_version_that_is_refused_the_log_is_shown(client, fake, bot, capsys):
    fake.states, fake.check = ["queued", "refused"], failed("Traceback\n  KeyError: 'd4'\n")
    assert submit(client, "rubble", bot, 5) == 1
    told = capsys.readouterr().out
    assert "Crash in its game against itself, ply 3." in told
    assert told.count("Against itself, ply 3 (turn 41): crash. It raised KeyError.") == 1
    assert "  Traceback\n    KeyError: 'd4'" in told


def test_whoever_does_not_want_to_wait_need_not(client, fake, bot, capsys):
    assert submit(client, "rubble", bot, 0.05) == 0
    assert "It is not checked yet." in capsys.readouterr().out


def test_a_site_without_a_sandbox_is_not_asked_again(client, fake, bot):
    fake.faults.append(on("POST", VERSIONS, refusing(503, "hosting_off")))
    with pytest.raises(ApiError) as refused:
        submit(client, "rubble", bot, 5)
    assert refused.value.code == "hosting_off"
    assert len(fake.requests("POST", VERSIONS)) == 1


def test_a_lost_answer_uploads_no_second_version(client, fake, bot):
    fake.states = ["ready"]
    fake.faults.append(on("POST", VERSIONS, refusing(502, "")))
    submit(client, "rubble", bot, 5)
    keys = [asked.headers["Idempotency-Key"] for asked in fake.requests("POST", VERSIONS)]
    assert len(keys) == 2
    assert keys[0] == keys[1]


def test_a_folder_is_packed_without_what_is_hidden(tmp_path):
    for name in ("main.py", "engine/search.py", ".git/config", "engine/__pycache__/search.pyc"):
        file = tmp_path / "my bot" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(CHOOSES)
    name, data = package_of(tmp_path / "my bot")
    assert name == "my bot.zip"
    assert set(read(name, data)) == {"main.py", "engine/search.py"}


def test_a_zip_is_sent_as_it_is(tmp_path):
    archive = BytesIO()
    zipfile.ZipFile(archive, "w").close()
    file = tmp_path / "bot.zip"
    file.write_bytes(archive.getvalue())
    assert package_of(file) == ("bot.zip", archive.getvalue())


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(Unpackable, match="There is no file"):
        package_of(tmp_path / "bot.py")


@pytest.mark.parametrize("name", ["bot.py", 'a "b"\r\n.py', "caldera-ü.py"])
def test_the_site_reads_the_form(db, name):
    hosting_on()
    owner = make_user("owner")
    make_bot(owner, "rubble")
    kind, data = encoded({"package": File(name, CHOOSES + b"\r\n--\r\n")})
    headers = Caller(owner).headers
    answer = Browser().generic("POST", f"/api/v1/{VERSIONS}", data, kind, headers=headers)
    assert answer.status_code == 201, answer.content
    version = BotVersion.objects.get()
    assert bytes(version.package) == CHOOSES + b"\r\n--\r\n"
    assert version.file_name.endswith(".py")


def test_the_command_needs_a_token_and_a_bot(pyz, bot):
    assert "A token is needed" in run(pyz, "submit", str(bot), "--bot", "rubble").stderr
    assert "--bot" in run(pyz, "submit", str(bot)).stderr


def test_the_command_uploads_and_never_shows_the_token(pyz, fake, bot):
    fake.states, fake.check = ["queued", "refused"], failed(f"my token is {TOKEN}")
    options = ("--bot", "rubble", "--url", fake.url, "--token", TOKEN)
    done = run(pyz, "submit", str(bot), *options)
    assert done.returncode == 1, done.stderr
    assert "It was refused." in done.stdout
    assert TOKEN not in done.stdout + done.stderr


def test_a_refusal_of_the_site_is_told_in_a_sentence(pyz, fake, bot):
    fake.faults.append(on("POST", VERSIONS, refusing(403, "not_your_bot")))
    done = run(pyz, "submit", str(bot), "--bot", "rubble", "--url", fake.url, "--token", TOKEN)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "sumendi: Refused: not_your_bot. (403 not_your_bot)\n"
