"""Pictures that pages show: drawings that stand still, and figures that a reader starts.

A picture is an SVG file whose colours are classes, to which figures.css gives the theme's. An
interactive figure has two, the second one for a phone, and a JSON file of what its script reads:
the model's constants and the controls. The model itself is written once, in the script.
"""

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from markupsafe import Markup

from course.site.blocks import NOWHERE, Block, Place, embedded, render
from course.site.context import Context
from course.stats.errors import FigureError

DRAWINGS, FIGURES = "chapters/assets/drawings", "chapters/assets/figures"
_NARROW = "-narrow"


@dataclasses.dataclass(frozen=True)
class Drawing(Block):
    title: str
    remark: str
    picture: str

    def html(self, place: Place = NOWHERE) -> str:
        """As HTML. Its addresses are those of a chapter, which lies beside assets/."""
        return render("drawn.html", figure=self, picture=Markup(self.picture), place=place)


@dataclasses.dataclass(frozen=True)
class InteractiveFigure(Block):
    """A still picture with all that its script needs to make it move."""

    name: str
    """Of its script in chapters/assets/figures."""
    title: str
    remark: str
    picture: str
    narrow: str
    """The same for a phone."""
    data: dict[str, Any]
    """What its script reads: ``model``, which the reader cannot change, and ``controls``."""
    source: str = ""
    """HTML: where its figures come from, if any were measured."""

    def html(self, place: Place = NOWHERE) -> str:
        """As HTML; see :meth:`Drawing.html`."""
        return render(
            "interactive.html",
            figure=self,
            place=place,
            picture=Markup(self.picture),
            narrow=Markup(self.narrow),
            data=embedded(self.data),
            source=Markup(self.source),
        )


class Pictures:
    def __init__(self, root: Path) -> None:
        """`root`: of the repository."""
        self._root = root

    def drawing(self, name: str, remark: str) -> Drawing:
        """The drawing of that name; `remark` says what to see in it."""
        picture = self._svg(DRAWINGS, name)
        return Drawing(_title(picture), _one_line(remark), picture)

    def interactive(self, name: str, remark: str) -> InteractiveFigure:
        picture = self._svg(FIGURES, name)
        narrow = self._svg(FIGURES, name + _NARROW)
        file = self._root / FIGURES / f"{name}.json"
        data = json.loads(file.read_text(encoding="utf-8"))
        return InteractiveFigure(name, _title(picture), _one_line(remark), picture, narrow, data)

    def _svg(self, folder: str, name: str) -> str:
        try:
            return (self._root / folder / f"{name}.svg").read_text(encoding="utf-8")
        except FileNotFoundError:
            files = sorted((self._root / folder).glob("*.svg"))
            names = [file.stem for file in files if not file.stem.endswith(_NARROW)]
            raise FigureError(f"no picture '{name}'; valid: {', '.join(names)}") from None


def macros(context: Context) -> dict[str, Callable[..., Drawing | InteractiveFigure]]:
    pictures = Pictures(context.regions.root)
    return {"drawing": pictures.drawing, "interactive": pictures.interactive}


def _title(picture: str) -> str:
    return ElementTree.fromstring(picture).findtext("{*}title", "")


def _one_line(remark: str) -> str:
    # A chapter breaks lines; a no-break space stays.
    return remark.replace("\n", " ")
