"""Dies without Python noticing."""

import ctypes

ctypes.string_at(0)
