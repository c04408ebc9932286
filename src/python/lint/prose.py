"""Things that prose must not contain: measured numbers, translated or dated words, hidden code.

A page gets measured numbers by name, so that they are true on any machine.
"""

from __future__ import annotations

import dataclasses
import functools
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from course import paths
from course.stats.errors import PublishError

ALLOWED = Path(__file__).with_name("allowed_numbers.toml")

PLAIN = paths.PYTHON_SOURCES / "plain-english.txt"
"""Words to avoid, with their replacements."""

_FENCE = re.compile(r"(?ms)^[ \t]*(`{3,}|~{3,})[^\n]*\n.*?^[ \t]*\1[`~]*[ \t]*$")
_NO_TEXT = (
    re.compile(r"\A---\n.*?\n---\n", re.DOTALL),  # front matter
    _FENCE,
    re.compile(r"<!--.*?-->", re.DOTALL),
)
_BLANKED = (
    re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{##.*?##\}", re.DOTALL),
    re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL),
    re.compile(r"\]\([^)]*\)"),  # addresses of links
)
_DEEP = re.compile(r"(?m)^[ \t]*\n {8,}(?=\S)")
"""Begins a code block without fences, even in a note, whose text is indented by four."""
_UNIT = (
    r"(?:ns|[\u00b5\u03bcu]s|ms|ns/packet|[GM]i?B/s|%|per\s?cent"
    r"|(?:nano|micro|milli)seconds?)(?!\w)"
)
_NUMBER = r"(?<![\w.,^])\d[\d.,]*(?:\^\d+)?"
_MEASURED = re.compile(rf"{_NUMBER}(?:\s*(?:to|and|[-\u2013])\s*\d[\d.,]*)?[\s\u00a0-]?{_UNIT}")


@dataclasses.dataclass(frozen=True)
class Finding:
    """A violation in a text."""

    line: int
    rule: str
    message: str


class AllowList:
    """Numbers that prose may contain because they are not measured: parameters and definitions."""

    def __init__(self, entries: list[dict[str, str]], where: str) -> None:
        """Entries: ``file`` (or ``*``), ``text`` as written in the prose, ``reason``."""
        for index, entry in enumerate(entries, start=1):
            if set(entry) != {"file", "text", "reason"} or not all(entry.values()):
                raise PublishError(f"{where}: entry {index} needs file, text and reason, no more")
        self._entries = entries
        self._where = where
        self._used: set[int] = set()

    @classmethod
    def read(cls, path: Path = ALLOWED) -> AllowList:
        """Read the list. Raises PublishError if it is malformed."""
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise PublishError(f"{path}: {error}") from error
        return cls(data.get("number", []), path.name)

    def allows(self, file: str, text: str) -> bool:
        """True if this number is allowed in this file."""
        for index, entry in enumerate(self._entries):
            if entry["file"] in ("*", file) and entry["text"] == text:
                self._used.add(index)
                return True
        return False

    def unused(self) -> Iterator[str]:
        """Yield one line for every unused entry."""
        for index, entry in enumerate(self._entries):
            if index not in self._used:
                yield (
                    f"{self._where}: [allowed-unused] '{entry['text']}' no longer stands in "
                    f"{entry['file']}: remove the entry"
                )


@functools.cache
def _dated() -> tuple[re.Pattern[str], tuple[str, ...]]:
    """Return a pattern with a group for each line of the list, and the lines' plain words.

    A blank in the list also matches the end of a line and the mark at which a comment goes on.
    """
    lines = [line for line in PLAIN.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    old, new = zip(*(line.split(" = ") for line in lines), strict=True)
    groups = "|".join(f"({one})" for one in old).replace(" ", r"(?:[ ]|[ ]*\n[\s\\/*#]*)")
    return re.compile(rf"\b(?:{groups})", re.IGNORECASE), new


def lint_text(text: str, file: str, allowed: AllowList) -> Iterator[Finding]:
    """Find numbers with a measured unit, translated or dated words, and text that its indentation
    makes code, in Markdown.

    Code, links and template expressions do not count.
    """
    prose = _blanked(text, _NO_TEXT)
    for match in _DEEP.finditer(prose):
        line = prose[: match.end()].count("\n") + 1
        yield Finding(line, "hidden-code", "shown as code: indent it by four, or put it in fences")
    prose = _blanked(prose, _BLANKED)
    for match in _MEASURED.finditer(prose):
        number = " ".join(match[0].split())
        if not allowed.allows(file, number):
            yield Finding(
                prose[: match.start()].count("\n") + 1,
                "measured-number",
                f"'{number}' is typed: ask for it by name, e.g. {{{{ ns(...) }}}}, or, if nobody "
                f"measured it, allow it with a reason in {ALLOWED.name}",
            )
    yield from lint_words(prose)


def lint_words(text: str) -> Iterator[Finding]:
    """Find translated or dated words, and nothing else: comments may contain numbers."""
    prose = _blanked(text, _BLANKED)
    pattern, plain = _dated()
    for match in pattern.finditer(prose):
        line = prose[: match.start()].count("\n") + 1
        old = " ".join(match[0].split())
        yield Finding(line, "plain-english", f"'{old}': write {plain[match.lastindex - 1]}")


def _blanked(text: str, patterns: Iterable[re.Pattern[str]]) -> str:
    """Return the text with spaces for what the patterns match; its lines stay."""
    for pattern in patterns:
        text = pattern.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    return text
