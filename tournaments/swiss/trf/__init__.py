"""Tournament report files: TRF26 (FIDE, 2025) and the older TRF16, for events of players.

`read` makes a `Report` of the bytes of a file, `write` bytes of a `Report`.
"""

from .reading import read
from .report import Card, LaterBye, Remark, Report, TrfError
from .writing import write, write_trf16

__all__ = ["Card", "LaterBye", "Remark", "Report", "TrfError", "read", "write", "write_trf16"]
