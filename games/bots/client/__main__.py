"""`python -m games.bots.client [FOLDER]` writes `sumendi.pyz` there."""

import sys
from pathlib import Path

from .packing import FILE_NAME, pack

target = Path(sys.argv[1] if len(sys.argv) > 1 else ".") / FILE_NAME
target.write_bytes(pack())
target.chmod(0o755)
print(f"Wrote {target}. Try: python3 {target} --help")
