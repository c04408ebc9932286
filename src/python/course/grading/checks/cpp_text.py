"""Find what a preprocessed text must not contain: words, attributes and pragmas that are not
listed, and assembly.

Only a submission's own lines are read. The preprocessor's markers say which those are, and no macro
may write what reads like one: asked for no markers, the preprocessor must write everything else.

By some of the compiler's own words a program learns how it is compiled, and could behave
differently under a sanitizer. An attribute hides code from a sanitizer; assembly, and intrinsics
that aren't listed, access memory where no tool looks. Each scan is one pass over the text, with
patterns that never backtrack. Where one would have to, it has read the text differently from the
compiler, and refuses it.
"""

import functools
import re
from collections.abc import Callable, Collection, Iterator, Sequence
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
_OPTION = rb"(?:-?O(?:[0-3gsz]|fast)?|(?:-f)?(?:unroll-(?:all-)?loops|tree-vectorize))"
_OPTIONS = re.compile(rb'[\s(),]|\d|"%s(?:, ?%s){0,9}+"' % (_OPTION, _OPTION))
"""Options of `optimize`: others could undo what makes all variants the same."""

_COMPILERS = re.compile(rb"__\w+")
_INTRINSIC = re.compile(
    rb"\b(?:_mm\w*|_m_\w+|v(?:ld|st)[1-4]\w*"
    rb"|_(?:tile|load|store|f?xsave|f?xrstor|movdir|directstore|enqcmd|addcarry|subborrow|rd"
    rb"|x(?:get|set|begin|end|abort|test)|read[fg]s|write[fg]s|wr|incssp|ptwrite|umwait|tpause"
    rb"|umonitor|stui|clui|testui)\w*)\b"
)
"""What may be an intrinsic with a pointer, or one that asks where the program runs: it is one if a
header has it."""

OTHER_OPTION = "`optimize` may only have a level such as O3, unroll-loops or tree-vectorize"
REGISTER = "`register` is not permitted: it can name a register that the judge uses"
_ATTRIBUTE = (b"__attribute__", b"__attribute")
_LISTS = 3
"""Nesting depth of attributes' names: in two brackets, behind a keyword or not."""

_BRACKETS = {b"<:": b"[", b":>": b"]"}
"""C++'s alternative tokens for keyboards without brackets."""
_BETWEEN = rb"(?:\s++ | ^\#[^\n]*$ | (?:__)?(?:volatile|inline)(?:__)?\b | goto\b)"
_ASM = (b"asm", b"__asm", b"__asm__")
_BARRIER = re.compile(
    rb"""\w+ %(between)s{0,50}+ \( (?:\s++ | ^\#[^\n]*$ | ""){0,50}+ (?<=["\s])[:)]"""
    % {b"between": _BETWEEN},
    re.MULTILINE | re.VERBOSE,
)
"""Empty assembly, which is a barrier for the compiler alone. The name of a symbol would reach what
no word of the list does. Few lines of the preprocessor's are allowed within, since each may contain
the word itself."""
_MARK = re.compile(rb'^# (\d+) "([^"\n]*)"[ \d]*$', re.MULTILINE)

BARE = ("-P",)
"""Options of the preprocessor, which then writes no markers."""

_BLANKS = b" \t\n\v\f\r"
_END = b"\n"

ASM = (
    "assembly is not permitted, because no tool sees its memory accesses: use std::atomic and "
    "intrinsics"
)

MOST_MB = 1
"""Limit of a submission's own lines after macro expansion: they are read token by token."""

GROWN = f"it grows to more than {MOST_MB} MB when its macros are expanded: use functions"

ENDLESS = "a raw string that the judge and the compiler would end in different places"
FORGED = "a macro that reads like `#line`, which would say where lines are from"
ODD = "from `{}` on, compilers may read different words: put a blank before the next string"


def refused(
    text: bytes, bare: bytes, own: Collection[str], listed: Permitted
) -> tuple[int, str] | None:
    """Return the first forbidden text's place, and the reason. bare: the text without markers. own:
    the submission's files; headers may contain anything. Assembly of theirs that is used is found
    in what the compiler writes (:mod:`cpp_assembly`)."""
    stretches = list(_own(text, own))
    if _visible(_MARK.sub(b"", text)) != _visible(bare):
        return stretches[-1][0], FORGED
    if sum(end - begin for begin, end in stretches) > MOST_MB << 20:
        return stretches[-1][0], GROWN
    return next(_words(text, stretches, listed), None)


