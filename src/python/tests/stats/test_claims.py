"""Verdicts: each relation and aggregate, with noise and without figures."""

import dataclasses
import math
from datetime import UTC, datetime, timedelta

import pytest

from course.model.pairs import Estimate
from course.stats.claims.cells import Subject
from course.stats.claims.evaluate import evaluate
from course.stats.claims.model import Claim, Comparison, Side, Source, State, Trend
from course.stats.claims.realtime import Bounds
from course.stats.figures import Figure

SOURCE = Source("test", "A test", "Nobody", 2020, None)
ONE_CASE = {"implementation": ("cpp",), "case": ("A",)}
ALL_CASES = ONE_CASE | {"case": ("A", "B", "C")}
POOLED = {"strategy": ("pool",)}
POOL, ALLOC = Side("batch_ns", {"strategy": "pool"}), Side("batch_ns", {"strategy": "alloc"})
LESS = Comparison(ALL_CASES, "less", POOL, ALLOC)
ALLOC_TO_POOL = Side("batch_ns", {"strategy": "alloc"}, {"strategy": "pool"})
INTERVALS = Comparison(
    ALL_CASES, "less",
    Side("realtime", {"strategy": "pool"}), Side("realtime", {"strategy": "alloc"}),
)  # fmt: skip
DEAD = Figure(None, "ns", status="failed", reason="killed")


class Readings:
    """Figures given as (strategy, case) -> value or Figure."""

    def __init__(self, figures=None, realtime=None, runtimes=()):
        self._figures = figures or {}
        self._realtime = realtime or {}
        self._runtimes = list(runtimes)

    is_full = False

    def runtimes(self):
        return self._runtimes

    def named(self, cells):
        return cells

    def key(self, cell):
        return cell

    def figure(self, quantity, cell):
        for key in ((quantity, cell.strategy, cell.case), (cell.strategy, cell.case)):
            if key in self._figures:
                found = self._figures[key]
                return found if isinstance(found, Figure) else Figure(found, "ns")
        return Figure(None, "ns", status="absent", reason="not part of the test")

    def realtime(self, cell):
        missing = Figure(None, "ns", status="absent", reason="not part of the test")
        return self._realtime.get((cell.strategy, cell.case), Bounds(missing=missing))


def claim(*tests, aggregate="every"):
    return Claim("a-claim", "Statement.", SOURCE, "here", "rule", tests, aggregate)


def outcome(test, figures=None, realtime=None):
    """The verdict, and why it is none, on the only cell that has figures."""
    (one,) = evaluate(claim(test), Readings(figures, realtime)).outcomes
    return one.verdict, one.reason


def pairs(**cases):
    """Pool and alloc of each case."""
    return {
        (strategy, case): value
        for case, both in cases.items()
        for strategy, value in zip(("pool", "alloc"), both, strict=True)
    }


def verdicts(found):
    return [one.verdict for one in found.outcomes]


@pytest.mark.parametrize(
    ("relation", "pool", "alloc", "verdict"),
    [
        ("less", 50, 100, "holds"),
        ("less", 100, 50, "fails"),
        ("less", 98, 100, "fails"),
        ("greater", 100, 50, "holds"),
        ("greater", 50, 100, "fails"),
        ("less", Figure(50, "ns", noise=40), Figure(100, "ns", noise=40), "inconclusive"),
        ("less", DEAD, 100, "not measured"),
        ("less", 100, Figure(None, "ns", status="skipped", reason="no JDK"), "not measured"),
        ("less", 100, Figure(None, "ns", status="unfit", reason="one core"), "not measured"),
    ],
)
def test_two_figures(relation, pool, alloc, verdict):
    test = dataclasses.replace(LESS, relation=relation)
    found = evaluate(claim(test), Readings(pairs(A=(pool, alloc))))
    assert verdicts(found) == [verdict]
    assert found.absent == 2
    (one,) = found.outcomes
    assert one.cell == "cpp, A: pool / alloc"
    assert bool(one.reason) == (verdict == "not measured")


def test_a_reason_names_the_status():
    (one,) = evaluate(claim(LESS), Readings(pairs(A=(DEAD, 100)))).outcomes
    assert (one.left, one.reason) == ("failed", "failed: killed")


