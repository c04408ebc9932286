"""Figures are compared by the rounds that they share."""

from __future__ import annotations

import itertools
import math
import re

import pytest
from course_tests.measure import samples

from course.model.pairs import Estimate, Verdict
from course.site.sentences import faster, written
from course.stats.lookup import solution
from course.stats.values import Values, compare, paired, ratio


@pytest.fixture
def pool_and_alloc(figures_of):
    """The figures of pooling and allocating C++ whose processes have these means."""

    def make(pool, alloc, change=lambda record: None, profile="trimmed"):
        records = []
        for strategy, processes in (("pool", pool), ("alloc", alloc)):
            record = samples.record(samples.cell("cpp", strategy=strategy), profile)
            record["batch"] = samples.batch_of(processes)
            change(record)
            records.append(record)
        figures = figures_of(records)
        return [figures.batch(solution("cpp"), one, "A") for one in ("pool", "alloc")]

    return make


def test_a_machine_that_moves_both_sides_is_no_noise(pool_and_alloc):
    pool = [[50.0], [100.0], [75.0], [25.0]]
    alloc = [[62.0], [126.0], [95.0], [31.0]]
    found = compare(*pool_and_alloc(pool, alloc))
    assert found is Verdict.FASTER
    assert compare(*pool_and_alloc(alloc, pool)) is Verdict.SLOWER
    assert compare(*pool_and_alloc(pool, pool)) is Verdict.SAME
    assert compare(*pool_and_alloc(pool, pool[::-1])) is Verdict.OPEN


def test_only_rounds_of_both_count(pool_and_alloc):
    def other_session(record):
        if record["cell"]["strategy"] == "pool":
            for one in record["batch"]["ns_per_packet"]["processes"][1:]:
                one["turn"] = one["turn"].replace("2020", "2021")

    sides = pool_and_alloc([[50.0]] * 3, [[100.0]] * 3, other_session)
    assert len(sides[0].rounds.levels) == 3
    assert paired(*sides) is None, "one round, and no other pair that could lend its spread"
    assert compare(*sides) is Verdict.OPEN


def test_processes_from_before_there_were_turns_pair_by_their_pass(pool_and_alloc):
    def without_turns(record):
        del record["batch"]["ns_per_packet"]["processes"]

    def hours_apart(record):
        without_turns(record)
        if record["cell"]["strategy"] == "pool":
            record["provenance"]["started"] = "2020-01-01T03:00:00Z"

    sides = [[50.0], [51.0], [49.0]], [[100.0], [101.0], [99.0]]
    assert compare(*pool_and_alloc(*sides, without_turns)) is Verdict.FASTER
    assert compare(*pool_and_alloc(*sides, hours_apart)) is Verdict.OPEN


def in_sittings(cell, by_sitting):
    """A record of the cell with a process of each mean, ns, in the sitting of that name."""
    record = samples.record(cell)
    record["batch"] = samples.batch_of([[mean] for mean in by_sitting.values()])
    processes = record["batch"]["ns_per_packet"]["processes"]
    for process, sitting in zip(processes, by_sitting, strict=True):
        process["turn"] = f"{sitting}/0"
    return record


@pytest.mark.parametrize(
    ("factor", "verdict"), [(5, Verdict.FASTER), (1.2, Verdict.OPEN), (0.2, Verdict.SLOWER)]
)
def test_cells_of_different_sittings_must_differ_by_more_than_sittings_do(
    figures_of, factor, verdict
):
    """Others were a tenth slower in the second one."""
    others = [
        in_sittings(samples.cell("cpp", strategy="mix", case=case), {"1st": 100, "2nd": slow})
        for case, slow in (("A", 105.0), ("B", 110.0), ("C", 115.0))
    ]
    flat = in_sittings(samples.cell("cpp-flat"), {"1st": 100.0})
    plain = in_sittings(samples.cell("cpp"), {"2nd": 100.0 * factor})
    figures = figures_of([flat, plain, *others])
    sides = [figures.batch(solution(name), "pool", "A") for name in ("cpp-flat", "cpp")]
    assert compare(*sides) is verdict
    assert paired(*sides).rounds == 0
    assert "in different sittings" in faster(*sides)


