"""Which files are one log: rotated ones are read together."""

import dataclasses
import glob
import re
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from course.errors import UsageError

STANDARD_INPUT = Path("-")

_PART = re.compile(r"\.\d{1,9}(\.current)?(\.gz)?$")
"""What a rotated file's name has at its end, after the log's own name."""


@dataclasses.dataclass(frozen=True)
class Log:
    """Files of one log, in any order."""

    name: str
    """As the user wrote it."""
    parts: tuple[Path, ...]
    beside: tuple[Path, ...] = ()
    """Those of the parts that nobody gave, but that were found beside."""


def gather(given: Iterable[Path], scratch: Path) -> list[Log]:
    """Logs of the files that were given.

    ``gc.log.0``, ``gc.log.1`` and so on are parts of ``gc.log``; where that is given, they are
    looked for beside it. What is no file, such as the standard input, is copied to scratch. Raises
    UsageError for a file that is not there.
    """
    found: dict[Path, list[Path]] = {}
    logs: list[Log] = []
    for path in given:
        if path == STANDARD_INPUT or path.is_fifo():
            logs.append(_copied(path, scratch / str(len(logs))))
        elif not path.is_file():
            raise UsageError(
                f"{path}: no such file; write one with -Xlog:gc*,safepoint:file=gc.log"
            )
        else:
            parts = found.setdefault(path.with_name(_PART.sub("", path.name)), [])
            if path not in parts:
                parts.append(path)
    for whole, parts in found.items():
        beside = _beside(whole, parts) if whole in parts else ()
        name = whole if len(parts) > 1 else parts[0]
        logs.append(Log(str(name), (*sorted(parts), *beside), beside))
    return logs


def _beside(whole: Path, parts: list[Path]) -> tuple[Path, ...]:
    return tuple(
        path
        for path in sorted(whole.parent.glob(f"{glob.escape(whole.name)}.*"))
        if _PART.sub("", path.name) == whole.name and path not in parts and path.is_file()
    )


def _copied(source: Path, to: Path) -> Log:
    with to.open("wb") as copy:
        if source == STANDARD_INPUT:
            shutil.copyfileobj(sys.stdin.buffer, copy)
            return Log("standard input", (to,))
        with source.open("rb") as pipe:
            shutil.copyfileobj(pipe, copy)
    return Log(str(source), (to,))
