"""From events to figures, checked by hand."""

import math

import pytest

from course.measure.cells import figures
from course.measure.cells.jobs import Fork
from course.model.probes import is_doubtful, verdict
from course.model.record import Times


def event(interval_ns, lost=0, stall_ns=0, **changes):
    return {
        "interval_ns": interval_ns,
        "capacity": 100_000_000 // interval_ns,
        "seconds": 1.0,
        "sent": 10**9 // interval_ns,
        "received": 10**9 // interval_ns - lost,
        "lost": lost,
        "longest_stall_ns": stall_ns,
        "stopped_early": False,
    } | changes


def probe(*args, purpose="search", **changes):
    return figures.probe(event(*args, **changes), purpose)


def again(*args):
    return probe(*args, purpose="repeat")


LONG_STALL_NS = 15_000_000
OLD = {"lost": 9, "received": 256, "stopped_early": True}  # older than the window
SLOW = {"sent": 400_000, "received": 400_000}


@pytest.mark.parametrize(
    ("probes", "shortest", "at_1000"),
    [
        ([probe(1000), probe(500), probe(250)], 250, 0.0),
        ([probe(1000), probe(500), probe(250, lost=10)], 500, 0.0),
        ([probe(1000), probe(500, lost=1), probe(250)], 1000, 0.0),  # luck at 250
        ([probe(1000, lost=100_000), probe(500, lost=300_000)], None, 10.0),
        ([probe(500), probe(250)], 250, None),
        ([probe(250, lost=1), probe(1000), probe(500)], 500, 0.0),  # in any order
        ([probe(1000), probe(500), probe(500, lost=1)], 1000, 0.0),  # luck the first time
        # A stall of the clock: the repetition counts.
        ([probe(1000), probe(500, 5, LONG_STALL_NS), again(500), probe(250)], 250, 0.0),
        ([probe(1000), probe(500, 5, LONG_STALL_NS), again(500, 7), probe(250)], 1000, 0.0),
        ([probe(1000, 200_000, LONG_STALL_NS), again(1000, 150_000)], None, 15.0),
        # It stalls every time: the least loss counts.
        (
            [
                probe(1000, 200_000, LONG_STALL_NS),
                again(1000, 150_000, LONG_STALL_NS),
                again(1000, 300_000, LONG_STALL_NS),
            ],
            None,
            15.0,
        ),
        # No loss in spite of a stall.
        ([probe(1000, 0, LONG_STALL_NS)], 1000, 0.0),
        # Without a gap in the sequence, but most ticks never arrived: too slow to notice.
        ([probe(1000), probe(500, **SLOW)], 1000, 0.0),
        ([probe(1000, sent=300_000, received=300_000)], None, None),
        # What is in the queue at the end (100 ms of ticks) may still arrive.
        ([probe(1000, sent=900_000, received=900_000)], 1000, 0.0),
        # The share says nothing when the window ended with the first loss.
        ([probe(1000, 100, stopped_early=True), probe(2000)], 2000, None),
    ],
)
def test_verdict(probes, shortest, at_1000):
    found = verdict(probes)
    known = {"min_interval_ns": shortest, "loss_pct_at_1000": at_1000, "almost": None}
    assert found.items() >= known.items()


@pytest.mark.parametrize(
    ("probes", "almost"),
    [
        ([probe(1000, 1000)], (1000, 0.1)),
        ([probe(1000, 1001)], None),
        ([probe(1000, 1000), probe(500, 1000), probe(250, 100_000)], (500, 0.05)),
        # Not by luck: what a longer interval loses too much, a shorter one cannot have.
        ([probe(1000, 1000), probe(500, 10_000), probe(250, 1)], (1000, 0.1)),
        ([probe(1000, 1000), probe(500, 1, stopped_early=True)], (1000, 0.1)),
        # Nothing at 1000 ns, but something at 2000: it does not work without loss.
        ([probe(2000, 1, stopped_early=True), probe(1000)], (1000, 0.0)),
        ([probe(1000, 1000), probe(500, **SLOW)], (1000, 0.1)),
    ],
)
def test_almost_working(probes, almost):
    found = verdict(probes)
    assert found["min_interval_ns"] is None
    expected = almost and {"interval_ns": almost[0], "loss_pct": almost[1]}
    assert found["almost"] == expected


def test_stalled_is_longer_than_a_tenth_of_the_queue():
    stalls = [10_000_000, 10_000_001]
    assert [probe(1000, 0, stall)["stalled"] for stall in stalls] == [False, True]
    assert is_doubtful(probe(1000, 1, LONG_STALL_NS))
    assert not is_doubtful(probe(1000, 0, LONG_STALL_NS))
    assert not is_doubtful(probe(1000, 1))


