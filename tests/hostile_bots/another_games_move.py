"""Answers for a game that it was not asked about."""

print('{"game": "another", "move": "z99:z98-z97", "note": "Not my game."}')
