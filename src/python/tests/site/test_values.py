"""What sentences can ask for."""

import dataclasses
import math
from datetime import UTC, datetime, timedelta

import pytest
from course_tests.measure import samples
from course_tests.measure.samples import probe

from course.site.sentences import faster, ranged, written
from course.stats.errors import FigureError
from course.stats.figures import Figure, RealTime
from course.stats.lookup import solution, solutions
from course.stats.numbers import number, quantity, span, times
from course.stats.values import Tally, Values, compare, ratio


@pytest.fixture
def values(figures):
    return Values(figures)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (0.0213, "0.021"),
        (0.00047, "0.00047"),
        (0.4, "0.4"),
        (1.436, "1.44"),
        (2.04, "2"),
        (14.34, "14.3"),
        (19.96, "20"),
        (84.4, "84"),
        (4042.3, "4,042"),
    ],
)
def test_numbers_have_the_digits_they_deserve(value, text):
    assert number(value) == text


def test_units_and_spans():
    assert quantity(84, "ns") == "84\u00a0ns"
    assert quantity(3.2, "%") == "3.2%"
    assert span(81.2, 90.1) == "81\u201390"
    assert span(84.1, 84.2) == "84"
    assert times(0.476) == "0.48\u00d7"
    assert times(14.2) == "14\u00d7"


def test_a_measured_figure(values):
    figure = values.ns("heap", collector="g1", strategy="pool", case="A")
    record = samples.record(samples.cell(collector="g1", jdk=25))
    assert figure.value == record["batch"]["ns_per_packet"]["mean"]
    assert f"{number(figure.value)}\u00a0ns" in written(figure)


def test_a_failed_cell_says_why_and_so_does_what_is_computed_from_it(values):
    alloc = values.ns("heap", collector="parallel", strategy="alloc", case="C")
    pool = values.ns("heap", collector="parallel", strategy="pool", case="C")
    for text in (written(alloc), written(ratio(alloc, pool)), faster(pool, alloc)):
        assert "not measured: exit code 1: java.lang.OutOfMemoryError: Java heap space" in text


def test_a_skipped_cell_and_one_that_the_profile_leaves_out(figures_of):
    values = Values(figures_of(samples.records(without_cms=True)))
    skipped = values.ns("heap", collector="cms", strategy="pool", case="A")
    assert (skipped.status, skipped.reason) == (
        "skipped",
        "no JDK 11 was found, and CMS is in no later one",
    )
    absent = values.ns("cpp", strategy="pool", case="A", generator="random")
    assert absent.reason == "not part of the trimmed run"


def test_the_reference_speaks_where_the_data_set_has_no_figure(figures_of):
    own = figures_of(samples.of_means({("pool", "A"): 10.0}))
    reference = figures_of(samples.of_means({("pool", "A"): 30.0, ("alloc", "A"): 60.0}))
    values = Values(own, reference)
    pool, alloc = (values.ns("cpp", strategy=one, case="A") for one in ("pool", "alloc"))
    assert written(pool).endswith(">10\u00a0ns</span>")
    assert "60\u00a0ns" in written(alloc) and written(alloc).endswith(">ref</sup>")
    assert ratio(pool, alloc).value == pytest.approx(0.5), "both sides are the reference's"
    assert "2 times as fast" in faster(pool, alloc) and faster(pool, alloc).endswith(">ref</sup>")
    assert compare(pool, alloc) == compare(pool.reference, alloc.reference)
    assert not alloc.known, "of its own"
    missing = values.ns("cpp", strategy="mix", case="A")
    assert "not measured: not part of the trimmed run" in written(missing)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda v: v.ns("heap", collector="g2", strategy="pool", case="A"), "no collector .*'g2'"),
        (lambda v: v.ns("heap", strategy="pool", case="A"), "no collector of heap None"),
        (lambda v: v.ns("java", strategy="pool", case="A"), "no implementation 'java'"),
        (lambda v: v.ns("cpp", strategy="pol", case="A"), "no strategy 'pol'; valid: 'dummy'"),
        (lambda v: v.ns("cpp", strategy="pool", case="D"), "no case 'D'"),
        (lambda v: v.ns("cpp", strategy="pool", case="A", generator="x"), "no generator 'x'"),
        (lambda v: v.ns("cpp", strategy="pool", case="A", color=1), "no parameter 'color'"),
        (lambda v: v.gc("max", collector="g1", strategy="pool", case="A"), "no GC figure 'max'"),
        (lambda v: v.tally(implementation="heep"), "no implementation 'heep'"),
        (lambda v: v.fastest(case="X"), "no case 'X'"),
    ],
)
def test_unknown_names_are_refused_with_the_valid_ones(values, call, message):
    with pytest.raises(FigureError, match=message):
        call(values)


