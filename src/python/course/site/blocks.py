"""Pieces of HTML that pass through Markdown untouched."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from course.model.solutions import IMPLEMENTATIONS
from course.site import repository
from course.stats.dataset import Dataset
from course.stats.noise import are_sittings_apart
from course.stats.records import Record
from course.version import version

_ENVIRONMENT = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    undefined=StrictUndefined,
    autoescape=True,
)
_PLACEHOLDER = re.compile(r'(?:<p>)?<div data-course-block="(\d+)"></div>(?:</p>)?')


def render(template: str, **values: Any) -> str:
    """Render one of the package's HTML templates."""
    return _ENVIRONMENT.get_template(template).render(**values)


class Blocks:
    """Keeps HTML aside while a page's Markdown is converted, and puts it back afterwards."""

    def __init__(self) -> None:
        self._kept: list[str] = []
        self.files: dict[str, str] = {}
        """Address in the site -> text of the files that blocks brought with them."""

    def keep(self, html: str) -> str:
        """Markdown that stands for this HTML."""
        self._kept.append(html)
        return f'\n\n<div data-course-block="{len(self._kept) - 1}"></div>\n\n'

    def restore(self, html: str) -> str:
        """The converted page with every piece in its place."""
        return _PLACEHOLDER.sub(lambda match: self._kept[int(match[1])], html)


def source_line(dataset: Dataset, records: list[Record], title: str = "") -> str:
    """HTML: which data set these records are of, with a badge when they are stale.

    It says, too, within how many hours they were measured, where these were many enough to matter.
    `title` names the column of the data set, where it has one of several.
    """
    newest = max(records, key=lambda record: record.started) if records else dataset.newest
    began = min((record.started for record in records), default=newest.started)
    hours = math.ceil((newest.started - began).total_seconds() / 3600)
    return render(
        "source.html",
        dataset=dataset,
        title=title,
        name="" if dataset.name == dataset.profile else dataset.name,
        machine=dataset.machine,
        date=f"{newest.started:%-d %B %Y}",
        hours=hours if are_sittings_apart(began, newest.started) else None,
        commit=repository.named(newest.provenance["commit"], newest.provenance["dirty"]),
        stale=[IMPLEMENTATIONS[name].label for name in dataset.stale(records)],
    )


def course_line(root: Path) -> str:
    """HTML: the course's version, and the commit of which its pages were made."""
    state = repository.named(repository.commit(root), repository.has_changes(root))
    return f'<p class="course-source">The course: version {version()}, {state}.</p>'
