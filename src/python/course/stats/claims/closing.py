"""What records and a bench say of a claim together: whether the books of a packet close."""

from collections.abc import Mapping

from course.model.verdicts import INCONCLUSIVE, UNMEASURED
from course.stats.account import BENCH, Account, Amount, account
from course.stats.claims.cells import Subject
from course.stats.claims.contests import Contests
from course.stats.claims.model import Books
from course.stats.claims.outcome import Outcome, Tried, why_none
from course.stats.claims.quantities import Readings
from course.stats.numbers import number, quantity

WHAT = "ns per packet: allocating less pooling, and what the items do not explain"


def closes(
    test: Books, place: Mapping[str, str], source: Readings, contests: Contests | None
) -> Tried:
    """The outcome at a place; none where the data set does not have the cells."""
    cell = Subject.of({**place, "strategy": "alloc"})
    key = (source.key(cell), test.relation)
    bench = contests(BENCH) if contests else None
    found = account(source, bench, cell)
    if not isinstance(found, Account):
        if found.status == "absent":
            return key, None
        return key, Outcome(WHAT, _name(cell), "", "", UNMEASURED, why_none(found))
    difference = _text(found.difference)
    if found.unexplained is None:
        reason = f"./course bench {BENCH} measures the items"
        return key, Outcome(WHAT, _name(cell), difference, "", UNMEASURED, reason)
    verdict = found.verdict(test.tolerance)
    doubt = "the intervals are too wide" if verdict == INCONCLUSIVE else ""
    return key, Outcome(WHAT, _name(cell), difference, _text(found.unexplained), verdict, doubt)


def _name(cell: Subject) -> str:
    return f"{cell.implementation}, {cell.runtime}, case {cell.case}"


def _text(amount: Amount) -> str:
    value = quantity(amount.ns, "ns")
    return f"{value} \u00b1 {number(amount.half)}" if amount.half else value
