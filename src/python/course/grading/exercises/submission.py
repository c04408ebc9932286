"""Read a submission's files without trusting them, and copy them. Nothing is run here."""

import codecs
import dataclasses
import errno
import os
import stat
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import BinaryIO

from course.errors import os_errors
from course.grading.exercises.exercise import Exercise, digest
from course.grading.text import on_one_line
from course.grading.verdicts import GraderError, rejected

SOURCES = frozenset({".java", ".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx"})
TESTS = "tests"
"""The learner's folder for public tests, which the grader ignores."""

MOST_ENTRIES = 2000
MOST_SHOWN = 300
"""Limit of what a message quotes of a path."""

DEEPEST = 20
"""Limit of nested folders: walking through them may recurse for each."""


@dataclasses.dataclass(frozen=True)
class Submission:
    """The files that an exercise asks for, as submitted."""

    files: Mapping[str, bytes]

    def digest(self) -> str:
        """Hash of names and contents, in hex."""
        return digest(sorted(self.files.items()))

    def sources(self) -> dict[str, bytes]:
        """The files for a compiler: javac does not accept a byte order mark."""
        return {name: text.removeprefix(codecs.BOM_UTF8) for name, text in self.files.items()}


def is_hidden(name: str) -> bool:
    """True for what systems hide, or leave in archives and next to a file: a Mac's `._Pool.java`
    holds its icon, Emacs's `.#Pool.java` says who is editing it."""
    return name.startswith(".") or name == "__MACOSX"


def take(folder: Path, exercise: Exercise) -> Submission:
    """Read the files that the exercise takes from the folder, a real path: see :func:`opened`.

    Raises Refused (rejected) if this cannot be a submission, and GraderError if the machine does
    not let us read it.
    """
    try:
        mode = folder.lstat().st_mode
    except FileNotFoundError:
        mode = stat.S_IFDIR  # treated as a folder in which every file is missing
    except OSError as error:
        raise GraderError(f"cannot read {on_one_line(str(folder))}: {error.strerror}") from error
    if not stat.S_ISDIR(mode):
        raise rejected(f"{folder.name} is {_kind(mode)}, not a folder")
    known = (*exercise.files, *exercise.given)
    for name in _sources(folder):
        if name not in known:
            # Its author expects it to count, so reject it rather than ignore it.
            wrong = f"{on_one_line(name)[:MOST_SHOWN]} was not asked for"
            raise rejected(f"{wrong}; submit {', '.join(exercise.files)}")
    max_kb = exercise.submission.max_kb
    return Submission({name: _read(folder / name, max_kb) for name in exercise.files})


def _sources(folder: Path) -> Iterator[str]:
    """Yield the paths, relative to the folder, of all source files except tests and hidden ones."""
    left = MOST_ENTRIES
    with os_errors(f"cannot read {on_one_line(str(folder))}", GraderError):
        for place, folders, files in os.walk(folder):
            left -= len(folders) + len(files)
            if left < 0:
                raise rejected(f"more than {MOST_ENTRIES} files and folders")
            if len(Path(place).relative_to(folder).parts) > DEEPEST:
                raise rejected(f"more than {DEEPEST} folders in each other")
            folders[:] = sorted(one for one in folders if one != TESTS and not is_hidden(one))
            for file in sorted(files):
                if Path(file).suffix in SOURCES and not is_hidden(file):
                    yield Path(place, file).relative_to(folder).as_posix()


def _read(file: Path, max_kb: int) -> bytes:
    name, largest = file.name, max_kb << 10
    try:
        mode = file.lstat().st_mode
        if not stat.S_ISREG(mode):
            raise rejected(f"{name} is {_kind(mode)}, not a file")
        with opened(file) as stream:
            content = stream.read(largest + 1)
    except FileNotFoundError:
        raise rejected(f"{name} is missing") from None
    except OSError as error:
        if error.errno in _INSTEAD:
            raise rejected(f"{name} was replaced by {_INSTEAD[error.errno]}") from error
        raise GraderError(f"cannot read {on_one_line(str(file))}: {error.strerror}") from error
    if len(content) > largest:
        raise rejected(f"{name} is larger than {max_kb} KB")
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise rejected(f"{name} is not UTF-8: see byte {error.start}") from error
    return content


_INSTEAD = {errno.ELOOP: "a link", errno.ENXIO: "something that isn't a file"}
"""What an error of :func:`opened` says about the file's replacement. The kernel, too, reports
ENXIO when asked to open a socket."""


def opened(file: Path) -> BinaryIO:
    """Open a file by a real path. It, or a folder on the way, may have been replaced since it was
    checked: this neither follows a link nor waits for a pipe. Raises OSError."""
    handle = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        if sys.platform == "linux" and Path(f"/proc/self/fd/{handle}").readlink() != file:
            raise OSError(errno.ELOOP, "a link leads there")
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.ENXIO, "it isn't a file")
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def _kind(mode: int) -> str:
    kinds = {
        stat.S_IFLNK: "a link",
        stat.S_IFIFO: "a pipe",
        stat.S_IFDIR: "a folder",
        stat.S_IFREG: "a file",
    }
    return kinds.get(stat.S_IFMT(mode), "a device or a socket")
