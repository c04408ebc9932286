"""Reads claims from TOML, and refuses whatever is not of the vocabulary.

A file is of one source::

    [source]
    key = "article"
    title = "To allocate or to pool?"
    author = "P. Zemtsov"
    year = 2019
    url = "https://..."            # none: this course

    [[claim]]
    id = "pooling-beats-allocation"
    statement = "One sentence, in our words."
    where = "Conclusions"
    kind = "conclusion"
    quote = "a few words"          # optional
    aggregate = "every"            # optional: every (in each test), most, at least N
    waits_for = "a program ..."    # optional, and then without tests

    [[claim.test]]
    quantity = "batch_ns"
    relation = "less"
    left = { strategy = "pool" }
    right = { strategy = "alloc" }
    over = { implementation = ["heap"], runtime = ["*"], case = ["A", "B", "C"] }

Relations, with the keys that they take beside ``relation`` and ``over``:

    less, greater   quantity, left, right, and optionally factor (of the right side)
    alike           quantity, left, right, tolerance (a share)
    rises, falls    quantity, along (a dimension of `over`)
    correlates      quantity, with (a quantity)
    works, never works, loses, loses nothing

A test of a bench has no ``over``; it compares contestants, or one with a number::

    [[claim.test]]
    bench = "pools"
    metric = "turn"
    relation = "less"                      # greater, alike
    left = { contestant = "sticky" }       # may have a metric of its own
    right = { contestant = "deque" }       # or { value = 100 }

A side of the other tests holds dimensions, and may have a ``quantity`` of its own and
``divided_by``, dimensions of the cell whose same quantity divides it; the right side may be
``{ value = 100 }``.
"""

from __future__ import annotations

import fnmatch
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from course.model import benches
from course.model.solutions import IMPLEMENTATIONS
from course.paths import shown
from course.stats.claims.cells import DIMENSIONS, PLAIN, is_pattern, valid_values
from course.stats.claims.model import (
    KINDS,
    Bench,
    Claim,
    Comparison,
    Contest,
    Correlation,
    Side,
    Source,
    State,
    Test,
    Trend,
)
from course.stats.claims.quantities import QUANTITIES, REALTIME
from course.stats.errors import FigureError, PublishError, choose

FOLDER = Path("chapters/claims")
"""Where the files are, from the repository's root."""

COMPARISONS = ("less", "greater", "alike")
TRENDS = ("rises", "falls")
STATES = ("works", "never works", "loses", "loses nothing")
RELATIONS = (*COMPARISONS, *TRENDS, "correlates", *STATES)

QUOTED_WORDS = 15
"""Longest quotation."""

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_AGGREGATE = re.compile(r"every|most|at least [1-9][0-9]*")


def read_claims(root: Path) -> dict[str, Claim]:
    """Every claim of the repository by its id, file by file; none where there is no folder.

    Raises PublishError: ``file: claim: what is wrong; what is valid``.
    """
    claims: dict[str, Claim] = {}
    for path in sorted((root / FOLDER).glob("*.toml")):
        for claim in read_file(path):
            if claim.id in claims:
                raise PublishError(f"{shown(path)}: claim {claim.id}: the id is taken already")
            claims[claim.id] = claim
    return claims


def read_file(path: Path) -> list[Claim]:
    """The claims of one file. Raises PublishError."""
    name = shown(path)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise PublishError(f"{name}: {error}") from error
    place = "source"
    try:
        _keys(data, ("source", "claim"), ())
        source = _source(data["source"])
        claims = []
        for index, entry in enumerate(_tables(data["claim"], "claim"), start=1):
            place = f"claim {entry.get('id', f'number {index}')}"
            claims.append(_claim(entry, source))
    except FigureError as error:
        raise PublishError(f"{name}: {place}: {error}") from error
    return claims


def _source(entry: Any) -> Source:
    _keys(entry, ("key", "title", "author", "year"), ("url",))
    if type(entry["year"]) is not int:
        raise FigureError("year is a whole number")
    texts = {key: _text(entry, key) for key in ("key", "title", "author")}
    return Source(**texts, year=entry["year"], url=_text(entry, "url") if "url" in entry else None)