@pytest.mark.parametrize(
    ("pool", "verdict"), [(110, "holds"), (125, "inconclusive"), (130, "fails")]
)
def test_a_factor_moves_the_limit(pool, verdict):
    test = dataclasses.replace(LESS, factor=1.25)
    assert verdicts(evaluate(claim(test), Readings(pairs(A=(pool, 100))))) == [verdict]


@pytest.mark.parametrize(
    ("pool", "verdict"),
    [
        *((100, "holds"), (85, "holds"), (130, "inconclusive"), (150, "fails"), (60, "fails")),
        (DEAD, "not measured"),
    ],
)
def test_alike_within_a_share(pool, verdict):
    test = dataclasses.replace(LESS, relation="alike", tolerance=0.3)
    assert verdicts(evaluate(claim(test), Readings(pairs(A=(pool, 100))))) == [verdict]


class Rounds:
    """Four rounds of the same spread, whose mean is that far from the other side's."""

    def __init__(self, ratio):
        self.ratio = ratio

    def __mul__(self, factor):
        return Rounds(self.ratio * factor)

    def against(self, other):
        return Estimate(4, math.log(self.ratio / other.ratio), math.log(1.2))


@pytest.mark.parametrize(
    ("changes", "ratio", "reason"),
    [
        ({}, 1.01, "about 89 would decide"),  # may be the same
        ({"factor": 1.25}, 1.26, "more than 100 would decide"),  # nothing is the same as a limit
        ({"factor": 1.25}, 1.4, "about 11 would decide"),
        ({"relation": "alike", "tolerance": 0.25}, 1.1, "about 9 would decide"),
        ({"relation": "alike", "tolerance": 0.25}, 1 / 1.1, "about 9 would decide"),
        ({"relation": "alike", "tolerance": 0.25}, 1 / 1.4, "about 11 would decide"),
    ],
)
def test_what_is_open_says_how_many_rounds_would_decide(changes, ratio, reason):
    pool = Figure(100 * ratio, "ns", rounds=Rounds(ratio))
    alloc = Figure(100, "ns", rounds=Rounds(1.0))
    found = outcome(dataclasses.replace(LESS, **changes), pairs(A=(pool, alloc)))
    assert found == ("inconclusive", f"undecided after 4 rounds; {reason}")


def test_a_constant_on_the_right():
    test = dataclasses.replace(LESS, right=100.0)
    readings = Readings({("pool", "A"): 50, ("pool", "B"): 200, ("pool", "C"): 100})
    found = evaluate(claim(test), readings)
    assert verdicts(found) == ["holds", "fails", "inconclusive"]
    assert found.outcomes[0].right == "100\u00a0ns"


def test_ratios_carry_the_noise_of_both_parts():
    right = Side("batch_ns", {"strategy": "mix"}, {"strategy": "pool"})
    test = Comparison(ONE_CASE, "greater", ALLOC_TO_POOL, right)
    figures = {("alloc", "A"): 300, ("mix", "A"): 110, ("pool", "A"): 100}
    assert outcome(test, figures)[0] == "holds"
    figures["pool", "A"] = Figure(100, "ns", noise=60)
    assert outcome(test, figures)[0] == "inconclusive"
    figures["pool", "A"] = figures["mix", "A"] = 0
    assert outcome(test, figures) == ("not measured", "no ratio: both parts are zero")


NIGHT = datetime(2020, 1, 1, 3, tzinfo=UTC)
NOON = NIGHT + timedelta(hours=9)


@pytest.mark.parametrize(
    ("started", "drift", "verdict", "reason"),
    [
        (NIGHT, 0.7, "holds", ""),
        (NOON, 0.7, "inconclusive", "measured hours apart"),
        (NOON, 0.1, "holds", ""),
    ],
)
def test_the_hour_of_a_figure_survives_a_factor(started, drift, verdict, reason):
    pool = Figure(50, "ns", started=NIGHT, drift=drift)
    alloc = Figure(250, "ns", started=started, drift=drift)
    test = dataclasses.replace(LESS, factor=0.5)
    assert outcome(test, pairs(A=(pool, alloc))) == (verdict, reason)


