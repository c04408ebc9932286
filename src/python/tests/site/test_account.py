"""The books of a packet: items add up, with their intervals, and say when they do not."""

import math

import pytest
from course_tests.measure import samples

from course.model import benches
from course.model.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNMEASURED
from course.site.account_table import account_table
from course.stats.benches import BenchRecord, unmeasured
from course.stats.claims import account as module
from course.stats.claims.account import ITEMS, Account, Amount, account
from course.stats.claims.cells import Subject
from course.stats.claims.evaluate import closes
from course.stats.claims.model import Books
from course.stats.errors import FigureError
from course.stats.figures import Figure

PLACE = {"implementation": "heap", "runtime": "parallel 11", "case": "A"}
OVER = {name: (value,) for name, value in PLACE.items()}
CELL = Subject("heap", "parallel 11", "alloc", "A")
METRICS = {
    "one": 10, "headers": 20, "fresh": 90, "pooled": 14,
    "fresh_a": 110, "fresh_a_linked": 112, "pooled_a": 44, "pooled_a_linked": 54,
}  # fmt: skip
"""By hand: 10 + 70 - 4 + 20 - 30 - 8 = 58, as fresh_a_linked less pooled_a_linked."""


class Read:
    """A source of figures: allocating takes 100 ns, of which 25 in pauses; pooling takes `pool`."""

    def __init__(self, pool=17.0, noise=1.0):
        self._means = {"alloc": 100.0, "pool": pool}
        self._noise = noise

    def key(self, cell):
        return cell

    def figure(self, quantity, cell):
        mean = self._means[cell.strategy]
        pauses = 25.0 if cell.strategy == "alloc" else 0.0
        value = {
            "batch_ns": mean, "batch_ns_outside_pauses": mean - pauses, "stalled_pct": None
        }[quantity]  # fmt: skip
        return Figure(value, "ns", noise=self._noise)


class Nothing(Read):
    """Figures of cells that are missing."""

    missing = Figure.absent("ns", "not part of the trimmed run")

    def figure(self, quantity, cell):
        return self.missing


def bench(rounds=3, without="", **given):
    """A record of one contestant; `given`: metric -> its values."""
    figures = {
        name: {"values": given.get(name, [value] * rounds)}
        for name, value in METRICS.items()
        if name != without
    }
    raw = {
        "contestants": [{"id": "parallel-11", "figures": figures}],
        "provenance": {"started": "2026-11-23T01:11:03Z"},
    }
    return BenchRecord(raw, "build", stale=False)


def test_items_add_up_to_what_the_last_pair_of_programs_differs_by():
    found = account(Read(), bench(), CELL)
    assert isinstance(found, Account)
    assert {name: one.ns for name, one in found.items.items()} == {
        "objects": 10, "kilobyte": 70,  "turns": -4, "allocated-away": 20,
        "pooled-away": -30, "stores": -8,
    }  # fmt: skip
    assert math.fsum(one.ns for one in found.items.values()) == 112 - 54
    assert (found.difference.ns, found.stopped.ns) == (83, 25)
    assert found.unexplained is not None
    assert found.unexplained.ns == pytest.approx(83 - 25 - 58)
    assert found.unexplained.half == pytest.approx(math.hypot(1, 1))


def test_every_metric_is_one_of_the_bench_in_every_case():
    known = {one.name for one in benches.load(module.BENCH).metrics}
    asked = {one.format(case=case) for item in ITEMS.values() for one in item for case in "abc"}
    assert asked <= known


def test_no_item_is_counted_twice():
    """All that lies between the whole turns, allocated and pooled, cancels out."""
    total = {}
    for item in ITEMS.values():
        for metric, times in item.items():
            total[metric] = total.get(metric, 0) + times
    assert {name: times for name, times in total.items() if times} == {
        "fresh_{case}_linked": 1, "pooled_{case}_linked": -1
    }  # fmt: skip


@pytest.mark.parametrize(
    ("pool", "noise", "verdict"), [(17, 1, HOLDS), (60, 1, FAILS), (17, 30, INCONCLUSIVE)]
)
def test_the_books_close_or_not(pool, noise, verdict):
    assert account(Read(pool, noise), bench(), CELL).verdict(0.25) == verdict


def test_a_claim_says_what_is_left_over_or_what_is_missing():
    test = Books(over=OVER, tolerance=0.25)
    (_, closed), (_, open_) = (
        closes(test, PLACE, Read(), one) for one in (lambda _: bench(), None)
    )
    assert (closed.verdict, closed.left, closed.right) == (
        HOLDS, "83\u00a0ns \u00b1 1.41", "0\u00a0ns \u00b1 1.41"
    )  # fmt: skip
    assert (open_.verdict, open_.reason) == (UNMEASURED, "./course bench packet measures the items")


def test_a_claim_has_no_outcome_where_the_cells_are_not_there():
    assert closes(Books(over=OVER, tolerance=0.25), PLACE, Nothing(), None)[1] is None


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"over": OVER}, "tolerance"),
        ({"over": {"implementation": ("heap",)}, "tolerance": 1}, "no"),
    ],
)
def test_a_claim_needs_a_limit_and_whole_cells(given, complaint):
    with pytest.raises(ValueError, match=complaint):
        Books(**given)


def test_rounds_that_differ_widen_the_interval():
    loose = bench(fresh_a_linked=[112, 132, 92])
    found = account(Read(), loose, CELL)
    assert found.unexplained.half == pytest.approx(4.303 * 20 / math.sqrt(3), rel=0.01)
    assert found.items["objects"].half == 0


@pytest.mark.parametrize("record", [None, bench(rounds=1), bench(without="headers")])
def test_without_the_items_the_rest_is_open(record):
    found = account(Read(), record, CELL)
    assert (found.items, found.unexplained) == ({}, None)


def test_without_a_figure_it_says_why():
    assert account(Nothing(), bench(), CELL) is Nothing.missing


def test_amounts():
    assert Amount(5, 2).ends == (3, 7)
    assert Amount(5, 3).less(Amount(1, 4)) == Amount(4, 5)


class One:
    """Benches of which there is one."""

    def __init__(self, record):
        self._record = record

    def primary(self, name):
        return self._record


def test_a_table_without_the_bench_has_what_the_records_tell(dataset_columns):
    html = account_table(dataset_columns, One(unmeasured(module.BENCH)), "A").html()
    assert "measured difference" in html
    assert "./course bench packet measures them" in html
    assert "not explained" not in html


def test_a_table_has_the_cases_that_there_are(dataset_columns):
    with pytest.raises(FigureError, match="D"):
        account_table(dataset_columns, One(unmeasured(module.BENCH)), "D")


@pytest.mark.parametrize(("cpu", "shown"), [({}, True), ({"cpu": "Another CPU"}, False)])
def test_only_prices_of_the_same_machine_are_charged(columns_of, cpu, shown):
    records = []
    for strategy in ("alloc", "pool"):
        record = samples.record(samples.cell(strategy=strategy))
        record["batch"] = samples.around(200.0)
        records.append(record)
    columns = columns_of(records)
    prices = bench()
    prices.provenance.update(records[0]["provenance"])
    prices.provenance["machine"] = prices.provenance["machine"] | cpu
    table = account_table(columns, One(prices), "A")
    assert (table.benches == [prices]) == shown
    assert ("not explained" in str(table.bodies)) == shown