def test_a_ratio_tells_its_interval_and_a_figure_its_rounds(pool_and_alloc):
    pool, alloc = pool_and_alloc([[50.0], [51.0], [49.0]], [[100.0], [101.0], [99.0]])
    assert "; interval from 0." in written(ratio(pool, alloc))
    assert "; windows from 49\u201351 ns" in written(pool)


def test_a_ratio_that_a_table_s_means_belie_says_from_which_rounds_it_is(pool_and_alloc):
    pool, alloc = pool_and_alloc([[50.0]] * 3, [[100.0]] * 3 + [[300.0]])
    assert "2 times as fast (from 3 common rounds)" in faster(pool, alloc)
    assert "2 times as fast<" in faster(*pool_and_alloc([[50.0]] * 3, [[100.0]] * 3))


def test_of_a_single_round_a_ratio_tells_its_interval(figures_of):
    others = [
        in_sittings(samples.cell(name, case=case), {"1st": 100.0, "2nd": 100.0 + number})
        for number, (name, case) in enumerate(
            itertools.product(("cpp", "cpp-flat", "cpp-limit"), "BC")
        )
    ]
    flat = in_sittings(samples.cell("cpp-flat"), {"1st": 10.0})
    plain = in_sittings(samples.cell("cpp"), {"1st": 100.0, "3rd": 900.0})
    figures = figures_of([flat, plain, *others])
    sides = [figures.batch(solution(name), "pool", "A") for name in ("cpp-flat", "cpp")]
    told = r"10 times as fast \([\d.]+ to [\d.]+, from 1 common round\)"
    assert re.search(told, faster(*sides))


def test_sides_that_change_places_are_not_compared(pool_and_alloc):
    """As G1 does where pooled packets grow old: slow at first, and quick in the end."""
    falling = [[300.0, 300.0, 100.0, 100.0]] * 3
    level = [[150.0] * 4] * 3
    pool, alloc = pool_and_alloc(falling, level)
    assert paired(pool, alloc).ratio > 1.3
    assert math.isinf(paired(pool, alloc).rounds_needed())
    assert compare(pool, alloc) is Verdict.OPEN
    steady = [[300.0, 300.0, 290.0, 290.0]] * 3
    assert compare(*pool_and_alloc(steady, level)) is Verdict.SLOWER


def test_the_answer_counts_and_names_the_strongest(figures_of):
    means = {
        ("pool", "A"): 20.0,
        ("alloc", "A"): 100.0,
        ("pool", "B"): 150.0,
        ("alloc", "B"): 100.0,
    }
    answer = Values(figures_of(samples.of_means(means))).answer()
    assert str(answer.tally) == "faster in 1 of 2, slower in 1 (1 not measured)"
    told = written(answer)
    assert re.search(
        r"surest gain: C\+\+, case A, 5 times as fast \(confidence interval [\d.]+ to ", told
    )
    assert "surest loss: C++, case B, taking 1.5 times as long (" in told


def test_a_longer_run_may_decide_what_is_open_here(figures_of):
    """A single round is open."""
    means = {(strategy, case): 100.0 for strategy in ("pool", "alloc") for case in "ABC"}
    here = [
        record | {"batch": samples.around(100.0, forks=1)} for record in samples.of_means(means)
    ]
    there = samples.of_means(means | {("pool", "A"): 20.0})
    told = written(Values(figures_of(here), figures_of(there)).answer())
    assert told.endswith("has pooling faster in 1 of 3, the same in 2.")


def test_the_surest_pair_goes_by_the_near_end_of_its_interval(monkeypatch, figures_of):
    """Case A is ten times as fast in the middle, and hardly faster at the near end."""
    pairs = {"A": (0.1, 2.2), "B": (0.5, 0.1), "C": (1.5, 0.2)}

    def estimate(pool, _):
        ratio, half_width = pairs[pool.about.partition("case ")[2][0]]
        return Estimate(2, math.log(ratio), half_width)

    monkeypatch.setattr("course.stats.values.paired", estimate)
    cells = itertools.product("ABC", ("pool", "alloc"))
    records = [samples.record(samples.cell("cpp", case=a, strategy=b)) for a, b in cells]
    found = Values(figures_of(records)).answer()
    assert (found.best.where, found.worst.where) == ("C++, case B", "C++, case C")


def test_without_a_verdict_the_answer_says_so(figures_of):
    records = [samples.record(samples.cell("cpp", strategy="pool"))]
    assert written(Values(figures_of(records)).answer()) == "Nothing was measured."
