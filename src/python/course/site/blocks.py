"""Pieces of HTML that pass through Markdown untouched; tables and figures in them are numbered."""

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
_ID = re.compile(r"""(\sid=["'])([^"']+)""")
_REFERENCE = re.compile(r"""(href=["']#|url\(#)([\w.-]+)""")
_SPOKEN = re.compile(r"""(\saria-(?:labelledby|describedby)=["'])([^"']+)""")


def render(template: str, **values: Any) -> str:
    return _ENVIRONMENT.get_template(template).render(**values)


def embedded(data: object) -> Markup:
    """JSON for a script element. No tag can begin in it, so none can end that element."""
    return Markup(json.dumps(data).replace("<", "\\u003c"))


@dataclasses.dataclass(frozen=True)
class Head:
    """What a table or figure is called. `kind`: ``Table`` or ``Figure``."""

    kind: str
    title: str
    on_demand: bool = False
    """Hidden until the reader asks for it: it has a number, but the index leads to nothing."""


@dataclasses.dataclass(frozen=True)
class Place:
    """The number of a table or figure, ``Table 5.2``, and its anchor; templates show all three."""

    label: str = ""
    anchor: str = ""

    @property
    def id(self) -> Markup:
        """The attribute of the figure."""
        return Markup(' id="{}"').format(self.anchor) if self.label else Markup()

    @property
    def begin(self) -> Markup:
        """What the figure begins with: the number is an anchor, too."""
        return Markup('<span id="{}"></span>').format(slug(self.label)) if self.label else Markup()

    @property
    def number(self) -> Markup:
        """What a caption begins with."""
        html = Markup('<span class="course-number">{}.</span> ')
        return html.format(self.label) if self.label else Markup()


NOWHERE = Place()
"""Of what is not numbered."""


class Block:
    """What a page shows as HTML of its own: by itself, one table or figure."""

    kind = "Figure"
    title: str

    @property
    def heads(self) -> tuple[Head, ...]:
        """The tables and figures in it, which are numbered in this order."""
        return (Head(self.kind, self.title),)

    def html(self, *places: Place) -> str:
        """With these numbers; none: it is shown without."""
        raise NotImplementedError


class Blocks:
    """Keeps blocks aside while a page's Markdown is converted, and puts them back afterwards."""

    def __init__(self, edge: str = "") -> None:
        """`edge`: what stands before and after each block that is back in its place."""
        self._edge = edge
        self._kept: list[str | Block] = []
        self.files: dict[str, str] = {}
        """Address in the site -> text of the files that blocks brought with them."""

    def keep(self, piece: str | Block) -> str:
        """Markdown that stands for this HTML, or block: a line, so that a page may indent it."""
        self._kept.append(piece)
        return f'<div data-course-block="{len(self._kept) - 1}"></div>'

    def found(self, html: str) -> list[tuple[int, Block]]:
        """The blocks of a converted page in their order, each with the place where it will be."""
        found = (
            (match.start(), self._kept[int(match[1])]) for match in _PLACEHOLDER.finditer(html)
        )
        return [(at, piece) for at, piece in found if not isinstance(piece, str)]

    def restore(self, html: str, places: Iterable[Place] = ()) -> str:
        """The converted page with every piece in its place; without `places`, nothing is numbered.

        Raises PublishError for what cannot be drawn.
        """
        left = iter(places)

        def piece(match: re.Match[str]) -> str:
            kept = self._kept[int(match[1])]
            if isinstance(kept, str):
                return kept
            shown = kept.html(*(next(left, NOWHERE) for _ in kept.heads))
            return f"{self._edge}{shown}{self._edge}"

        return _PLACEHOLDER.sub(piece, html)


def slug(text: str) -> str:
    """The letters and digits of a text, with hyphens between its words."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def with_prefix(html: str, prefix: str) -> str:
    """The HTML with the prefix before each of its ids, and in each reference to one of them.

    A page may hold several drawings and outputs: so each has ids of its own.
    """
    known = {match[2] for match in _ID.finditer(html)}

    def renamed(name: str) -> str:
        return f"{prefix}{name}" if name in known else name

    html = _ID.sub(lambda match: match[1] + renamed(match[2]), html)
    html = _REFERENCE.sub(lambda match: match[1] + renamed(match[2]), html)
    return _SPOKEN.sub(lambda match: match[1] + " ".join(map(renamed, match[2].split())), html)
