"""What a data set says of a claim, cell by cell and in all."""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping

import numpy as np

from course.model.pairs import Verdict
from course.model.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNMEASURED, VERDICTS
from course.stats.article import Article
from course.stats.claims.cells import Subject, places
from course.stats.claims.contests import Contests, contest
from course.stats.claims.model import (
    Bench,
    Claim,
    Comparison,
    Correlation,
    Side,
    State,
    Test,
    Trend,
)
from course.stats.claims.outcome import Outcome, Tried
from course.stats.claims.quantities import QUANTITIES, REALTIME, Readings, readings
from course.stats.claims.realtime import UNKNOWN, Bounds, compare_realtime
from course.stats.dataset import Dataset
from course.stats.figures import Figure
from course.stats.noise import are_sittings_apart
from course.stats.numbers import number, quantity
from course.stats.values import CLOSE, compare, paired
from course.stats.values import UNKNOWN as UNKNOWN_ORDER

MOST_ROUNDS = 100
"""A pair that takes more of them is hardly worth a verdict."""

FEWEST_POINTS = 5
"""A correlation over fewer cells is none."""

ONE_IN_TWENTY = 1.645
"""Standard deviations that chance exceeds, on one side, once in twenty times."""

FEW = {5: 0.899, 6: 0.828, 7: 0.714, 8: 0.642, 9: 0.599, 10: 0.563}
"""Points -> the rank correlation that chance reaches, at most, once in twenty times.

Exact, from all orders, and rounded down; with so few the normal distribution asks too little.
"""


@dataclasses.dataclass(frozen=True)
class Evaluation:
    """The verdict on a claim, with those of its cells."""

    verdict: str
    outcomes: tuple[Outcome, ...] = ()
    absent: int = 0
    """Cells that the data set does not have at all; they are no outcomes."""

    def count(self, verdict: str) -> int:
        """Number of outcomes of that verdict."""
        return sum(outcome.verdict == verdict for outcome in self.outcomes)

    @property
    def measured(self) -> int:
        """Number of outcomes with figures."""
        return len(self.outcomes) - self.count(UNMEASURED)

    def counts(self) -> str:
        """``holds in 7 of 12, fails in 2, inconclusive in 3; 1 not measured, 4 absent``."""
        if not self.measured:
            return UNMEASURED
        first, *rest = [name for name in VERDICTS[:3] if self.count(name)]
        text = f"{first} in {self.count(first)} of {self.measured}"
        text += "".join(f", {name} in {self.count(name)}" for name in rest)
        others = ((self.count(UNMEASURED), UNMEASURED), (self.absent, "absent"))
        more = ", ".join(f"{many} {what}" for many, what in others if many)
        return f"{text}; {more}" if more else text


def evaluate(
    claim: Claim, of: Dataset | Article | Readings, contests: Contests | None = None
) -> Evaluation:
    """Try every cell that the claim speaks of. The same data always give the same verdict.

    contests: the benches of the same data set, if it has any.

    Cells that mean the same figures are tried once. What is said of every cell must be so in each
    of the tests; what is said of most, or of a number, counts the cells of all tests together.
    """
    source = readings(of) if isinstance(of, Dataset | Article) else of
    tried = [_once(_try(test, source, contests)) for test in claim.tests]
    together = _once(pair for test in tried for pair in test.items())
    groups = tried if claim.aggregate == "every" else [together]
    verdict = _all([_overall(claim.aggregate, list(group.values())) for group in groups])
    outcomes = tuple(outcome for outcome in together.values() if outcome is not None)
    return Evaluation(verdict, outcomes, len(together) - len(outcomes))


def _once(tried: Iterable[Tried]) -> dict[Hashable, Outcome | None]:
    """The first outcome of each key."""
    found: dict[Hashable, Outcome | None] = {}
    for key, outcome in tried:
        found.setdefault(key, outcome)
    return found


def _all(verdicts: list[str]) -> str:
    """Of tests that must all hold."""
    for verdict in (FAILS, INCONCLUSIVE, UNMEASURED):
        if verdict in verdicts:
            return verdict
    return HOLDS if verdicts else UNMEASURED


