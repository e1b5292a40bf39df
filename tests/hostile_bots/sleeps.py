"""Sleeps beyond the limit."""

import time

time.sleep(60)
print('{"move": "d4"}')
