"""Render pages, which are templates, with their figures, tables, charts and code."""

import functools
import inspect
import traceback
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any

from jinja2 import Environment, StrictUndefined, Template, TemplateError, TemplateSyntaxError

from course.site import sentences
from course.site.blocks import Block, Blocks
from course.stats.errors import FigureError, PublishError


class Pages:
    def __init__(self, functions: Mapping[str, Any]) -> None:
        # `{#anchor}` is an attribute list in Markdown, so comments need another form.
        self._environment = Environment(
            undefined=StrictUndefined,
            comment_start_string="{##",
            comment_end_string="##}",
            keep_trailing_newline=True,
            finalize=sentences.written,
            autoescape=False,  # the result is Markdown; functions escape their arguments
        )
        self._environment.globals = dict(functions)

    def render(self, text: str, name: str, first_line: int = 1) -> str:
        """Fill in a page. `name` and `first_line` locate the text in its file.

        Raises PublishError: ``name:line: what is wrong``.
        """
        try:
            compiled = self._environment.compile(text, name, name)
            template = Template.from_code(
                self._environment, compiled, self._environment.make_globals(None)
            )
            return template.render()
        except TemplateSyntaxError as error:
            raise _at(name, first_line, error.lineno, error.message) from error
        except (FigureError, TemplateError, TypeError, ValueError, ArithmeticError) as error:
            raise _at(name, first_line, _line(error.__traceback__, name), error) from error


def called(name: str, function: Callable[..., Any], blocks: Blocks) -> Callable[..., Any]:
    """Wrap a function for pages: its errors begin with its name, and its blocks are kept."""
    signature = inspect.signature(function)

    @functools.wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        try:
            signature.bind(*args, **kwargs)
        except TypeError as error:
            raise FigureError(f"{name}(): {error}") from error
        try:
            made = function(*args, **kwargs)
        except FigureError as error:
            raise FigureError(f"{name}(): {error}") from error
        return blocks.keep(made) if isinstance(made, Block) else made

    return called


def _line(trace: TracebackType | None, name: str) -> int:
    """Return the template's line in a traceback: Jinja gives its frames the page's name."""
    lines = [number for frame, number in traceback.walk_tb(trace)
             if frame.f_code.co_filename == name]  # fmt: skip
    return lines[-1] if lines else 1


def _at(name: str, first_line: int, line: int, message: object) -> PublishError:
    return PublishError(f"{name}:{first_line + line - 1}: {message}")
