"""What is read of records and of the article, and how sure it is."""

import dataclasses
import math
from datetime import UTC, datetime, timedelta

import pytest
from course_tests.measure import samples
from course_tests.measure.samples import probe, timeline

from course import paths
from course.stats.benches import unmeasured
from course.stats.claims.cells import Subject
from course.stats.claims.evaluate import evaluate, readings
from course.stats.claims.quantities import NOT_IN_2019
from course.stats.claims.reader import read_claims
from course.stats.claims.realtime import Bounds, compare_realtime, every_interval
from course.stats.noise import ENOUGH, ONE_PROCESS, another_sitting, one_process
from course.stats.records import Record
from course.stats.rounds import Priors
from course.stats.values import compare

HEAP = Subject("heap", "parallel 11", "pool", "A")


@pytest.fixture(scope="module")
def claims():
    return read_claims(paths.ROOT)


@pytest.fixture
def one(load):
    """Readings of a data set of one record, which the test may change before."""

    def make(change=None, batch=None, **changes):
        record = samples.record(samples.cell(**changes))
        if batch:
            record["batch"] = batch
        if change:
            change(record)
        return readings(load([record]))

    return make


def test_batch_figures_and_their_parts(one):
    def change(record):
        record["batch"] = samples.around(100.0, forks=4)
        record["batch"]["seconds"] = 2.0
        record["gc"] |= {"fraction_pct": 40.0, "pauses_per_s": 1.0, "pauses": 2}
        record["gc"]["stalled_ms"] = 30.0

    found = one(change)
    figure = found.figure("batch_ns", HEAP)
    assert (figure.value, figure.noise) == pytest.approx((100, 100 * ONE_PROCESS / 2))
    assert found.figure("batch_ns_in_pauses", HEAP).value == pytest.approx(40)
    assert found.figure("batch_ns_outside_pauses", HEAP).value == pytest.approx(60)
    assert found.figure("stalled_pct", HEAP).value == pytest.approx(1.5)
    assert found.figure("pauses_per_s", HEAP).noise == pytest.approx(0.5)
    one_pause = {"fraction_pct": 20, "batch_ns_in_pauses": 20, "batch_ns_outside_pauses": 20}
    for quantity, noise in one_pause.items():
        assert found.figure(quantity, HEAP).noise == pytest.approx(noise)
    assert found.figure("max_pause_ms", HEAP).noise == pytest.approx(
        ONE_PROCESS / 2 * found.figure("max_pause_ms", HEAP).value
    )


def test_a_single_process_is_not_trusted_further_than_processes_differ(one):
    found = one(batch=samples.around(100.0, forks=1))
    assert found.figure("batch_ns", HEAP).noise == pytest.approx(100 * ONE_PROCESS)


@pytest.mark.parametrize(
    ("means", "noise"), [((100.0, 100.0), ONE_PROCESS * 100 / 2**0.5), ((80.0, 120.0), 40)]
)
def test_two_processes_are_as_uncertain_as_they_differ(one, means, noise):
    found = one(batch=samples.batch_of([[mean, mean] for mean in means]))
    assert found.figure("batch_ns", HEAP).noise == pytest.approx(noise)


def test_without_a_pause_nothing_is_known_of_pauses(one):
    def change(record):
        record["gc"] |= dict.fromkeys(("pauses", "max_pause_ms", "avg_pause_ms"), 0)
        record["gc"] |= {"pauses_per_s": 0.0, "fraction_pct": 0.0}

    found = one(change)
    for quantity in ("max_pause_ms", "avg_pause_ms", "fraction_pct", "batch_ns_in_pauses"):
        figure = found.figure(quantity, HEAP)
        assert (figure.value, figure.reason) == (None, "no pause in the measured time")
    assert found.figure("pauses_per_s", HEAP).value == 0
    outside = found.figure("batch_ns_outside_pauses", HEAP)
    assert outside.value == found.figure("batch_ns", HEAP).value


@pytest.mark.parametrize(
    ("line", "value", "noise", "reason"),
    [
        (timeline((1, 300, "full"), (2, 9, "young"), (3, 9, "full"), (4, 9, "full")), 75, 25, ""),
        (timeline((1, 9, "young"), (2, 1, "remark")), 0, 50, ""),
        (timeline(), None, 0, "no pause in the measured time"),
        (None, None, 0, "no timeline of the pauses"),
    ],
)
def test_how_many_pauses_are_full_collections(one, line, value, noise, reason):
    def change(record):
        record["gc"]["timeline"] = line

    figure = one(change).figure("full_pct", HEAP)
    assert (figure.value, figure.noise, figure.reason or "") == (value, noise, reason)


