"""The structure and HTML of tables."""

import dataclasses
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from markupsafe import Markup, escape

from course.site.blocks import NOWHERE, Block, Place, render
from course.site.origins import bench_source_line, source_line
from course.site.remarks import REMARKS
from course.stats.benches import BenchRecord
from course.stats.columns import DatasetColumn
from course.stats.figures import Figure
from course.stats.numbers import DASH, number, quantity, span, times
from course.stats.records import Record

WORDS = {"failed": "failed", "skipped": "skipped", "unfit": "unfit", "absent": "not measured"}

LONG = 40  # a cell of this many letters needs lines of more than a word

_TABLE = re.compile(r"<table>(.*?)</table>", re.DOTALL)
_HEAD = re.compile(r"<th\b[^>]*>(.*?)</th>", re.DOTALL)
_CELL = re.compile(r"<td\b([^>]*)>(.*?)</td>", re.DOTALL)


@dataclasses.dataclass(frozen=True)
class TableCell:
    """A cell of the head or of a body. `scope` makes it the header of a row or row group."""

    html: str
    style: str = ""
    scope: str = ""
    title: str = ""
    colspan: int = 1
    rowspan: int = 1


@dataclasses.dataclass
class Table(Block):
    """A caption, header rows, groups of rows, and the notes that its cells refer to."""

    kind = "Table"
    title: str
    dataset_columns: Collection[DatasetColumn] = ()
    """Data sets with columns, or row groups, in the table; they are named below it."""
    benches: Sequence[BenchRecord] = ()  # the same for records of benches
    head: list[list[TableCell]] = dataclasses.field(default_factory=list)
    bodies: list[list[list[TableCell]]] = dataclasses.field(default_factory=list)
    notes: list[str] = dataclasses.field(default_factory=list)
    remarks: list[str] = dataclasses.field(default_factory=list)
    quiet: bool = False
    """If true, what a data set leaves out is only a dash; for tables with many such cells."""
    sources: list[Markup] = dataclasses.field(default_factory=list)
    """Lines below the table about further sources."""
    seen: list[tuple[DatasetColumn, Record]] = dataclasses.field(default_factory=list)
    """What the table was made of; the lines under it are about these."""
    style: str = ""

    def of_each(
        self, heads: Iterable[TableCell], rows: Callable[[DatasetColumn], Iterable[list[TableCell]]]
    ) -> None:
        """Make a row group for each data set, labelled if there are several."""
        several = len(self.dataset_columns) > 1
        self.head = [[*[left("Data set")] * several, *heads]]
        for column in self.dataset_columns:
            if body := list(rows(column)):
                self.bodies.append(beside(column.title, body) if several else body)

    def add_group(
        self, label: str, rows: list[list[TableCell]], style: str = "course-left"
    ) -> None:
        """Add rows under a label; nothing where there are no rows."""
        if rows:
            head = TableCell(escape(label), style, "rowgroup", colspan=self._width)
            self.bodies.append([[head], *rows])

    @property
    def _width(self) -> int:
        return sum(cell.colspan for cell in self.head[0])

    @property
    def by_case(self) -> bool:
        """True if the columns cover several cases, of which a phone shows one at a time."""
        return any(cell.colspan > 1 and "course-in-" in cell.style for cell in self.head[0])

    @property
    def shown(self) -> list[list[list[TableCell]]]:
        """The bodies; for an empty table, one that says so."""
        text = "not measured"
        if profiles := dict.fromkeys(one.dataset.profile for one in self.dataset_columns):
            text = f"Not measured: not part of the {' or '.join(profiles)} run"
        return self.bodies or [[[TableCell(text, "course-left", colspan=self._width)]]]

    def see(self, dataset_column: DatasetColumn, record: Record | None) -> None:
        """Note that the table uses this record."""
        if record is not None:
            self.seen.append((dataset_column, record))

    def measured(
        self, figure: Figure, below: str | Markup = "", mark: "Mark | None" = None
    ) -> TableCell:
        """Show a measured figure with its spread and `below` under it, or why there is none."""
        if figure.value is None:
            return self.missing(figure, below)
        text = marked(number(figure.value), mark)
        if not figure.settled:
            text += Markup("<sup>{}</sup>").format(self._note(REMARKS["changing"]))
        if figure.low is not None and figure.high is not None and figure.low != figure.high:
            text += small(span(figure.low, figure.high))
        title = f"{figure.about}: {quantity(figure.value, figure.unit)}"
        style = f"course-measured {mark.style}" if mark else "course-measured"
        return TableCell(text + small(below), style, title=title)

    def missing(self, figure: Figure, below: str | Markup = "") -> TableCell:
        """Show why there is no figure: a word, and a note below the table."""
        if self.quiet and figure.status == "absent":
            reason = figure.reason or "not measured"
            return TableCell(_dash(reason) + small(below), "course-article", title=reason)
        word = Markup("{}<sup>{}</sup>").format(WORDS[figure.status], self._note(_why(figure)))
        style = f"course-missing course-{figure.status}"
        return TableCell(word + small(below), style, title=f"{figure.about}: {figure.reason}")

    def _note(self, note: str) -> int:
        if note not in self.notes:
            self.notes.append(note)
        return self.notes.index(note) + 1

    def html(self, place: Place = NOWHERE) -> str:
        """Return the table as HTML, with a line for each of its sources."""
        lines = [*self.sources, *map(Markup, self._lines())]
        return render("table.html", table=self, sources=lines, place=place)

    def _lines(self) -> Iterator[str]:
        for column in self.dataset_columns:
            records = [record for where, record in self.seen if where is column]
            if records or not self.seen:
                title = column.title if len(self.dataset_columns) > 1 else ""
                yield source_line(column.dataset, records, title)
        for record in self.benches:
            yield bench_source_line(record, record.title if len(self.benches) > 1 else "")

    def folded(self, name: str = "The same") -> str:
        """Return the table folded behind a chart, whose source lines name the data set."""
        return render("folded.html", table=self, name=name)


