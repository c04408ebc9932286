"""Pieces of HTML that pass through Markdown untouched."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

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
        """Markdown that stands for this HTML: a line, which a page may indent into a folded box."""
        self._kept.append(html)
        return f'<div data-course-block="{len(self._kept) - 1}"></div>'

    def restore(self, html: str) -> str:
        """The converted page with every piece in its place."""
        return _PLACEHOLDER.sub(lambda match: self._kept[int(match[1])], html)
