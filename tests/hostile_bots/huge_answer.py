"""Answers with one line that takes all that may be printed."""

import json

print(json.dumps({"move": "d4", "memory": "x" * 900_000}))