def _overall(aggregate: str, outcomes: list[Outcome | None]) -> str:
    counts = Counter(outcome.verdict for outcome in outcomes if outcome is not None)
    holds, fails = counts[HOLDS], counts[FAILS]
    open_verdict = INCONCLUSIVE if counts[INCONCLUSIVE] else UNMEASURED
    if aggregate == "every":
        if fails:
            return FAILS
        return HOLDS if holds and holds >= counts[INCONCLUSIVE] else open_verdict
    if aggregate == "most":
        # What most cells do is not known while most of them leave it open.
        if not holds + fails or holds + fails < counts[INCONCLUSIVE]:
            return open_verdict
        return HOLDS if holds > fails else FAILS
    needed = int(aggregate.removeprefix("at least "))
    if holds >= needed:
        return HOLDS
    return FAILS if len(outcomes) - fails < needed else open_verdict


def _try(test: Test, source: Readings, contests: Contests | None) -> Iterator[Tried]:
    """Per cell, row of cells or runtime; of a bench there is but one."""
    match test:
        case Bench():
            return iter([contest(test, contests)])
        case Comparison():
            return (_compare(test, place, source) for place in places(test.over, source.runtimes()))
        case State():
            return (_state(test, place, source) for place in places(test.over, source.runtimes()))
        case Trend():
            return _trends(test, source)
        case Correlation():
            return _correlations(test, source)


# ---- two figures -----------------------------------------------------------------------------


def _compare(test: Comparison, place: Mapping[str, str], source: Readings) -> Tried:
    left = Subject.of({**place, **test.left.place})
    right = None
    if isinstance(test.right, Side):
        right = Subject.of({**place, **test.right.place})
    read = _read(test.left, left, source), _read(test.right, right, source)
    key = (*read, test.relation, test.factor, test.tolerance)
    if read[0] == read[1]:  # as two Java versions of the article are
        return key, None
    name = str(left) if right is None else _both(left, right)
    doubt = ""
    if test.left.quantity == REALTIME:
        assert right is not None
        a, b = source.realtime(left), source.realtime(right)
        texts, missing = (str(a), str(b)), (a.missing, b.missing)
        verdict = _verdict(test.relation, compare_realtime(a, b))
        doubt = a.doubt or b.doubt
        times = a.started, b.started
    else:
        one = _figure(test.left, left, source)
        other = _right(test.right, one, right, source)
        texts, missing = (_text(one), _text(other)), (_unknown(one), _unknown(other))
        verdict = _judge(test, one, other)
        times = one.started, other.started
        if verdict == INCONCLUSIVE:
            doubt = _what_it_would_take(test, one, other)
    if verdict == INCONCLUSIVE and not doubt and are_sittings_apart(*times):
        doubt = "measured hours apart"
    if any(figure is not None and figure.status == "absent" for figure in missing):
        return key, None
    reason = next((_why(figure) for figure in missing if figure is not None), doubt)
    if verdict == UNMEASURED and not reason:
        reason = "how much they lose is not known"
    return key, Outcome(_title(test.left, test.right), name, *texts, verdict, reason)


def _read(side: Side | float, cell: Subject | None, source: Readings) -> Hashable:
    """Equal for sides that read the same figures."""
    if not isinstance(side, Side):
        return side
    assert cell is not None
    below = None if side.divided_by is None else source.key(_below(side.divided_by, cell))
    return side.quantity, source.key(cell), below


def _below(divided_by: Mapping[str, str], cell: Subject) -> Subject:
    """The cell whose figure divides that of `cell`."""
    return Subject.of({**dataclasses.asdict(cell), **divided_by})


def _title(left: Side, right: Side | float) -> str:
    """The title of what is compared; of both sides where they differ."""
    titles = [QUANTITIES[left.quantity][0]]
    if isinstance(right, Side) and right.quantity != left.quantity:
        titles.append(QUANTITIES[right.quantity][0])
    if left.divided_by is not None:
        titles[0] = f"ratio of {titles[0]}"
    return " / ".join(titles)


def _judge(test: Comparison, one: Figure, other: Figure) -> str:
    if test.relation != "alike":
        is_limit = test.factor != 1 or not isinstance(test.right, Side)
        same = 0.0 if is_limit else CLOSE
        return _verdict(test.relation, _word(one, _times(other, test.factor), same))
    low = _word(one, _times(other, 1 / (1 + test.tolerance)), 0.0)
    high = _word(one, _times(other, 1 + test.tolerance), 0.0)
    if UNKNOWN_ORDER in (low, high):
        return UNMEASURED
    if low == Verdict.SLOWER and high == Verdict.FASTER:
        return HOLDS
    return FAILS if low == Verdict.FASTER or high == Verdict.SLOWER else INCONCLUSIVE


