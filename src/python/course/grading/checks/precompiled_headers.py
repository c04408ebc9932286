"""The includes that an exercise's C++ submissions begin with, compiled in advance.

A C++ compiler spends nearly all of its time on the library's headers. If a submission's
preprocessed text begins as our solution and our starter do, GCC's compiled form of that beginning
is loaded in its place, and the rest is compiled after it. The text is the same, so only the time
changes. A text that begins otherwise is compiled whole.
"""

import re
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

SUFFIX = ".gch"
TEXT = "header.ii"

_INCLUDE = re.compile(r"\s*#\s*include\b")
_NOTHING = re.compile(r"\s*(//.*)?")
_MARK = b"# "
"""Prefix of a line marker, which says where the next lines are from."""

_RETURN = re.compile(rb'(# \d+ "(?:[^"\\]|\\.)*") 2(?: [34])*')
"""A marker that returns to this file after an include."""


def common(one: str, other: str) -> str:
    """Return the includes that two source files begin with."""
    pairs = zip(_includes(one), _includes(other), strict=False)
    return "".join(f"{line}\n" for line, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _includes(source: str) -> Iterator[str]:
    for line in source.splitlines():
        if _INCLUDE.match(line):
            yield line.strip()
        elif not _NOTHING.fullmatch(line):
            return


class PrecompiledHeader:
    """A folder with a header's text, and its compiled form for each variant."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        lines = (folder / TEXT).read_bytes().split(b"\n")
        self._says = [line for line in lines if _says(line)]

    def has(self, variant: str) -> bool:
        return (self.folder / f"{variant}{SUFFIX}").is_file()

    def rest(self, text: bytes) -> bytes | None:
        """Return a preprocessed text's part after the header; None if it begins otherwise."""
        lines = text.split(b"\n")
        place = 0
        for expected in self._says:
            while place < len(lines) and not _says(lines[place]):
                place += 1
            if place == len(lines) or lines[place] != expected:
                return None
            place += 1
        return b"\n".join(_returned(lines[place:]))


def behind(place: str, rest: bytes) -> bytes:
    """Return a text that begins by loading the compiled header."""
    return f'#pragma GCC pch_preprocess "{place}"\n'.encode() + rest


def _says(line: bytes) -> bool:
    return bool(line.strip()) and not line.startswith(_MARK)


def _returned(lines: list[bytes]) -> Iterator[bytes]:
    """Yield the lines. Leading returns lose their flag: they leave the header's includes."""
    returning = True
    for line in lines:
        found = _RETURN.fullmatch(line) if returning else None
        returning = returning and (found is not None or not line.strip())
        yield line if found is None else found[1]
