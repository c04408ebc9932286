"""A drawing as a page shows it."""

from __future__ import annotations

import dataclasses

from markupsafe import Markup

from course.site.blocks import render
from course.site.interactive.picture import Picture

WIDTH = 400
"""Of every drawing, in its units. So few that its letters can be read where a phone shows it."""


@dataclasses.dataclass(frozen=True)
class Drawing:
    """A picture with what is said about it."""

    title: str
    remark: str
    """What to see in it."""
    picture: str
    """SVG, with a description of its own."""

    def html(self) -> str:
        """The drawing as HTML. Its addresses are those of a chapter, which lies beside assets/."""
        return render("drawn.html", figure=self, picture=Markup(self.picture))


def blank(name: str, height: float, title: str, description: str) -> Picture:
    """Where a drawing begins. `description` is for those who cannot see it."""
    return Picture(name, height, title, description, width=WIDTH)
