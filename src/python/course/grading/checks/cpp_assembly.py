"""Read a compiler's assembly: what was written by hand, what ThreadSanitizer isn't told, and the
lines of names.

Each function is one pass over its lines.
"""

import re
from collections.abc import Iterable

_BY_HAND = re.compile(rb"^\s*#+ ?(?:APP|InlineAsm Start)$(?:\n# (\d+) )?", re.MULTILINE)
"""GCC and Clang put this before any text that is not their own, unless it is empty."""

_UNTOLD = re.compile(
    rb"^\t(?:lock\s|xchg\w*\s[^\n]*\("  # x86-64; the others are arm64's
    rb"|(?:lda?xr|stl?xr|cas|swp|ldadd|ldclr|ldeor|ldset)\w*\s|bl\s+__aarch64_)",
    re.MULTILINE,
)
"""An atomic change. Compiled for ThreadSanitizer, a source has calls in their place."""

_MASKED = re.compile(rb"^\tv?p?(?:maskmov|gather|scatter|movnt)\w*\s", re.MULTILINE)
"""x86-64's accesses that only intrinsics make, where a sanitizer keeps a compiler from joining
accesses. A header of the library may have the intrinsic."""

UNTOLD = "an atomic access whose order isn't one of std::memory_order's: ThreadSanitizer misses it"
"""GCC takes it for one in the order of all."""

MASKED = (
    "a masked or streaming access to memory, such as those of std::experimental::simd's `where`: "
    "no sanitizer sees it; use a plain load or store"
)

_FILE = re.compile(rb'\s*\.file (\d+) .*"([^"]*)"')
_PLACE = re.compile(rb"\s*\.loc (\d+) (\d+)")
_NAME = re.compile(rb"[\w.$@]+")


def written_by_hand(assembly: bytes) -> str | None:
    """Return the source line of the hand-written assembly; None if there is none."""
    found = _BY_HAND.search(assembly)
    return None if found is None else (found[1] or b"?")[-9:].decode()


def untold(assembly: bytes, variant: str) -> str | None:
    """Say which access a variant has that its sanitizer doesn't see; None if there is none."""
    if variant == "tsan" and _UNTOLD.search(assembly):
        return UNTOLD
    return MASKED if variant != "plain" and _MASKED.search(assembly) else None


def lines(assembly: bytes, file: str, names: Iterable[str]) -> dict[str, int]:
    """Name -> the first line of the file that uses it, as far as the assembly tells."""
    wanted = {one.encode() for one in names}
    found: dict[str, int] = {}
    numbers: set[bytes] = set()
    line = 0
    label: bytes | None = None
    for one in assembly.splitlines():
        place = _PLACE.match(one)
        if place is not None:
            if place[1] in numbers:
                line = int(place[2])
                if label is not None:
                    found.setdefault(label.decode(), line)
                    label = None
            continue
        named = _FILE.match(one)
        if named is not None:
            if named[2].rpartition(b"/")[2] == file.encode():
                numbers.add(named[1])
            continue
        for word in _NAME.findall(one):
            name = word.partition(b"@")[0]
            if name in wanted and one.startswith(name + b":"):
                label = name
            elif name in wanted and line and not one.lstrip().startswith(b"."):
                found.setdefault(name.decode(), line)
    return found
