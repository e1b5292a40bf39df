"""What the site knows about somebody, as one archive."""

import io
import json
import random
import tracemalloc
import zipfile
from typing import Any

import pytest
from django.db import transaction

from games.models import Bot, BotVersion
from games.rules import Record
from sumendi_site.accounts import exporters
from sumendi_site.accounts.models import User
from sumendi_site.accounts.own_data import PIECE, archive_of
from tests.accounts.belongings import (
    ADDRESS,
    BEGUN,
    NAME,
    OTHER_ADDRESS,
    OTHER_PRINTED,
    OTHER_WORDS,
    PRINTED,
    SECRETS,
    WORDS,
    make_somebody,
)
from tests.games.bots.hosting import CHOOSES
from tests.games.factories import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.stack]


def opened(person: User) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(b"".join(archive_of(person)))) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def relations_to_accounts() -> set[str]:
    fields = User._meta.get_fields(include_hidden=True)
    pointing = [one for one in fields if one.auto_created and not one.concrete]
    return {
        f"{one.field.model._meta.label}.{one.field.name}"
        for one in pointing
        if not one.many_to_many  # the table between the two points to the account as well
    }


@pytest.fixture(scope="module")
def files(django_db_setup, django_db_blocker) -> dict[str, Any]:
    """The archive of somebody with everything, made once; JSON files are read."""
    with django_db_blocker.unblock(), transaction.atomic():
        made = opened(make_somebody())
        transaction.set_rollback(True)
    return {
        name: json.loads(data) if name.endswith(".json") else data for name, data in made.items()
    }


def test_every_relation_to_an_account_is_exported_or_left_out_for_a_reason():
    exported = {one for exporter in exporters.all_exporters() for one in exporter.relations}
    left_out = exporters.reasons_left_out()
    assert exported | set(left_out) == relations_to_accounts()
    assert not exported & set(left_out)
    assert all(left_out.values())


def test_the_archive_of_somebody_with_everything_has_every_file(files):
    read = {name.removeprefix("bots/basalt/") for name in files}
    paths = {exporter.path for exporter in exporters.all_exporters()}
    assert {path for path in paths if not path.endswith("/")} <= read
    assert read - paths == {"README.txt", "versions/1-bot.py"}


def test_the_readme_says_what_each_file_is(files):
    readme = files["README.txt"].decode()
    assert all(one.path in readme and one.meaning in readme for one in exporters.all_exporters())
    assert f"the account {NAME}" in readme


def test_it_holds_the_own_words_and_nobody_elses(files):
    assert [line["text"] for line in files["games/chat.json"]] == [WORDS]
    assert [note["text"] for note in files["games/notes.json"]] == [WORDS]
    assert [made.get("note") for made in files["invitations.json"]] == [WORDS, None]
    assert files["account.json"][0]["email"] == ADDRESS
    told = {name: str(data) for name, data in files.items() if name != "reports.json"}
    assert not [name for name, text in told.items() if OTHER_WORDS in text]
    assert not [name for name, data in files.items() if OTHER_ADDRESS in str(data)]


def test_it_holds_no_secrets(files):
    everything = str(files)
    assert not [secret for secret in SECRETS if secret in everything]
    assert "password" not in files["account.json"][0]


def test_sessions_and_mails_are_told_without_what_lets_anybody_in(files):
    (session,) = files["sessions.json"]
    assert set(session) == {"expires", "signed_in"}
    assert {sent["channel"] for sent in files["notices/deliveries.json"]} >= {"bell"}


def test_games_come_with_their_moves_and_times(files):
    row = files["games/games.json"][0]
    assert (row["first"], row["rated"], row["termination"]) == (NAME, True, "resignation")
    assert [move["text"] for move in row["moves"]] == BEGUN
    assert all(move["made"] for move in row["moves"])


def test_the_records_are_records(files):
    first = files["games/records.txt"].decode().split("\n\n[Event")[0]
    assert Record.parse(first).moves == tuple(BEGUN)


def test_the_package_of_a_bot_is_as_it_was_sent(files):
    assert files["bots/basalt/versions/1-bot.py"] == CHOOSES


def test_what_a_program_printed_is_in_the_archive_of_its_owner_alone(files):
    everything = str(files)
    assert OTHER_PRINTED not in everything
    runs, turns = files["programs/runs.json"], files["programs/turns.json"]
    assert [run["log"] for run in runs] == [PRINTED, PRINTED]
    assert {turn["bot"] for turn in turns} == {"basalt"}


def test_a_file_name_leads_out_of_no_folder():
    bot = make_user("basalt", kind="bot", owner=make_user(NAME))
    Bot.objects.create(account=bot)
    BotVersion.objects.create(bot_id=bot.pk, number=1, file_name="../..\\evil.py", package=b"x")
    assert "bots/basalt/versions/1-evil.py" in opened(bot.owner)


def test_what_there_is_nothing_of_makes_no_file():
    assert set(opened(make_user(NAME))) == {"README.txt", "account.json"}


def test_a_big_file_is_handed_out_in_small_pieces_while_it_is_made(monkeypatch):
    person = make_user(NAME)
    size = 40 * PIECE
    big = exporters.pieces("big", "", lambda _: (noise(i) for i in range(40)))
    monkeypatch.setattr(exporters, "_exporters", {"big": big})
    tracemalloc.start()
    lengths = [len(piece) for piece in archive_of(person)]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert sum(lengths) >= size
    assert max(lengths) <= 3 * PIECE
    assert peak < size / 2


def noise(seed: int) -> bytes:
    """What no compression makes smaller."""
    return random.Random(seed).randbytes(PIECE)


def test_rows_are_read_some_at_a_time(monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(exporters, "BATCH", 2)
    for number in range(5):
        make_user(f"player-{number}")
    with django_assert_num_queries(4):
        rows = list(exporters.columns_of(User.objects.all(), {"name": "username"}))
    assert [row["name"] for row in rows] == [f"player-{number}" for number in range(5)]
