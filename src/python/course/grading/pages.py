"""Pages of a class, and notebooks, made of templates: a file each, without scripts."""

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
    autoescape=select_autoescape(["html"]),  # what notebooks are made of is Markdown
    trim_blocks=True,
    lstrip_blocks=True,
)


def _marked(text: str) -> Markup:
    """The Markdown that stands in hints and reasons: code, and what is stressed."""
    code = re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text)))
    return Markup(re.sub(r"\*(?=\S)([^*<>]+)(?<=\S)\*", r"<em>\1</em>", code))


_ENVIRONMENT.filters["marked"] = _marked


def render(template: str, **values: object) -> str:
    return _ENVIRONMENT.get_template(template).render(**values)


def newest(results: Sequence[Result]) -> str:
    """When the last of them was graded, as this machine's clock shows it."""
    last = max((one.run.started for one in results), default=None)
    if last is None:
        return "never"
    return f"{datetime.datetime.fromisoformat(last).astimezone():%Y-%m-%d %H:%M}"