def test_gc_and_real_time(values):
    assert values.gc("max_pause_ms", collector="zgc", strategy="pool", case="B").unit == "ms"
    where = {"strategy": "pool", "case": "A"}
    assert values.min_interval("cpp", **where).value == 500
    assert values.loss("cpp", interval=1000, **where).value == 0
    assert 0.1 <= values.loss("cpp", interval=250, **where).value <= 20
    assert "125 ns was not probed" in written(values.loss("cpp", interval=125, **where))


def test_concurrent_work_and_stalls_are_shares_of_the_measured_time(figures_of):
    record = samples.record(samples.cell(strategy="pool"))
    record["batch"]["seconds"] = 2.0
    record["gc"] |= {"concurrent_ms": 500.0, "stalled_ms": 30.0}
    values = Values(figures_of([record]))
    where = {"collector": "parallel", "strategy": "pool", "case": "A"}
    assert values.gc("concurrent_pct", **where).value == pytest.approx(25)
    assert values.gc("stalled_pct", **where).value == pytest.approx(1.5)


def again(*args, **more):
    return probe(*args, purpose="repeat", **more)


@pytest.mark.parametrize(
    ("shortest", "loss", "probed", "words"),
    [
        (100, None, probe(250, 9), "nothing lost from 100"),
        (None, 6.5, probe(250, 9), "at 1,000\u00a0ns"),
        (None, None, probe(250, 9), "loses at every interval tried"),
        (None, None, probe(250, 0, sent=10**6), "loses at every interval tried"),
        (
            None,
            None,
            probe(250, 9, stalled=True),
            "no verdict: no loss was certainly the program's",
        ),
    ],
)
def test_verdicts(shortest, loss, probed, words):
    assert words in RealTime({250: probed}, shortest, loss, Figure(None, "ns")).verdict()


@pytest.mark.parametrize(
    ("almost", "at_1000", "words"),
    [
        (0.09, 0.0025, "from 250\u00a0ns: 0.09%"),
        (0, 0.067, "from 250\u00a0ns: 0.067%"),
        (0, 0.0, "from 250\u00a0ns: some at 2,000\u00a0ns"),
    ],
)
def test_next_to_nothing_is_the_most_that_is_known_or_the_longer_interval(almost, at_1000, words):
    verdict = {"almost": {"interval_ns": 250, "loss_pct": almost}, "lossy_ns": 2000}
    found = RealTime({}, None, at_1000, Figure(None, "ns"), {"verdict": verdict})
    assert found.verdict() == f"next to nothing lost {words}"


@pytest.mark.parametrize(
    ("probes", "lost"),
    [
        ([probe(100, 5, stalled=True), again(100, 0)], 0),  # repeated in peace
        ([probe(100, 5, stalled=True), again(100, 2)], 2),
        ([probe(100, 5, stalled=True), again(100, 3, stalled=True)], 3),  # the least of such
        ([probe(100, 1), probe(100, 4)], 4),  # two processes: the worse one
        ([probe(100, 4, stalled=True), again(100, 0), probe(100, 1)], 1),
        ([probe(100, 0, stalled=True), probe(100, 0)], 0),
    ],
)
def test_which_probe_counts_where_several_have_the_same_interval(figures_of, probes, lost):
    record = samples.record(samples.cell("cpp", mode="realtime"))
    usual = record["realtime"]["probes"][0]
    record["realtime"]["probes"] = [usual | one for one in probes]
    found = figures_of([record]).realtime(solution("cpp"), "pool", "A")
    assert {at: one["lost"] for at, one in found.probes.items()} == {100: lost}


