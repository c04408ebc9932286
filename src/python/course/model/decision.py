"""To allocate or to pool: the rules of chapter 17, which are data, and their evaluation.

``decision.json`` has formulas, verdicts and advice. The command reads them here, the page "Decide"
with ``chapters/assets/decide/rules.js``, and the notebook with ``allocpool.teaching.Rules``; a test
gives the same cases to all three. An expression is a number, a name, or a list of an operator and
its operands. An unknown value is None, and so is everything computed from it; an unknown condition
does not hold.
"""

import dataclasses
import functools
import json
import math
import operator
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_suffix(".json")
NATIVE_FILE = FILE.with_name("native.json")

Values = dict[str, float | None]

_OPERATORS: dict[str, Callable[..., float]] = {
    "+": lambda *all: sum(all),
    "*": lambda *all: math.prod(all),
    "-": operator.sub,
    "/": operator.truediv,
    "min": min,
    "max": max,
    "sqrt": math.sqrt,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclasses.dataclass(frozen=True)
class Rule:
    """A sentence, and its condition. It contains numbers as ``{name:format}``."""

    when: Any
    say: str
    name: str = ""


@dataclasses.dataclass(frozen=True)
class Rules:
    """The whole file; see its parts there."""

    inputs: Sequence[Mapping[str, Any]]
    prices: Sequence[Mapping[str, Any]]
    collectors: Mapping[str, Mapping[str, Any]]
    formulas: Sequence[tuple[str, Any]]
    verdicts: Sequence[Rule]
    advice: Sequence[Rule]

    @property
    def limits(self) -> dict[str, float]:
        """The formulas that are plain numbers."""
        return {name: one for name, one in self.formulas if isinstance(one, int | float)}

    def evaluate(self, known: Mapping[str, float | None]) -> Values:
        """The known values, and those that follow."""
        values = dict(known)
        for name, expression in self.formulas:
            values[name] = value(expression, values)
        return values

    def of_collector(self, name: str) -> Values:
        """The values that depend on it; an unknown one is assumed to visit a pool."""
        return self.collectors.get(name, self.collectors[""])["values"]

    def verdict(self, values: Values) -> Rule | None:
        """The first that holds; None if too little is known."""
        if values.get("middle") is None:
            return None
        return next((rule for rule in self.verdicts if value(rule.when, values)), None)

    def sentences(self, values: Values) -> list[Rule]:
        return [rule for rule in self.advice if value(rule.when, values)]


@dataclasses.dataclass(frozen=True)
class NativeRules:
    """Rules for an allocation site of a native program, given samples of it."""

    inputs: Sequence[Mapping[str, Any]]
    """Fields of the page "Decide"; the command measures these values."""
    limits: Mapping[str, float]
    verdicts: Sequence[Rule]  # the first that holds applies; the last one always does
    pools: Sequence[Rule]  # further advice on a pool: all that hold apply

    def verdict(self, values: Values) -> Rule:
        return next(rule for rule in self.verdicts if value(rule.when, {**self.limits, **values}))

    def sentences(self, values: Values) -> list[Rule]:
        """The verdict, and any further advice."""
        verdict = self.verdict(values)
        more = self.pools if verdict.name == "pool" else ()
        return [verdict, *(rule for rule in more if value(rule.when, values))]


@functools.cache
def native_rules() -> NativeRules:
    """Rules of ``./course advise -- PROGRAM``."""
    return NativeRules(**_read(NATIVE_FILE))


@functools.cache
def rules() -> Rules:
    return Rules(**_read(FILE))


def _read(file: Path) -> dict[str, Any]:
    """The parts of a file; objects with a sentence are rules."""
    text = file.read_text(encoding="utf-8")
    return json.loads(text, object_hook=lambda one: Rule(**one) if "say" in one else one)


def value(expression: Any, values: Values) -> Any:
    """Evaluate an expression, with these values for its names."""
    if isinstance(expression, str):
        return values.get(expression)
    if not isinstance(expression, list):
        return expression
    name, *operands = expression
    match name:
        case "if":
            condition, then, otherwise = operands
            return value(then if value(condition, values) else otherwise, values)
        case "known":
            return value(operands[0], values) is not None
        case "not":
            return not value(operands[0], values)
        case "and":
            return all(value(one, values) for one in operands)
        case "or":
            return any(value(one, values) for one in operands)
    found = [value(one, values) for one in operands]
    if None in found or (name == "/" and found[1] == 0):
        return None
    return _OPERATORS[name](*found)
