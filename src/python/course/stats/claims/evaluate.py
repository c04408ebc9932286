"""Evaluate a claim on a data set, cell by cell and overall."""

import dataclasses
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping

from course.model.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNMEASURED, VERDICTS
from course.stats.article import Article
from course.stats.claims import model
from course.stats.claims.account import BENCH, Account, Amount, account
from course.stats.claims.cells import Subject, places
from course.stats.claims.comparisons import compare_sides
from course.stats.claims.contests import Contests, contest
from course.stats.claims.of_article import ArticleReadings
from course.stats.claims.of_dataset import DatasetReadings
from course.stats.claims.outcome import Outcome, Tried, without_figure
from course.stats.claims.quantities import QUANTITIES, REALTIME, Readings
from course.stats.claims.realtime import Bounds
from course.stats.claims.rows import trends
from course.stats.dataset import Dataset
from course.stats.numbers import number, quantity

WHAT_CLOSES = "ns per packet: allocating less pooling, and what the items do not explain"


@dataclasses.dataclass(frozen=True)
class Evaluation:
    verdict: str
    outcomes: tuple[Outcome, ...] = ()
    absent: int = 0  # cells that the data set lacks; they have no outcomes

    def count(self, verdict: str) -> int:
        return sum(outcome.verdict == verdict for outcome in self.outcomes)

    @property
    def measured(self) -> int:
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


def readings(of: Dataset | Article) -> Readings:
    return ArticleReadings(of) if isinstance(of, Article) else DatasetReadings(of)


def evaluate(
    claim: model.Claim, of: Dataset | Article | Readings, contests: Contests | None = None
) -> Evaluation:
    """Test all cells that the claim is about.

    The same data always give the same verdict, except for rounds in turn, whose variance is
    estimated from a calibration, too.

    contests: the benches of the same data set, if it has any.

    Cells that read the same figures are tested once. A claim about every cell must hold in each of
    the tests; one about most, or a number, counts the cells of all tests together.
    """
    source = readings(of) if isinstance(of, Dataset | Article) else of
    tried = [_once(_try(test, source, contests)) for test in claim.tests]
    together = _once(pair for test in tried for pair in test.items())
    groups = tried if claim.aggregate == "every" else [together]
    verdict = _all([_overall(claim.aggregate, _places(group, source)) for group in groups])
    outcomes = tuple(
        dataclasses.replace(outcome, cell=source.named(outcome.cell))
        for outcome in together.values()
        if outcome is not None
    )
    return Evaluation(verdict, outcomes, len(together) - len(outcomes))


def _once(tried: Iterable[Tried]) -> dict[Hashable, Outcome | None]:
    """The first outcome of each key."""
    found: dict[Hashable, Outcome | None] = {}
    for key, outcome in tried:
        found.setdefault(key, outcome)
    return found


def _places(tried: Mapping[Hashable, Outcome | None], source: Readings) -> list[Outcome | None]:
    """Outcomes of the cells that count; those that no profile plans do not."""
    return [one for one in tried.values() if one is not None or not source.is_full]


def _all(verdicts: list[str]) -> str:
    """Verdict on tests that must all hold."""
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
        # One cell, if eight have no figure, says nothing about every cell.
        return HOLDS if holds and 2 * holds >= len(outcomes) else open_verdict
    if aggregate == "most":
        measured = holds + fails + counts[INCONCLUSIVE]
        if 2 * holds > measured:
            return HOLDS
        return FAILS if fails and 2 * fails >= measured else open_verdict
    needed = int(aggregate.removeprefix("at least "))
    if holds >= needed:
        return HOLDS
    return FAILS if len(outcomes) - fails < needed else open_verdict


def _try(test: model.Test, source: Readings, contests: Contests | None) -> Iterator[Tried]:
    """Per cell or row of cells; a bench has only one."""
    match test:
        case model.Bench():
            yield contest(test, contests)
        case model.Trend():
            yield from trends(test, source)
        case model.Books():
            for place in places(test.over, source.runtimes()):
                yield closes(test, place, source, contests)
        case model.Comparison():
            for place in places(test.over, source.runtimes()):
                yield compare_sides(test, place, source)
        case model.State():
            for place in places(test.over, source.runtimes()):
                yield _state(test, place, source)


def closes(
    test: model.Books, place: Mapping[str, str], source: Readings, contests: Contests | None
) -> Tried:
    """Whether a packet's account closes, by the records and the bench of its items."""
    cell, what = Subject.of({**place, "strategy": "alloc"}), WHAT_CLOSES
    name = f"{cell.implementation}, {cell.runtime}, case {cell.case}"
    key = (source.key(cell), test.relation)
    found = account(source, contests(BENCH) if contests else None, cell)
    if not isinstance(found, Account):
        return without_figure(key, what, name, found)
    difference = _amount_text(found.difference)
    if found.unexplained is None:
        reason = f"./course bench {BENCH} measures the items"
        return key, Outcome(what, name, difference, "", UNMEASURED, reason)
    verdict = found.verdict(test.tolerance)
    doubt = "the intervals are too wide" if verdict == INCONCLUSIVE else ""
    return key, Outcome(what, name, difference, _amount_text(found.unexplained), verdict, doubt)


def _amount_text(amount: Amount) -> str:
    value = quantity(amount.ns, "ns")
    return f"{value} \u00b1 {number(amount.half)}" if amount.half else value


def _state(test: model.State, place: Mapping[str, str], source: Readings) -> Tried:
    cell, what = Subject.of(place), QUANTITIES[REALTIME][0]
    found = source.realtime(cell)
    key = (source.key(cell), test.relation)
    if found.missing is not None:
        return without_figure(key, what, str(cell), found.missing, found.missing.status)
    known = _is(test.relation, found)
    verdict = INCONCLUSIVE if known is None else HOLDS if known else FAILS
    return key, Outcome(what, str(cell), str(found), "", verdict, found.doubt)


def _is(relation: str, found: Bounds) -> bool | None:
    if relation in ("works", "never works"):
        return found.works if found.works is None else found.works == (relation == "works")
    if not found.loss.known:
        return None
    return (found.loss_pct > 0) == (relation == "loses")