def _word(one: Figure, other: Figure, same: float) -> str:
    """As `compare` says it, where a ratio may also be infinite."""
    infinite = [figure.value == math.inf for figure in (one, other)]
    if all(infinite):
        return Verdict.OPEN
    if any(infinite) and one.known and other.known:
        return Verdict.SLOWER if infinite[0] else Verdict.FASTER
    return compare(one, other, same)


def _what_it_would_take(test: Comparison, one: Figure, other: Figure) -> str:
    """Of a pair that its rounds leave open: about how many would decide it; else nothing."""
    factor = test.factor if test.relation != "alike" else 1 + test.tolerance
    found = paired(one, _times(other, factor))
    if found is None:
        return ""
    if not found.is_steady:
        return "the figures still change when the rounds end: it takes longer ones"
    rounds = min(found.rounds_needed(), MOST_ROUNDS)
    more = "more than " if rounds == MOST_ROUNDS else "about "
    have = f"{found.rounds} round{'s' if found.rounds > 1 else ''}"
    return f"open after {have} in turn; {more}{math.ceil(rounds)} would decide"


def _verdict(relation: str, word: str) -> str:
    """The relation's verdict, where `word` is how the left side compares with the right.

    What is the same is neither less nor greater.
    """
    if word == UNKNOWN_ORDER:
        return UNMEASURED
    if word == Verdict.OPEN:
        return INCONCLUSIVE
    return HOLDS if word == (Verdict.FASTER if relation == "less" else Verdict.SLOWER) else FAILS


def _figure(side: Side, cell: Subject, source: Readings) -> Figure:
    figure = source.figure(side.quantity, cell)
    if side.divided_by is None:
        return figure
    below = source.figure(side.quantity, _below(side.divided_by, cell))
    for part in (figure, below):
        if part.value is None:
            return dataclasses.replace(part, unit="")
    assert figure.value is not None
    apart = are_sittings_apart(figure.started, below.started)
    drift = math.hypot(figure.drift, below.drift) if apart else 0.0
    if math.isinf(drift):
        reason = "the two were measured hours apart, in which losses come and go on this machine"
        return Figure(None, "", status=UNKNOWN, reason=reason)
    if not below.value:
        if not figure.value:
            return Figure(None, "", status=UNKNOWN, reason="no ratio: both parts are zero")
        return Figure(math.inf, "")
    value = figure.value / below.value
    noise = math.hypot(figure.noise / below.value, value * below.noise / below.value)
    rounds = figure.rounds / below.rounds if figure.rounds and below.rounds else None
    return Figure(value, "", noise=max(noise, drift * value), rounds=rounds)


def _right(side: Side | float, one: Figure, cell: Subject | None, source: Readings) -> Figure:
    if isinstance(side, Side):
        assert cell is not None
        return _figure(side, cell, source)
    return Figure(side, one.unit)


def _times(figure: Figure, factor: float) -> Figure:
    if figure.value is None:
        return figure
    rounds = figure.rounds and figure.rounds * factor
    return dataclasses.replace(
        figure, value=figure.value * factor, noise=figure.noise * factor, rounds=rounds
    )


def _text(figure: Figure) -> str:
    if figure.value is None:
        return figure.status
    if figure.value == math.inf:
        return "infinite"
    return quantity(figure.value, figure.unit)


def _why(figure: Figure) -> str:
    """Why a figure has no value."""
    if figure.status == UNKNOWN:
        return figure.reason or ""
    return f"{figure.status}: {figure.reason}"


def _unknown(figure: Figure) -> Figure | None:
    return figure if figure.value is None else None


def _both(left: Subject, right: Subject) -> str:
    """What the cells have in common, and where they differ: ``heap, A: pool / alloc``."""
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


# ---- real time -------------------------------------------------------------------------------


