"""What the site and the commands cost their users, beside what they may."""

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from course.process import times
from course.site.context import Context
from course.site.repository import named
from course.stats.errors import FigureError
from course.stats.numbers import quantity

FILE = "results/budgets.json"
"""A run that was kept: the file `budgets.json` that the tests leave, as it is."""

NOTHING = "Nothing is recorded of this yet."

_UNITS = ("bytes", "ms", "s")


def site_budgets(root: Path, name: str = FILE) -> str:
    """Markdown: what was measured, when and where. Raises FigureError for another file."""
    file = root / name
    if not file.is_file():
        return NOTHING
    try:
        lines = list(_lines(json.loads(file.read_text(encoding="utf-8"))))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise FigureError(
            f"{name}: not what tests leave ({type(error).__name__}: {error})"
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
        most = one.get("most")
        kept = "" if most is None else "yes" if one["measured"] <= most else "**no**"
        limit = "" if most is None else quantity(most, unit)
        yield f"| {what} | {found} | {limit} | {kept} |"
    yield ""
    date = f"{datetime.fromisoformat(run['ended']):%-d %B %Y}"
    origin = f"{date}, {run['machine']}, {named(run['commit'], run['dirty'])}"
    told = {True: "; nothing else ran", False: "; other programs ran, too", None: ""}
    yield f"Measured on {origin}{told[run.get('quiet')]}."


def macros(context: Context) -> dict[str, Any]:
    root = context.regions.root
    return {
        "site_budgets": lambda: site_budgets(root),
        "command_times": lambda: site_budgets(root, times.PUBLISHED),
    }