def test_a_stall_explains_no_more_than_the_ticks_that_were_due_in_it():
    for lost, expected in ((15_000, True), (15_001, False)):
        at_the_first_loss = probe(1000, lost, LONG_STALL_NS, stopped_early=True)
        assert is_doubtful(at_the_first_loss) == expected
    assert is_doubtful(probe(1000, 15_001, LONG_STALL_NS))  # of several stalls


@pytest.mark.parametrize(
    ("probes", "lossy"),
    [
        ([probe(1000), probe(500)], None),
        ([probe(1000), probe(500, **OLD)], None),
        ([probe(1000), probe(500, **OLD), probe(500, purpose="warmer", **OLD)], 500),
        ([probe(1000), probe(400, lost=1), probe(500, lost=1), probe(450)], 500),
        ([probe(1000, lost=1), probe(2000, lost=1)], 2000),
        ([probe(1000), probe(500, **SLOW)], 500),
        ([probe(1000), probe(500, 5, LONG_STALL_NS), again(500), probe(400, lost=1)], 400),
    ],
)
def test_the_longest_interval_that_lost(probes, lossy):
    assert verdict(probes)["lossy_ns"] == lossy


def test_nothing_sent_is_nothing_lost():
    assert probe(1000, sent=0, received=0)["loss_pct"] == 0


def searched(turn, predicted, *probes):
    """A process that searched."""
    found = {
        "probes": list(probes),
        "service": {"ns_per_packet": 100.0},
        "prediction": {"interval_ns": predicted, "loss_pct_at_1000": 0.0},
        "search": {"longest_ns": 2000},
    }
    return Fork([], "2026-11-25T12:00:00Z", turn, realtime=found)


def test_the_probes_of_all_processes_count_where_intervals_were_given():
    forks = [
        Fork([], "", realtime={"probes": [probe(1000), probe(500)], "search": None}),
        Fork([], "", realtime={"probes": [probe(1000), probe(500, lost=1)], "search": None}),
    ]
    made = figures.realtime(forks)
    assert len(made["probes"]) == 4
    assert made["verdict"]["min_interval_ns"] == 1000
    assert "processes" not in made


def test_what_several_searches_found_is_their_mean():
    pace = probe(50, purpose="pace", sent=10**7, received=8 * 10**6, lost=2 * 10**6)
    forks = [
        searched("s/0", 100, probe(100), probe(90, lost=5), pace),
        searched("s/1", 400, probe(400), probe(360, lost=5)),
    ]
    made = figures.realtime(forks)
    assert made["verdict"]["min_interval_ns"] == 200.0
    assert made["verdict"]["lossy_ns"] == 180.0
    assert made["prediction"]["interval_ns"] == 200.0
    assert made["processes"][0] == {
        "turn": "s/0",
        "min_interval_ns": 100,
        "lossy_ns": 90,
        "predicted_ns": 100,
        "before_ns": 100.0,
        "after_ns": 125.0,
    }
    assert made["processes"][1]["after_ns"] is None
    assert forks[0].ns_per_packet == pytest.approx(math.sqrt(90 * 100))


def test_one_process_without_an_interval_leaves_the_cell_without_one():
    forks = [
        searched("s/0", None, probe(100), probe(90, lost=5)),
        searched("s/1", 400, probe(1000, lost=7), probe(2000, lost=5)),
    ]
    made = figures.realtime(forks)
    assert (made["verdict"]["min_interval_ns"], made["verdict"]["lossy_ns"]) == (None, 2000)
    assert made["prediction"]["interval_ns"] is None
    # Ratios to it are too near to 1: it would take a longer interval than any.
    assert forks[1].ns_per_packet == 2000
    assert [fork.has_figure for fork in forks] == [True, False]


def test_timeline_is_small():
    gc = {"pauses": [[1.23456, 7.891, "young"]], "heap": [[9.1299, 511.6]], "truncated": True}
    assert figures.timeline(1000.0004, [[12.3456, 7]], gc) == {
        "length_ms": 1000.0,
        "pauses": [[1.23, 7.89, "young"]],
        "heap": [[9.13, 512]],
        "losses": [[12.35, 7]],
        "truncated": True,
    }


def test_timeline_without_a_log():
    made = figures.timeline(100, [[1, 7]], None)
    assert made == {
        "length_ms": 100,
        "pauses": [],
        "heap": [],
        "losses": [[1, 7]],
        "truncated": False,
    }
    assert figures.timeline(100, [], None) is None


