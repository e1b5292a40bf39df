"""Reading an uploaded package."""

import io
import zipfile

MAIN = "main.py"


def read(file_name: str, data: bytes) -> dict[str, bytes]:
    """The files of a package by their path: a Python file alone is `main.py`."""
    if not file_name.endswith(".zip"):
        return {MAIN: data}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {
            entry.filename: archive.read(entry)
            for entry in archive.infolist()
            if not entry.is_dir()
        }
