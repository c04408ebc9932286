"""Unpack strangers' archives: within bounds, and only what may be a submission. Each length is what
the archive says, taken before any byte is unpacked."""

import dataclasses
import hashlib
import io
import os
import stat
import struct
import time
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from course.grading.exercises.exercise import FILE
from course.grading.exercises.packed import MANIFEST, MOST_BYTES, SUFFIX
from course.grading.exercises.submission import DEEPEST, SOURCES, is_hidden, opened
from course.grading.text import on_one_line

MOST_KB = 32 << 10
"""Limit of an archive's packed size, and of what a learner's archives unpack to."""

MOST_IN_ALL = 64
"""The limits of one grading, as a multiple of a learner's: anyone may put thousands of archives
into a shared folder, or something that looks like a platform's download, and fill the disk."""

LEAST_PART = 128
"""A share holds at least this part of a learner's limits, so that what ./course submit makes always
fits, however many names there are. The limits of one grading are those of 8,192 such shares."""

LONGEST = 255
"""Bytes that a name may have here. A platform's archive may have longer ones: it puts its learners'
names before their files'."""

MOST_ENTRIES = 20_000
"""Likewise, files and folders. What nobody asks for counts, too: listing it takes time."""

_FILE, _FILE_BYTES = b"PK\1\2", 100
"""Mark of a file in an archive's list, and what one with a usual path takes there."""

_END, _END_BYTES = b"PK\5\6", 22
_LONG_END, _LONG_END_BYTES = b"PK\6\7", 20
"""Mark of Zip64: the list's length is stated elsewhere, as archives of gigabytes need."""

_COMMENT = 1 << 16


class Unreadable(Exception):
    """One line says why."""


class Full(Unreadable):
    """Too little space is left."""


