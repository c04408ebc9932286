"""What a preprocessed text must not say: attributes and assembly that no object file shows.

An attribute takes code out of a sanitizer's sight, and assembly reads and writes where none looks.
Each scan passes over the text once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

_ATTRIBUTES = {
    "no_sanitize": "hides code from the sanitizers",
    "no_sanitize_address": "hides code from the sanitizers",
    "no_sanitize_memory": "hides code from the sanitizers",
    "no_sanitize_thread": "hides code from the sanitizers",
    "no_sanitize_undefined": "hides code from the sanitizers",
    "no_sanitize_coverage": "hides code from the sanitizers",
    "no_address_safety_analysis": "hides code from the sanitizers",
    "disable_sanitizer_instrumentation": "hides code from the sanitizers",
    "section": "puts code or data where the compiler would not",
    "naked": "asks for a function of assembly alone",
    "ifunc": "chooses a function when the program is loaded, before the judge runs",
    "target_clones": "chooses a function when the program is loaded, before the judge runs: "
    "write `target` instead, or nothing",
    "constructor": "runs before the judge: do it where a constructor of yours is called",
    "destructor": "runs after the judge: do it in the destructor",
}
"""Attribute, without the underscores around it -> why there may be none."""

_WORDS = tuple(word.encode() for word in ("sanit", "safety_analysis", *_ATTRIBUTES))
_BEGIN = re.compile(rb"\b__attribute(?:__)?\b|\[\s*\[")
_TOKEN = re.compile(rb'"(?:[^"\\\n]|\\.)*+"?|\w+|\S')
_ASM = re.compile(rb"\b(?:asm|__asm|__asm__)\b")
_QUALIFIERS = (b"volatile", b"__volatile__", b"__volatile", b"inline", b"__inline__", b"goto")
_WORD = re.compile(rb"\w*")
_MARK = re.compile(rb'^# (\d+) "([^"\n]*)"[ \d]*$', re.MULTILINE)

_END = b"\n"

ASM = (
    "assembly is not permitted, since no tool sees what it reads and writes: use std::atomic and "
    "intrinsics"
)


def refused(text: bytes) -> tuple[int, str] | None:
    """The place of what must not be said, and what it is."""
    for place, word in _attributes(text):
        name = word.strip(b"_").decode("ascii", "replace")
        if name in _ATTRIBUTES:
            return place, f"the attribute `{name}` {_ATTRIBUTES[name]}"
    return next(((place, ASM) for place in _assembly(text)), None)


def _attributes(text: bytes) -> Iterator[tuple[int, bytes]]:
    """The words of attributes."""
    if not any(word in text for word in _WORDS):
        return
    end = 0
    for begin in _BEGIN.finditer(text):
        if begin.start() < end:
            continue
        depth = 2 * begin[0].startswith(b"[")
        for token in _TOKEN.finditer(text, begin.end()):
            end = token.end()
            depth += (token[0] in (b"(", b"[")) - (token[0] in (b")", b"]"))
            if depth <= 0:
                break
            yield token.start(), token[0]


def _assembly(text: bytes) -> Iterator[int]:
    """Where there is assembly that is neither empty, as a compiler's barrier, nor the plain name of
    a symbol, as libraries give one to a function."""
    for found in _ASM.finditer(text):
        tokens = (one for one in _TOKEN.finditer(text, found.end()) if one[0] not in _QUALIFIERS)
        if next(tokens, found)[0] != b"(":
            continue  # in a comment's place, a name of a file, or a string
        words = takewhile(lambda word: word.startswith(b'"'), (one[0] for one in tokens))
        joined = [word.strip(b'"') for word in words]
        if not joined or not _WORD.fullmatch(b"".join(joined)):
            yield found.start()


def line(text: bytes, place: int) -> str:
    """Where that stands in what the compiler read: `ring.cpp, line 7`."""
    mark = None
    for found in _MARK.finditer(text, 0, place):
        mark = found
    if mark is None:
        return f"line {text.count(_END, 0, place) + 1}"
    number = int(mark[1][-9:]) + text.count(_END, mark.end() + 1, place)
    return f"{mark[2].rpartition(b'/')[2].decode('utf-8', 'replace')}, line {number}"
