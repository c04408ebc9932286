"""Judge a claim by two figures, or by a figure and a number."""

import dataclasses
import math
from collections.abc import Hashable, Mapping

from course.model.pairs import SAME, Verdict
from course.model.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNMEASURED
from course.stats.claims.cells import Subject
from course.stats.claims.model import Comparison, Side
from course.stats.claims.outcome import Outcome, Tried, figure_text, undecided, why_none
from course.stats.claims.quantities import QUANTITIES, REALTIME, Readings
from course.stats.claims.realtime import compare_realtime, unknown
from course.stats.figures import Figure
from course.stats.noise import are_sittings_apart
from course.stats.values import UNKNOWN, compare, paired


def compare_sides(test: Comparison, place: Mapping[str, str], source: Readings) -> Tried:
    """The outcome at a place; none if the data set lacks the cells."""
    left = _Reading.of(test.left, place)
    right = _Reading.of(test.right, place) if isinstance(test.right, Side) else None
    read = left.key(source), right.key(source) if right else test.right
    key = (*read, test.relation, test.factor, test.tolerance)
    if read[0] == read[1]:  # as for two Java versions in the article
        return key, None
    doubt = ""
    if right and left.quantity == REALTIME:
        a, b = source.realtime(left.cell), source.realtime(right.cell)
        texts, missing = (str(a), str(b)), (a.missing, b.missing)
        verdict = _verdict(test.relation, compare_realtime(a, b))
        doubt = a.doubt or b.doubt
        times = a.started, b.started
    else:
        one = left.figure(source)
        other = right.figure(source) if right else Figure(read[1], one.unit)
        texts = figure_text(one), figure_text(other)
        missing = tuple(None if figure.known else figure for figure in (one, other))
        verdict = _judge(test, one, other)
        times = one.started, other.started
        if verdict == INCONCLUSIVE:
            doubt = _what_it_would_take(test, one, other)
    if verdict == INCONCLUSIVE and not doubt and are_sittings_apart(*times):
        doubt = "measured hours apart"
    if any(figure is not None and figure.status == "absent" for figure in missing):
        return key, None
    reason = next((why_none(figure) for figure in missing if figure is not None), doubt)
    if verdict == UNMEASURED and not reason:
        reason = "their loss is unknown"
    name = _both(left.cell, right.cell) if right else str(left.cell)
    return key, Outcome(_title(left, right or left), name, *texts, verdict, reason)


@dataclasses.dataclass(frozen=True)
class _Reading:
    """A side of a comparison at a place: a cell's quantity, perhaps divided by another cell's."""

    quantity: str
    cell: Subject
    below: Subject | None

    @classmethod
    def of(cls, side: Side, place: Mapping[str, str]) -> "_Reading":
        cell = Subject.of({**place, **side.place})
        below = {**dataclasses.asdict(cell), **side.divided_by} if side.divided_by else None
        return cls(side.quantity, cell, below and Subject.of(below))

    def key(self, source: Readings) -> Hashable:
        """Equal for sides that read the same figures."""
        return self.quantity, source.key(self.cell), self.below and source.key(self.below)

    def figure(self, source: Readings) -> Figure:
        """The figure; a ratio's noise includes changes in the hours between its parts."""
        figure = source.figure(self.quantity, self.cell)
        return _ratio(figure, source.figure(self.quantity, self.below)) if self.below else figure


def _ratio(figure: Figure, below: Figure) -> Figure:
    for part in (figure, below):
        if part.value is None:
            return dataclasses.replace(part, unit="", above=None)
    assert figure.value is not None
    apart = are_sittings_apart(figure.started, below.started)
    drift = math.hypot(figure.drift, below.drift) if apart else 0.0
    if math.isinf(drift):
        reason = "the two were measured hours apart, and losses vary over hours on this machine"
        return unknown(reason, "")
    if not below.value:
        if not figure.value:
            return unknown("no ratio: both parts are zero", "")
        return Figure(math.inf, "")
    value = figure.value / below.value
    noise = math.hypot(figure.noise / below.value, value * below.noise / below.value)
    rounds = figure.rounds / below.rounds if figure.rounds and below.rounds else None
    return Figure(value, "", noise=max(noise, drift * value), rounds=rounds)


