"""Render pages, which are templates, with their figures, tables, charts and code."""

import functools
import importlib
import inspect
import pkgutil
import traceback
from collections.abc import Callable, Iterator, Mapping
from types import TracebackType
from typing import Any

from jinja2 import Environment, StrictUndefined, Template, TemplateError, TemplateSyntaxError

from course import site
from course.site import sentences
from course.site.blocks import Block, Blocks
from course.site.context import Context
from course.site.origins import whose
from course.site.regions import Regions
from course.stats.bench_figures import BenchValues
from course.stats.benches import Benches
from course.stats.columns import DatasetColumns
from course.stats.errors import FigureError, PublishError
from course.stats.other_machines import OtherMachines
from course.stats.prediction_accuracy import PredictionAccuracy


def page_functions(
    dataset_columns: DatasetColumns, regions: Regions, blocks: Blocks, sources: str | None
) -> dict[str, Any]:
    """Return name -> value or function for pages. Blocks made by functions go to `blocks`.

    `sources`: web address of the sources at this commit; append a path. Reads the benches and the
    data of other machines. Raises PublishError.
    """
    benches = Benches.open(dataset_columns, regions.root)
    machines = OtherMachines.open(dataset_columns, regions.root)
    context = Context(dataset_columns, benches, machines, regions, blocks)

    other_machines = BenchValues(machines.benches)
    functions = {
        **sentences.functions(dataset_columns.primary.figures, dataset_columns.fallback),
        **PredictionAccuracy(dataset_columns.primary).functions(),
        **BenchValues(benches).functions(),
        **{f"{name}_on_other_machines": one for name, one in other_machines.functions().items()},
        "whose": lambda: whose(dataset_columns.primary),
        "code": lambda path, region: regions.show(path, region).markdown(sources),
        "source": lambda path, text="": regions.link(path, text, sources),
        "other_machines_title": lambda: list(machines.dataset_columns)[-1].title,
    }
    for macros in _registered():
        functions |= macros(context)

    return {
        name: _called(name, one, blocks) if callable(one) else one
        for name, one in functions.items()
    }


def _registered() -> Iterator[Callable[[Context], dict[str, Any]]]:
    """Yield each `macros` function in this package, which names functions for pages. All of these
    raise FigureError for an unknown name or number."""
    for found in pkgutil.iter_modules(site.__path__, f"{site.__name__}."):
        module = importlib.import_module(found.name)
        if hasattr(module, "macros"):
            yield module.macros


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


def _called(name: str, function: Callable[..., Any], blocks: Blocks) -> Callable[..., Any]:
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