@dataclasses.dataclass(frozen=True)
class Mark:
    """Distinguishes a figure by sign, word and colour."""

    sign: str
    word: str
    style: str


def marked(text: str | Markup, mark: Mark | None) -> Markup:
    """Add the mark's sign to the text, and its word for screen readers."""
    if mark is None:
        return escape(text)
    return Markup('<strong>{} {}</strong><span class="course-unseen">{}</span>').format(
        text, mark.sign, mark.word
    )


def small(text: str | Markup) -> Markup:
    """Return a line in small letters for below a figure; empty for an empty text."""
    return Markup("<small>{}</small>").format(text) if text else Markup()


def quoted(value: float | None, mark: Mark | None = None) -> TableCell:
    """Show a figure of the article, or a dash if it has none."""
    if value is None:
        return TableCell(_dash("not in the article"), "course-article", title="not in the article")
    style = f"course-article {mark.style}" if mark else "course-article"
    return TableCell(marked(number(value), mark), style)


def known(value: float | None) -> TableCell:
    """Show a number, or a dash for None."""
    return TableCell(_dash("none") if value is None else number(value))


def divided(value: float | None, by: float | None) -> TableCell:
    """A ratio; empty where one of them is not known."""
    text = "" if value is None or not by else times(value / by)
    return TableCell(text, "course-ratio")


def _dash(spoken: str) -> Markup:
    """Return a dash, with the words that a screen reader speaks instead."""
    return Markup('<span role="img" aria-label="{}">{}</span>').format(spoken, DASH)


def _why(figure: Figure) -> str:
    reason = figure.reason or ""
    if figure.status == "absent":
        return reason[:1].upper() + reason[1:]
    return f"{WORDS[figure.status].capitalize()}: {reason}"


def left(text: str, rowspan: int = 1) -> TableCell:
    """Return a header cell for a column of words."""
    return TableCell(text, "course-left", rowspan=rowspan)


def first(cells: list[TableCell]) -> list[TableCell]:
    """Set the first cell of a column group apart from the group before."""
    head, *rest = cells
    return [dataclasses.replace(head, style=f"{head.style} course-first".strip()), *rest]


def grouped_heads(titles: Iterable[str], heads: Iterable[list[TableCell]]) -> list[list[TableCell]]:
    """Return two header rows after a column of words, with a title above each column group."""
    groups = list(heads)
    pairs = zip(titles, groups, strict=True)
    above = [TableCell(title, "course-first", colspan=len(group)) for title, group in pairs]
    below = [cell for group in groups for cell in first(group)]
    return [[left("", rowspan=2), *above], below]


def beside(label: str, rows: list[list[TableCell]]) -> list[list[TableCell]]:
    """Add a label beside all of the rows, of which there must be some."""
    head = TableCell(escape(label), scope="rowgroup", rowspan=len(rows))
    return [[head, *rows[0]], *rows[1:]]


def row_header(text: str) -> TableCell:
    return TableCell(escape(text), scope="row")


def framed(html: str) -> str:
    """Return the page with a frame around each table written in Markdown, named by its columns'
    heads. On a narrow screen it scrolls inside itself, by keyboard, too. Tables of the build have a
    class."""
    return _TABLE.sub(_framed, html)


def _framed(table: re.Match[str]) -> str:
    heads = [Markup(head).striptags() for head in _HEAD.findall(table[1])]
    inside = Markup(_CELL.sub(_long_cell, table[1]))
    name = ", ".join(filter(None, heads)) or "without heads"
    return render("plain_table.html", name=f"Table: {name}", inside=inside)


def _long_cell(cell: re.Match[str]) -> str:
    if len(Markup(cell[2]).striptags()) <= LONG:
        return cell[0]
    return f'<td class="course-long"{cell[1]}>{cell[2]}</td>'