def test_a_timeline_has_a_length_even_if_the_first_tick_was_lost():
    assert figures.timeline(0.003, [[0.002, 7]], None)["length_ms"] == 0.01


def _round(ns, packets=10):
    return {"ns_per_packet": ns, "packets": packets, "elapsed_ns": ns * packets}


def test_batch_over_forks():
    forks = [
        Fork([], "", turn="s/0", rounds=[_round(1.0, packets=30), _round(2.0)]),
        Fork([], "", turn="s/1", rounds=[_round(3.0), _round(10.0)]),
    ]
    result = figures.batch(forks)
    times = result["ns_per_packet"]
    assert (result["packets"], result["seconds"]) == (60, pytest.approx(180e-9))
    assert times["mean"] == pytest.approx(math.sqrt(1.25 * 6.5))
    assert times["error"] == pytest.approx(2 * math.sqrt(50 / 3) / 2)
    assert times["samples"] == [1, 2, 3, 10]
    assert (times["median"], times["min"], times["max"]) == (2.5, 1, 10)
    assert times["iqr"] == 4.75 - 1.75
    assert (times["forks"], times["rounds"]) == (2, 2)
    means = [(one["turn"], one["mean"]) for one in times["processes"]]
    assert means == [("s/0", 1.25), ("s/1", 6.5)]


def test_windows_that_differ_by_their_phase_count_as_one():
    forks = [
        Fork([], "", turn="s/0", rounds=[_round(1.0), _round(2.0)]),
        Fork([], "", turn="s/1", rounds=[_round(3.0), _round(5.0)], has_all_phases=True),
    ]
    times = Times.model_validate(figures.batch(forks)["ns_per_packet"])
    assert times.windows == [list(fork.windows) for fork in forks] == [[1.0, 2.0], [4.0]]


def answer(**changes):
    return {
        "max_pause_ms": 10.0,
        "avg_pause_ms": 5.0,
        "pauses": 4,
        "fraction_pct": 2.0,
        "window_ms": 1000.0,
        "live_objects": 1_000_000,
        "concurrent_ms": 7.0,
        "collector_name": "G1",
        "source": "gctoolkit",
        "stalls": 1,
        "max_stall_ms": 2.0,
        "stalled_ms": 2.0,
        "safepoints": 2,
        "max_to_safepoint_ms": 0.2,
        "to_safepoint_ms": 0.3,
    } | changes


def test_gc_of_one_fork():
    gc = figures.gc([answer()])
    assert gc["avg_pause_ms"] == 5.0
    assert gc["pauses_per_s"] == 4.0
    assert gc["live_objects_million"] == 1.0
    assert gc["ns_per_object"] == 5.0  # 5 ms over a million objects


def test_gc_over_forks():
    other = answer(
        max_pause_ms=40.0,
        avg_pause_ms=25.0,
        pauses=1,
        fraction_pct=5.0,
        window_ms=3000.0,
        live_objects=3_000_000,
        source="log",
        max_stall_ms=8.0,
        stalled_ms=9.0,
        max_to_safepoint_ms=0.1,
        to_safepoint_ms=0.1,
    )
    gc = figures.gc([answer(timeline={"of": "the first"}), other])
    assert gc["max_pause_ms"] == 40.0
    assert gc["avg_pause_ms"] == 9.0  # 45 ms in 5 pauses
    assert gc["pauses"] == 5
    assert gc["pauses_per_s"] == 1.25
    assert gc["fraction_pct"] == 4.25
    assert gc["live_objects_million"] == 2.0
    assert gc["ns_per_object"] == 4.5
    assert gc["concurrent_ms"] == 14.0
    assert (gc["stalls"], gc["max_stall_ms"], gc["stalled_ms"]) == (2, 8.0, 11.0)
    assert (gc["safepoints"], gc["max_to_safepoint_ms"], gc["to_safepoint_ms"]) == (4, 0.2, 0.4)
    assert gc["source"] == "log"
    assert gc["timeline"] == {"of": "the first"}


def test_gc_without_pauses_or_live_objects():
    gc = figures.gc([answer(pauses=0, avg_pause_ms=0.0, max_pause_ms=0.0)])
    assert (gc["avg_pause_ms"], gc["ns_per_object"]) == (0, None)
    gc = figures.gc([answer(live_objects=None, concurrent_ms=None)])
    assert (gc["live_objects_million"], gc["ns_per_object"]) == (None, None)
    assert gc["concurrent_ms"] is None
