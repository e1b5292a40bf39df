"""Paths of a program's files stay inside of its folder."""

import pytest

from games.bots.sandbox import Program


@pytest.mark.parametrize("name", ["../main.py", "/main.py", "a/../../b.py", "", ".", "a\0.py"])
def test_a_path_that_leads_elsewhere_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is not a path inside"):
        Program({name: b""})


@pytest.mark.parametrize("name", ["main.py", "engine/search.py", "..main.py", "a/...py"])
def test_a_path_inside_is_taken(name: str) -> None:
    assert name in Program({name: b""}).files