def _title(left: _Reading, right: _Reading) -> str:
    titles = [QUANTITIES[one][0] for one in dict.fromkeys((left.quantity, right.quantity))]
    if left.below is not None:
        titles[0] = f"ratio of {titles[0]}"
    return " / ".join(titles)


def _judge(test: Comparison, one: Figure, other: Figure) -> str:
    if test.relation != "alike":
        return _verdict(test.relation, _word(one, _times(other, test.factor), _same(test)))
    low = _word(one, _times(other, 1 / (1 + test.tolerance)), 0.0)
    high = _word(one, _times(other, 1 + test.tolerance), 0.0)
    if UNKNOWN in (low, high):
        return UNMEASURED
    if low == Verdict.SLOWER and high == Verdict.FASTER:
        return HOLDS
    return FAILS if low == Verdict.FASTER or high == Verdict.SLOWER else INCONCLUSIVE


def _same(test: Comparison) -> float:
    """Largest relative difference that counts as the same; 0 against a limit."""
    is_limit = test.relation == "alike" or test.factor != 1 or not isinstance(test.right, Side)
    return 0.0 if is_limit else SAME


def _word(one: Figure, other: Figure, same: float) -> str:
    """Like `compare`, but a ratio may be infinite, and `one` may have only a lower bound."""
    if one.above is not None:
        bound = dataclasses.replace(one, value=one.above, above=None)
        return Verdict.SLOWER if _word(bound, other, same) == Verdict.SLOWER else UNKNOWN
    infinite = [figure.value == math.inf for figure in (one, other)]
    if all(infinite):
        return Verdict.OPEN
    if any(infinite) and one.known and other.known:
        return Verdict.SLOWER if infinite[0] else Verdict.FASTER
    return compare(one, other, same)


def _what_it_would_take(test: Comparison, one: Figure, other: Figure) -> str:
    """About how many rounds would decide an open pair; empty if it has no rounds."""
    share, same = 1 + test.tolerance, _same(test)
    limits = (1 / share, share) if test.relation == "alike" else (test.factor,)
    found = [made for limit in limits if (made := paired(one, _times(other, limit)))]
    if not found:
        return ""
    if not found[0].rounds:
        return "measured in different sweeps"
    # The nearer of two limits needs more rounds.
    rounds = max(made.rounds_needed(same) for made in found)
    if math.isinf(rounds) and any(made.moving for made in found):
        return "the figures were still changing when the rounds ended, so they must be longer"
    return undecided(found[0].rounds, rounds)


def _verdict(relation: str, word: str) -> str:
    """The relation's verdict; `word`: the result of comparing left with right.

    Sides that are the same are neither less nor greater.
    """
    if word == UNKNOWN:
        return UNMEASURED
    if word == Verdict.OPEN:
        return INCONCLUSIVE
    return HOLDS if word == (Verdict.FASTER if relation == "less" else Verdict.SLOWER) else FAILS


def _times(figure: Figure, factor: float) -> Figure:
    if figure.value is None or factor == 1:
        return figure
    rounds = figure.rounds and figure.rounds * factor
    return dataclasses.replace(
        figure, value=figure.value * factor, noise=figure.noise * factor, rounds=rounds
    )


def _both(left: Subject, right: Subject) -> str:
    """The cells' common values, and those that differ: ``heap, A: pool / alloc``."""
    one, other = dataclasses.asdict(left), dataclasses.asdict(right)
    differ = [name for name in one if one[name] != other[name]]
    if not differ:
        return str(left)
    common = [
        value for name, value in one.items()
        if name not in differ and value not in ("", "counter", "none")
    ]  # fmt: skip
    sides = (" ".join(filter(None, (cell[name] for name in differ))) for cell in (one, other))
    text = " / ".join(side.replace("none", "plain") for side in sides)
    return f"{', '.join(common)}: {text}" if common else text
