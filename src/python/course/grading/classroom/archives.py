"""Unpack strangers' archives: within bounds, and only what may be a submission."""

import dataclasses
import io
import os
import stat
import struct
import time
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from course.grading.exercises.packed import MANIFEST, SUFFIX
from course.grading.exercises.submission import DEEPEST, SOURCES, opened
from course.grading.text import on_one_line

MOST_KB = 32 << 10
"""Limit of an archive's packed size, and of what is read from it, unpacked."""

MOST_IN_ALL_KB = 4 * MOST_KB
"""Limit of an archive with all nested ones: else a thousand small ones would fill a disk."""

MOST_ENTRIES = 20_000
"""Likewise, files and folders: empty ones take disk space, too."""

INDEX_KB = 2 << 10
"""Limit of its list of files, which Python reads whole before we can refuse."""

_END, _END_BYTES = b"PK\5\6", 22
_LONG_END, _LONG_END_BYTES = b"PK\6\7", 20
"""Mark of Zip64: the list's length is stated elsewhere, as archives of gigabytes need."""

_COMMENT = 1 << 16


class Unreadable(Exception):
    """One line says why."""


@dataclasses.dataclass
class Space:
    """What an archive, with all nested ones, may still unpack to; the size in bytes."""

    size: int = dataclasses.field(default_factory=lambda: MOST_IN_ALL_KB << 10)
    entries: int = dataclasses.field(default_factory=lambda: MOST_ENTRIES)

    def part(self, of: int) -> "Space":
        """Return one of several equal parts: the first archive must not take all."""
        return Space(self.size // of, self.entries // of)

    def take(self, length: int, entries: int) -> None:
        """Take some of it. Raises Unreadable if too little is left."""
        self.size -= length
        self.entries -= entries
        if self.size < 0 or self.entries < 0:
            whole = f"{MOST_IN_ALL_KB >> 10} MB and {MOST_ENTRIES:,} files and folders"
            raise Unreadable(f"unpacks, with its neighbours, to more than its part of {whole}")


def is_archive(file: Path) -> bool:
    """By its name: other files are reported as no submission."""
    return file.suffix.lower() == SUFFIX


def unpack(file: Path, place: Path, space: Space) -> None:
    """Put an archive's sources, manifests and archives into an empty folder.

    space: what it may take, shared with other archives. Raises Unreadable.
    """
    try:
        if not stat.S_ISREG(file.lstat().st_mode):
            raise Unreadable("is not a file")
        with opened(file) as stream:
            packed = stream.read((MOST_KB << 10) + 1)  # once: its owner may change it meanwhile
        with zipfile.ZipFile(_checked(packed)) as archive:
            left, made = MOST_KB << 10, set[Path]()
            # Else a few bytes could be unpacked thousands of times.
            if sum(info.compress_size for info in archive.infolist()) > len(packed):
                raise Unreadable("holds files that overlap")
            for info in archive.infolist():
                target = _target(info)
                if target is not None:
                    if target in made:
                        raise Unreadable(f"holds {on_one_line(info.filename)} twice")
                    # No more than it says: zipfile unpacks as much as is asked for, then cuts.
                    most = min(left, space.size, info.file_size)
                    with archive.open(info) as stream:
                        content = stream.read(max(0, most) + 1)
                    new = {target, *target.parents} - made
                    made |= new
                    space.take(len(content), len(new))
                    left -= len(content)
                    if left < 0:
                        raise Unreadable(f"unpacks to more than {MOST_KB >> 10} MB")
                    _write(place / target, content, info)
    except (zipfile.BadZipFile, zlib.error, EOFError, struct.error) as error:
        raise Unreadable(
            f"is not a complete zip file ({str(error).rstrip('.').lower()})"
        ) from error
    except Unreadable:
        raise
    except Exception as error:  # the file's contents decide which one
        told = getattr(error, "strerror", None) or str(error) or repr(error)
        raise Unreadable(f"cannot be unpacked: {on_one_line(told)}") from error


def _checked(packed: bytes) -> BinaryIO:
    """Raises Unreadable for an archive whose list of files alone would fill the memory."""
    size = len(packed)
    if size > MOST_KB << 10:
        raise Unreadable(f"is larger than {MOST_KB >> 10} MB")
    end = packed.rfind(_END, max(0, size - _COMMENT - _END_BYTES))
    if end < 0 or size < end + _END_BYTES:
        raise Unreadable("is not a zip file" if size else "is empty")
    (index,) = struct.unpack_from("<L", packed, end + 12)
    if index > INDEX_KB << 10 or packed.startswith(_LONG_END, max(0, end - _LONG_END_BYTES)):
        raise Unreadable("lists more files than a submission has")
    return io.BytesIO(packed)


def _target(info: zipfile.ZipInfo) -> Path | None:
    """Return where it goes; None if nobody asks for it. Raises Unreadable."""
    path = PurePosixPath(info.filename.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or ":" in path.parts[:1]:
        raise Unreadable(f"holds {on_one_line(info.filename)!r}, which points outside")
    wanted = path.suffix.lower() in {*SOURCES, SUFFIX} or path.name == MANIFEST
    hidden = len(path.parts) > DEEPEST or any(part[0] in "._" for part in path.parts)
    if info.is_dir() or hidden or not wanted:
        return None
    if stat.S_ISLNK(info.external_attr >> 16):
        raise Unreadable(f"holds a link, {on_one_line(info.filename)}")
    if info.flag_bits & 1:
        raise Unreadable("is encrypted")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise Unreadable(f"is compressed with method {info.compress_type}, not deflated")
    return Path(*path.parts)


def _write(file: Path, content: bytes, info: zipfile.ZipInfo) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    when = time.mktime((*info.date_time, 0, 0, -1))
    os.utime(file, (when, when))