def _state(test: State, place: Mapping[str, str], source: Readings) -> Tried:
    cell, what = Subject.of(place), QUANTITIES[REALTIME][0]
    found = source.realtime(cell)
    key = (source.key(cell), test.relation)
    if found.missing is not None:
        if found.missing.status == "absent":
            return key, None
        status, reason = found.missing.status, _why(found.missing)
        return key, Outcome(what, str(cell), status, "", UNMEASURED, reason)
    known = _is(test.relation, found)
    verdict = INCONCLUSIVE if known is None else HOLDS if known else FAILS
    return key, Outcome(what, str(cell), str(found), "", verdict, found.doubt)


def _is(relation: str, found: Bounds) -> bool | None:
    if relation in ("works", "never works"):
        return found.works if found.works is None else found.works == (relation == "works")
    if not found.loss.known:
        return None
    return (found.loss_pct > 0) == (relation == "loses")


# ---- many figures ----------------------------------------------------------------------------


def _trends(test: Trend, source: Readings) -> Iterator[Tried]:
    steps, what = test.over[test.along], QUANTITIES[test.quantity][0]
    rest = {name: values for name, values in test.over.items() if name != test.along}
    for place in places(rest, source.runtimes()):
        cells = [Subject.of({**place, test.along: step}) for step in steps]
        key = (test.relation, test.quantity, *map(source.key, cells))
        figures = [source.figure(test.quantity, cell) for cell in cells]
        missing = [figure for figure in figures if figure.value is None]
        if any(figure.status == "absent" for figure in missing):
            yield key, None
            continue
        name = str(cells[0]).replace(f", {steps[0]}", f", {steps[0]} to {steps[-1]}")
        shown = " → ".join(_text(figure) for figure in figures)
        if missing:
            yield key, Outcome(what, name, shown, "", UNMEASURED, _why(missing[0]))
            continue
        wrong = Verdict.FASTER if test.relation == "rises" else Verdict.SLOWER
        turns = any(
            compare(after, before) == wrong for before, after in itertools.pairwise(figures)
        )
        whole = compare(figures[-1], figures[0])
        verdict = FAILS if turns or whole == Verdict.SAME else HOLDS
        if not turns and whole == Verdict.OPEN:
            verdict = INCONCLUSIVE
        yield key, Outcome(what, name, shown, "", verdict)


def _correlations(test: Correlation, source: Readings) -> Iterator[Tried]:
    outer = {name: test.over[name] for name in ("implementation", "runtime") if name in test.over}
    inner = {name: values for name, values in test.over.items() if name not in outer}
    titles = (QUANTITIES[test.quantity][0], QUANTITIES[test.increases_with][0].lower())
    what = f"{titles[0]}: rank correlation with {titles[1]}"
    for group in places(outer, source.runtimes()):
        cells = [Subject.of({**group, **place}) for place in places(inner, [])]
        key = (test.quantity, test.increases_with, *map(source.key, cells))
        pairs = [
            (source.figure(test.increases_with, cell), source.figure(test.quantity, cell))
            for cell in cells
        ]
        known = [(x.value, y.value) for x, y in pairs if x.known and y.known]
        if not known:
            yield key, None
            continue
        name = ", ".join(value for value in group.values() if value)
        if len(known) < FEWEST_POINTS:
            reason = f"only {len(known)} cells have both figures"
            yield key, Outcome(what, name, "", "", UNMEASURED, reason)
            continue
        rho = rank_correlation(*zip(*known, strict=True))
        shown = f"{number(rho)} over {len(known)} cells"
        yield key, Outcome(what, name, shown, "", _correlated(rho, len(known)))


def rank_correlation(x: tuple[float, ...], y: tuple[float, ...]) -> float:
    """Spearman's rho; 0 when one of them never changes."""
    if len(set(x)) == 1 or len(set(y)) == 1:
        return 0.0
    return float(np.corrcoef(_ranks(x), _ranks(y))[0, 1])


def _ranks(values: tuple[float, ...]) -> np.ndarray:
    """The rank of each value, from 1. Equal values share the mean of their ranks."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[places]


def _correlated(rho: float, points: int) -> str:
    """Beyond what chance gives once in twenty times it holds; zero or less speaks against it."""
    if rho <= 0:
        return FAILS
    needed = FEW.get(points) or ONE_IN_TWENTY / math.sqrt(points - 1)
    return HOLDS if rho >= needed else INCONCLUSIVE
