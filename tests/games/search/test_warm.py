"""Kernels are ready whatever has become of the folder that keeps them; fakes stand in for them."""

import fcntl
import os
import shutil
import signal

import pytest
from numba import njit

from games import search_worker
from games.search import cache, endings, playouts, scores, state, tree, warm
from tests.games.at_once import in_a_process_that_dies


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """The folder, with something compiled."""
    monkeypatch.setattr(cache, "BASE", tmp_path)
    monkeypatch.setattr(cache, "KEEPS", True)
    monkeypatch.setitem(cache.SETTINGS, "CACHE_DIR", str(cache.folder()))
    code = cache.folder() / "search_1" / "kernel.nbi"
    code.parent.mkdir(parents=True)
    code.touch()
    return cache.folder()


@pytest.fixture
def calls(monkeypatch):
    def are(*fakes):
        monkeypatch.setattr(warm, "CALLS", fakes)

    return are


def read_only(kept):
    """As a file system that cannot be written looks, to root as well."""
    return lambda path, mode: not path.is_relative_to(kept)


def test_damaged_code_is_removed_and_compiled_anew(kept, calls):
    def load():
        if (kept / "search_1").exists():
            raise EOFError

    calls(load)
    warm.warm()
    assert {path.name for path in kept.iterdir()} == {cache.LOCK, cache.SUMS}


def test_where_nothing_can_be_saved_it_compiles_in_memory(kept, calls, monkeypatch):
    def save():
        if not in_memory:
            raise OSError(28, "No space left on device")

    in_memory = []
    monkeypatch.setattr(cache, "keep_nothing", lambda: in_memory.append(True))
    calls(save)
    warm.warm()
    assert in_memory == [True]


def test_kernels_that_cannot_be_compiled_at_all_are_an_error(kept, calls, monkeypatch):
    monkeypatch.setattr(cache, "keep_nothing", lambda: None)
    calls(lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        warm.warm()


def test_in_memory_nothing_is_saved(kept, monkeypatch):
    @njit(cache=True)
    def one():
        return 1

    monkeypatch.setattr(cache, "kernels", lambda: [one])
    cache.keep_nothing()
    assert not cache.KEEPS
    assert one() == 1
    assert [path.name for path in kept.rglob("*.nb?")] == ["kernel.nbi"]


def test_all_kernels_are_known():
    called = {scores.lead, state.fill, playouts.count_results, endings.solve, tree.simulate}
    assert called <= set(cache.kernels())


def test_code_that_killed_the_process_before_is_removed(kept, calls):
    (kept / cache.LOADING).touch()
    calls()
    warm.warm()
    assert {path.name for path in kept.iterdir()} == {cache.LOCK, cache.SUMS}


@pytest.mark.parametrize("changed", ["search_1/kernel.1.nbc", cache.SUMS])
def test_code_that_has_changed_since_it_was_kept_is_removed(kept, calls, changed, caplog):
    (kept / "search_1" / "kernel.1.nbc").write_bytes(b"code")
    calls()
    warm.warm()
    (kept / changed).write_bytes(b"cods")
    warm.warm()
    assert not (kept / "search_1").exists()
    assert "has changed" in caplog.text


def test_code_that_is_new_or_gone_has_not_changed(kept, calls):
    old, new = (kept / "search_1" / f"kernel.{number}.nbc" for number in (1, 2))
    old.write_bytes(b"code")
    calls()
    warm.warm()
    old.unlink()
    new.write_bytes(b"more")
    warm.warm()
    assert new.exists()


def ended_by(number):
    """A process that has loaded, and ends later."""

    def serve():
        warm.warm()
        cache.leave_word()
        os.kill(os.getpid(), number)

    in_a_process_that_dies(serve, number)


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGBUS, signal.SIGILL, signal.SIGABRT])
def test_code_with_which_a_process_crashed_later_is_removed(kept, calls, number, caplog):
    calls()
    ended_by(number)
    warm.warm()
    assert not (kept / "search_1").exists()
    assert "in serve" in caplog.text


def test_it_is_removed_once(kept, calls):
    calls()
    ended_by(signal.SIGSEGV)
    warm.warm()
    (kept / "search_1").mkdir()
    warm.warm()
    assert (kept / "search_1").exists()


def test_a_process_that_was_killed_has_not_crashed(kept, calls):
    calls()
    ended_by(signal.SIGKILL)
    warm.warm()
    assert (kept / "search_1").exists()


def test_while_it_loads_there_are_a_mark_and_a_lock(kept, calls):
    def load():
        assert (kept / cache.LOADING).exists()
        with (kept / cache.LOCK).open("w") as lock, pytest.raises(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        loaded.append(True)

    loaded = []
    calls(load)
    warm.warm()
    assert loaded == [True]


def test_without_a_lock_it_loads_all_the_same(kept, calls):
    (kept / cache.LOCK).mkdir()
    loaded = []
    calls(lambda: loaded.append(True))
    warm.warm()
    assert loaded == [True]


def test_a_folder_that_cannot_be_written_is_copied(kept, monkeypatch):
    monkeypatch.setattr(cache.os, "access", read_only(kept))
    cache.use()
    assert not cache.KEEPS
    assert cache.folder() != kept
    assert (cache.folder() / "search_1" / "kernel.nbi").exists()
    assert cache.SETTINGS["CACHE_DIR"] == str(cache.folder())
    shutil.rmtree(cache.BASE)


def test_where_no_folder_can_be_made_there_is_another(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setattr(cache, "BASE", tmp_path / "file")
    monkeypatch.setattr(cache, "KEEPS", True)
    monkeypatch.setitem(cache.SETTINGS, "CACHE_DIR", "")
    cache.use()
    assert cache.folder().is_dir()
    shutil.rmtree(cache.BASE)


@pytest.mark.parametrize("keeps", [True, False])
def test_a_worker_begins_anew_only_where_it_finds_what_it_has_compiled(
    keeps, kept, calls, monkeypatch
):
    monkeypatch.setattr(search_worker.os, "nice", int)
    monkeypatch.setattr(cache, "leave_word", lambda: None)
    monkeypatch.setattr(cache, "KEEPS", keeps)
    calls()
    assert (search_worker._warm() > 0) == keeps
