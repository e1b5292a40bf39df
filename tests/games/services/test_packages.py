"""Reading what owners of bots upload."""

import random
import time
import tracemalloc
import zipfile
from contextlib import suppress

import pytest

from games.services.errors import BadPackage
from games.services.packages import (
    LONGEST_FILE,
    LONGEST_UNPACKED,
    LONGEST_ZIP,
    MOST_ENTRIES,
    Flaw,
    read,
    shown_name,
)
from tests.games.services import zips
from tests.games.services.zips import BOT, packed, with_main


def flaw(data: bytes, name: str = "bot.zip") -> str:
    with pytest.raises(BadPackage) as refused:
        read(name, data)
    assert refused.value.message.isprintable()
    assert len(refused.value.message) < 300
    return refused.value.reason


def test_a_lone_file_is_the_main_one():
    assert read("my_bot.py", BOT) == {"main.py": BOT}


@pytest.mark.parametrize("name", ["BOT.PY", "a.b.py", ".py.py"])
def test_the_end_of_its_name_tells_its_kind(name):
    assert read(name, BOT) == {"main.py": BOT}


@pytest.mark.parametrize("name", ["bot", "bot.tar.gz", "bot.pyc", "bot.pyz", "py", "", ".py"])
def test_no_other_kind_is_taken(name):
    assert flaw(BOT, name) == Flaw.KIND


def test_a_lone_file_may_have_64_kib_and_not_a_byte_more():
    largest = b"#" * LONGEST_FILE
    assert read("bot.py", largest) == {"main.py": largest}
    assert flaw(largest + b"#", "bot.py") == Flaw.TOO_LARGE


@pytest.mark.parametrize("data", [b"", b" \n\t\n"])
def test_an_empty_file_is_refused(data):
    assert flaw(data, "bot.py") == Flaw.EMPTY
    assert flaw(packed({"main.py": data})) == Flaw.EMPTY


def test_a_file_with_a_nul_is_no_python():
    assert flaw(b"x = 1\0", "bot.py") == Flaw.KIND


def test_a_zip_has_its_files_by_their_paths():
    files = with_main(**{"engine/search.py": b"y = 2\n", "weights.bin": b"\0\1\2"})
    assert read("bot.zip", packed(files)) == files


def test_one_folder_around_all_of_it_is_taken_off():
    files = {"my-bot/main.py": BOT, "my-bot/engine/search.py": b"y = 2\n"}
    assert set(read("bot.zip", packed(files))) == {"main.py", "engine/search.py"}


def test_entries_for_folders_are_no_files():
    assert read("bot.zip", packed({"data/": b"", **with_main()})) == with_main()


def test_what_file_managers_leave_behind_is_left_out():
    files = {"bot/main.py": BOT, "__MACOSX/bot/._main.py": b"?", "bot/.DS_Store": b"?"}
    assert read("bot.zip", packed(files)) == with_main()


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"bot.py": BOT},
        {"a/main.py": BOT, "b/x.py": b"x"},
        {"a/b/main.py": BOT},
        {"main.py/": b""},
        {"Main.py": BOT},
        {"a/__pycache__/main.py": BOT},
    ],
)
def test_a_zip_without_main_py_is_refused(files):
    assert flaw(packed(files)) == Flaw.NO_MAIN


def test_a_name_outside_ascii_is_read_as_utf8():
    files = with_main(**{"données/été.txt": b"chaud"})
    assert read("bot.zip", packed(files)) == files


def test_a_zip_of_more_than_a_mebibyte_is_refused():
    noise = random.Random(1).randbytes(LONGEST_ZIP)
    assert flaw(packed(with_main(noise=noise))) == Flaw.TOO_LARGE


