"""Pages are templates: their figures, tables, charts and code are filled in at every build."""

from __future__ import annotations

import functools
import inspect
import traceback
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any

from jinja2 import Environment, StrictUndefined, Template, TemplateError, TemplateSyntaxError

from course.site.bench_charts import BenchCharts
from course.site.bench_errors import BenchErrors
from course.site.bench_percentiles import BenchPercentiles
from course.site.bench_tables import BenchTables
from course.site.blocks import Blocks
from course.site.charts import Charts
from course.site.claim_pages import ClaimPages
from course.site.exercises import Exercises
from course.site.explore import Explorer
from course.site.lines_figure import lines_figure, unscaled_dummy
from course.site.pictures import InteractiveFigure, Pictures
from course.site.provenance import Provenance
from course.site.published_tables import PublishedTables
from course.site.realtime_charts import RealtimeCharts
from course.site.realtime_tables import RealtimeTables
from course.site.references import References
from course.site.regions import Regions
from course.site.site_budgets import SiteBudgets
from course.site.tables import Tables
from course.site.timelines import Timelines
from course.stats.bench_figures import BenchValues
from course.stats.benches import Benches
from course.stats.columns import DatasetColumns
from course.stats.dataset import Dataset
from course.stats.errors import FigureError, PublishError
from course.stats.other_machines import OtherMachines
from course.stats.prediction_accuracy import PredictionAccuracy
from course.stats.values import Values

PageFunctions = Mapping[str, Any]


def page_functions(
    dataset_columns: DatasetColumns, regions: Regions, blocks: Blocks, repository: str | None
) -> dict[str, Any]:
    """Name -> what a page may call by it.

    Tables show every column; sentences and charts speak of the primary one.
    """
    primary = dataset_columns.primary
    benches = Benches.open(dataset_columns, regions.root)
    other_machines = OtherMachines.open(dataset_columns, regions.root)
    machines = other_machines.dataset_columns
    figures = primary.figures
    tables, real_time = Tables(dataset_columns), RealtimeTables(dataset_columns)
    charts, intervals = Charts(figures), RealtimeCharts(primary)
    provenance, timelines = Provenance(dataset_columns), Timelines(figures)
    tabled = {
        "batch_table": tables.batch,
        "gc_table": tables.gc,
        "summary_table": tables.summary,
        "realtime_table": real_time.realtime,
        "probes_table": real_time.probes,
        "prediction_table": real_time.predictions,
        "clocks_table": real_time.clocks,
        "second_searches_table": real_time.second_searches,
        "large_heap_table": real_time.large_heap,
        "machine_table": provenance.machine,
        "runtimes_table": provenance.runtimes,
        "status_table": provenance.status,
    }
    drawn = {
        "batch_chart": charts.batch,
        "summary_chart": charts.summary,
        "gc_chart": charts.gc,
        "realtime_chart": charts.realtime,
        "intervals_chart": intervals.intervals,
        "prediction_chart": intervals.prediction,
        "timeline_chart": timelines.one,
        "timeline_gallery": timelines.gallery,
    }
    compared = {
        "bench_table": BenchTables(benches).one,
        "bench_goals_table": BenchTables(benches).goals,
        "bench_counts_table": BenchTables(benches).counts,
        "bench_chart": BenchCharts(benches).one,
        "bench_errors_table": BenchErrors(benches).table,
        "bench_percentiles_table": BenchPercentiles(benches).table,
        "bench_percentiles": BenchPercentiles(benches).chart,
        "published_table": PublishedTables(benches, regions.root).one,
    }
    on_machines = {
        "batch_table_on_other_machines": Tables(machines).batch,
        "realtime_table_on_other_machines": RealtimeTables(machines).realtime,
        "machine_table_on_other_machines": Provenance(machines).machine,
    }
    compared_on_machines = {
        "bench_table_on_other_machines": BenchTables(other_machines.benches).one,
        "bench_goals_table_on_other_machines": BenchTables(other_machines.benches).goals,
    }
    told_of_machines = {
        f"{name}_on_other_machines": function
        for name, function in BenchValues(other_machines.benches).functions().items()
    }
    pictures = Pictures(regions.root)

    def lines() -> InteractiveFigure:
        return lines_figure(pictures, benches.primary("limit"), unscaled_dummy(figures))

    def block(function: Callable[..., Any], *shown: DatasetColumns | Dataset) -> Callable[..., str]:
        @functools.wraps(function)
        def kept(*args: Any, **kwargs: Any) -> str:
            return blocks.keep(function(*args, **kwargs).html(*shown))

        return kept

    def code(path: str, region: str) -> str:
        return regions.show(path, region).markdown(repository)

    def source(path: str, text: str = "") -> str:
        return regions.link(path, text, repository)

    def explorer() -> str:
        made = Explorer(dataset_columns, benches, other_machines)
        blocks.files.update(made.files())
        return blocks.keep(made.html())

    return {
        **Values(figures).functions(),
        **PredictionAccuracy(primary).functions(),
        **ClaimPages(dataset_columns, regions.root, blocks, benches, other_machines).functions(),
        **{name: block(function, dataset_columns) for name, function in tabled.items()},
        **{name: block(function, primary.dataset) for name, function in drawn.items()},
        **{name: block(function, machines) for name, function in on_machines.items()},
        **{name: block(function) for name, function in (compared | compared_on_machines).items()},
        **{name: block(function) for name, function in pictures.functions().items()},
        "lines_figure": block(lines),
        **BenchValues(benches).functions(),
        **told_of_machines,
        **Exercises(regions.root / "exercises").functions(),
        **References(regions.root / "chapters").functions(),
        **SiteBudgets(regions.root).functions(),
        "code": code,
        "other_machines_title": lambda: list(machines)[-1].title,
        "explorer": explorer,
        "source": source,
    }


class Pages:
    """Renders pages with a set of functions."""

    def __init__(self, functions: PageFunctions) -> None:
        # Attribute lists, `{#anchor}`, are Markdown's; comments take another form.
        self._environment = Environment(
            undefined=StrictUndefined,
            comment_start_string="{##",
            comment_end_string="##}",
            keep_trailing_newline=True,
            autoescape=False,  # the result is Markdown; functions escape what they are given
        )
        self._environment.globals = {
            name: _named(name, value) if callable(value) else value
            for name, value in functions.items()
        }

    def render(self, text: str, name: str, first_line: int = 1) -> str:
        """Fill in a page. `name` and `first_line` say where the text is from.

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


def _named(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, whose complaints begin with its name."""

    signature = inspect.signature(function)

    @functools.wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        try:
            signature.bind(*args, **kwargs)
        except TypeError as error:
            raise FigureError(f"{name}(): {error}") from error
        try:
            return function(*args, **kwargs)
        except FigureError as error:
            raise FigureError(f"{name}(): {error}") from error

    return called


def _line(trace: TracebackType | None, name: str) -> int:
    """The template's line in a traceback: Jinja gives its frames the page's name."""
    lines = [number for frame, number in traceback.walk_tb(trace)
             if frame.f_code.co_filename == name]  # fmt: skip
    return lines[-1] if lines else 1


def _at(name: str, first_line: int, line: int, message: object) -> PublishError:
    return PublishError(f"{name}:{first_line + line - 1}: {message}")
