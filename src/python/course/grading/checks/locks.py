"""Locks in compiled code, where an exercise asks for none: those of the language and its library.

One that somebody makes of atomic accesses looks like any other use of them.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator

_OBJECT = re.compile(
    rb"(?<!\w)(?:pthread_(?:mutex|rwlock|spin|cond|barrier)_\w+|sem_\w*wait|(?:mtx|cnd)_\w+"
    rb"|syscall)(?=\0)"  # the last one is how a std::atomic waits
)

_LIBRARY = re.compile(
    rb"java/util/concurrent/(?!atomic/|(?:TimeUnit|ThreadLocalRandom|Callable"
    rb"|ConcurrentLinked(?:Deque|Queue)|ConcurrentSkipList(?:Map|Set))(?![\w/]))[\w/$]+"
)
"""All of it, but for what neither takes a lock nor waits."""

_BLOCK = re.compile(rb"\x59(?:[\x4b-\x4e]|\x3a.|\xc4\x3a..)\xc2", re.DOTALL)
"""As javac begins one: dup, astore, monitorenter."""

_SYNCHRONIZED = 0x0020
_LOWEST_CONSTANT = 10  # bytes before it: magic number, version, and how many there are
_SIZES = {
    **dict.fromkeys((7, 8, 16, 19, 20), 2),
    **dict.fromkeys((3, 4, 9, 10, 11, 12, 17, 18), 4),
    **{5: 8, 6: 8, 15: 3},
}
"""Tag of a constant, other than text -> bytes behind it (Java Virtual Machine Specification)."""

_TEXT, _TWO_PLACES = 1, (5, 6)


def in_object(code: bytes) -> str | None:
    """The first lock that an object file calls; None if there is none."""
    found = _OBJECT.search(code)
    return None if found is None else found[0].decode("ascii")


def in_class(code: bytes) -> str | None:
    """The first lock that a class file, made by javac, takes; None if there is none."""
    behind = _behind_constants(code)
    found = _LIBRARY.search(code, 0, behind)
    if found is not None:
        return found[0].decode("ascii").replace("/", ".")
    for access, content in _methods(code, behind):
        if access & _SYNCHRONIZED or _BLOCK.search(content):
            return "synchronized"
    return None


def _behind_constants(code: bytes) -> int:
    number, place, count = 1, _LOWEST_CONSTANT, _word(code, _LOWEST_CONSTANT - 2)
    while number < count:
        tag = code[place]
        place += 3 + _word(code, place + 1) if tag == _TEXT else 1 + _SIZES[tag]
        number += 2 if tag in _TWO_PLACES else 1
    return place


def _methods(code: bytes, place: int) -> Iterator[tuple[int, bytes]]:
    """Access flags of each method, and its attributes: one of them is its code."""
    interfaces = _word(code, place + 6)
    place += 8 + 2 * interfaces
    for is_method in (False, True):  # fields come first, and look alike
        count, place = _word(code, place), place + 2
        for _ in range(count):
            begin = place
            place = _behind_attributes(code, place + 6)
            if is_method:
                yield _word(code, begin), code[begin:place]


def _behind_attributes(code: bytes, place: int) -> int:
    count, place = _word(code, place), place + 2
    for _ in range(count):
        place += 6 + struct.unpack_from(">I", code, place + 2)[0]
    return place


def _word(code: bytes, place: int) -> int:
    return struct.unpack_from(">H", code, place)[0]
