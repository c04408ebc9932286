"""An interactive figure as a page shows it."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

from markupsafe import Markup

from course.site.blocks import render
from course.site.interactive.controls import Control


@dataclasses.dataclass(frozen=True)
class InteractiveFigure:
    """A still picture with all that its script needs to make it move."""

    name: str
    """Of its script in chapters/assets/figures."""
    title: str
    remark: str
    """What to see in it."""
    picture: str
    """SVG, with a description of its own."""
    narrow: str
    """The same for a phone."""
    model: dict[str, Any]
    """What the reader cannot change, as JSON can hold it."""
    controls: tuple[Control, ...]
    source: str = ""
    """HTML: where its figures come from, if any were measured."""

    def html(self) -> str:
        """The figure as HTML. Its addresses are those of a chapter, which lies beside assets/."""
        controls = [dataclasses.asdict(control) for control in self.controls]
        data = json.dumps({"model": self.model, "controls": controls})
        return render(
            "interactive.html",
            figure=self,
            picture=Markup(self.picture),
            narrow=Markup(self.narrow),
            # No tag can begin in there, so none can end the element that it stands in.
            data=Markup(data.replace("<", "\\u003c")),
            source=Markup(self.source),
        )
