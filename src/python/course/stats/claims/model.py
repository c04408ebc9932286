"""A claim and its tests: exactly what claim files can contain.

Models refuse input with a ValueError, so pydantic says where.
"""

import fnmatch
import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import AfterValidator, ConfigDict, Discriminator, Field, Tag
from pydantic import model_validator as check
from pydantic.dataclasses import dataclass

from course.model import benches
from course.model.solutions import IMPLEMENTATIONS
from course.model.strict import NAME, Nonnegative, Positive
from course.stats.claims.cells import PLAIN, VALID_VALUES, is_pattern
from course.stats.claims.quantities import QUANTITIES, REALTIME
from course.stats.errors import FigureError, choose

QUOTED_WORDS = 15  # longest quotation


def _quantity(*, realtime: bool) -> AfterValidator:
    """A numeric quantity; if `realtime`, also REALTIME, which can only be compared."""
    valid = [one for one in QUANTITIES if realtime or one != REALTIME]
    return AfterValidator(lambda one: choose(one, valid, "quantity") or one)


def _known(place: Mapping[str, str | tuple[str, ...]]) -> Mapping[str, Any]:
    """Refuse an unknown dimension or value. Lists may contain runtime patterns."""
    for name, values in place.items():
        choose(name, VALID_VALUES, "dimension")
        valid, are_many = VALID_VALUES[name], isinstance(values, tuple)
        for value in values if are_many else [values]:
            is_runtimes = are_many and name == "runtime" and is_pattern(value)
            if not (is_runtimes and fnmatch.filter(valid, value)):
                choose(value, valid, name)
    return place


Text = Annotated[str, Field(pattern=r"\S")]
Number = Annotated[str, _quantity(realtime=False)]
Place = Annotated[Mapping[str, str], AfterValidator(_known)]
Over = Annotated[
    Mapping[str, Annotated[tuple[str, ...], Field(min_length=1)]], AfterValidator(_known)
]
"""Dimension -> the values that a test covers."""
Order = Literal["less", "greater", "alike"]
"""``less``, ``greater`` (than `factor` times the right side) or ``alike`` (within a share)."""

table = dataclass(frozen=True, config=ConfigDict(validate_by_name=True))


