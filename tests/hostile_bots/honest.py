"""Thinks a little, remembers a little, and answers."""

import json

question = json.loads(input())
print("thinking about", question["game"])
print(json.dumps({"move": "d4", "memory": {"seen": sum(range(100_000))}, "note": "I am fine."}))
