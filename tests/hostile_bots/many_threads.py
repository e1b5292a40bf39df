"""Starts threads for ever, with small stacks so that many fit into the memory."""

import threading
import time

threading.stack_size(32 * 1024)
while True:
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
