"""Render class pages and notebooks from templates: one file each, without scripts."""

import datetime
import re
from collections.abc import Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape

from course.grading.result import Result

_ENVIRONMENT = Environment(
    loader=FileSystemLoader(Path(__file__).with_name("templates")),
    undefined=StrictUndefined,
    autoescape=select_autoescape(["html"]),  # notebooks are rendered as Markdown
    trim_blocks=True,
    lstrip_blocks=True,
)


def _marked(text: str) -> Markup:
    """Render the Markdown that hints and reasons use: code and emphasis."""
    code = re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text)))
    return Markup(re.sub(r"\*(?=\S)([^*<>]+)(?<=\S)\*", r"<em>\1</em>", code))


_ENVIRONMENT.filters["marked"] = _marked


def render(template: str, **values: object) -> str:
    return _ENVIRONMENT.get_template(template).render(**values)


def newest(results: Sequence[Result]) -> str:
    """Return when the newest result was graded, in local time."""
    last = max((one.run.started for one in results), default=None)
    if last is None:
        return "never"
    return f"{datetime.datetime.fromisoformat(last).astimezone():%Y-%m-%d %H:%M}"