def test_processes_differ_by_their_means(one):
    several = samples.batch_of([[99.0, 101.0], [109.0, 111.0]])
    figure = one(batch=several).figure("process_spread_pct", HEAP)
    assert figure.value == pytest.approx(200 * 50**0.5 / 105)
    figure = one(batch=samples.around(100.0, forks=1)).figure("process_spread_pct", HEAP)
    assert figure.reason == "measured by a single process"


def test_a_process_is_as_slow_as_its_packets_say_and_not_its_windows(one):
    """Both processes met a slow stretch, but one measured few packets in it."""
    batch = samples.batch_of([[100.0, 100.0], [100.0, 500.0]])
    batch["ns_per_packet"]["processes"][1]["mean"] = 110.0
    figure = one(batch=batch).figure("process_spread_pct", HEAP)
    assert figure.value == pytest.approx(200 * 50**0.5 / 105)


def cells_of_processes(means, cells):
    """Records of this many cells, each measured by processes with these means."""
    found = []
    for index in range(cells):
        record = samples.record(samples.cell(strategy=("alloc", "pool")[index % 2]))
        several = {"samples": means, "mean": 100.0, "forks": len(means), "rounds": 1}
        several["processes"] = [{"turn": f"s/{n}", "mean": mean} for n, mean in enumerate(means)]
        record["batch"]["ns_per_packet"] |= several
        found.append(Record(str(index), record))
    return found


def test_how_far_processes_differ_is_taken_from_the_data_set():
    apart = [80.0, 125.0]  # each by a factor of 1.25 from the middle
    told = one_process(cells_of_processes(apart, ENOUGH))
    assert told == pytest.approx(2 * 2**0.5 * math.log(1.25))
    alike = one_process(cells_of_processes([100.0, 100.0], ENOUGH))
    assert alike == 0
    mixed = [*cells_of_processes(apart, 6), *cells_of_processes([100.0] * 3, 6)]
    assert one_process(mixed) == pytest.approx(told / 3**0.5)


def test_what_hours_change_is_taken_from_cells_that_several_sweeps_measured():
    turns = ("a/1", "a/2", "b/1", "b/2")
    cells = cells_of_processes([100.0, 100.0, 300.0, 300.0], ENOUGH)
    for record in cells:
        for process, turn in zip(
            record.raw["batch"]["ns_per_packet"]["processes"], turns, strict=True
        ):
            process["turn"] = turn
    assert one_process(cells) == 0, "sweeps are no processes of one sitting"
    assert another_sitting(cells, 0.1) == pytest.approx(2**0.5 * math.log(3))


def test_few_cells_or_single_processes_do_not_tell_how_far_processes_differ():
    assert one_process(cells_of_processes([80.0, 125.0], ENOUGH - 1)) == ONE_PROCESS
    assert one_process(cells_of_processes([100.0], 2 * ENOUGH)) == ONE_PROCESS


