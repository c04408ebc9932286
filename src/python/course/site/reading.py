"""How long it takes to read what the course has, as chapters and notebooks say themselves."""

import functools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from course.site.context import Context
from course.site.notebooks import read_notebook
from course.stats.errors import FigureError

CHAPTERS, NOTEBOOKS = "chapters", "notebooks"
_SAID = {CHAPTERS: re.compile(r"Minutes to read: (\d+)"), NOTEBOOKS: re.compile(r"(\d+) minutes")}
_FILES = {CHAPTERS: "[0-9][0-9]-*.md", NOTEBOOKS: "[0-9][0-9]-*.ipynb"}


class Reading:
    def __init__(self, root: Path) -> None:
        """`root`: of the repository."""
        self._root = root
        self._said = functools.cache(self._read)  # a page asks for each by itself

    def minutes(self, *numbers: int, of: str = CHAPTERS) -> int:
        """Minutes to read these chapters, or their notebooks; without a number, all of them."""
        said = self._said(of)
        unknown = [str(one) for one in numbers if one not in said]
        if unknown:
            raise FigureError(f"no {of} {', '.join(unknown)}")
        return sum(said[one] for one in numbers or said)

    def hours(self, *numbers: int, notebooks: bool = False) -> str:
        """The same in words, to half an hour; with `notebooks`, together with these."""
        taken = self.minutes(*numbers)
        taken += self.minutes(*numbers, of=NOTEBOOKS) if notebooks else 0
        whole, half = divmod(round(taken / 30), 2)
        told = f"{whole or ''}½" if half else f"{whole}"
        return f"{told} hour{'s' if taken > 75 else ''}"

    def _read(self, of: str) -> dict[int, int]:
        said = {}
        for file in sorted((self._root / of).glob(_FILES[of])):
            if of == NOTEBOOKS:
                text = read_notebook(file).cells[0].source
            else:
                text = file.read_text(encoding="utf-8")
            found = _SAID[of].search(text)
            if found is None:
                raise FigureError(f"{of}/{file.name} does not say how many minutes it takes")
            said[int(file.name[:2])] = int(found[1])
        return said


def macros(context: Context) -> dict[str, Callable[..., Any]]:
    reading = Reading(context.regions.root)
    return {"minutes": reading.minutes, "hours": reading.hours}