def _visible(text: bytes) -> int:
    """Number of characters other than blanks: only the time of day may differ."""
    return len(text.translate(None, _BLANKS))


def _own(text: bytes, own: Collection[str]) -> Iterator[tuple[int, int]]:
    """Stretches that come from such files."""
    begin, mine = 0, True
    for mark in _MARK.finditer(text):
        if mine:
            yield begin, mark.start()
        begin, mine = mark.end(), _file(mark) in own
    if mine:
        yield begin, len(text)


def _words(
    text: bytes, stretches: Sequence[tuple[int, int]], listed: Permitted
) -> Iterator[tuple[int, str]]:
    """Read the text as a compiler does: the contents of a string are no word, and neither begin an
    attribute nor end one."""
    intrinsics = functools.cache(lambda: _intrinsics(text, stretches))
    optimizes = False
    depth, before = 0, b""  # levels: an attribute's own, and brackets open within it
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
        if word in _ASM and not _BARRIER.match(text, token.start()):
            yield token.start(), ASM
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
        goes_on = depth > 0 and not (depth == _LISTS and word == b",")
        optimizes = goes_on and (optimizes or word.strip(b"_") == b"optimize")
        yield from _other_option(token) if optimizes else ()
        before = word
        if depth == _LISTS:
            name = word.strip(b"_").decode("utf-8", "replace")
            if name.isidentifier() and not listed.may_write("attributes", name):
                why = listed.advice(f"attribute {name}")
                yield token.start(), f"the attribute `{name}` is not permitted: {why}"
        elif (why := _wrong_name(word, listed, intrinsics)) is not None:
            yield token.start(), why


def _other_option(token: re.Match[bytes]) -> Iterator[tuple[int, str]]:
    """Yield a string if it has any but the listed options of `optimize`."""
    if token[0].endswith(b'"') and not _OPTIONS.fullmatch(token[0]):
        yield token.start(), OTHER_OPTION


def _wrong_name(
    word: bytes, listed: Permitted, intrinsics: Callable[[], frozenset[bytes]]
) -> str | None:
    if word == b"register":
        return REGISTER
    may_hide = _INTRINSIC.fullmatch(word) is not None
    if not may_hide and not _COMPILERS.fullmatch(word):
        return None
    name = word.decode()
    if listed.may_write("words", name) or (may_hide and word not in intrinsics()):
        return None
    return f"`{name}` is not permitted: {listed.advice(name)}"


def _intrinsics(text: bytes, own: Sequence[tuple[int, int]]) -> frozenset[bytes]:
    """The names of that kind outside the submission's own stretches."""
    ends = [0, *chain.from_iterable(own), len(text)]
    return frozenset(
        one[0]
        for begin, end in zip(ends[::2], ends[1::2], strict=True)
        for one in _INTRINSIC.finditer(text, begin, end)
    )


def _wrong_with(directive: bytes, listed: Permitted) -> str | None:
    if _MARK.fullmatch(directive):
        return None
    pragma = _PRAGMA.match(directive)
    if pragma is None:
        return FORGED
    if b'R"' in directive:
        return ENDLESS  # the preprocessor continues it in the next line
    name = pragma[0].decode().split()[1:]
    if name == ["GCC", "optimize"] and _OPTIONS.sub(b"", directive[pragma.end() :]):
        return OTHER_OPTION
    if listed.may_write("pragmas", *name[:1], " ".join(name)):
        return None
    return f"the pragma `{' '.join(name)}` is not permitted: {listed.advice('pragma')}"


def line(text: bytes, place: int) -> str:
    """Return where that is in the compiler's input: `ring.cpp, line 7`."""
    mark = None
    for found in _MARK.finditer(text, 0, place):
        mark = found
    if mark is None:
        return f"line {text.count(_END, 0, place) + 1}"
    number = int(mark[1][-9:]) + text.count(_END, mark.end() + 1, place)
    return f"{_file(mark)}, line {number}"


def _file(mark: re.Match[bytes]) -> str:
    """Return the last part of the path in a line marker."""
    return mark[2].rpartition(b"/")[2].decode("utf-8", "replace")