def _claim(entry: dict[str, Any], source: Source) -> Claim:
    optional = ("quote", "aggregate", "waits_for", "test")
    _keys(entry, ("id", "statement", "where", "kind"), optional)
    for key in entry:
        if key != "test":
            _text(entry, key)
    if not _ID.fullmatch(entry["id"]):
        raise FigureError("an id is lower-case words with hyphens between")
    choose(entry["kind"], KINDS, "kind")
    if len(entry.get("quote", "").split()) > QUOTED_WORDS:
        raise FigureError(f"a quotation has at most {QUOTED_WORDS} words")
    aggregate = entry.get("aggregate", "every")
    if not _AGGREGATE.fullmatch(aggregate):
        raise FigureError(f"no aggregate {aggregate!r}; valid: 'every', 'most', 'at least N'")
    if ("test" in entry) == ("waits_for" in entry):
        raise FigureError("has tests, or says what it waits for: one of the two")
    tests = _tables(entry.get("test", []), "test")
    return Claim(
        id=entry["id"],
        statement=entry["statement"],
        source=source,
        where=entry["where"],
        kind=entry["kind"],
        tests=tuple(_numbered(index, test) for index, test in enumerate(tests, start=1)),
        aggregate=aggregate,
        quote=entry.get("quote"),
        waits_for=entry.get("waits_for"),
    )


def _numbered(index: int, entry: dict[str, Any]) -> Test:
    try:
        return _test(entry)
    except FigureError as error:
        raise FigureError(f"test {index}: {error}") from error


def _test(entry: dict[str, Any]) -> Test:
    if "bench" in entry:
        return _bench(entry)
    choose(entry.get("relation"), RELATIONS, "relation")
    relation = entry["relation"]
    over = _over(entry.get("over"))
    if relation in STATES:
        _keys(entry, ("relation", "over"), ())
        _whole(over, {})
        return State(over, relation)
    if relation in TRENDS:
        return _trend(entry, over)
    if relation == "correlates":
        _keys(entry, ("relation", "over", "quantity", "with"), ())
        _whole(over, {})
        return Correlation(over, _number(entry["quantity"]), _number(entry["with"]))
    return _comparison(entry, over)


def _trend(entry: dict[str, Any], over: dict[str, tuple[str, ...]]) -> Trend:
    _keys(entry, ("relation", "over", "quantity", "along"), ())
    _whole(over, {})
    choose(entry["along"], over, "dimension of over to go along")
    if len(over[entry["along"]]) < 2 or any(map(is_pattern, over[entry["along"]])):
        raise FigureError(f"along {entry['along']}: name two values or more, in their order")
    return Trend(over, entry["relation"], _number(entry["quantity"]), entry["along"])


def _comparison(entry: dict[str, Any], over: dict[str, tuple[str, ...]]) -> Comparison:
    relation = entry["relation"]
    sides = ("relation", "over", "left", "right")
    if relation == "alike":
        _keys(entry, (*sides, "tolerance"), ("quantity",))
    else:
        _keys(entry, sides, ("quantity", "factor"))
    usual = entry.get("quantity")
    left = _side(entry["left"], usual, "left")
    _whole(over, left.place)
    right: Side | float
    if isinstance(entry["right"], dict) and "value" in entry["right"]:
        _keys(entry["right"], ("value",), ())
        right = _positive(entry["right"], "value")
    else:
        right = _side(entry["right"], usual, "right")
        _whole(over, right.place)
    _one_kind(left, right, entry)
    factor = _positive(entry, "factor") if "factor" in entry else 1.0
    tolerance = _positive(entry, "tolerance") if "tolerance" in entry else 0.0
    return Comparison(over, relation, left, right, factor, tolerance)


def _bench(entry: dict[str, Any]) -> Bench:
    required = ("bench", "metric", "relation", "left", "right")
    choose(entry.get("relation"), COMPARISONS, "relation")
    relation = entry["relation"]
    if relation == "alike":
        _keys(entry, (*required, "tolerance"), ())
    else:
        _keys(entry, required, ("factor",))
    choose(entry["bench"], benches.names(), "bench")
    left = _contest(entry["left"], entry, "left")
    if isinstance(entry["right"], dict) and "value" in entry["right"]:
        _keys(entry["right"], ("value",), ())
        right: Contest | float = _positive(entry["right"], "value")
    else:
        right = _contest(entry["right"], entry, "right")
    factor = _positive(entry, "factor") if "factor" in entry else 1.0
    tolerance = _positive(entry, "tolerance") if "tolerance" in entry else 0.0
    return Bench(entry["bench"], relation, left, right, factor, tolerance)


def _contest(side: Any, entry: Mapping[str, Any], what: str) -> Contest:
    """One side, checked against the bench's definition."""
    if not isinstance(side, dict):
        raise FigureError(f"{what} is a table: contestant, and perhaps metric")
    _keys(side, ("contestant",), ("metric",))
    known = benches.load(entry["bench"])
    contest = Contest(side["contestant"], side.get("metric", entry["metric"]))
    try:
        choose(contest.contestant, [one.id for one in known.contestants], "contestant")
        choose(contest.metric, [one.name for one in known.metrics], "metric")
    except FigureError as error:
        raise FigureError(f"{what}: {error}") from error
    return contest


