"""All that pages can request by name: figures, tables, charts, lists and code."""

import functools
from collections.abc import Callable
from typing import Any

from course.model.decision import native_rules
from course.process import times
from course.site import advised_table, decide, pictures, sentences, tried
from course.site.account_table import account_table
from course.site.bench_charts import BenchPercentiles, bench_chart
from course.site.bench_tables import BenchTables
from course.site.blocks import Blocks
from course.site.calibration_tables import CalibrationTables
from course.site.chapters import CHAPTERS, Reading, references
from course.site.charts import Charts
from course.site.claim_pages import ClaimPages
from course.site.exercises import Exercises
from course.site.explore import Explorer
from course.site.log_evidence import LogEvidence
from course.site.origins import whose
from course.site.pages import called
from course.site.provenance import ProvenancePage, site_budgets
from course.site.published import published_table
from course.site.realtime_charts import RealtimeCharts
from course.site.realtime_tables import RealtimeTables, twice_measured
from course.site.regions import Regions
from course.site.sentences import methods
from course.site.tables import Tables
from course.site.timelines import Timelines
from course.stats.bench_figures import BenchValues
from course.stats.benches import Benches
from course.stats.claims.reader import FOLDER
from course.stats.columns import DatasetColumns
from course.stats.other_machines import OtherMachines
from course.stats.prediction_accuracy import PredictionAccuracy


def page_functions(
    dataset_columns: DatasetColumns, regions: Regions, blocks: Blocks, sources: str | None
) -> dict[str, Any]:
    """Return name -> value or function. Blocks made by functions go to `blocks`.

    All functions raise FigureError for an unknown name or number. `sources`: web address of the
    sources at this commit; append a path. Reads benches and data of other machines. Raises
    PublishError.
    """
    root, primary = regions.root, dataset_columns.primary
    benches = Benches.open(dataset_columns, root)
    machines = OtherMachines.open(dataset_columns, root)
    calibration, drawings = CalibrationTables(root), pictures.Pictures(root)

    def explorer() -> Explorer:
        made = Explorer(dataset_columns, benches, machines)
        blocks.files.update(made.files())
        return made

    def lines_figure() -> pictures.InteractiveFigure:
        dummy = pictures.unscaled_dummy(primary.figures)
        return pictures.lines_figure(drawings, benches.primary("limit"), dummy)

    elsewhere = _of_the_benches(machines.benches) | _of_all_columns(machines.dataset_columns)
    functions = {
        **{f"{name}_on_other_machines": one for name, one in elsewhere.items()},
        **_of_the_benches(benches),
        **_of_all_columns(dataset_columns),
        **sentences.functions(primary.figures, dataset_columns.fallback),
        **methods(PredictionAccuracy(primary)),
        **methods(Charts(primary.figures), "{}_chart"),
        **methods(RealtimeCharts(primary), "{}_chart"),
        **methods(Timelines(primary.figures), "timeline_{}"),
        "whose": lambda: whose(primary),
        **advised_table.macros(dataset_columns, machines, root),
        "code": lambda path, region: regions.show(path, region).markdown(sources),
        "source": lambda path, text="": regions.link(path, text, sources),
        **methods(Reading(root)),
        "references": functools.partial(references, root / CHAPTERS),
        **methods(Exercises(root / "exercises")),
        **methods(drawings),
        # Two pages show this first table, which replays every comparison.
        "calibration_table": functools.cache(calibration.errors),
        "bias_table": calibration.bias,
        "runs_table": calibration.runs,
        "site_budgets": lambda: site_budgets(root),
        "logs_table": lambda: tried.logs_table(root),
        "transcript": lambda name: tried.transcript(root, name),
        "command_times": lambda: site_budgets(root, times.PUBLISHED),
        "lines_figure": lines_figure,
        "decide": lambda: blocks.keep(decide.page(benches)),
        "decide_native": lambda: blocks.keep(decide.native_page()),
        "native_limits": native_rules().limits,
        "explorer": explorer,
        **methods(ClaimPages(dataset_columns, root, blocks, benches, machines)),
        **methods(LogEvidence(dataset_columns, root / FOLDER)),
        "account_table": functools.partial(account_table, dataset_columns, benches),
        "published_table": functools.partial(published_table, benches, root),
        "other_machines_title": lambda: list(machines.dataset_columns)[-1].title,
    }
    return {
        name: called(name, one, blocks) if callable(one) else one for name, one in functions.items()
    }


def _of_the_benches(benches: Benches) -> dict[str, Callable[..., Any]]:
    return {
        "bench_chart": functools.partial(bench_chart, benches),
        **methods(BenchValues(benches), "bench_{}"),
        **methods(BenchTables(benches), "bench_{}"),
        **methods(BenchPercentiles(benches), "bench_{}"),
    }


def _of_all_columns(dataset_columns: DatasetColumns) -> dict[str, Callable[..., Any]]:
    return {
        **methods(Tables(dataset_columns), "{}_table"),
        **methods(ProvenancePage(dataset_columns), "{}_table"),
        **methods(RealtimeTables(dataset_columns), "{}_table"),
        "clocks_table": functools.partial(twice_measured, dataset_columns, "threadless-clock"),
        "second_searches_table": functools.partial(
            twice_measured, dataset_columns, "second-search"
        ),
    }