@pytest.mark.parametrize(
    ("started", "drift", "verdict"),
    [(NIGHT, 0.7, "holds"), (NOON, 0.7, "inconclusive"), (NOON, math.inf, "not measured")],
)
def test_a_ratio_of_figures_hours_apart_is_uncertain_by_what_hours_change(started, drift, verdict):
    parts = Figure(100, "ns", started=NIGHT, drift=drift), Figure(500, "ns", started=started)
    found, reason = outcome(Comparison(ONE_CASE, "greater", ALLOC_TO_POOL, 2.0), pairs(A=parts))
    assert found == verdict
    assert ("hours apart" in reason) == (verdict == "not measured")


def test_intervals_hours_apart_are_told_apart_by_more():
    night, noon = ({"started": started, "drift": 0.7} for started in (NIGHT, NOON))
    for when, verdict in ((night, "holds"), (noon, "inconclusive")):
        both = {
            ("pool", "A"): Bounds(120, 110, False, 0.0, **night),
            ("alloc", "A"): Bounds(250, 230, False, 0.0, **when),
        }
        found, reason = outcome(INTERVALS, realtime=both)
        assert found == verdict
        assert bool(reason) == (verdict == "inconclusive")


@pytest.mark.parametrize(
    ("relation", "loses_at", "batch", "verdict", "shown"),
    [
        ("greater", 2000, 300, "holds", "over 2,000\u00a0ns"),
        ("less", 2000, 300, "fails", "over 2,000\u00a0ns"),
        ("greater", 2000, 1900, "not measured", "over 2,000\u00a0ns"),
        ("greater", math.inf, 1900, "holds", "unknown"),
        ("greater", None, 300, "not measured", "unknown"),
    ],
)
def test_losing_at_every_interval_bounds_the_shortest(relation, loses_at, batch, verdict, shown):
    lost = Bounds(loses_at=loses_at, noise=0.2).min_interval
    test = dataclasses.replace(LESS, relation=relation)
    (one,) = evaluate(claim(test), Readings(pairs(A=(lost, batch)))).outcomes
    assert (one.left, one.verdict) == (shown, verdict)
    assert one.reason == "packets are lost at every interval that was tried"


def test_a_ratio_to_nothing_is_infinite():
    other = Side("batch_ns", {"strategy": "mix"}, {"strategy": "dummy"})
    test = Comparison(ONE_CASE, "greater", ALLOC_TO_POOL, other)
    figures = {("alloc", "A"): 3, ("pool", "A"): 0, ("mix", "A"): 2, ("dummy", "A"): 1}
    assert evaluate(claim(test), Readings(figures)).outcomes[0].left == "infinite"
    assert outcome(test, figures)[0] == "holds"
    turned = dataclasses.replace(test, left=other, right=ALLOC_TO_POOL)
    assert outcome(turned, figures)[0] == "fails"
    figures["dummy", "A"] = 0
    assert outcome(test, figures)[0] == "inconclusive"


NOISY = Figure(100, "ns", noise=60)
EVERY = [
    ("every", (50, 50, 50), "holds"),
    ("every", (50, 50, NOISY), "holds"),
    ("every", (50, NOISY, NOISY), "inconclusive"),
    ("every", (50, 50, 200), "fails"),
    ("every", (NOISY, NOISY, NOISY), "inconclusive"),
    ("every", (None, None, None), "not measured"),
    ("every", (50, None, None), "not measured"),
    ("most", (50, 50, 200), "holds"),
    ("most", (50, 200, 200), "fails"),
    ("most", (50, 200, NOISY), "inconclusive"),
    ("most", (50, 50, NOISY), "holds"),
    ("most", (50, NOISY, NOISY), "inconclusive"),
    ("most", (None, None, None), "not measured"),
    ("at least 2", (50, 50, 200), "holds"),
    ("at least 2", (50, 200, 200), "fails"),
    ("at least 2", (50, NOISY, 200), "inconclusive"),
    ("at least 2", (50, None, 200), "not measured"),
    ("at least 2", (50, None, None), "not measured"),
]


@pytest.mark.parametrize(("aggregate", "values", "verdict"), EVERY)
def test_aggregates(aggregate, values, verdict):
    figures = {("alloc", case): 100 for case in "ABC"}
    figures |= {
        ("pool", case): value
        for case, value in zip("ABC", values, strict=True)
        if value is not None
    }
    assert evaluate(claim(LESS, aggregate=aggregate), Readings(figures)).verdict == verdict


