"""The table of operations is what the methods of the client use, all of it and nothing else."""

import pytest

from games.bots.client.sumendi.client import Operation
from tests.games.bots.client.asking import METHODS, asked


def test_every_operation_has_a_method_and_every_method_an_operation():
    used = [asked(area, name).operation for area, name in METHODS]
    assert sorted(used, key=str) == sorted(Operation, key=str)


@pytest.mark.parametrize(("area", "name"), METHODS)
def test_a_method_fills_the_template_of_its_path(area, name):
    question = asked(area, name)
    parts = question.operation.path.split("/")
    assert {part[1:-1] for part in parts if part.startswith("{")} == set(question.where)


def test_no_two_operations_are_one():
    assert len({(one.method, one.path) for one in Operation}) == len(Operation)


def test_only_what_may_happen_twice_is_repeatable():
    never = {one for one in Operation if one.method in ("POST", "PATCH", "DELETE")}
    harmless = {
        Operation.GAME_MOVE,
        Operation.GAME_ANALYSE,
        Operation.POSITION_CHECK,
        Operation.SEEK_ACCEPT,
        Operation.CHALLENGE_ACCEPT,
        Operation.INVITE_ACCEPT,
        Operation.RECORDS,
        Operation.EXPLORATION_IMPORT,
    }
    keyed = {one for one in Operation if one.keyed}
    assert {one for one in never if one.repeatable} == harmless | keyed
