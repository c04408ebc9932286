"""What a preprocessed text must not say: attributes and assembly that no object file shows.

An attribute takes code out of a sanitizer's sight, and assembly reads and writes where none looks.
Each scan passes over the text once, with patterns that do not go back.
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

_NAMED = re.compile(rf"\b_*(?:{'|'.join(_ATTRIBUTES)})_*\b".encode())
_TOKEN = re.compile(
    rb"""^[ \t]*\#[^\n]*  # a line of the preprocessor's
    | (?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\((?s:.*?)\)(?P=mark)"
    | (?:u8|[uUL])?(?:"(?:[^"\\\n]|\\.)*+" | '(?:[^'\\\n]|\\.)*+')
    | \d(?:'?\w)*+ | \w+ | :: | <:(?!:[^:>]) | :> | \S""",
    re.MULTILINE | re.VERBOSE,
)
_WORD_OF_LINE = re.compile(rb"\w+")
_ATTRIBUTE = (b"__attribute__", b"__attribute")
_BRACKETS = {b"<:": b"[", b":>": b"]"}
"""As C++ writes them for keyboards without."""
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
    """The words of attributes. The text is read from its begin, as a compiler reads it: what stands
    in a string neither begins an attribute nor ends one."""
    if not _NAMED.search(text):
        return
    depth, before = 0, b""  # an attribute is one level, and what is open within it others
    for token in _TOKEN.finditer(text):
        word = _BRACKETS.get(token[0], token[0])
        if word.lstrip().startswith(b"#"):
            if b"attribute" in word:  # a pragma can give one to all that follows
                yield from ((token.start(), one) for one in _WORD_OF_LINE.findall(word))
            continue
        if word in _ATTRIBUTE:
            depth = depth or 1
        elif depth:
            depth += (word in (b"(", b"[")) - (word in (b")", b"]"))
            depth = 0 if depth <= 1 else depth
            yield token.start(), word
        elif word == before == b"[":
            depth = 3
        before = word


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
