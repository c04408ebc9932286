"""What the site costs its readers, as its tests in a browser found, beside what it may."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from course.site.context import Context
from course.site.repository import named
from course.stats.errors import FigureError
from course.stats.numbers import quantity

FILE = "results/budgets.json"
"""A run that was kept: the file `budgets.json` that the tests leave, as it is."""

NOTHING = "Nothing is recorded of this yet."

_UNITS = ("bytes", "ms")


class SiteBudgets:
    """What pages ask for."""

    def __init__(self, root: Path) -> None:
        """`root` of the repository."""
        self._file = root / FILE

    def table(self) -> str:
        """Markdown: what was measured, when and where. Raises FigureError for another file."""
        if not self._file.is_file():
            return NOTHING
        try:
            lines = list(_lines(json.loads(self._file.read_text(encoding="utf-8"))))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise FigureError(
                f"{FILE}: not what the browser's tests leave ({type(error).__name__}: {error})"
            ) from error
        return "\n" + "\n".join(lines) + "\n"


def _lines(run: dict[str, Any]) -> Iterator[str]:
    """The table of a run, and below it the line that names the run."""
    yield "| what | found | at most | kept |"
    yield "|---|---:|---:|---|"
    for name, one in sorted(run["budgets"].items()):
        what, _, last = name.rpartition(", ")
        what, unit = (what, last) if last in _UNITS else (name, "")
        found = quantity(one["measured"], unit)
        if "median" in one:
            found += f" (median {quantity(one['median'], unit)})"
        kept = "yes" if one["measured"] <= one["most"] else "**no**"
        yield f"| {what} | {found} | {quantity(one['most'], unit)} | {kept} |"
    yield ""
    date = f"{datetime.fromisoformat(run['ended']):%-d %B %Y}"
    origin = f"{date}, {run['machine']}, {named(run['commit'], run['dirty'])}"
    alone = "nothing else ran" if run["quiet"] else "other programs ran, too"
    yield f"Measured on {origin}; {alone}."


def macros(context: Context) -> dict[str, Any]:
    """Name in a page -> function."""
    return {"site_budgets": SiteBudgets(context.regions.root).table}
