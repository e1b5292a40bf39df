"""Ignores all signals that can be ignored."""

import signal
import time

for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
    if number < 32:
        signal.signal(number, signal.SIG_IGN)
while True:
    time.sleep(60)
