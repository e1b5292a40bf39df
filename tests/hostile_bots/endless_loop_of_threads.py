"""Never comes to a decision, with four heads."""

import threading
import zlib


def work():
    while True:
        zlib.crc32(b"x" * 10_000_000)


for _ in range(3):
    threading.Thread(target=work, daemon=True).start()
work()