@dataclasses.dataclass
class Space:
    """What may still be unpacked and copied, the size in bytes."""

    size: int
    entries: int
    whole: "Space | None" = None
    """What it is a part of: taking from the part takes from the whole, too."""

    @classmethod
    def of_grading(cls) -> "Space":
        """For all that's in a folder of submissions."""
        return cls(MOST_IN_ALL * MOST_KB << 10, MOST_IN_ALL * MOST_ENTRIES)

    def share(self, of: int) -> "Space":
        """Return one of several equal parts: the first learner must not take all."""
        size = max(self.size // of, (MOST_KB << 10) // LEAST_PART)
        return Space(size, max(self.entries // of, MOST_ENTRIES // LEAST_PART), self)

    def of_learner(self) -> "Space":
        """Return the part of it that one learner's archives, with all nested ones, may take."""
        return Space(MOST_KB << 10, MOST_ENTRIES, self)

    def left(self) -> tuple[int, int]:
        """Bytes and entries, as far as the whole has them, too."""
        if self.whole is None:
            return self.size, self.entries
        size, entries = self.whole.left()
        return min(self.size, size), min(self.entries, entries)

    def take(self, length: int, entries: int) -> None:
        """Take some of it. Raises Full, and takes nothing, if too little is left."""
        size, most = self.left()
        if length > size or entries > most:
            left = f"{size >> 10:,} KB and {most:,} files and folders"
            raise Full(f"needs more space than its learner has left, {left}")
        part: Space | None = self
        while part is not None:
            part.size -= length
            part.entries -= entries
            part = part.whole


def is_archive(file: Path) -> bool:
    """By its name: other files are reported as no submission."""
    return file.suffix.lower() == SUFFIX


def unpack(
    file: Path, place: Path, space: Space, most: Callable[[str], int]
) -> dict[Path, Unreadable]:
    """Put an archive's sources, manifests and archives into an empty folder.

    space: what it may take, shared with other archives. most: how many bytes of a source of that
    name are of use; it is cut there. Returns what's wrong with single files, by their place: in a
    platform's download, it's one learner's fault. Raises Unreadable if nothing can be read.
    """
    faults: dict[Path, Unreadable] = {}
    try:
        if not stat.S_ISREG(file.lstat().st_mode):
            raise Unreadable("is not a file")
        with opened(file) as stream:
            packed = stream.read((MOST_KB << 10) + 1)  # once: its owner may change it meanwhile
        with zipfile.ZipFile(_checked(packed, space)) as archive:
            made = set[Path]()
            # Else a few bytes could be unpacked thousands of times.
            if sum(info.compress_size for info in archive.infolist()) > len(packed):
                raise Unreadable("holds files that overlap")
            for info in archive.infolist():
                try:
                    _unpack_one(archive, info, place, made, space=space, most=most)
                except Full:
                    raise
                except Exception as error:
                    faults[_place(info)] = _why(error, f"holds {on_one_line(info.filename)}, which")
    except Exception as error:  # the file's contents decide which one
        raise _why(error) from error
    return faults


def _unpack_one(
    archive: zipfile.ZipFile,
    info: zipfile.ZipInfo,
    place: Path,
    made: set[Path],
    *,
    space: Space,
    most: Callable[[str], int],
) -> None:
    target = _target(info)
    if target is None:
        return
    if target in made:
        raise Unreadable(f"holds a file twice, {on_one_line(info.filename)}")
    length = min(info.file_size, _most(target.name, most))
    new = {target, *target.parents} - made
    space.take(length, len(new))
    made |= new
    with archive.open(info) as stream:
        _write(place / target, stream.read(length), info)


def _why(error: Exception, what: str = "") -> Unreadable:
    """Return what to say of an error. what: the file in the archive that it's about."""
    if isinstance(error, Unreadable):
        return error
    if isinstance(error, zipfile.BadZipFile | zlib.error | EOFError | struct.error):
        return Unreadable(f"is not a complete zip file ({str(error).rstrip('.').lower()})")
    told = getattr(error, "strerror", None) or str(error) or repr(error)
    return Unreadable(f"{what} cannot be unpacked: {on_one_line(told)}".lstrip())


def _checked(packed: bytes, space: Space) -> BinaryIO:
    """Take the files in its list, which Python reads whole. Raises Unreadable for too many."""
    size = len(packed)
    if size > MOST_KB << 10:
        raise Unreadable(f"is larger than {MOST_KB >> 10} MB")
    end = packed.rfind(_END, max(0, size - _COMMENT - _END_BYTES))
    if end < 0 or size < end + _END_BYTES:
        raise Unreadable("is not a zip file" if size else "is empty")
    (index,) = struct.unpack_from("<L", packed, end + 12)
    if packed.startswith(_LONG_END, max(0, end - _LONG_END_BYTES)):
        raise Unreadable("lists more files than a submission has")
    # Its length first: counting takes time, and names for a refused archive cost nothing.
    usual = index // _FILE_BYTES
    space.take(0, usual)
    listed = packed.count(_FILE, max(0, end - index), end)
    space.take(0, max(0, listed - usual))
    return io.BytesIO(packed)


def _most(name: str, of_source: Callable[[str], int]) -> int:
    if name == MANIFEST:
        return MOST_BYTES
    if name == FILE:
        return 0  # that it's there tells the course's own copy of an exercise
    return (MOST_KB << 10) + 1 if name.lower().endswith(SUFFIX) else of_source(name)


def _target(info: zipfile.ZipInfo) -> Path | None:
    """Return where it goes; None if nobody asks for it. Raises Unreadable."""
    path = _path(info)
    if path.is_absolute() or ".." in path.parts or ":" in path.parts[:1]:
        raise Unreadable(f"holds a file that goes outside, {on_one_line(info.filename)}")
    wanted = path.suffix.lower() in {*SOURCES, SUFFIX} or path.name in (MANIFEST, FILE)
    hidden = len(path.parts) > DEEPEST or any(map(is_hidden, path.parts))
    if info.is_dir() or hidden or not wanted:
        return None
    if stat.S_ISLNK(info.external_attr >> 16):
        raise Unreadable(f"holds a link, {on_one_line(info.filename)}")
    if info.flag_bits & 1:
        raise Unreadable("is encrypted")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise Unreadable(f"is compressed with method {info.compress_type}, not deflated")
    return _place(info)


def _path(info: zipfile.ZipInfo) -> PurePosixPath:
    return PurePosixPath(info.filename.replace("\\", "/"))


def _place(info: zipfile.ZipInfo) -> Path:
    return Path(*map(_fitting, _path(info).parts))


def _fitting(name: str) -> str:
    """Return a name with a hash for the beginning that is too much: its end says whose and what
    it is, and no two become the same."""
    known = os.fsencode(name)
    if len(known) <= LONGEST:
        return name
    digest = hashlib.sha256(known).hexdigest()[:8]
    return digest + known[len(digest) - LONGEST :].decode("utf-8", "ignore")


def _write(file: Path, content: bytes, info: zipfile.ZipInfo) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    when = time.mktime((*info.date_time, 0, 0, -1))
    os.utime(file, (when, when))
