"""The explorer's data: every record of every column, as columns of one script.

Columns are compact and quick to filter: a word is an index into a list of words.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import yaml

from course.model import solutions
from course.model.machine import IDENTITY
from course.model.names import exact_label
from course.site.explore_measures import MEASURES, Measure, figure
from course.site.signs import sign, sign_of
from course.site.svg import for_browser, shade
from course.stats.benches import Benches
from course.stats.columns import DatasetColumn, DatasetColumns
from course.stats.dataset import Dataset
from course.stats.other_machines import OtherMachines
from course.stats.records import Record

DIGITS = 6

_CPP = "none: C++"

DIMENSIONS: dict[str, tuple[str, dict[Any, str]]] = {
    "set": ("Data set", {}),
    "mode": ("Mode", solutions.MODES),
    "implementation": (
        "Program",
        {key: one.label for key, one in solutions.IMPLEMENTATIONS.items()},
    ),
    "collector": (
        "Collector",
        {**{key: one.label for key, one in solutions.COLLECTORS.items()}, None: _CPP},
    ),
    "jdk": ("JDK", {**{jdk: str(jdk) for jdk in solutions.JDKS}, None: _CPP}),
    "strategy": ("Strategy", solutions.STRATEGIES),
    "case": ("Case", {case: case for case in solutions.CASES}),
    "generator": ("Numbers", {"counter": "counted", "random": "random"}),
    "variant": (
        "Measurement",
        {None: "plain"} | {key: one.label for key, one in solutions.VARIANTS.items()},
    ),
}
"""Dimension by which records are chosen -> its title, and each value's name, in order."""

_CELL = ("implementation", "collector", "jdk", "strategy", "case", "mode", "generator", "heap")
_ORIGIN = ("commit", "dirty", "source_hash", "started")
_CODED = (*DIMENSIONS, "heap", "status", "reason", *_ORIGIN, "runtime")
_LISTS = ("command", "flags")
_ENDS = ("", ".low", ".high")

OPENING = {
    "mode": ("batch",),
    "implementation": ("heap",),
    "strategy": ("alloc", "pool"),
    "case": ("C",),
    "generator": ("counter",),
    "variant": (None,),
}
"""First selection in the primary data set: pooling against allocating, in one case."""

CHARTS: dict[str, dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("explorer_charts.yaml").read_text("utf-8")
)
"""Name -> Vega-Lite specification of a chart drawn in the reader's browser."""

LIMIT = "limit"


def row(raw: dict[str, Any]) -> dict[str, Any]:
    cell, origin = raw["cell"], raw["provenance"]
    runtime = origin["runtime"] or {"name": "", "version": "", "vendor": "", "flags": []}
    made = {name: cell[name] for name in _CELL} | {"variant": cell.get("variant")}
    made |= {name: raw[name] for name in ("status", "reason")}
    made |= {name: origin[name] for name in (*_ORIGIN, "command", "duration_s")}
    made["runtime"] = " ".join(filter(None, (runtime[k] for k in ("name", "version", "vendor"))))
    made["flags"] = runtime["flags"]
    made["timelines"] = len(timelines(raw))
    for measure in MEASURES:
        ends = (measure.value, measure.low, measure.high)
        for end, steps in zip(_ENDS, ends, strict=True):
            made[measure.key + end] = figure(raw, steps)
    return made


