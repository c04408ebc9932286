"""All comparisons, read from the files beside this one."""

import functools
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from course.model import bench
from course.model.solutions import expanded
from course.model.strict import complaint

FOLDER = Path(__file__).parent

_SINGLE_RUN: Mapping[str, tuple[str, ...]] = {bench.ONLY_RUN: ()}


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
    made = _expanded({**data, "sources": []}, data.get("words", {}))
    made |= {"name": name, "sources": expanded(data.get("sources", ()))}
    runs, programs = made.pop("runs", {}), made.pop("programs")
    made.pop("words", None)
    for one in [*programs.values(), *filter(None, [made.get("count")])]:
        one["runs"] = runs[_known("runs", one["runs"], runs)] if "runs" in one else _SINGLE_RUN
    for one in made["contestants"]:
        one["program"] = programs[_known("program", one.get("program", ""), programs)]
    try:
        comparison = bench.Comparison(**made)
    except ValidationError as error:
        raise DefinitionError(complaint(error)) from error
    _check(comparison)
    return comparison


def _expanded(value: Any, words: Mapping[str, list[str]]) -> Any:
    """The value with tuples for lists, in which ``@name`` is replaced by its words."""
    if isinstance(value, Mapping):
        return {key: _expanded(one, words) for key, one in value.items()}
    if not isinstance(value, list):
        return value
    result: list[Any] = []
    for one in value:
        if isinstance(one, str) and one.startswith("@"):
            result += words[_known("words", one[1:], words)]
        else:
            result.append(_expanded(one, words))
    return tuple(result)


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


def _known(what: str, name: str, valid: Collection[str]) -> str:
    if name not in valid:
        raise DefinitionError(f"no {what} '{name}'; valid: {', '.join(valid)}")
    return name
