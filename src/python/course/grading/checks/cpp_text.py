"""What a preprocessed text must not say: attributes and assembly that no object file shows.

An attribute takes code out of a sanitizer's sight, and assembly reads and writes where none looks.
Each scan passes over the text once, with patterns that do not go back. Where one would have to, it
has read the text in another way than the compiler, and refuses it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

_ATTRIBUTES = {
    "no_sanitize": "hides code from the sanitizers",
    "no_sanitize_address": "hides code from the sanitizers",
    "no_sanitize_memory": "hides code from the sanitizers",
    "no_sanitize_thread": "hides code from the sanitizers",
    "no_sanitize_undefined": "hides code from the sanitizers",
    "no_sanitize_coverage": "hides code from the sanitizers",
    "no_address_safety_analysis": "hides code from the sanitizers",
    "disable_sanitizer_instrumentation": "hides code from the sanitizers",
    "section": "puts code or data into another section",
    "naked": "makes a function pure assembly",
    "ifunc": "selects a function at load time, before the judge runs",
    "target_clones": "selects a function at load time, before the judge runs: "
    "write `target` instead, or nothing",
    "constructor": "runs before the judge: do it in your class's constructor",
    "destructor": "runs after the judge: do it in your class's destructor",
}
"""Attribute, without the underscores around it -> why there may be none."""

_NAMED = re.compile(rf"\b_*(?:{'|'.join(_ATTRIBUTES)})_*\b".encode())
_TOKEN = re.compile(
    rb"""^[ \t]*\#[^\n]*  # a line of the preprocessor's
    | (?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\((?:(?s:.*?)\)(?P=mark)"|(?P<endless>))
    | (?:u8|[uUL])?(?:"(?:[^"\\\n]|\\.)*+" | '(?:[^'\\\n]|\\.)*+')
    | \.?\d(?:[eEpP][+-]|'?[\w.])*+ | \w+ | :: | <:(?!:[^:>]) | :> | \S""",
    re.MULTILINE | re.VERBOSE,
)
_WORD_OF_LINE = re.compile(rb"\w+")
_ATTRIBUTE = (b"__attribute__", b"__attribute")
_BRACKETS = {b"<:": b"[", b":>": b"]"}
"""As C++ writes them for keyboards without."""
_ASM = re.compile(
    rb"""\b(?:asm|__asm|__asm__)\b
    (?:\s | ^\#[^\n]*$ | (?:__)?(?:volatile|inline)(?:__)?\b | goto\b)*+
    \( (?:\s | ^\#[^\n]*$ | "\w*+")*+ (?P<only>(?<=["\s])[:)])?""",
    re.MULTILINE | re.VERBOSE,
)
"""Only: it says no more than a compiler's barrier, which is empty, or the plain name of a symbol,
as libraries give one to a function."""
_MARK = re.compile(rb'^# (\d+) "([^"\n]*)"[ \d]*$', re.MULTILINE)

_END = b"\n"

ASM = (
    "assembly is not permitted, because no tool sees its memory accesses: use std::atomic and "
    "intrinsics"
)

ENDLESS = "a raw string that the judge and the compiler would end in different places"


def refused(text: bytes) -> tuple[int, str] | None:
    """The place of what must not be said, and what it is."""
    return next(chain(_attributes(text), _assembly(text)), None)


def _attributes(text: bytes) -> Iterator[tuple[int, str]]:
    """The attributes that hide. The text is read from its begin, as a compiler reads it: what
    stands in a string neither begins an attribute nor ends one."""
    if not _NAMED.search(text):
        return
    depth, before = 0, b""  # an attribute is one level, and what is open within it others
    for token in _TOKEN.finditer(text):
        word = _BRACKETS.get(token[0], token[0])
        if token["endless"] is not None:
            yield token.start(), ENDLESS
        if word.lstrip().startswith(b"#"):
            if b"attribute" in word:  # a pragma can give one to all that follows
                yield from _hiding(token.start(), _WORD_OF_LINE.findall(word))
            continue
        if word in _ATTRIBUTE:
            depth = depth or 1
        elif depth:
            depth += (word in (b"(", b"[")) - (word in (b")", b"]"))
            depth = 0 if depth <= 1 else depth
            yield from _hiding(token.start(), [word])
        elif word == before == b"[":
            depth = 3
        before = word


def _hiding(place: int, words: Iterable[bytes]) -> Iterator[tuple[int, str]]:
    names = (one.strip(b"_").decode("ascii", "replace") for one in words)
    return (
        (place, f"the attribute `{one}` {_ATTRIBUTES[one]}") for one in names if one in _ATTRIBUTES
    )


def _assembly(text: bytes) -> Iterator[tuple[int, str]]:
    """Where there is any. The word may also stand in a comment's place, a file's name or a string:
    then no parenthesis follows."""
    return ((one.start(), ASM) for one in _ASM.finditer(text) if one["only"] is None)


def line(text: bytes, place: int) -> str:
    """Where that stands in what the compiler read: `ring.cpp, line 7`."""
    mark = None
    for found in _MARK.finditer(text, 0, place):
        mark = found
    if mark is None:
        return f"line {text.count(_END, 0, place) + 1}"
    number = int(mark[1][-9:]) + text.count(_END, mark.end() + 1, place)
    return f"{mark[2].rpartition(b'/')[2].decode('utf-8', 'replace')}, line {number}"