@pytest.mark.parametrize(("is_full", "verdict"), [(True, "holds"), (False, "not measured")])
def test_cells_that_no_profile_plans_say_nothing_against_a_claim(is_full, verdict):
    readings = Readings(pairs(A=(50, 100)))
    readings.is_full = is_full
    assert evaluate(claim(LESS), readings).verdict == verdict


def test_counts_tell_everything():
    readings = Readings(pairs(A=(50, 100), B=(200, 100), C=(DEAD, 100)))
    found = evaluate(claim(LESS), readings)
    assert found.counts() == "holds in 1 of 2, fails in 1; 1 not measured"
    assert found.verdict == "fails"
    assert evaluate(claim(LESS), Readings()).counts() == "not measured"
    found = evaluate(claim(LESS), Readings(pairs(A=(50, 100))))
    assert found.counts() == "holds in 1 of 1; 2 absent"


MIX_LESS = dataclasses.replace(LESS, left=Side("batch_ns", {"strategy": "mix"}))


@pytest.mark.parametrize(
    ("mix", "verdict"),
    [(50, "holds"), (200, "fails"), (NOISY, "inconclusive"), (None, "not measured")],
)
def test_every_test_must_hold_by_itself(mix, verdict):
    figures = pairs(A=(50, 100), B=(50, 100), C=(50, 100))
    figures |= {("mix", case): mix for case in "AB" if mix is not None}
    assert evaluate(claim(LESS, MIX_LESS), Readings(figures)).verdict == verdict
    assert evaluate(claim(MIX_LESS, LESS), Readings(figures)).verdict == verdict


def test_most_cells_are_most_of_all_tests_together():
    figures = pairs(A=(50, 100), B=(50, 100), C=(50, 100)) | {("mix", "A"): 200}
    assert evaluate(claim(LESS, MIX_LESS, aggregate="most"), Readings(figures)).verdict == "holds"


def test_two_limits_of_one_figure_are_two_questions():
    tests = [dataclasses.replace(LESS, right=right) for right in (100.0, 10.0)]
    assert verdicts(evaluate(claim(*tests), Readings({("pool", "A"): 50}))) == ["holds", "fails"]
    alike = dataclasses.replace(LESS, relation="alike")
    tests = [dataclasses.replace(alike, tolerance=share) for share in (0.5, 0.1)]
    found = evaluate(claim(*tests), Readings(pairs(A=(130, 100))))
    assert verdicts(found) == ["holds", "fails"]


def test_the_same_figures_count_once():
    class TwoVersionsOfOne(Readings):
        def key(self, cell):
            return (cell.collector, cell.strategy, cell.case)

    over = {"implementation": ("heap",), "runtime": ("g1 11", "g1 25"), "case": ("A",)}
    readings = TwoVersionsOfOne(pairs(A=(50, 100)))
    assert len(evaluate(claim(dataclasses.replace(LESS, over=over)), readings).outcomes) == 1
    versions = Comparison(
        {"implementation": ("heap",), "strategy": ("pool",), "case": ("A",)}, "less",
        Side("batch_ns", {"runtime": "g1 25"}), Side("batch_ns", {"runtime": "g1 11"}),
    )  # fmt: skip
    found = evaluate(claim(versions), readings)
    assert (found.outcomes, found.absent, found.verdict) == ((), 1, "not measured")


def test_patterns_stand_for_the_runtimes_that_there_are():
    over = {"implementation": ("heap",), "runtime": ("* 25", "g1 *"), "case": ("A",)}
    readings = Readings(pairs(A=(50, 100)), runtimes=["g1 11", "g1 25", "zgc 25", "cms 11"])
    found = evaluate(claim(dataclasses.replace(LESS, over=over)), readings)
    assert [one.cell.split(", ")[1] for one in found.outcomes] == ["g1 25", "zgc 25", "g1 11"]


