"""What would take a submission's code out of sight of the tools that look at it.

A race is looked for by one tool, and an error of memory by two, of which each can be told to look
away. No honest submission speaks to any of them, so one that does is refused. It is looked for in
the preprocessed text, where attributes stand, and in the object file that was made of it without a
sanitizer: there a name is whole, whatever it was made from. Code that is made while it runs is
beyond both.

An assembler writes into an object file what it is told to. So nothing in one is believed to be well
formed, and what cannot be read is refused.
"""

from __future__ import annotations

import dataclasses
import re
import struct
from collections.abc import Iterator, Sequence

_HIDING = (b"no_sanitize", b"no_address_safety", b"disable_sanitizer")
_EARLY = b"ifunc"
"""Attributes: the first ones hide code, with the last one code runs before any constructor."""

_ATTRIBUTE = re.compile(rb"\w*(?:%b)\w*|\b_*%b_*\b" % (b"|".join(_HIDING), _EARLY))

_NAMES = re.compile(
    rb"__(?:asan|hwasan|lsan|msan|sanitizer|tsan|ubsan)_\w+"  # sanitizers, asked or told
    rb"|Annotate[A-Z]\w+"  # an older way of telling them
    rb"|(?:dlv?sym|dlm?open|dl_iterate_phdr)(?=[\0@])"  # they may be asked for by any name
)
_BEFORE_THE_DRIVER = re.compile(
    rb"(?:\.rela?)?\.(?:preinit_array|init|interp|dynamic|ctors.*"
    rb"|init_array\.(?!\d{5}$).*)"  # the linker sorts them by number, and then by name
    rb"|\.gnu\.lto_.*"  # code that the linker has yet to compile
)
"""Sections with which code comes before any constructor, or out of nowhere."""

_REQUESTS = re.compile(
    b"|".join(
        re.escape(bytes.fromhex(code))
        for code in (
            "48c1c703 48c1c70d 48c1c73d 48c1c733",  # x86-64: rolq by 3, 13, 61, 51
            "8c0dcc93 8c35cc93 8ccdcc93 8cf5cc93",  # arm64: ror by 3, 13, 51, 61
        )
    )
)
"""What valgrind.h has in front of each request: nobody else would write that."""

_ALLOCATORS = re.compile(
    rb"_Zn[aw][jm](?:St11align_val_t)?(?:RKSt9nothrow_t)?"  # operator new, of all there is
    rb"|malloc|calloc|realloc|aligned_alloc|memalign|posix_memalign"
)
"""What Memcheck counts, as long as it is the library's."""

# From the ABI's description of object files.
_HEADER_BYTES, _SYMBOLS, _SYMBOL_BYTES = 64, 2, 24
_TYPE_BITS, _INDIRECT = 15, 10
_ELSEWHERE = 0xFFFF
"""In place of a number that has no room where it should stand."""

_LONGEST = 64
"""Of a name: all that we look for are shorter."""


def hidden_by_text(text: bytes) -> str | None:
    """The word of a preprocessed text that hides something; None if there is none."""
    if not any(word in text for word in (*_HIDING, _EARLY)):
        return None  # at once: a text has a megabyte, and the expression takes its time
    found = _ATTRIBUTE.search(text)
    return None if found is None else _word(found[0])


def hidden_by_object(code: bytes) -> str | None:
    """What there is in an object file, without sanitizers, that hides something."""
    if _REQUESTS.search(code):
        return "a request to Valgrind"
    found = _NAMES.search(code)
    if found is not None:
        return _word(found[0])
    # Other systems have other formats, and no sandbox.
    return _hidden_by_tables(code) if code.startswith(b"\x7fELF\x02\x01") else None


def _hidden_by_tables(code: bytes) -> str | None:
    """What the tables of an ELF file of 64 bits show, as the machines write it that we know."""
    try:
        sections = list(_sections(code))
        for section in sections:
            if _BEFORE_THE_DRIVER.fullmatch(section.name):
                return _word(section.name)
        for name, kind in _defined(code, sections):
            if kind == _INDIRECT:
                return f"{_word(name)}, which is chosen early,"
            if _ALLOCATORS.fullmatch(name.partition(b"@")[0]):
                return f"an allocator of its own, {_word(name)},"
    except (struct.error, ValueError, IndexError):
        return "an object file that cannot be read"
    return None


@dataclasses.dataclass(frozen=True)
class _Section:
    name: bytes
    kind: int
    begin: int
    length: int
    link: int
    """The section of its names, if it is a table of symbols."""


def _sections(code: bytes) -> Iterator[_Section]:
    (table,) = struct.unpack_from("<Q", code, 0x28)
    size, count, names = struct.unpack_from("<HHH", code, 0x3A)
    if size != _HEADER_BYTES:
        raise ValueError("headers of another size")
    *_, length, link = _header(code, table)
    count = count or length
    names = link if names == _ELSEWHERE else names
    *_, strings, _, _ = _header(code, table + names * size)
    for place in range(table, table + count * size, size):
        name, kind, begin, length, link = _header(code, place)
        yield _Section(_name(code, strings + name), kind, begin, length, link)


def _header(code: bytes, place: int) -> tuple[int, int, int, int, int]:
    """Of a section: its name's place, its kind, its begin, its length, and what it is linked to."""
    name, kind, begin, length, link = struct.unpack_from("<II16xQQI", code, place)
    return name, kind, begin, length, link


def _defined(code: bytes, sections: Sequence[_Section]) -> Iterator[tuple[bytes, int]]:
    """The names that the file defines, each with what it is a name of."""
    for section in sections:
        if section.kind != _SYMBOLS:
            continue
        if section.length % _SYMBOL_BYTES:
            raise ValueError("a part of a symbol")
        strings = sections[section.link].begin
        for place in range(section.begin, section.begin + section.length, _SYMBOL_BYTES):
            name, info, defined = struct.unpack_from("<IBxH", code, place)
            if defined:
                yield _name(code, strings + name), info & _TYPE_BITS


def _name(code: bytes, place: int) -> bytes:
    """Its beginning, if it is a long one: hostile ones would take our time."""
    if place >= len(code):
        raise ValueError("a name that is nowhere")
    return code[place : place + _LONGEST].partition(b"\0")[0]


def _word(found: bytes) -> str:
    return found.decode("ascii", "replace")
