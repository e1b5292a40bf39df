import ast
import sys
from pathlib import Path

import pytest

import games.rules

MODULES = sorted(Path(games.rules.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_module_imports_only_its_siblings_and_the_standard_library(path):
    nodes = list(ast.walk(ast.parse(path.read_text())))
    imported = {
        alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names
    }
    absolute = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.level == 0]
    imported |= {node.module for node in absolute}
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names


def test_all_public_names_exist():
    assert all(hasattr(games.rules, name) for name in games.rules.__all__)
