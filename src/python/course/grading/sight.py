"""What would take a submission's code out of sight of the tools that look at it.

A race is looked for by one tool, and an error of memory by two, of which each can be told to look
away. No honest submission speaks to any of them, so one that does is refused. It is looked for in
the preprocessed text, where attributes stand, and in the object file that was made of it without a
sanitizer: there a name is whole, whatever it was made from. Code that is made while it runs is
beyond both.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator

_HIDING = (b"no_sanitize", b"no_address_safety", b"disable_sanitizer")
_EARLY = b"ifunc"
"""Attributes: the first ones hide code, with the last one code runs before any constructor."""

_ATTRIBUTE = re.compile(rb"\w*(?:%b)\w*|\b_*%b_*\b" % (b"|".join(_HIDING), _EARLY))

_NAMES = re.compile(
    rb"__(?:asan|hwasan|lsan|msan|sanitizer|tsan|ubsan)_\w+"  # sanitizers, asked or told
    rb"|Annotate[A-Z]\w+"  # an older way of telling them
    rb"|(?:dlv?sym|dlm?open|dl_iterate_phdr)(?=\0)"  # they may be asked for by any name
    rb"|(?<=\0)(?:\.rela?)?\.(?:preinit_array|init|interp|dynamic)(?=\0)"  # before the driver
)
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

_SYMBOLS, _SYMBOL_BYTES = 2, 24


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
    own = next(filter(_ALLOCATORS.fullmatch, _defined(code)), None)
    return None if own is None else f"an allocator of its own, {_word(own)},"


def _defined(code: bytes) -> Iterator[bytes]:
    """The names that an ELF file of 64 bits defines, as the machines write it that we know."""
    if not code.startswith(b"\x7fELF\x02\x01"):
        return
    (table,) = struct.unpack_from("<Q", code, 0x28)
    size, count = struct.unpack_from("<HH", code, 0x3A)
    sections = [struct.unpack_from("<IIQQQQI", code, table + n * size) for n in range(count)]
    for _, kind, _, _, begin, length, names in sections:
        if kind != _SYMBOLS:
            continue
        for place in range(begin, begin + length, _SYMBOL_BYTES):
            name, section = struct.unpack_from("<I2xH", code, place)
            start = sections[names][4] + name
            if section:
                yield code[start : code.index(b"\0", start)]


def _word(found: bytes) -> str:
    return found.decode("ascii", "replace")