def test_no_more_than_8_mib_come_out_of_a_zip():
    noise = random.Random(1).randbytes(LONGEST_ZIP // 10)
    fits = with_main(noise=noise, zeros=bytes(LONGEST_UNPACKED - len(noise) - len(BOT)))
    assert sum(map(len, read("bot.zip", packed(fits)).values())) == LONGEST_UNPACKED
    assert flaw(packed({**fits, "one": b"1"})) == Flaw.TOO_LARGE


def test_a_zip_bomb_is_not_unpacked():
    bomb = packed(with_main(zeros=bytes(64 * 1024 * 1024)))
    tracemalloc.start()
    assert flaw(bomb) == Flaw.TOO_LARGE
    assert tracemalloc.get_traced_memory()[1] < 4 * 1024 * 1024
    tracemalloc.stop()


def test_a_small_zip_that_grows_a_thousandfold_is_refused():
    assert flaw(packed(with_main(zeros=bytes(LONGEST_UNPACKED // 2)))) == Flaw.RATIO


def test_a_bomb_that_understates_its_size_is_not_unpacked():
    def understate(entry: zipfile.ZipInfo) -> None:
        if entry.filename == "zeros":
            entry.file_size = 10

    bomb = packed(with_main(zeros=bytes(32 * 1024 * 1024)), understate)
    tracemalloc.start()
    assert flaw(bomb) == Flaw.BROKEN
    assert tracemalloc.get_traced_memory()[1] < 4 * 1024 * 1024
    tracemalloc.stop()


@pytest.mark.parametrize("lie", [-1, 1, 1000])
def test_a_size_that_is_a_lie_is_found_out(lie):
    def lie_about(entry: zipfile.ZipInfo) -> None:
        entry.file_size += lie

    assert flaw(packed(with_main(), lie_about)) == Flaw.BROKEN


def test_a_checksum_that_is_wrong_is_found_out():
    assert flaw(packed(with_main(), lambda entry: setattr(entry, "CRC", 1))) == Flaw.BROKEN


def test_files_that_share_their_bytes_are_refused():
    assert flaw(zips.quoting(3)) == Flaw.OVERLAP


def test_a_place_that_reaches_into_the_directory_is_refused():
    def reach(entry: zipfile.ZipInfo) -> None:
        entry.compress_size += 1000

    assert flaw(packed(with_main(), reach)) == Flaw.OVERLAP


def test_two_entries_of_one_name_are_refused():
    assert flaw(zips.overlapping(2)) == Flaw.CLASH


@pytest.mark.parametrize("files", [{"a": b"1", "a/b": b"2"}, {"a/b": b"2", "a": b"1"}])
def test_a_file_is_no_folder(files):
    assert flaw(packed(with_main(**files))) == Flaw.CLASH


def test_a_file_and_an_empty_folder_of_one_name_are_refused():
    assert flaw(packed(with_main(**{"a": b"1", "a/": b""}))) == Flaw.CLASH


@pytest.mark.parametrize(
    "name",
    [
        "../evil.py",
        "a/../../evil.py",
        "/etc/cron.d/evil",
        "./x.py",
        "a//b.py",
        "..",
        "a/..",
        "/",
        "..\\evil.py",
        "C:\\evil.py",
        "a\nb.py",
        "a\x7fb.py",
        "a\u202eb.py",
        "x" * 201,
        "é" * 101,
        "/".join("a" * 12),
    ],
)
def test_a_name_that_leads_astray_is_refused(name):
    assert flaw(packed(with_main(**{name: b"x = 1\n"}))) == Flaw.NAME


@pytest.mark.parametrize("name", [b"a\0b.py", b"main.py\0", b"caf\xe9.py", b"\xff\xfe"])
def test_a_name_with_a_nul_or_in_no_known_writing_is_refused(name):
    assert flaw(zips.named(name)) == Flaw.NAME


def test_a_name_that_only_says_that_it_is_utf8_is_refused():
    assert flaw(zips.named(b"caf\xe9.py", is_utf8=True)) == Flaw.BROKEN


@pytest.mark.parametrize("name", ["sumendi/__init__.py", "sumendi.py"])
def test_the_sites_own_package_is_not_replaced(name):
    assert flaw(packed(with_main(**{name: b"x = 1\n"}))) == Flaw.NAME


@pytest.mark.parametrize("kind", [zips.LINK, zips.PIPE, zips.DEVICE, zips.FOLDER])
def test_links_and_other_special_files_are_refused(kind):
    assert flaw(zips.special(kind)) == Flaw.SPECIAL


def test_a_folder_with_bytes_of_its_own_is_refused():
    assert flaw(packed(with_main(**{"a/": b"x"}))) == Flaw.SPECIAL


def test_an_encrypted_zip_is_refused():
    assert flaw(zips.encrypted()) == Flaw.ENCRYPTED


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, 97])
def test_only_stored_and_deflated_files_are_read(method):
    spoilt = packed(with_main(), lambda entry: setattr(entry, "compress_type", method))
    assert flaw(spoilt) == Flaw.COMPRESSION


def test_500_entries_are_taken_and_501_are_not():
    files = with_main(**{f"f{number}": b"" for number in range(MOST_ENTRIES - 1)})
    assert len(read("bot.zip", packed(files))) == MOST_ENTRIES
    assert flaw(packed({**files, "one more": b""})) == Flaw.ENTRIES


def test_a_hundred_thousand_entries_cost_nothing():
    entry = b"PK\x01\x02" + bytes(42)
    end = b"PK\x05\x06" + bytes(6) + b"\xff\xff" * 2 + len(entry * 100_000).to_bytes(4, "little")
    began = time.process_time()
    assert flaw(entry * 100_000 + end + bytes(6)) == Flaw.TOO_LARGE
    assert time.process_time() - began < 0.5


def test_as_many_entries_as_fit_are_counted_in_a_moment():
    """A mebibyte holds 22,000 of them, all empty and nameless."""
    entry = b"PK\x01\x02" + bytes(42)
    directory = entry * 22_000
    size = len(directory).to_bytes(4, "little")
    end = b"PK\x05\x06" + bytes(4) + (22_000).to_bytes(2, "little") * 2 + size + bytes(6)
    began = time.process_time()
    assert flaw(directory + end) == Flaw.ENTRIES
    assert time.process_time() - began < 3


@pytest.mark.parametrize("data", [b"", b"PK", b"PK\x05\x06" + bytes(18), b"no zip" * 100])
def test_what_is_no_zip_is_refused(data):
    assert flaw(data) in (Flaw.BROKEN, Flaw.NO_MAIN)


def test_a_zip_that_is_cut_off_is_refused_wherever_that_was():
    whole = packed(with_main(**{"a/b.py": b"x = 1\n" * 50}))
    for length in range(0, len(whole), 7):
        assert flaw(whole[:length]) == Flaw.BROKEN


def test_a_zip_with_any_byte_changed_is_read_or_refused():
    whole = packed(with_main(**{"a/b.py": b"x = 1\n" * 50}))
    source = random.Random(6)
    for _ in range(1500):
        spoilt = bytearray(whole)
        for _ in range(source.choice((1, 1, 2, 5))):
            spoilt[source.randrange(len(spoilt))] = source.randrange(256)
        with suppress(BadPackage):
            assert "main.py" in read("bot.zip", bytes(spoilt))


def test_a_zip_within_a_zip_is_left_as_it_is():
    inner = packed({"x": bytes(1000)})
    assert read("bot.zip", packed(with_main(inner=inner)))["inner"] == inner


def test_of_a_long_name_the_end_is_kept():
    assert shown_name("x" * 300 + "\a.zip") == "x" * 96 + ".zip"