def test_an_interval_below_which_nothing_was_tried_is_an_upper_bound():
    nothing = Figure(None, "ns")

    def is_bound(shorter):
        return RealTime({1000: probe(1000, 0), 500: shorter}, 1000, 0.0, nothing).at_most

    assert RealTime({1000: probe(1000, 0)}, 1000, 0.0, nothing).at_most
    assert not is_bound(probe(500, 9))
    assert is_bound(probe(500, 9, stalled=True))
    assert is_bound(probe(500, 9, received=256, stopped_early=True))  # lost before its window


def test_where_a_shorter_interval_loses_nothing_neither_does_1000_ns():
    nothing = Figure(None, "ns")
    assert RealTime({}, 500, None, nothing).loss_at_1000 == 0
    assert RealTime({}, 2000, None, nothing).loss_at_1000 is None
    assert RealTime({}, None, 7.0, nothing).loss_at_1000 == 7


def test_no_pause_is_told_apart_from_no_log(figures_of):
    records = [samples.record(samples.cell(strategy=s)) for s in ("alloc", "mix", "pool")]
    records[0]["gc"] = None
    records[1]["gc"] |= {"pauses": 0, "ns_per_object": None}
    records[2]["gc"] |= {"live_objects_million": None, "ns_per_object": None}
    values = Values(figures_of(records))
    reasons = [
        values.gc("ns_per_object", collector="parallel", strategy=s, case="A").reason
        for s in ("alloc", "mix", "pool")
    ]
    assert reasons == [
        "no log of the collector could be read",
        "no pause in the measured time",
        "live objects were not counted",
    ]


def test_the_loss_of_a_probe_that_ended_early_is_not_told(figures_of):
    record = samples.record(samples.cell("cpp", mode="realtime"))
    record["realtime"]["probes"][2]["stopped_early"] = True
    values = Values(figures_of([record]))
    where = {"strategy": "pool", "case": "A"}
    assert "stopped at its first loss" in written(values.loss("cpp", interval=250, **where))


def test_another_jdk_variant_or_implementation(figures_of):
    cells = [
        samples.cell(collector="g1", jdk=17),
        samples.cell(collector="g1", jdk=25, variant="compact-headers"),
        samples.cell("native", collector="g1", jdk=25),
    ]
    records = [samples.record(of) for of in cells]
    values = Values(figures_of(records))
    where = {"collector": "g1", "strategy": "pool", "case": "A"}
    means = [record["batch"]["ns_per_packet"]["mean"] for record in records]
    assert [
        values.ns("heap", jdk=17, **where).value,
        values.ns("heap", variant="compact-headers", **where).value,
        values.ns("native", **where).value,
    ] == means
    assert not values.ns("heap", **where).known
    longest = records[2]["gc"]["max_pause_ms"]
    assert values.gc("max_pause_ms", implementation="native", **where).value == longest


def test_a_tally_is_about_what_was_measured(values):
    """The data set has nothing of native buffers, and that is not four times unknown."""
    assert values.tally(implementation="native") == Tally(0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("a", "b", "noise", "verdict"),
    [
        (50, 100, 1, "faster"),
        (100, 50, 1, "slower"),
        (97, 100, 0, "the same"),
        (80, 100, 15, "open"),
        (80, 100, 12, "faster"),
        (None, 100, 0, "unknown"),
    ],
)
def test_comparison_knows_noise(a, b, noise, verdict):
    assert compare(Figure(a, "ns", noise=noise), Figure(b, "ns", noise=noise)) == verdict


