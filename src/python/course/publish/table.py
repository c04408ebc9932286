"""The form of a table, whatever it holds."""

from __future__ import annotations

import dataclasses

from markupsafe import Markup, escape

from course.publish.blocks import render, source_line
from course.publish.dataset import Dataset
from course.publish.figures import Figure
from course.publish.numbers import DASH, number, quantity, span
from course.publish.records import Record

WORDS = {"failed": "failed", "skipped": "skipped", "absent": "not measured"}
"""Status of a figure without a value -> what its cell says."""


@dataclasses.dataclass(frozen=True)
class Cell:
    """A cell of the head or of a body. `scope` makes it the header of a row or row group."""

    html: str
    style: str = ""
    scope: str = ""
    title: str = ""
    colspan: int = 1
    rowspan: int = 1


@dataclasses.dataclass
class Table:
    """A caption, header rows, groups of rows, and the notes that its cells refer to."""

    caption: str
    head: list[list[Cell]] = dataclasses.field(default_factory=list)
    bodies: list[list[list[Cell]]] = dataclasses.field(default_factory=list)
    notes: list[str] = dataclasses.field(default_factory=list)
    remarks: list[str] = dataclasses.field(default_factory=list)
    records: list[Record] = dataclasses.field(default_factory=list)
    """What the table was made of; the line under it is about these."""

    def measured(self, figure: Figure, below: str | Markup = "", best: bool = False) -> Cell:
        """A measured figure with its spread, or why there is none; `below` stands under it."""
        below = Markup("<small>{}</small>").format(below) if below else Markup()
        if figure.value is None:
            word = Markup("{}<sup>{}</sup>").format(WORDS[figure.status], self._note(figure))
            style = f"course-missing course-{figure.status}"
            return Cell(word + below, style, title=f"{figure.about}: {figure.reason}")
        text = Markup("<strong>{} ★</strong>" if best else "{}").format(number(figure.value))
        if figure.low is not None and figure.high is not None and figure.low != figure.high:
            text += Markup("<small>{}</small>").format(span(figure.low, figure.high))
        title = f"{figure.about}: {quantity(figure.value, figure.unit)}"
        return Cell(text + below, "course-measured" + (" course-best" if best else ""), title=title)

    def _note(self, figure: Figure) -> int:
        note = f"{WORDS[figure.status].capitalize()}: {figure.reason}"
        if figure.status == "absent":
            note = f"{figure.reason}".capitalize()
        if note not in self.notes:
            self.notes.append(note)
        return self.notes.index(note) + 1

    def html(self, dataset: Dataset) -> str:
        """The table as HTML, its data set named under it."""
        return render("table.html", table=self, source=Markup(source_line(dataset, self.records)))


def quoted(value: float | None, unit: str = "") -> Cell:
    """A figure of the article; a dash where it has none."""
    if value is None:
        dash = Markup('<span role="img" aria-label="not in the article">{}</span>').format(DASH)
        return Cell(dash, "course-article", title="not in the article")
    return Cell(quantity(value, unit) if unit else number(value), "course-article")


def row_header(text: str, *, rowspan: int = 1, group: bool = False) -> Cell:
    """The header of a row or of a group of rows."""
    return Cell(escape(text), scope="rowgroup" if group else "row", rowspan=rowspan)
