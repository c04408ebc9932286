"""Find what a C++ source must not contain before it is preprocessed.

Checks of the preprocessed text (:mod:`cpp_text`) look only at the submission's own lines. So a
source may not claim that its lines are a header's, include what isn't one, nor change a header's
meaning by a macro that expands a word of it.

Comments and strings are searched, too: a reader that parses them differently from the compiler
could be deceived. Only a comment that begins a line is skipped, since without raw strings nothing
else can look like one there.
"""

import codecs
import re
from collections.abc import Iterable, Iterator

_BLANK = rb"[ \t\v\f\0]*+"
_ENDS = re.compile(rb"\r\n|\r|\n")
_SPLICED = re.compile(rb"\\" + _BLANK + rb"\Z")
_OLD_END = re.compile(rb"\r(?!\n)")
"""Not every compiler treats it as the end of a line."""

_COMMENT = re.compile(_BLANK + rb"/\*")

_DIRECTIVE = re.compile(
    rb"(?:^|\*/)" + _BLANK + rb"(?:#|%:)" + _BLANK + rb"(?P<is>/\*|\w+)" + _BLANK
)
_MISNAMES = re.compile(rb"\d.*|line")
_INCLUDES = re.compile(rb"include(?:_next)?|import|embed")
_HEADER = re.compile(rb'[<"](?:\w[\w.+-]*+/)*+(?P<name>\w[\w.+-]*+)[>"][ \t]*+(?:/[/*].*)?')
"""Found among the given and the system's. What a path from the root or upwards leads to can differ
from one run of the preprocessor to the next."""

_HARMLESS = {
    b"define": re.compile(rb"\w+(?:[ \t]++(?:\d[\w.']*+)?[ \t]*+(?://.*|/\*[^*/]*+\*/[ \t]*+)?)?"),
    b"undef": re.compile(rb"[A-Za-z]\w*"),
}
"""A macro that is empty or a number cannot turn a header's words into others. Without one that the
judge made, or the compiler, whose names begin with an underscore, a header could ask or do more."""


_RAW_STRING = re.compile(rb'(?<!\w)(?:u8|[uUL])?R"')


def refused(source: bytes, own: str) -> tuple[int, str] | None:
    """Return the first forbidden line's number, and the reason. own: the file's name: an
    include of it would follow its own macros."""
    macro: int | None = None
    lines = list(_logical(source.removeprefix(codecs.BOM_UTF8)))
    if not (_OLD_END.search(source) or any(_RAW_STRING.search(line) for _, line in lines)):
        lines = list(_outside_comments(lines))
    for number, line in lines:
        for found in _DIRECTIVE.finditer(line):
            word = found["is"]
            if _MISNAMES.fullmatch(word):
                return number, "it reads like `#line`, which would say where lines are from"
            if word == b"/*":
                return number, "a comment between `#` and its directive: put it elsewhere"
            harmless = _HARMLESS.get(word)
            if harmless is not None and not harmless.fullmatch(line[found.end() :].rstrip()):
                macro = macro or number
            if not _INCLUDES.fullmatch(word):
                continue
            header = _HEADER.fullmatch(line[found.end() :].rstrip())
            if header is None:
                return number, "include a header by its name, such as <vector>"
            if header["name"].decode() == own:
                return number, "it includes itself"
            if macro is not None:
                return number, (
                    f"an #include after the macro in line {macro}, which could change the header: "
                    "put each #include before the first #define"
                )
    return None


def _outside_comments(lines: Iterable[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
    """Yield the lines without the comments they begin with."""
    within = False
    for number, line in lines:
        rest = line
        within = within or _COMMENT.match(line) is not None
        if within:
            _, ended, rest = line.partition(b"*/")
            within = not ended
        yield number, rest


def _logical(source: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the lines, joined at backslashes, with the number of the first."""
    parts: list[bytes] = []
    first = 1
    for number, line in enumerate(_ENDS.split(source), 1):
        joined = _SPLICED.search(line)
        parts.append(line[: joined.start()] if joined else line)
        if joined is None:
            yield first, b"".join(parts)
            parts, first = [], number + 1
    yield first, b"".join(parts)
