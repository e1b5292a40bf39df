"""Answers with what JSON has no words for."""

print('{"move": "d4", "memory": [NaN, Infinity]}')
