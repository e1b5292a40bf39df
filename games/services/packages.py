"""Reading what owners of bots upload: one Python file, or a zip with `main.py`.

All is read in memory. What an archive says of itself is held against its real bytes: no more of
them are unpacked than were announced, and no more may be announced than the limits allow.
"""

import io
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from pathlib import PurePosixPath

from .errors import BadPackage, PackageTooLarge

KIB = 1024
MAIN = "main.py"
LIBRARY = "sumendi"
LONGEST_FILE = 64 * KIB
"""Of a lone `.py`."""
LONGEST_ZIP = 1024 * KIB
LONGEST_UNPACKED = 8 * 1024 * KIB
MOST_ENTRIES = 500
MOST_FOLDERS = 10
"""So many above a file."""
LONGEST_NAME = 200
"""Bytes of a path in UTF-8: every file system takes as many for one part of it."""
LARGEST_RATIO = 100
"""So many times the zip's own size, and no more, come out of it."""
LONGEST_FILE_NAME = 100
LONGEST_SHOWN = 80
NOT_SHOWN = "\ufffd"

LOCAL_HEADER = struct.Struct("<4s22xHH")
"""Its signature, and at its end how long the name and the extra field behind it are."""
IN_UTF8 = 0x800
ENCRYPTED = 0x1 | 0x40 | 0x2000
CLUTTER = ("__MACOSX", ".DS_Store", "__pycache__")
"""What file managers and Python leave among the files of people who do not know it."""
BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    OverflowError,
    RuntimeError,
    ValueError,
    OSError,
)
"""What `zipfile` raises for archives that are none."""


class Flaw(StrEnum):
    """What can be wrong with a package."""

    KIND = "package_kind"
    TOO_LARGE = "package_too_large"
    EMPTY = "package_empty"
    BROKEN = "package_broken"
    ENTRIES = "package_entries"
    NAME = "package_name"
    SPECIAL = "package_special_file"
    ENCRYPTED = "package_encrypted"
    COMPRESSION = "package_compression"
    OVERLAP = "package_overlap"
    CLASH = "package_clash"
    RATIO = "package_ratio"
    NO_MAIN = "package_no_main"


def read(file_name: str, data: bytes) -> dict[str, bytes]:
    """The texts of a package's files by their path, `main.py` among them; the name of what was
    uploaded tells its kind. Raises BadPackage with a `Flaw` as its reason."""
    kind = PurePosixPath(file_name.lower()).suffix
    if kind == ".py":
        return {MAIN: _lone_file(data)}
    if kind == ".zip":
        return _unpacked(data)
    raise BadPackage(Flaw.KIND, f"Send one file that ends in .py, or a .zip with {MAIN}.")


def shown_name(file_name: str) -> str:
    """The name of an upload as it is kept: its end counts when it is long."""
    return "".join(sign for sign in file_name if sign.isprintable())[-LONGEST_FILE_NAME:]


def _lone_file(data: bytes) -> bytes:
    _require_size(len(data), LONGEST_FILE, "One file of Python")
    if not data.strip():
        raise BadPackage(Flaw.EMPTY, "The file is empty.")
    if b"\0" in data:
        raise BadPackage(Flaw.KIND, "This is no text of Python: it holds a NUL.")
    return data


def _unpacked(data: bytes) -> dict[str, bytes]:
    _require_size(len(data), LONGEST_ZIP, "A zip")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            _require_sound(entries, archive.start_dir, data)
            files = {entry.filename: _unpack(archive, entry) for entry in _without_clutter(entries)}
    except BROKEN as error:
        raise BadPackage(Flaw.BROKEN, f"The zip cannot be read: {_short(str(error))}.") from error
    return _as_program(files)


def _require_size(size: int, most: int, what: str) -> None:
    if size > most:
        raise PackageTooLarge(Flaw.TOO_LARGE, f"{what} has at most {most // KIB} KiB.")


def _require_sound(entries: list[zipfile.ZipInfo], end: int, data: bytes) -> None:
    """All that can be judged before anything is unpacked. `end` is where the directory begins."""
    if len(entries) > MOST_ENTRIES:
        raise BadPackage(Flaw.ENTRIES, f"A zip has at most {MOST_ENTRIES} files and folders.")
    for entry in entries:
        _require_good_name(entry)
        _require_plain(entry)
    _require_no_clash(entries)
    _require_no_overlap(entries, end, data)
    unpacked = sum(entry.file_size for entry in entries)
    _require_size(unpacked, LONGEST_UNPACKED, "All that is in a zip")
    if unpacked > LARGEST_RATIO * len(data):
        raise BadPackage(
            Flaw.RATIO, f"More than {LARGEST_RATIO} times its own size is packed into the zip."
        )


