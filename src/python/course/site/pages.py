"""Render pages, which are templates, with their figures, tables, charts and code."""

import functools
import inspect
import traceback
from collections.abc import Callable, Mapping
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
        """Fill in a page. `name` and `first_line` locate the text in its file. Raises PublishError:
        ``name:line: what is wrong``."""
        try:
            compiled = self._environment.compile(text, name, name)
            template = Template.from_code(
                self._environment, compiled, self._environment.make_globals(None)
            )
            return template.render()
        except (FigureError, TemplateError, TypeError, ValueError, ArithmeticError) as error:
            message, lines = error, [1]
            if isinstance(error, TemplateSyntaxError):
                message, lines = error.message, [error.lineno]
            # Jinja gives the frames of its templates the page's name.
            for frame, line in traceback.walk_tb(error.__traceback__):
                if frame.f_code.co_filename == name:
                    lines.append(line)
            raise PublishError(f"{name}:{first_line + lines[-1] - 1}: {message}") from error


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
