"""What a preprocessed text must not say: words, attributes and pragmas that are not listed, and
assembly.

By some of the compiler's own words a program learns how it is compiled, and could behave otherwise
under a sanitizer. An attribute takes code out of a sanitizer's sight, and assembly reads and writes
where none looks. Each scan passes over the text once, with patterns that do not go back. Where one
would have to, it has read the text in another way than the compiler, and refuses it.
"""

import re
from collections.abc import Collection, Iterator
from itertools import chain

from course.grading.checks.cpp_permitted import Permitted

_NAME = rb"(?:[\w$\x80-\xff]|\\[uU][\da-fA-F]{4,8})"
_TOKEN = re.compile(
    rb"""^\#[^\n]*  # a line of the preprocessor's
    | (?<!["'])(?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\((?:(?s:.*?)\)(?P=mark)"|(?P<endless>))
    | (?:(?<!["'])(?:u8|[uUL]))?(?:"(?:[^"\\\n]|\\.)*+" | '(?:[^'\\\n]|\\.)++')
    | (?<!["'])[A-Za-z_]\w*+(?![$\\\x80-\xff])
    # Names of other letters, numbers, suffixes: an R at the end is theirs, or the next string's.
    | (?:\.?\d(?:'?[eEpP][+-]|'?\w|%(name)b|\.)*+ | (?!\d)%(name)b++)(?!["'])
    | :: | << | <= | <:(?!:[^:>]) | :> | %%(?!:) | [!&()*+,\-./:;<=>?\[\]^{|}~] | (?P<odd>\S)"""
    % {b"name": _NAME},
    re.MULTILINE | re.VERBOSE,
)
_PRAGMA = re.compile(rb"\#[ \t]*pragma(?:[ \t]+\w+){0,2}")
_COMPILERS = re.compile(rb"__\w+")
_ATTRIBUTE = (b"__attribute__", b"__attribute")
_LISTS = 3
"""How deep the names of attributes stand: in two brackets, behind a word or not."""

_BRACKETS = {b"<:": b"[", b":>": b"]"}
"""As C++ writes them for keyboards without."""
_BETWEEN = rb"(?:\s++ | ^\#[^\n]*$ | (?:__)?(?:volatile|inline)(?:__)?\b | goto\b)"
_ASM = re.compile(
    rb"""\b(?:asm|__asm|__asm__)\b %(between)s{0,50}+
    (?: \( (?:\s++ | ^\#[^\n]*$ | "\w*+"){0,50}+ (?P<only>(?<=["\s])[:)])? | (?=%(between)s) )"""
    % {b"between": _BETWEEN},
    re.MULTILINE | re.VERBOSE,
)
"""Only: it says no more than a compiler's barrier, which is empty, or the plain name of a symbol,
as libraries give one to a function. It has few lines of the preprocessor's, each of which may have
the word itself."""
_MARK = re.compile(rb'^# (\d+) "([^"\n]*)"[ \d]*$', re.MULTILINE)

_END = b"\n"

ASM = (
    "assembly is not permitted, because no tool sees its memory accesses: use std::atomic and "
    "intrinsics"
)

MOST_MB = 1
"""Of a submission's own lines, once its macros are expanded: they are read token by token."""

GROWN = f"it grows to more than {MOST_MB} MB when its macros are expanded: use functions"

ENDLESS = "a raw string that the judge and the compiler would end in different places"
ODD = "from `{}` on, compilers may read different words: put a blank before the next string"


def refused(text: bytes, own: Collection[str], listed: Permitted) -> tuple[int, str] | None:
    """The place of what must not be said, and what it is. own: the names of files that the
    submission has a hand in; what a header says is the header's."""
    return next(chain(_words(text, own, listed), _assembly(text)), None)


def _own(text: bytes, own: Collection[str]) -> Iterator[tuple[int, int]]:
    """The stretches that come from such files."""
    begin, mine = 0, True
    for mark in _MARK.finditer(text):
        if mine:
            yield begin, mark.start()
        begin, mine = mark.end(), _file(mark) in own
    if mine:
        yield begin, len(text)


def _words(text: bytes, own: Collection[str], listed: Permitted) -> Iterator[tuple[int, str]]:
    """The text is read as a compiler reads it: what stands in a string is no word, and neither
    begins an attribute nor ends one."""
    stretches = list(_own(text, own))
    if sum(end - begin for begin, end in stretches) > MOST_MB << 20:
        yield stretches[-1][0], GROWN
    depth, before = 0, b""  # an attribute is one level, and what is open within it others
    for token in chain.from_iterable(_TOKEN.finditer(text, *place) for place in stretches):
        word = _BRACKETS.get(token[0], token[0])
        if token["endless"] is not None or token["odd"]:
            odd = token["odd"] and ODD.format(word.decode("utf-8", "backslashreplace"))
            yield token.start(), odd or ENDLESS
        if word.startswith(b"#"):
            wrong = _wrong_with(word, listed)
            if wrong is not None:
                yield token.start(), wrong
            continue
        begins = word == before == b"["
        if depth and (begins or word in _ATTRIBUTE):
            yield token.start(), "an attribute within an attribute"
        if word in _ATTRIBUTE:
            depth = 1
        elif depth:
            depth += (word in (b"(", b"[")) - (word in (b")", b"]"))
            depth = 0 if depth <= 1 else depth
        elif begins:
            depth = _LISTS
        before = word
        if depth == _LISTS:
            name = word.strip(b"_").decode("utf-8", "replace")
            if name.isidentifier() and not listed.may_ask(name):
                why = listed.advice(f"attribute {name}")
                yield token.start(), f"the attribute `{name}` is not permitted: {why}"
        elif _COMPILERS.fullmatch(word) and not listed.may_say(name := word.decode()):
            yield token.start(), f"`{name}` is not permitted: {listed.advice(name)}"


def _wrong_with(directive: bytes, listed: Permitted) -> str | None:
    pragma = _PRAGMA.match(directive)
    if pragma is None:
        return None
    if b'R"' in directive:
        return ENDLESS  # for the preprocessor it goes on in the next line
    name = pragma[0].decode().split()[1:]
    if listed.may_order(*name):
        return None
    return f"the pragma `{' '.join(name)}` is not permitted: {listed.advice('pragma')}"


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
    return f"{_file(mark)}, line {number}"


def _file(mark: re.Match[bytes]) -> str:
    """The last part of the path that a mark names."""
    return mark[2].rpartition(b"/")[2].decode("utf-8", "replace")