def _one_kind(left: Side, right: Side | float, entry: dict[str, Any]) -> None:
    """Refuse sides that cannot be compared."""
    quantities = [side.quantity for side in (left, right) if isinstance(side, Side)]
    if REALTIME in quantities:
        # It is an interval or a loss, so that all one can say is whose is better.
        numbers = ("factor", "tolerance")
        divided = any(isinstance(side, Side) and side.divided_by for side in (left, right))
        if quantities != [REALTIME, REALTIME] or divided or any(key in entry for key in numbers):
            raise FigureError(f"{REALTIME} is less or greater than another cell's, and no more")
    if isinstance(right, Side):
        units = [
            "" if side.divided_by is not None else QUANTITIES[side.quantity][1]
            for side in (left, right)
        ]
        if units[0] != units[1]:
            raise FigureError(f"the sides' units differ: {units[0]!r} and {units[1]!r}")


def _side(entry: Any, usual: str | None, what: str) -> Side:
    if not isinstance(entry, dict):
        raise FigureError(f"{what} is a table of dimensions")
    place = {key: value for key, value in entry.items() if key not in ("quantity", "divided_by")}
    quantity = entry.get("quantity", usual)
    if quantity is None:
        raise FigureError(f"{what}: no quantity; give the test or the side one")
    divided_by = entry.get("divided_by")
    if divided_by is not None:
        divided_by = _place(divided_by, f"{what}: divided_by")
    return Side(_number(quantity, realtime=True), _place(place, what), divided_by)


def _place(entry: Any, what: str) -> dict[str, str]:
    if not isinstance(entry, dict):
        raise FigureError(f"{what} is a table of dimensions")
    for name, value in entry.items():
        _value(name, value, what, patterns=False)
    return dict(entry)


def _over(entry: Any) -> dict[str, tuple[str, ...]]:
    if not isinstance(entry, dict):
        raise FigureError("over is a table: dimension = [values]")
    over: dict[str, tuple[str, ...]] = {}
    for name, values in entry.items():
        if not isinstance(values, list) or not values:
            raise FigureError(f"over: {name} is a list of values")
        for value in values:
            _value(name, value, "over", patterns=True)
        over[name] = tuple(values)
    return over


def _value(name: str, value: Any, what: str, *, patterns: bool) -> None:
    """Refuse an unknown dimension or value."""
    try:
        choose(name, DIMENSIONS, "dimension")
        valid = valid_values()[name]
        if name == "runtime" and patterns and isinstance(value, str) and is_pattern(value):
            if not fnmatch.filter(valid, value):
                choose(value, valid, name)
            return
        choose(value, valid, name)
    except FigureError as error:
        raise FigureError(f"{what}: {error}") from error


def _whole(over: Mapping[str, Iterable[str]], place: Mapping[str, str]) -> None:
    """Refuse a test that leaves a dimension open."""
    named = {*over, *place, *PLAIN}
    implementations = [place["implementation"]] if "implementation" in place else over.get(
        "implementation", ()
    )  # fmt: skip
    for name in DIMENSIONS:
        java = any(IMPLEMENTATIONS[implementation].is_java for implementation in implementations)
        if name not in named and (name != "runtime" or java):
            raise FigureError(f"over: no {name} named, neither here nor by the side")


def _number(quantity: Any, *, realtime: bool = False) -> str:
    """A quantity that is a number; or also REALTIME, which can only be compared."""
    choose(quantity, [q for q in QUANTITIES if realtime or q != REALTIME], "quantity")
    return quantity


def _positive(entry: Mapping[str, Any], key: str) -> float:
    value = entry[key]
    if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
        raise FigureError(f"{key} is a number above 0")
    return float(value)


def _text(entry: Mapping[str, Any], key: str) -> str:
    if not isinstance(entry[key], str) or not entry[key].strip():
        raise FigureError(f"{key} is a text")
    return entry[key]


def _tables(entries: Any, what: str) -> list[dict[str, Any]]:
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise FigureError(f"[[{what}]] are tables")
    return entries


def _keys(entry: Any, required: Iterable[str], optional: Iterable[str]) -> None:
    """Refuse a table with a key too few or too many."""
    if not isinstance(entry, dict):
        raise FigureError("is no table")
    required = list(required)
    for key in entry:
        choose(key, [*required, *optional], "key")
    for key in required:
        if key not in entry:
            raise FigureError(f"has no {key}")
