"""Inspect sources without parsing them: comments blanked or taken out, braces counted."""

import dataclasses
import re
from collections.abc import Iterator

_TOKENS = re.compile(
    r"""
    (?P<skip> //[^\n]* | /\*.*?\*/ )
  | (?P<text> \"\"\".*?\"\"\"                      # Java's text block
            | R"(?P<fence>[^(\s]*)\(.*?\)(?P=fence)"   # C++'s raw string
            | "(?:\\.|[^"\\\n])*" | (?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+' )
    """,
    re.VERBOSE | re.DOTALL,
)

_PYTHON = re.compile(
    r"""
    (?P<skip> \#[^\n]* | ^[ ]*r?\"{3}.*?\"{3} )
  | (?P<text> \"{3}.*?\"{3} | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' )
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
"""Python's own tokenizer would take almost half as long as the whole lint."""


def comments(source: str, suffix: str) -> str:
    """Return only the comments, and Python's docstrings, on the lines where they stand."""
    kept, end = "", 0
    for match in (_PYTHON if suffix == ".py" else _TOKENS).finditer(source):
        if match["skip"]:
            kept += "\n" * source.count("\n", end, match.start()) + match[0]
            end = match.end()
    return kept


def blank(source: str) -> str:
    """Replace comments and the contents of strings by spaces; lines keep their numbers."""

    def spaces(match: re.Match[str]) -> str:
        kept = re.sub(r"[^\n]", " ", match[0])
        return f'"{kept[1:-1]}"' if match["text"] and len(kept) > 1 else kept

    return _TOKENS.sub(spaces, source)


@dataclasses.dataclass(frozen=True)
class Statement:
    """A statement at a cell's top level: up to its semicolon, or to the end of its block.

    `head` is the part before the block, `body` the block without its braces (None: no block).
    """

    head: str
    body: str | None
    line: int
    ended: bool
    """True if a semicolon or a block ended it."""


def statements(blanked: str) -> Iterator[Statement]:
    """Yield the top-level statements of blanked source, without preprocessor lines."""
    text = re.sub(r"(?m)^[ \t]*#.*$", "", blanked)
    depth, start, block = 0, 0, -1
    body: str | None = None
    for index, character in enumerate(text):
        if character in "{([":
            if character == "{" and depth == 0 and body is None:
                block = index
            depth += 1
        elif character in "})]":
            depth -= 1
            if character == "}" and depth == 0:
                body = text[block + 1 : index]
                if not _goes_on(text[index + 1 :]):
                    yield _statement(text, start, block, body, True)
                    start, block, body = index + 1, -1, None
        elif character == ";" and depth == 0:
            end = index if body is None else block
            if text[start:index].strip():
                yield _statement(text, start, end, body, True)
            start, block, body = index + 1, -1, None
    if text[start:].strip():
        yield _statement(text, start, len(text) if body is None else block, body, False)


def _goes_on(rest: str) -> bool:
    """True if a statement continues after its block, like ``struct S {...};``."""
    return rest.lstrip().startswith((";", ",", ")", ".", "("))


def _statement(text: str, start: int, end: int, body: str | None, ended: bool) -> Statement:
    skipped = len(text[start:]) - len(text[start:].lstrip())
    line = text[: start + skipped].count("\n") + 1
    return Statement(" ".join(text[start:end].split()), body, line, ended)