def _require_plain(entry: zipfile.ZipInfo) -> None:
    name = _quoted(entry)
    expected = stat.S_IFDIR if entry.is_dir() else stat.S_IFREG
    is_special = stat.S_IFMT(entry.external_attr >> 16) not in (0, expected)
    if is_special or (entry.is_dir() and entry.file_size):
        raise BadPackage(Flaw.SPECIAL, f"{name} is no plain file: leave out links and the like.")
    if entry.flag_bits & ENCRYPTED:
        raise BadPackage(Flaw.ENCRYPTED, f"{name} is encrypted.")
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise BadPackage(
            Flaw.COMPRESSION, f"{name} is packed in a rare way: store or deflate its files."
        )


def _require_good_name(entry: zipfile.ZipInfo) -> None:
    # `filename` ends at a NUL, behind which anything may stand.
    name = entry.orig_filename
    why = _fault_of_name(name.removesuffix("/"))
    if not name.isascii() and not entry.flag_bits & IN_UTF8:
        why = "is not in UTF-8"
    if why:
        raise BadPackage(Flaw.NAME, f"The name {_quoted(entry)} {why}.")


def _fault_of_name(name: str) -> str:
    parts = name.split("/")
    if not name.isprintable():
        return "has characters that cannot be shown"
    if "\\" in name:
        return "has a backslash: folders are told by /"
    if {"", ".", ".."} & set(parts):
        return "is no path within the package"
    if len(name.encode()) > LONGEST_NAME:
        return f"has more than {LONGEST_NAME} bytes"
    if len(parts) > MOST_FOLDERS + 1:
        return f"lies in more than {MOST_FOLDERS} folders"
    return ""


def _require_no_clash(entries: Iterable[zipfile.ZipInfo]) -> None:
    """No two entries of one name, and no file that is a folder as well."""
    names: set[PurePosixPath] = set()
    files: set[PurePosixPath] = set()
    folders: set[PurePosixPath] = set()
    for entry in entries:
        path = PurePosixPath(entry.filename)
        if path in names:
            raise BadPackage(Flaw.CLASH, f"There are two entries of the name {_quoted(entry)}.")
        names.add(path)
        (folders if entry.is_dir() else files).add(path)
        folders.update(path.parents)
    if both := files & folders:
        raise BadPackage(Flaw.CLASH, f"“{min(both)}” is both a file and a folder.")


def _require_no_overlap(entries: Iterable[zipfile.ZipInfo], end: int, data: bytes) -> None:
    """Each file has bytes of its own. Files that share them unpack to far more than there is."""
    free_from = 0
    for entry in sorted(entries, key=lambda entry: entry.header_offset):
        if entry.header_offset < free_from:
            raise BadPackage(Flaw.OVERLAP, f"{_quoted(entry)} shares its bytes with another file.")
        _, name, extra = LOCAL_HEADER.unpack_from(data, entry.header_offset)
        free_from = entry.header_offset + LOCAL_HEADER.size + name + extra + entry.compress_size
        if free_from > end:
            raise BadPackage(Flaw.OVERLAP, f"{_quoted(entry)} reaches beyond its place in the zip.")


def _unpack(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """The sizes that the zip tells of are within the limits, but they may be lies."""
    with archive.open(entry) as file:
        text = file.read(entry.file_size + 1)
    if len(text) != entry.file_size:
        raise BadPackage(Flaw.BROKEN, f"{_quoted(entry)} has another size than the zip says.")
    return text


def _without_clutter(entries: Iterable[zipfile.ZipInfo]) -> Iterator[zipfile.ZipInfo]:
    for entry in entries:
        if not entry.is_dir() and not set(CLUTTER) & set(entry.filename.split("/")):
            yield entry


def _as_program(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Whoever packs a folder packs its name, too."""
    tops = {name.partition("/")[0] for name in files}
    top = f"{tops.pop()}/" if MAIN not in files and len(tops) == 1 else ""
    found = {name.removeprefix(top): text for name, text in files.items()}
    if MAIN not in found:
        raise BadPackage(
            Flaw.NO_MAIN, f"There is no {MAIN} in the zip, or more than one folder around it."
        )
    if any(name == f"{LIBRARY}.py" or name.startswith(f"{LIBRARY}/") for name in found):
        raise BadPackage(
            Flaw.NAME,
            f"“{LIBRARY}” is the site's own package, which is there anyway: leave it out.",
        )
    if not found[MAIN].strip():
        raise BadPackage(Flaw.EMPTY, f"{MAIN} is empty.")
    return found


def _quoted(entry: zipfile.ZipInfo) -> str:
    return f"“{_short(entry.orig_filename)}”"


def _short(text: str) -> str:
    shown = "".join(sign if sign.isprintable() else NOT_SHOWN for sign in text)
    return shown if len(shown) <= LONGEST_SHOWN else f"{shown[:LONGEST_SHOWN]}…"