@table
class Entry:
    """A table of a file, with no keys except these fields."""

    @check(mode="before")
    @classmethod
    def _table(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given  # made by code
        fields = cls.__pydantic_fields__.items()
        return cls._of(given, [one.validation_alias or name for name, one in fields])

    @classmethod
    def _of(cls, given: dict[str, Any], keys: Iterable[str]) -> dict[str, Any]:
        for key in given:
            choose(key, keys, "key")
        return given


@table
class Source(Entry):
    key: Text
    title: Text
    author: Text
    year: Annotated[int, Field(strict=True)]
    url: Text | None = None  # None: this course


# ---- tests of cells ----------------------------------------------------------------------------


def _whole(over: Mapping[str, Iterable[str]], place: Mapping[str, str]) -> None:
    """Refuse a test that leaves a dimension open."""
    chosen = [place["implementation"]] if "implementation" in place else over.get("implementation")
    has_runtime = any(IMPLEMENTATIONS[one].is_java for one in chosen or ())
    for name in VALID_VALUES:
        if name not in {*over, *place, *PLAIN} and (name != "runtime" or has_runtime):
            raise FigureError(f"over: no {name} named, neither here nor by the side")


@table
class _Everywhere(Entry):
    """A test of all cells that its `over` names."""

    over: Over
    said: ClassVar[Mapping[str, str]] = {}  # dimensions that the test itself fixes

    @check(mode="after")
    def _leaves_nothing_open(self) -> Self:
        _whole(self.over, self.said)
        return self


@table
class Trend(_Everywhere):
    """Monotonic from the first to the last value of a dimension."""

    relation: Literal["rises", "falls"]
    quantity: Number
    along: str

    @check(mode="after")
    def _goes_along(self) -> Self:
        choose(self.along, self.over, "dimension of over to go along")
        if len(self.over[self.along]) < 2 or any(map(is_pattern, self.over[self.along])):
            raise FigureError(f"along {self.along}: name two values or more, in their order")
        return self


@table
class State(_Everywhere):
    """A cell's behaviour in real time.

    ``works``, ``never works`` are about any interval, ``loses``, ``loses nothing`` about 1,000 ns.
    """

    relation: Literal["works", "never works", "loses", "loses nothing"]


@table
class Books(_Everywhere):
    """Whether items explain the extra cost of allocating over pooling.

    Up to a share of the slower one's time outside pauses.
    """

    tolerance: Positive
    relation: Literal["closes"] = "closes"
    said: ClassVar[Mapping[str, str]] = {"strategy": "alloc"}


# ---- tests with two sides ----------------------------------------------------------------------


@table
class Side(Entry):
    """One side of a comparison: a quantity of the test's cell, as modified by `place`."""

    quantity: Annotated[str, _quantity(realtime=True)]
    place: Place
    divided_by: Place | None = None
    """Cell whose same quantity divides it; other dimensions as in `place`."""

    @classmethod
    def _of(cls, given: dict[str, Any], keys: Iterable[str]) -> dict[str, Any]:
        own = {key: given[key] for key in ("quantity", "divided_by") if key in given}
        return {**own, "place": {key: one for key, one in given.items() if key not in own}}

    @property
    def unit(self) -> str:
        return QUANTITIES[self.quantity][1] if self.divided_by is None else ""


@table
class Contest(Entry):
    """One side of a comparison in a bench: a contestant's figure."""

    contestant: str
    metric: str


def _or_number(side: type) -> Any:
    return Annotated[
        Annotated[side, Tag("side")] | Annotated[Positive, Tag("value")],
        Discriminator(lambda given: "side" if isinstance(given, dict | side) else "value"),
    ]


def _sides(given: dict[str, Any], keys: Iterable[str], shared: str) -> dict[str, Any]:
    """The test, with a `shared` key that it names for both sides moved to each."""
    limits = {"factor", "tolerance"}
    limit = "tolerance" if given.get("relation") == "alike" else "factor"
    for key in given:
        choose(key, [one for one in [shared, *keys] if one not in limits - {limit}], "key")
    if limit == "tolerance" and limit not in given:
        raise FigureError(f"has no {limit}")
    for_both = {key: one for key, one in given.items() if key == shared}
    test = {key: one for key, one in given.items() if key != shared}
    for name in ("left", "right"):
        if not isinstance(test.get(name), dict):
            raise FigureError(f"{name} is a table")
        has_value = name == "right" and [*test[name]] == ["value"]
        test[name] = test[name]["value"] if has_value else for_both | test[name]
    return test


@table
class Comparison(Entry):
    """Compares two cells, or one with a number."""

    over: Over
    relation: Order
    left: Side
    right: _or_number(Side)
    factor: Positive = 1.0
    tolerance: Nonnegative = 0.0

    @classmethod
    def _of(cls, given: dict[str, Any], keys: Iterable[str]) -> dict[str, Any]:
        return _sides(given, keys, "quantity")

    @check(mode="after")
    def _can_be_compared(self) -> Self:
        sides = [side for side in (self.left, self.right) if isinstance(side, Side)]
        for side in sides:
            _whole(self.over, side.place)
        # REALTIME is an interval or a loss, so one can only tell which side is better.
        kinds = [(side.quantity, side.divided_by) for side in sides]
        is_plain = (self.factor, self.tolerance) == (1, 0) and kinds == [(REALTIME, None)] * 2
        if REALTIME in dict(kinds) and not is_plain:
            raise FigureError(f"{REALTIME} is less or greater than another cell's, and no more")
        one, other = sides[0].unit, sides[-1].unit
        if one != other:
            raise FigureError(f"the sides' units differ: {one!r} and {other!r}")
        return self


@table
class Bench(Entry):
    """Compares contestants of a bench, round by round, or one with a number."""

    bench: str
    relation: Order
    left: Contest
    right: _or_number(Contest)
    factor: Positive = 1.0
    tolerance: Nonnegative = 0.0

    @classmethod
    def _of(cls, given: dict[str, Any], keys: Iterable[str]) -> dict[str, Any]:
        test = _sides(given, keys, "metric")
        choose(test.get("bench"), benches.names(), "bench")
        known = benches.load(test["bench"])
        for side in (one for one in (test["left"], test["right"]) if isinstance(one, dict)):
            choose(side.get("contestant"), [one.id for one in known.contestants], "contestant")
            choose(side.get("metric"), [one.name for one in known.metrics], "metric")
        return test


# ---- claims ------------------------------------------------------------------------------------

OfCells = Annotated[Comparison | Trend | State | Books, Field(discriminator="relation")]
Test = Annotated[
    Annotated[OfCells, Tag("cells")] | Annotated[Bench, Tag("bench")],
    Discriminator(lambda given: "bench" if _is_of_bench(given) else "cells"),
]


def _is_of_bench(test: Any) -> bool:
    return "bench" in test if isinstance(test, dict) else isinstance(test, Bench)


@table
class Claim(Entry):
    """A statement with its tests; or `waits_for`, if no program measures it yet."""

    id: str
    statement: Text
    source: Source
    where: Text  # section, chapter or comment that contains it
    kind: Literal["conclusion", "verdict", "rule", "prediction", "explanation", "opinion"]
    """Its role there. A verdict is a passing remark about figures."""
    tests: tuple[Test, ...] = Field(default=(), validation_alias="test")
    aggregate: str = "every"
    """``every``, ``most`` or ``at least N``: how many cells the statement is about.

    ``every`` must hold in each test. The others count the cells of all tests together.
    """
    quote: Text | None = None
    waits_for: Text | None = None

    @check(mode="after")
    def _says_all(self) -> Self:
        if not re.fullmatch(NAME, self.id):
            raise FigureError("an id is lower-case words with hyphens between")
        if len((self.quote or "").split()) > QUOTED_WORDS:
            raise FigureError(f"a quotation has at most {QUOTED_WORDS} words")
        if not re.fullmatch("every|most|at least [1-9][0-9]*", self.aggregate):
            valid = "'every', 'most', 'at least N'"
            raise FigureError(f"no aggregate {self.aggregate!r}; valid: {valid}")
        if bool(self.tests) == bool(self.waits_for):
            raise FigureError("has either tests or `waits_for`")
        return self


@table
class File(Entry):
    """A file of unparsed claims, all of one source."""

    source: Source
    claims: list[dict[str, Any]] = Field(validation_alias="claim")
