"""The page of references: every footnote of the chapters, in one list."""

import functools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from course.site.context import Context

_FOOTNOTE = re.compile(r"^\[\^[\w-]+\]: +(.+(?:\n(?: {4}.*\S.*))*)", re.MULTILINE)
_FENCE = re.compile(r"(?ms)^[ \t]*```.*?^[ \t]*```[ \t]*$")
_NAME = re.compile(r"(\d\d)-[\w-]+\.md")


def references(chapters: Path) -> str:
    """Markdown: the works that chapters cite, in the alphabet's order, each with its chapters.

    `chapters` is the folder with the numbered chapters. A work is what a footnote says; two
    footnotes that say the same are one.
    """
    cited: dict[str, list[Path]] = {}
    for chapter in sorted(chapters.glob("[0-9][0-9]-*.md")):
        for text in footnotes(chapter.read_text(encoding="utf-8")):
            places = cited.setdefault(text, [])
            if chapter not in places:
                places.append(chapter)
    lines = [
        f"- {text} ({', '.join(map(_linked, places))})"
        for text, places in sorted(cited.items(), key=lambda item: _alphabetical(item[0]))
    ]
    return "\n" + "\n".join(lines) + "\n"


def footnotes(text: str) -> Iterator[str]:
    """The footnotes of a page, each in one line."""
    for found in _FOOTNOTE.finditer(_FENCE.sub("", text)):
        yield " ".join(found[1].split())


def _alphabetical(text: str) -> str:
    """Without the marks that Markdown and quotations put before the first word."""
    return re.sub(r"^\W+", "", text).casefold()


def _linked(chapter: Path) -> str:
    number = _NAME.fullmatch(chapter.name)
    assert number is not None
    return f"[{int(number[1])}]({chapter.name})"


def macros(context: Context) -> dict[str, Any]:
    return {"references": functools.partial(references, context.regions.root / "chapters")}