def timelines(raw: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the timelines of a record's windows; in real time, each with its probe."""
    if raw["realtime"] is None:
        found = (raw["gc"] or {}).get("timeline")
        return [{"probe": None, **found}] if found else []
    told = ("interval_ns", "lost", "loss_pct", "stopped_early")
    return [
        {"probe": {name: probe.get(name) for name in told}, **probe["timeline"]}
        for probe in raw["realtime"]["probes"]
        if probe.get("timeline")
    ]


def export(
    dataset_columns: DatasetColumns, benches: Benches, other_machines: OtherMachines | None = None
) -> dict[str, Any]:
    """Return all data for the page's scripts, under the names that they use."""
    shown = [*dataset_columns, *(other_machines.beside(dataset_columns) if other_machines else [])]
    asked = [benches, *([other_machines.benches] if other_machines else [])]
    chosen = [(one.key, record) for one in shown for record in in_order(one.dataset)]
    rows = [row(record.raw) | {"set": key} for key, record in chosen]
    return {
        "dimensions": [
            {"key": key, "title": title, "names": [list(pair) for pair in names.items()]}
            for key, (title, names) in DIMENSIONS.items()
        ],
        "measures": [_measure(one) for one in MEASURES],
        "solutions": _solutions(),
        "shapes": {
            program: {family: sign(family, program) for family in solutions.FAMILIES}
            for program in solutions.IMPLEMENTATIONS
        },
        "article": {one.key: one.old(dataset_columns.article) for one in MEASURES if one.article},
        "sets": [
            {"key": one.key, "title": one.title}
            | {name: getattr(one.dataset, name) for name in ("name", "profile", "machine")}
            for one in shown
        ],
        "identity": list(IDENTITY),
        "limits": [one for each in asked for one in _limits(each)],
        "opening": opening(rows, dataset_columns.primary.key),
        "columns": columns(rows, [one.key for one in shown]),
        "charts": {name: for_browser(spec) for name, spec in CHARTS.items()},
    }


def opening(rows: Iterable[dict[str, Any]], key: str) -> str:
    """Return the first selection as an address; empty, for everything, if no record matches."""
    chosen = {"set": (key,), **OPENING}
    if not any(all(one[name] in values for name, values in chosen.items()) for one in rows):
        return ""
    return "&".join(f"{name}={','.join(map(token, values))}" for name, values in chosen.items())


def token(value: object) -> str:
    """Return a value's name in links and controls."""
    return "none" if value is None else str(value)


def script(exported: dict[str, Any]) -> str:
    """Return the script that gives the data to the page: `fetch` cannot read local files."""
    return f"(globalThis.courseExplorer ??= {{}}).data = {_json(exported)};\n"


def timeline_scripts(dataset_columns: Iterable[DatasetColumn]) -> Iterator[tuple[str, str]]:
    """Yield a record's address, ``SET/CELL``, and the script with its timelines."""
    for one in dataset_columns:
        for record in in_order(one.dataset):
            if found := timelines(record.raw):
                address = f"{one.key}/{record.id}"
                into = f"courseExplorer.timelines.scripts[{_json(address)}]"
                yield address, f"{into} = {_json(found)};\n"


def columns(rows: list[dict[str, Any]], sets: Iterable[str] = ()) -> dict[str, Any]:
    """Transpose rows to columns; known words come first, in their order."""
    known = {key: list(names) for key, (_, names) in DIMENSIONS.items()} | {"set": list(sets)}
    words: dict[str, int] = {}
    lists = {
        name: [[words.setdefault(word, len(words)) for word in one[name]] for one in rows]
        for name in _LISTS
    }
    numbers = [measure.key + end for measure in MEASURES for end in _ENDS]
    numbers += ["duration_s", "timelines"]
    coded = {name: _coded([one[name] for one in rows], known.get(name, ())) for name in _CODED}
    return {
        "length": len(rows),
        "coded": coded,
        "numbers": {name: [_short(one[name]) for one in rows] for name in numbers},
        "lists": lists,
        "words": list(words),
    }


def _coded(values: list[Any], known: Iterable[Any]) -> dict[str, Any]:
    places = {value: place for place, value in enumerate(known)}
    codes = [places.setdefault(value, len(places)) for value in values]
    return {"values": list(places), "codes": codes}


def _short(value: float | None) -> float | None:
    if value is None:
        return None
    short = float(f"{value:.{DIGITS}g}")
    return int(short) if short.is_integer() else short


def in_order(dataset: Dataset) -> list[Record]:
    return sorted(dataset.records.values(), key=lambda record: record.id)


def _measure(one: Measure) -> dict[str, Any]:
    names = ("key", "title", "unit", "modes", "value", "low", "high", "spread", "bounded")
    # The article has the collectors' figures for batch mode only.
    old = None if one.article is None else one.article[0].replace("gc", "batch")
    return {name: getattr(one, name) for name in names} | {"old": old}


def _solutions() -> list[dict[str, Any]]:
    same, found = ("implementation", "collector", "jdk", "article", "note"), []
    for one in solutions.SOLUTIONS.values():
        looks = {"label": exact_label(one), "colour": shade(one), "shape": sign_of(one)}
        compact = {"compact": one.variant == "compact-headers"}
        found.append({name: getattr(one, name) for name in same} | compact | looks)
    return found


def _limits(benches: Benches) -> Iterator[dict[str, Any]]:
    """Yield the memory bound of each machine measured: case -> ns per packet."""
    for record in benches.all(LIMIT):
        bounds = {case: record.bound(f"ns_{case.lower()}") for case in solutions.CASES}
        cases = {case: _short(bound["ns"]) for case, bound in bounds.items() if bound}
        if cases:
            yield {"machine": record.provenance["machine"], "cases": cases}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
