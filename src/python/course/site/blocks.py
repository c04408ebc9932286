"""HTML blocks that bypass Markdown; the tables and figures in them are numbered."""

import dataclasses
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

_ENVIRONMENT = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    undefined=StrictUndefined,
    autoescape=True,
)
_PLACEHOLDER = re.compile(r'(?:<p>)?<div data-course-block="(\d+)"></div>(?:</p>)?')
_ID = re.compile(r"""\sid=["']([^"']+)""")
_NAMED = re.compile(
    r"""(\s(?:id|for|aria-(?:labelledby|describedby|controls))=["']|href=["']#|url\(#)([^"')]+)"""
)
"""An id, or what refers to one or several."""


def render(template: str, **values: Any) -> str:
    return _ENVIRONMENT.get_template(template).render(**values)


def embedded(data: object) -> Markup:
    """JSON for a script element; without a "<" it cannot contain the closing tag."""
    return Markup(json.dumps(data).replace("<", "\\u003c"))


@dataclasses.dataclass(frozen=True)
class Head:
    """Kind and title of a table or figure. `kind`: ``Table`` or ``Figure``."""

    kind: str
    title: str
    on_demand: bool = False
    """Hidden until the reader asks for it: it is numbered, but the index does not link to it."""


@dataclasses.dataclass(frozen=True)
class Place:
    """A table's or figure's number, ``Table 5.2``, and its anchor, as templates show them."""

    label: str = ""
    anchor: str = ""

    @property
    def id(self) -> Markup:
        return Markup(' id="{}"').format(self.anchor) if self.label else Markup()

    @property
    def begin(self) -> Markup:
        """An anchor made from the number, at the start of the figure."""
        return Markup('<span id="{}"></span>').format(slug(self.label)) if self.label else Markup()

    @property
    def number(self) -> Markup:
        html = Markup('<span class="course-number">{}.</span> ')
        return html.format(self.label) if self.label else Markup()


NOWHERE = Place()


class Block:
    """HTML that a page shows as is; by default it is one table or figure."""

    kind = "Figure"
    title: str

    @property
    def heads(self) -> tuple[Head, ...]:
        """The tables and figures inside, in the order of their numbers."""
        return (Head(self.kind, self.title),)

    def html(self, *places: Place) -> str:
        """Return the HTML with these numbers, or unnumbered without them."""
        raise NotImplementedError


class Blocks:
    """Keeps blocks aside during a page's Markdown conversion and puts them back afterwards."""

    def __init__(self) -> None:
        self._kept: list[str | Block] = []
        self.files: dict[str, str] = {}  # address in the site -> text of a file that a block added

    def keep(self, piece: str | Block) -> str:
        """Keep the piece; return a placeholder of one line, so that a page may indent it."""
        self._kept.append(piece)
        return f'<div data-course-block="{len(self._kept) - 1}"></div>'

    def found(self, html: str) -> list[tuple[int, Block]]:
        """Return a converted page's blocks in order, each with its position."""
        marks = _PLACEHOLDER.finditer(html)
        found = ((mark.start(), self._kept[int(mark[1])]) for mark in marks)
        return [(at, piece) for at, piece in found if not isinstance(piece, str)]

    def restore(self, html: str, places: Iterable[Place] = ()) -> str:
        """Return the page with its pieces. Raises PublishError for one that cannot be drawn."""
        left = iter(places)

        def piece(match: re.Match[str]) -> str:
            kept = self._kept[int(match[1])]
            if isinstance(kept, str):
                return kept
            return kept.html(*(next(left, NOWHERE) for _ in kept.heads))

        return _PLACEHOLDER.sub(piece, html)


def slug(text: str) -> str:
    """Return the text's letters and digits, with hyphens between the words."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def with_prefix(html: str, prefix: str) -> str:
    """Return the HTML with the prefix on its ids and all references to them: a page may hold
    several drawings and outputs, whose ids must differ."""
    known = set(_ID.findall(html))

    def renamed(match: re.Match[str]) -> str:
        names = (f"{prefix}{name}" if name in known else name for name in match[2].split())
        return match[1] + " ".join(names)

    return _NAMED.sub(renamed, html)
