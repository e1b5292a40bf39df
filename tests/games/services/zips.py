"""Zips as nobody's program would write them."""

import io
import stat
import struct
import zipfile
from collections.abc import Callable, Mapping

BOT = b"def choose(position, clock):\n    return position.first_move(position.placements()[0])\n"
SPOIL = Callable[[zipfile.ZipInfo], object]


def packed(files: Mapping[str, bytes], spoil: SPOIL | None = None) -> bytes:
    """A zip of `files` in their order; `spoil` is given each entry before the directory, where the
    zip tells of them, is written."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            made.writestr(name, data)
        for entry in made.infolist() if spoil else ():
            spoil(entry)
    return archive.getvalue()


def with_main(**files: bytes) -> dict[str, bytes]:
    return {"main.py": BOT, **files}


def named(name: bytes, *, is_utf8: bool = False) -> bytes:
    """A zip with a second file of this name, whatever its bytes are."""
    stand_in = b"n" * len(name)
    data = packed(with_main(**{stand_in.decode(): b"x = 1\n"})).replace(stand_in, name)
    return _flagged(data, 0x800) if is_utf8 else data


def encrypted() -> bytes:
    return _flagged(packed(with_main()), 0x1)


def _flagged(data: bytes, flag: int) -> bytes:
    """With a flag on every entry, in its own header and in the directory's."""
    spoilt = bytearray(data)
    for signature, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(signature)
        while at >= 0:
            (flags,) = struct.unpack_from("<H", data, at + place)
            struct.pack_into("<H", spoilt, at + place, flags | flag)
            at = data.find(signature, at + 4)
    return bytes(spoilt)


def special(kind: int) -> bytes:
    """`main.py` and an entry of this kind of file, a link to the passwords say."""
    link = zipfile.ZipInfo("data")
    link.create_system = 3
    link.external_attr = (kind | 0o777) << 16
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("main.py", BOT)
        made.writestr(link, "/etc/passwd")
    return archive.getvalue()


LINK, PIPE, DEVICE, FOLDER = stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFDIR


def overlapping(copies: int) -> bytes:
    """Many entries of the directory that unpack the same bytes, each by its own name."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("main.py", BOT)
        made.writestr("kernel", bytes(range(256)) * 100)
        kernel = made.infolist()[-1]
        for _ in range(copies):
            made.filelist.append(kernel)
    return archive.getvalue()


def quoting(copies: int) -> bytes:
    """A zip whose first file holds the second one, header and all, so that both unpack it."""
    inner = packed({"inner": b"y" * 1000})
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("main.py", BOT)
        made.writestr("outer", inner * copies)
        at = made.infolist()[-1].header_offset + 30 + len("outer")
        entry = zipfile.ZipFile(io.BytesIO(inner)).infolist()[0]
        entry.header_offset = at
        made.filelist.append(entry)
    return archive.getvalue()