@pytest.mark.parametrize(
    ("hours", "a", "b", "drift", "verdict"),
    [
        (0, 50, 100, 0.8, "faster"),
        (1, 50, 100, 0.8, "faster"),
        (2, 50, 100, 0.8, "open"),
        (2, 30, 100, 0.8, "faster"),
        (-2, 300, 100, 0.8, "open"),
        (-2, 350, 100, 0.8, "slower"),
        (2, 50, 100, 0.1, "faster"),
        (2, 0, 100, 0.8, "faster"),
        (2, 0, 100, math.inf, "open"),
    ],
)
def test_hours_apart_figures_must_differ_by_more_than_the_hours_may_change(
    hours, a, b, drift, verdict
):
    then = datetime(2020, 1, 1, tzinfo=UTC)
    one = Figure(a, "ns", started=then, drift=drift)
    other = Figure(b, "ns", started=then + timedelta(hours=hours), drift=drift)
    assert compare(one, other) == verdict
    at_any_time = dataclasses.replace(other, started=None)
    assert compare(one, at_any_time) == ("faster" if a < b else "slower")


def test_words():
    fast, slow = Figure(50, "ns"), Figure(65, "ns")
    assert "1.3 times as fast" in faster(fast, slow)
    assert ">0.77 times as fast<" in faster(slow, fast)
    assert ">is 1.3 times as fast<" in faster(fast, slow, verbs=("is ", "takes "))
    assert ">take 1.3 times as long<" in faster(slow, fast, verbs=("are ", "take "))
    assert ">136\u00a0ns (20 to 640)<" in ranged(Figure(136, "ns", 20, 640))
    assert ">44\u00a0µs (39 to 65)<" in ranged(Figure(44252, "ns", 39158, 64656))
    assert "the same within 5\u00a0%" in faster(fast, Figure(51, "ns"))
    assert ">as fast on average (inconclusive)<" in faster(fast, Figure(50.1, "ns", noise=30))
    assert "1.2 times as fast (inconclusive)" in faster(fast, Figure(60, "ns", noise=30))
    with pytest.raises(FigureError, match="units differ"):
        faster(fast, Figure(1, "ms"))
    with pytest.raises(FigureError, match="units differ"):
        ratio(fast, Figure(1, "ms"))
    assert ratio(slow, fast).value == 1.3
    night = datetime(2020, 1, 1, tzinfo=UTC)
    before, after = (
        dataclasses.replace(slow, started=night + timedelta(hours=hours)) for hours in (0, 9)
    )
    assert ratio(before, after).about.endswith("; measured hours apart")
    assert "hours" not in ratio(before, before).about + ratio(before, slow).about


def test_tally_and_fastest(values, figures):
    tally = values.tally()
    assert (tally.known, tally.unknown) == (11, 1)
    told = "faster in 8 of 12, slower in 1, the same in 1 (2 inconclusive)"
    assert str(Tally(8, 1, 1, 2, 0)) == told
    assert str(Tally(0, 0, 0, 0, 12)) == "not measured"
    name = values.fastest(case="A", strategy="pool")
    measured = [one for one in solutions() if figures.dataset.has(one)]
    least, best = min((figures.batch(one, "pool", "A").value, one.label) for one in measured)
    assert name.endswith(best)
    assert values.fastest_ns(case="A", strategy="pool").value == least


def test_a_tooltip_says_what_the_ends_are_and_in_which_unit():
    mean = Figure(84.0, "ns", 81.2, 90.1, about="pool")
    assert 'title="pool; rounds from 81\u201390 ns"' in written(mean)
    ratio = Figure(0.9, "x", 0.8, 1.1, about="a / b", is_interval=True)
    assert 'title="a / b; interval from 0.8\u20131.1 times"' in written(ratio)


def test_markdown_cannot_break_on_a_reason():
    text = written(Figure(None, "ns", status="failed", reason="a|b <c> *d* `e`"))
    assert not set("|*`") & set(text)
    assert "<c>" not in text
