import os
import time
from pathlib import Path

import pytest

from games.search import cache, scores


def test_the_kernels_are_kept_in_the_folder_of_these_sources():
    assert Path(scores.lead.stats.cache_path).parent == cache.folder()


@pytest.fixture
def source(tmp_path):
    file = tmp_path / "kernel.py"
    file.write_text("x = 1\n")
    return file


def test_the_same_sources_have_the_same_folder(source):
    before = cache.fingerprint([source])
    source.touch()
    assert cache.fingerprint([source]) == before


def test_a_changed_source_has_another_folder(source):
    before = cache.fingerprint([source])
    source.write_text("x = 2\n")
    assert cache.fingerprint([source]) != before


def test_folders_that_nobody_warmed_for_a_day_are_removed(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "BASE", tmp_path)
    names = ["sumendi-old", "sumendi-young", "another-program"]
    for name in names:
        (tmp_path / name).mkdir()
    cache.folder().mkdir()
    long_ago = time.time() - 2 * cache.KEPT
    for old in (tmp_path / "sumendi-old", tmp_path / "another-program", cache.folder()):
        os.utime(old, (long_ago, long_ago))
    cache.forget_others()
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"sumendi-young", "another-program", cache.folder().name}
