"""Hides its answer among a million lines."""

print("\n".join("{" for _ in range(1_000_000)))
print('{"move": "d4"}')
