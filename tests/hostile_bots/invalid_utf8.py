"""Answers with bytes that are no text."""

import sys

sys.stdout.buffer.write(b'{"move": "d\xff4", "note": "\xc3\x28"}\n')
