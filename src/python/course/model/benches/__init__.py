"""All comparisons, read from the files beside this one."""

import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from course.model import bench
from course.model.solutions import expanded

FOLDER = Path(__file__).parent

Made = TypeVar("Made")


class DefinitionError(ValueError):
    """A comparison's file contradicts itself (our own bug); one line."""


def names() -> list[str]:
    return [file.stem for file in sorted(FOLDER.glob("*.toml"))]


@functools.cache
def load(name: str) -> bench.Comparison:
    """The comparison of that name. Raises LookupError when there is none, and DefinitionError."""
    if name not in names():
        raise LookupError(f"no bench '{name}'; valid: {', '.join(names())}")
    return parse(name, tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8")))


def quick_names() -> list[str]:
    """Benches with a trimmed selection for ``./course run``."""
    return [name for name in names() if load(name).quick is not None]


def parse(name: str, data: Mapping[str, Any]) -> bench.Comparison:
    """A comparison of what its file holds. Raises DefinitionError."""
    sources = expanded(data.get("sources", ()))
    data = _expanded({**data, "sources": []}, data.get("words", {}))
    runs = data.get("runs", {})
    programs = {key: _with_runs(bench.Program, one, runs) for key, one in data["programs"].items()}
    made = bench.Comparison(
        name=name,
        title=data["title"],
        sources=sources,
        rounds=data["rounds"],
        seconds=data["seconds"],
        timeout_s=data["timeout_s"],
        groups=tuple(_made(bench.Group, one) for one in data["groups"]),
        metrics=tuple(_made(bench.Metric, _metric(one)) for one in data["metrics"]),
        contestants=tuple(_contestant(one, programs) for one in data["contestants"]),
        goals=tuple(_made(bench.Goal, one) for one in data.get("goals", ())),
        bound=_made(bench.Bound, data["bound"]) if "bound" in data else None,
        count=_with_runs(bench.Count, data["count"], runs) if "count" in data else None,
        quick=_made(bench.Quick, data["quick"]) if "quick" in data else None,
    )
    _check(made)
    return made


def _expanded(value: Any, words: Mapping[str, list[str]]) -> Any:
    """The value with tuples for lists, in which ``@name`` is replaced by its words."""
    if isinstance(value, Mapping):
        return {key: _expanded(one, words) for key, one in value.items()}
    if not isinstance(value, list):
        return value
    result: list[Any] = []
    for one in value:
        if isinstance(one, str) and one.startswith("@"):
            _known("words", one[1:], list(words))
            result += words[one[1:]]
        else:
            result.append(_expanded(one, words))
    return tuple(result)


def _made(kind: type[Made], values: Mapping[str, Any]) -> Made:
    try:
        return kind(**values)
    except TypeError as error:
        raise DefinitionError(f"{kind.__name__.lower()} {dict(values)}: {error}") from error


def _metric(values: Mapping[str, Any]) -> dict[str, Any]:
    """Rename `from`, a Python keyword."""
    return {"source" if key == "from" else key: value for key, value in values.items()}


def _with_runs(kind: type[Made], values: Mapping[str, Any], runs: Mapping[str, Any]) -> Made:
    """Build an object whose runs are given by a table's name."""
    _known("runs", values.get("runs", ""), ["", *runs])
    chosen = runs[values["runs"]] if "runs" in values else {bench.ONLY_RUN: ()}
    return _made(kind, {**values, "runs": chosen})


def _contestant(values: Mapping[str, Any], programs: Mapping[str, Any]) -> bench.Contestant:
    _known("program", values.get("program", ""), list(programs))
    return _made(bench.Contestant, {**values, "program": programs[values["program"]]})


def _check(made: bench.Comparison) -> None:
    """Whether all names mean something, and each only one thing."""
    contestants = [one.id for one in made.contestants]
    metrics = [one.name for one in made.metrics]
    groups = [one.key for one in made.groups]
    for what, found in (("contestant", contestants), ("metric", metrics), ("group", groups)):
        for name in found:
            if found.count(name) > 1:
                raise DefinitionError(f"{what} {name} occurs twice")
    for group in made.groups:
        _known("contestant", group.baseline, contestants)
    for one in made.contestants:
        _known("group", one.group, groups)
    for metric in made.metrics:
        _known("better", metric.better, ["smaller", "larger", "neither"])
    for goal in made.goals:
        _known("contestant", goal.contestant, contestants)
        _known("metric", goal.metric, metrics)
        _known("metric", goal.against_metric or goal.metric, metrics)
        floors = [bench.FLOOR] if made.bound and goal.metric in made.bound.lines else []
        _known("contestant", goal.against or goal.contestant, [*contestants, *floors])
    for name, prices in made.bound.lines.items() if made.bound else ():
        for price in (name, *prices):
            _known("metric", price, metrics)
    for part in filter(None, (made.count, made.quick)):
        for name in part.contestants:
            _known("contestant", name, contestants)


def _known(what: str, name: str, valid: list[str]) -> None:
    if name not in valid:
        raise DefinitionError(f"no {what} '{name}'; valid: {', '.join(valid)}")
