"""Facts about the course's own text: its reading time and the works it cites."""

import functools
import re
from collections.abc import Iterator
from pathlib import Path

from course.site.notebooks import read_notebook
from course.stats.errors import FigureError

CHAPTERS, NOTEBOOKS = "chapters", "notebooks"
_SAID = {CHAPTERS: re.compile(r"Minutes to read: (\d+)"), NOTEBOOKS: re.compile(r"(\d+) minutes")}
_FILES = {CHAPTERS: "[0-9][0-9]-*.md", NOTEBOOKS: "[0-9][0-9]-*.ipynb"}

_FOOTNOTE = re.compile(r"^\[\^[\w-]+\]: +(.+(?:\n(?: {4}.*\S.*))*)", re.MULTILINE)
_FENCE = re.compile(r"(?ms)^[ \t]*```.*?^[ \t]*```[ \t]*$")


class Reading:
    def __init__(self, root: Path) -> None:
        self._root = root
        self._said = functools.cache(self._read)  # pages ask for each separately

    def minutes(self, *numbers: int, of: str = CHAPTERS) -> int:
        """Return the minutes to read these chapters, or notebooks; all of them by default."""
        said = self._said(of)
        unknown = [str(one) for one in numbers if one not in said]
        if unknown:
            raise FigureError(f"no {of} {', '.join(unknown)}")
        return sum(said[one] for one in numbers or said)

    def hours(self, *numbers: int, notebooks: bool = False) -> str:
        """Return the hours in words, to half an hour; `notebooks` adds the chapters' notebooks."""
        taken = self.minutes(*numbers)
        taken += self.minutes(*numbers, of=NOTEBOOKS) if notebooks else 0
        whole, half = divmod(round(taken / 30), 2)
        told = f"{whole or ''}½" if half else f"{whole}"
        return f"{told} hour{'s' if taken > 75 else ''}"

    def _read(self, of: str) -> dict[int, int]:
        said = {}
        for file in sorted((self._root / of).glob(_FILES[of])):
            is_text = of == CHAPTERS
            text = file.read_text("utf-8") if is_text else read_notebook(file).cells[0].source
            found = _SAID[of].search(text)
            if found is None:
                raise FigureError(f"{of}/{file.name} does not say how many minutes it takes")
            said[int(file.name[:2])] = int(found[1])
        return said


def references(chapters: Path) -> str:
    """Markdown list of the cited works in alphabetical order, each with the chapters citing it. A
    work is the text of a footnote; footnotes with equal text are one work."""
    cited: dict[str, dict[str, None]] = {}
    for chapter in sorted(chapters.glob(_FILES[CHAPTERS])):
        for text in footnotes(chapter.read_text(encoding="utf-8")):
            link = f"[{int(chapter.name[:2])}]({chapter.name})"
            cited.setdefault(text, {})[link] = None
    # In alphabetical order without the Markdown and quotation marks before the first word.
    order = sorted(cited, key=lambda text: re.sub(r"^\W+", "", text).casefold())
    lines = [f"- {text} ({', '.join(cited[text])})" for text in order]
    return "\n" + "\n".join(lines) + "\n"


def footnotes(text: str) -> Iterator[str]:
    """Yield a page's footnotes, each on one line."""
    for found in _FOOTNOTE.finditer(_FENCE.sub("", text)):
        yield " ".join(found[1].split())