def searched_twice(factor, cells, hours):
    """Records of cells searched twice: `hours` later, intervals are `factor` times as long."""
    found = []
    for index in range(cells):
        place = {"mode": "realtime", "strategy": ("alloc", "mix", "pool")[index % 3]}
        place["case"] = "ABC"[index // 3]
        for variant, ns, hour in ((None, 100.0, 0), ("second-search", 100.0 * factor, hours)):
            record = samples.record(samples.cell(**place, variant=variant))
            record["realtime"]["service"] = {
                "seconds": 4.0, "packets": 40_000_000, "ns_per_packet": ns, "longest_ms": 1.0,
            }  # fmt: skip
            record["provenance"]["started"] = f"2020-01-01T{hour:02}:00:00Z"
            found.append(Record(f"{index} {variant}", record))
    return found


def test_what_hours_change_is_taken_from_second_searches():
    of_two = 2**0.5 * math.log(3)
    assert another_sitting(searched_twice(3, ENOUGH, 9), 0.1) == pytest.approx(of_two)
    assert another_sitting(searched_twice(1 / 3, 9, 9), 0.1) == pytest.approx(of_two)
    assert another_sitting(searched_twice(1, ENOUGH, 9), 0.1) == 0.1, "no less than that"


def test_few_second_searches_or_early_ones_do_not_tell_what_hours_change():
    assert another_sitting(searched_twice(3, ENOUGH - 1, 9), 0.1) == 0.1
    assert another_sitting(searched_twice(3, ENOUGH, 1), 0.1) == 0.1
    firsts = [one for one in searched_twice(3, 9, 9) if not one.cell.get("variant")]
    assert another_sitting(firsts, 0.1) == 0.1


def test_figures_know_their_hour_unless_it_does_not_matter(load):
    raw = [one.raw for one in searched_twice(3, ENOUGH, 9)]
    found = readings(load([*raw, samples.record(samples.cell())]))
    drift = pytest.approx(2**0.5 * math.log(3))
    for quantity in ("batch_ns_outside_pauses", "avg_pause_ms", "pauses_per_s"):
        figure = found.figure(quantity, HEAP)
        assert (figure.started, figure.drift) == (datetime(2020, 1, 1, tzinfo=UTC), drift)
    assert found.figure("live_objects_million", HEAP).started is None
    assert found.figure("batch_ns", HEAP).rounds.levels, "these tell which belong together"
    alloc = dataclasses.replace(HEAP, strategy="alloc")
    assert found.realtime(alloc).drift == drift
    assert found.figure("min_interval_ns", alloc).drift == drift
    second = found.realtime(dataclasses.replace(alloc, variant="second-search"))
    assert second.started - found.realtime(alloc).started == timedelta(hours=9)


def test_the_claim_on_processes_is_that_of_the_assumption(claims):
    limits = {test.right for test in claims["processes-differ-little"].tests}
    assert limits == {100 * ONE_PROCESS}


def test_what_is_missing_says_why(load):
    cells = [samples.cell(case=case) for case in "ABC"]
    records = [
        samples.record(cells[0], status="failed", reason="killed"),
        samples.record(cells[1]),
    ]
    records[1]["gc"] = None
    found = readings(load(records))
    place = ("heap", "parallel 11", "pool")
    assert found.figure("batch_ns", Subject(*place, "A")).reason == "killed"
    assert found.figure("avg_pause_ms", Subject(*place, "B")).reason == "no log of the collector"
    assert found.figure("batch_ns", Subject(*place, "C")).status == "absent"
    assert found.runtimes() == ["parallel 11"]


def test_a_scaled_run_says_nothing(load):
    found = readings(load([samples.record(samples.cell(), "smoke")]))
    figure = found.figure("batch_ns", HEAP)
    assert (figure.value, figure.status) == (None, "scaled")


# ---- real time -------------------------------------------------------------------------------


def result(shortest, *probes, loss=None, **more):
    verdict = {"min_interval_ns": shortest, "loss_pct_at_1000": loss}
    return Bounds.of_record({"probes": probes, "verdict": verdict, **more})


def test_a_found_interval_lies_between_two_probes():
    found = result(500, probe(1000), probe(500), probe(250, lost=9))
    assert (found.works_from, found.loses_at, found.loss_pct) == (500, 250, 0)
    figure = found.min_interval
    assert (figure.value, figure.noise) == (500, 250)
    near = result(100, probe(100), probe(95, lost=9)).min_interval
    assert near.noise == pytest.approx(100 * ONE_PROCESS)


def test_an_interval_below_which_nothing_was_tried_is_only_a_bound():
    found = result(1000, probe(1000))
    assert not found.min_interval.known
    assert "nothing shorter" in found.min_interval.reason
    assert str(found) == "at most 1,000\u00a0ns"
    floor = result(10, probe(10), search={"shortest_ns": 10})
    assert floor.min_interval.value == 10


def test_a_cell_that_loses_at_a_longer_interval_only_names_it():
    assert str(Bounds(None, 2000, False, 0.0)) == "loses at 2,000\u00a0ns"
    assert str(Bounds(None, 2000, False, 7.0)) == "lost 7%"
    assert str(every_interval(0.0)) == "lost 0%"


def test_a_loss_counts_as_in_the_verdict():
    stalled = probe(1000, lost=5, stalled=True)
    found = result(None, stalled)
    assert (found.loses_at, found.works) == (None, None), "the clock's loss, not the program's"
    assert result(None, probe(1000, lost=5)).loses_at == 1000
    again = probe(1000, purpose="repeat")
    assert result(1000, stalled, again).loses_at is None
    assert result(1000, probe(1000), probe(900, sent=1_000_000)).loses_at == 900


def test_few_losses_are_uncertain():
    once = {"losses": [[1040, 5000]]}
    assert result(None, probe(1000, lost=5000, timeline=once), loss=0.1).loss.noise == 0.1
    assert result(None, probe(1000, lost=5000), loss=0.1).loss.noise == 0.1 * ONE_PROCESS


@pytest.mark.parametrize(
    ("mean", "heap", "doubted"), [(100.0, "2g", True), (1000.0, "2g", False), (1000.0, "10g", True)]
)
def test_a_probe_may_be_too_short_to_meet_a_long_pause(load, mean, heap, doubted):
    """Two long pauses in two seconds; the probes that lost nothing had nine million packets."""
    batch = samples.record(samples.cell())
    batch["batch"]["ns_per_packet"]["mean"] = mean
    pauses = (400, 300, "full"), (900, 20, "young"), (1400, 300, "full")
    batch["gc"]["timeline"] = timeline(*pauses, length_ms=2000)
    variant = "large-heap" if heap == "10g" else None
    realtime = samples.record(samples.cell(mode="realtime", heap=heap, variant=variant))
    found = readings(load([batch, realtime])).realtime(
        Subject("heap", "parallel 11", "pool", "A", variant=variant or "none")
    )
    assert found.works_from == 500
    assert bool(found.doubt) == doubted
    assert found.works is (None if doubted else True)
    assert found.loss.known == found.min_interval.known == (not doubted)


@pytest.mark.parametrize(
    ("a", "b", "word"),
    [
        (Bounds(100, 95), Bounds(200, 190), "faster"),
        (Bounds(200, 190), Bounds(100, 95), "slower"),
        (Bounds(100, 95), Bounds(110, 105), "open"),
        (Bounds(1000), Bounds(1000), "open"),
        (Bounds(1000), Bounds(None, 1000, False, 5.0), "faster"),
        (Bounds(1500, 1400), Bounds(None, 1000, False, 5.0), "open"),
        (Bounds(2000, 1900), every_interval(5.0), "faster"),
        (every_interval(17.0), every_interval(0.8), "slower"),
        (Bounds(None, 1000, False, 5.0), Bounds(None, 1000, False, 5.5), "open"),
        (Bounds(None, 1000), Bounds(None, 1000, False, 5.5), "unknown"),
    ],
)
def test_who_copes_with_the_shorter_interval(a, b, word):
    assert compare_realtime(a, b) == word


IN_TURN = {
    ("pool", "A"): [(91, 100), (182, 200), (137, 150), (120, 132)],
    ("alloc", "A"): [(120, 132), (240, 264), (180, 198), (162, 178)],
    ("pool", "B"): [(91, 100), (182, 200), (137, 150), (120, 132)],
    ("alloc", "B"): [(182, 200), (91, 100), (150, 165), (100, 110)],
    # Without an interval in two rounds, it is slower by at least what the longest one says.
    ("pool", "C"): [(91, 100), (182, 200), (137, 150), (120, 132)],
    ("alloc", "C"): [(500, 550), (2000, None), (600, 660), (2000, None)],
}
"""Brackets of each round. The machine is twice as slow in one as in another; the steps of searches
are coarse."""


def searched(found, implementation="cpp"):
    """Records of these brackets."""
    records = []
    for (strategy, case), brackets in found.items():
        record = samples.record(
            samples.cell(implementation, strategy=strategy, case=case, mode="realtime"), "full"
        )
        shortest = None if brackets[1][1] is None else 140.0
        record["realtime"]["verdict"] = {"min_interval_ns": shortest, "loss_pct_at_1000": None}
        record["realtime"]["search"] = dict(samples.SEARCH)
        record["realtime"]["processes"] = [
            samples.searched(number, *bracket) for number, bracket in enumerate(brackets)
        ]
        records.append(record)
    return records


def test_rounds_in_turn_decide_whose_interval_is_shorter(load):
    source = readings(load(searched(IN_TURN)))

    def verdict(case):
        sides = (Subject("cpp", "", strategy=strategy, case=case) for strategy in ("pool", "alloc"))
        return compare_realtime(*map(source.realtime, sides))

    assert [verdict(case) for case in "ABC"] == ["faster", "open", "faster"]


def test_pairs_that_lose_everywhere_do_not_tell_how_the_others_vary(load):
    nowhere = {where: [(2000, None)] * 4 for where in IN_TURN}
    some = searched(IN_TURN)
    more = [*some, *searched(nowhere, "cpp-flat")]
    pair = [
        samples.cell("cpp", strategy=strategy, case="A", mode="realtime")
        for strategy in ("pool", "alloc")
    ]
    alone, beside = (
        Priors(load(records).records.values(), "realtime").of(*pair) for records in (some, more)
    )
    assert alone == beside
    assert alone.freedom


def test_hours_apart_only_a_much_shorter_interval_is_shorter():
    then = datetime(2020, 1, 1, tzinfo=UTC)
    fast = Bounds(100, 95, started=then, drift=0.7)
    slow, slower = (
        Bounds(shortest, shortest - 10, started=then + timedelta(hours=9), drift=0.7)
        for shortest in (250, 350)
    )
    assert compare_realtime(fast, slow) == compare_realtime(slow, fast) == "open"
    assert compare_realtime(fast, slower) == "faster"
    assert compare_realtime(slower, fast) == "slower"
    never = dataclasses.replace(slow, works_from=None, loses_at=2000)
    assert compare_realtime(fast, never) == "faster"
    barely = Bounds(1000, 990, started=then, drift=0.7)
    assert compare_realtime(barely, never) == "open"
    near = dataclasses.replace(fast, started=slow.started)
    assert compare_realtime(near, slow) == "faster"


@pytest.mark.parametrize(("drift", "word"), [(0.7, "open"), (ONE_PROCESS, "faster")])
def test_losses_hours_apart_are_compared_only_where_hours_change_nothing(drift, word):
    then = datetime(2020, 1, 1, tzinfo=UTC)
    little = Bounds(None, 2000, False, 0.4, started=then, drift=drift)
    much = Bounds(None, 2000, False, 40.0, started=then + timedelta(hours=9), drift=drift)
    assert compare_realtime(little, much) == word
    assert compare_realtime(little, dataclasses.replace(much, started=then)) == "faster"


@pytest.mark.parametrize(
    ("losses", "behind"),
    [
        ([(1310, 60), (2050, 40)], 60),  # ends at 1300; nothing long before the other
        ([(1400, 50)], 100),
        ([(1401, 50)], 0),  # longer ago than the queue lasts
        ([(1200, 50)], 0),  # during the pause
        ([], None),
    ],
)
def test_losses_behind_long_pauses(one, losses, behind):
    def change(record):
        line = timeline((1000, 300, "full"), (2000, 40, "young"), losses=losses)
        record["realtime"]["probes"][0]["timeline"] = line

    found = one(change, mode="realtime")
    figure = found.figure("lost_behind_pauses_pct", HEAP)
    assert figure.value == behind
    assert figure.noise == (100 / len(losses) if losses else 0)
    assert (figure.reason == "nothing was lost at 1,000 ns") == (not losses)
    assert found.figure("realtime_full_pct", HEAP).value == 50


def test_without_a_timeline_or_a_probe_at_1000_ns_nothing_is_said(one):
    def change(record):
        del record["realtime"]["probes"][0]

    for found in (one(mode="realtime"), one(change, mode="realtime")):
        assert not found.figure("realtime_full_pct", HEAP).known
        assert not found.figure("lost_behind_pauses_pct", HEAP).known


def test_probes_of_records_are_read(one):
    found = one(implementation="cpp", mode="realtime")
    cell = Subject("cpp", "", "pool", "A")
    assert found.realtime(cell).works_from == 500
    assert found.figure("min_interval_ns", cell).value == 500
    assert found.figure("loss_pct", cell).value == 0
    other = found.figure("loss_pct", Subject("cpp", "", "pool", "B"))
    assert (other.status, other.unit) == ("absent", "%")


def test_variants_are_cells_of_their_own(one):
    def change(record):
        record["cell"]["variant"] = "large-heap"

    records = one(change, implementation="cpp", mode="realtime")
    assert records.realtime(Subject("cpp", "", "pool", "A")).missing is not None
    large = Subject("cpp", "", "pool", "A", variant="large-heap")
    assert records.realtime(large).missing is None


# ---- the article -----------------------------------------------------------------------------


def test_the_articles_figures_go_by_the_collectors_true_names(article):
    found = readings(article)
    assert found.figure("batch_ns", Subject("heap", "parallel 11", "pool", "A")).value == 346
    assert found.figure("batch_ns", Subject("native", "zgc 25", "alloc", "C")).value == 533
    assert found.figure("batch_ns", Subject("cpp-flat", "", "pool", "B")).value == 148
    assert found.figure("pauses_per_s", Subject("heap", "parallel 8", "pool", "A")).value == 0.8
    outside = found.figure("batch_ns_outside_pauses", Subject("heap", "parallel 11", "pool", "A"))
    for quantity in NOT_IN_2019:
        assert (
            found.figure(quantity, Subject("heap", "parallel 11", "pool", "A")).status == "absent"
        )
    assert outside.value == pytest.approx(346 * 0.33)
    for cell in (
        Subject("heap", "cms 11", "pool", "A"),
        Subject("foreign", "g1 25", "pool", "A"),
        Subject("heap", "g1 25", "pool", "A", generator="random"),
        Subject("heap", "g1 25", "pool", "A", variant="compact-headers"),
    ):
        assert not found.figure("batch_ns", cell).known
        assert found.realtime(cell).missing is not None


def test_the_articles_intervals_and_losses(article):
    found = readings(article)
    assert found.realtime(Subject("heap", "g1 25", "alloc", "B")).works_from == 2000
    assert found.figure("loss_pct", Subject("heap", "g1 25", "alloc", "A")).value == 0
    lost = found.realtime(Subject("heap", "parallel 11", "pool", "A"))
    assert (lost.works, lost.loss_pct, lost.loses_at) == (False, 17, math.inf)
    almost = found.realtime(Subject("native", "parallel 11", "mix", "B"))
    assert (almost.works, almost.loss_pct) == (False, 0.0025)
    large = found.realtime(Subject("heap", "parallel 11", "pool", "A", variant="large-heap"))
    assert large.loss_pct == 0.5


def test_the_articles_intervals_are_taken_as_they_stand(article):
    found = readings(article)
    a, b = (found.realtime(Subject("native", "g1 25", s, "A")) for s in ("alloc", "pool"))
    assert compare_realtime(a, b) == "faster"
    assert compare(a.min_interval, b.min_interval) == "faster"


EXPECTED_2019 = {
    "pooling-beats-allocation": "fails",
    "java-allocation-fails-in-real-time": "fails",
    "cms-cannot-pool-in-real-time": "holds",
    "g1-slower-in-batch": "holds",
    "zgc-covers-all-cases": "holds",
    "flat-cpp-is-the-fastest": "holds",
    "larger-heap-still-loses": "holds",
    "interval-matches-batch": "holds",
    "longer-queue-saves-pooling": "holds",
    "no-strategy-for-case-c": "holds",
    "native-beats-heap-in-batch": "holds",
    "allocating-costs-more-than-collecting": "holds",
    "article-cms-is-parallel": "not measured",
    "pooling-is-counterproductive-today": "not measured",
    "direct-buffers-must-be-pooled": "not measured",
}


@pytest.mark.parametrize(("name", "verdict"), EXPECTED_2019.items())
def test_what_was_true_of_the_articles_own_figures(article, claims, name, verdict):
    assert evaluate(claims[name], article).verdict == verdict


def test_in_case_c_allocating_java_nearly_never_coped_in_2019(article, claims):
    """As the page says below the claim that it does not perform at all."""
    name = "java-allocation-fails-in-real-time"
    outcomes = evaluate(claims[name], article).outcomes
    copes = [one.cell for one in outcomes if one.verdict == "fails"]
    assert len(copes) > len(outcomes) / 2
    assert [cell for cell in copes if cell.endswith(", C")] == ["native, zgc 11, alloc, C"]


def invented(bench):
    """A record of a bench in which every contestant has every figure."""
    record = unmeasured(bench)
    for contestant in record.raw["contestants"]:
        figures = {metric: {"values": [1.0, 2.0]} for metric in record.metrics}
        contestant |= {"status": "ok", "reason": None, "figures": figures}
    return record


@pytest.mark.slow
def test_every_claim_with_a_test_finds_its_figures_in_a_full_run(claims, full_dataset):
    """The figures are invented, so nothing is said of verdicts."""
    found = {
        name: evaluate(claim, full_dataset, invented)
        for name, claim in claims.items()
        if claim.tests
    }
    assert sum(one.measured > 0 for one in found.values()) >= 25
    assert [name for name, one in found.items() if not one.outcomes] == []


def test_a_trimmed_run_can_be_asked_everything(claims, figures):
    for claim in claims.values():
        evaluate(claim, figures.dataset)


def test_no_verdict_rests_on_a_scaled_run(claims, load):
    dataset = load(samples.records("smoke"))
    assert {evaluate(claim, dataset).verdict for claim in claims.values()} == {"not measured"}