# ---- trends ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("relation", "values", "verdict"),
    [
        ("rises", (10, 20, 30), "holds"),
        ("rises", (10, 20, 20), "holds"),
        ("rises", (10, 30, 20), "fails"),
        ("rises", (20, 20, 20), "fails"),
        ("falls", (30, 20, 10), "holds"),
        ("falls", (10, 20, 30), "fails"),
    ],
)
def test_trends(relation, values, verdict):
    over = ALL_CASES | POOLED
    figures = {("pool", case): value for case, value in zip("ABC", values, strict=True)}
    found = evaluate(claim(Trend(over, relation, "batch_ns", "case")), Readings(figures))
    assert verdicts(found) == [verdict]
    assert found.outcomes[0].cell == "cpp, pool, A to C"


def test_a_trend_needs_all_its_steps():
    test = Trend(ALL_CASES | POOLED, "rises", "batch_ns", "case")
    some = {("pool", "A"): 10, ("pool", "B"): 20}
    assert evaluate(claim(test), Readings(some)).absent == 1
    assert outcome(test, some | {("pool", "C"): DEAD}) == ("not measured", "failed: killed")


# ---- real time -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("relation", "found", "verdict"),
    [
        ("works", Bounds(500, 400, False, 0.0), "holds"),
        ("never works", Bounds(500, 400, False, 0.0), "fails"),
        ("works", Bounds(None, 2000, False, 7.0), "fails"),
        ("never works", Bounds(None, 2000, False, 7.0), "holds"),
        ("works", Bounds(None, 1000, False, 7.0), "inconclusive"),
        ("never works", Bounds(), "inconclusive"),
        ("loses", Bounds(None, 1000, False, 7.0), "holds"),
        ("loses", Bounds(500, 400, False, 0.0), "fails"),
        ("loses nothing", Bounds(500, 400, False, 0.0), "holds"),
        ("loses nothing", Bounds(2000, 1500, False, None), "inconclusive"),
    ],
)
def test_states(relation, found, verdict):
    test = claim(State(ALL_CASES | POOLED, relation))
    result = evaluate(test, Readings(realtime={("pool", "A"): found}))
    assert verdicts(result) == [verdict]
    assert result.absent == 2


def test_nothing_lost_in_too_few_packets_says_nothing():
    both = {
        ("pool", "A"): Bounds(500, 400, False, 0.0, doubt="few packets"),
        ("alloc", "A"): Bounds(2000, 1900, False, None),
    }
    relations = ("works", "never works", "loses", "loses nothing")
    for test in (INTERVALS, *(State(ONE_CASE | POOLED, relation) for relation in relations)):
        assert outcome(test, realtime=both) == ("inconclusive", "few packets")


def test_an_unfit_machine_is_no_loss():
    unfit = Bounds(missing=Figure(None, "ns", status="unfit", reason="one core"))
    found = outcome(State(ONE_CASE | POOLED, "loses"), realtime={("pool", "A"): unfit})
    assert found == ("not measured", "unfit: one core")


def test_intervals_and_losses_are_compared():
    found = {
        ("pool", "A"): Bounds(120, 110, False, 0.0),
        ("alloc", "A"): Bounds(400, 370, False, 0.0),
        ("pool", "B"): Bounds(None, 2000, False, 17.0),
        ("alloc", "B"): Bounds(600, 550, False, 0.0),
        ("pool", "C"): Bounds(None, 2000, False, 9.0),
        ("alloc", "C"): Bounds(None, 2000, False, 75.0),
    }
    result = evaluate(claim(INTERVALS), Readings(realtime=found))
    assert verdicts(result) == ["holds", "fails", "holds"]
    assert [one.left for one in result.outcomes] == ["120\u00a0ns", "lost 17%", "lost 9%"]


def test_losses_that_are_not_known_are_no_verdict():
    both = {(s, "A"): Bounds(None, 1500, False, None) for s in ("pool", "alloc")}
    assert outcome(INTERVALS, realtime=both) == ("not measured", "their loss is unknown")


def test_a_cell_names_what_is_not_plain():
    place = {"implementation": "heap", "runtime": "g1 25", "strategy": "pool", "case": "A"}
    assert str(Subject.of(place)) == "heap, g1 25, pool, A"
    assert str(Subject.of({**place, "variant": "large-heap"})).endswith("A, large heap")
    assert str(Subject.of({**place, "generator": "random"})).endswith("A, random")
    assert Subject.of({**place, "implementation": "cpp"}).runtime == ""
