"""Wants more remembered than is allowed."""

import json

print(json.dumps({"move": "d4", "memory": "x" * 70_000}))
