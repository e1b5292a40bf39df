"""Closes every descriptor, and stays."""

import os
import time

os.closerange(0, 64)
while True:
    time.sleep(60)
