"""Real-time cells: programs that are asked for one probe after the other."""

import json
import sys
import time

import pytest

from course.errors import CourseError
from course.measure.cells.probe_driver import ProbeDriver
from course.measure.cells.profiles import Realtime, Search
from course.measure.events import Output
from course.process import child, store

from .fakes import alive, eventually, run_child

pytestmark = pytest.mark.slow  # all of it together

GIVEN = "cpp-pool-A-realtime-counter"
ONLY_GIVEN = "implementation=cpp,case=A,mode=realtime"
SEARCHED = "cpp-flat-pool-A-realtime-counter"
ONLY_SEARCHED = "implementation=cpp-flat,case=A,mode=realtime"
JAVA = "heap-g1-25-pool-A-realtime-counter"
ONLY_JAVA = "implementation=heap,collector=g1,strategy=pool,mode=realtime"


def test_given_intervals(root):
    root.sweep(ONLY_GIVEN)
    record = root.record(GIVEN)
    store.validate(record)
    realtime = record["realtime"]
    assert [probe["interval_ns"] for probe in realtime["probes"]] == [1000, 500]
    assert {probe["purpose"] for probe in realtime["probes"]} == {"given"}
    assert realtime["verdict"] == {
        "min_interval_ns": 500,
        "lossy_ns": None,
        "loss_pct_at_1000": 0.0,
        "almost": None,
    }
    assert realtime["clock"] == "thread"
    assert (realtime["service"], realtime["prediction"], realtime["search"]) == (None,) * 3
    assert record["provenance"]["workload"] == 1


def test_a_search(root):
    root.sweep(ONLY_SEARCHED)
    record = root.record(SEARCHED)
    store.validate(record)
    realtime = record["realtime"]
    assert realtime["prediction"] == {"interval_ns": 300, "loss_pct_at_1000": 0.0}
    assert realtime["service"]["ns_per_packet"] == 300.0
    probes = [(one["interval_ns"], one["purpose"], one["lost"] > 0) for one in realtime["probes"]]
    assert probes == [(300, "confirm", False), (273, "search", True), (150, "pace", True)]
    assert [one["stopped_early"] for one in realtime["probes"]] == [False, True, False]
    (process,) = realtime["processes"]
    assert process == {
        "turn": process["turn"],
        "min_interval_ns": 300,
        "lossy_ns": 273,
        "predicted_ns": 300,
        "before_ns": 300.0,
        "after_ns": pytest.approx(300, rel=0.001),
    }
    assert (realtime["verdict"]["min_interval_ns"], realtime["verdict"]["lossy_ns"]) == (300, 273)
    search = realtime["search"]
    assert (search["shortest_ns"], search["longest_ns"], search["resolution"]) == (10, 2000, 0.1)
    assert search["seconds"] > 0.1
    assert search["plain_probes"] == 21  # from 2000 ns: nineteen steps of 10 %, and one that loses
    assert search["plain_seconds"] == pytest.approx(21 * 0.05 + 20 * 0.1)
    assert search["bisection_probes"] == 7
    assert search["bisection_seconds"] == pytest.approx(7 * 0.05 + 4 * 0.1)
    # For C++ a timeline tells of losses only, and there is none without.
    assert [one.get("timeline") is None for one in realtime["probes"]] == [True, False, True]
    assert realtime["probes"][1]["timeline"]["losses"][0][0] == 12.35


def test_a_hopeless_program(root):
    root.behave_at("cpp-flat-pool-A-realtime", "service:4000")
    root.sweep(ONLY_SEARCHED)
    realtime = root.record(SEARCHED)["realtime"]
    assert realtime["prediction"]["interval_ns"] is None
    assert [one["purpose"] for one in realtime["probes"]] == ["loss", "confirm", "pace"]
    assert realtime["verdict"]["loss_pct_at_1000"] == pytest.approx(75)


def test_a_java_record_has_timelines(root):
    root.sweep(ONLY_JAVA)
    record = root.record(JAVA)
    store.validate(record)
    *searching, pace = record["realtime"]["probes"]
    assert "timeline" not in pace, "at full speed: no part of what real time is like"
    for probe in searching:
        timeline = probe["timeline"]
        assert timeline["length_ms"] == 100
        assert timeline["pauses"] == [[1.23, 4.0, "young"]]
        assert timeline["heap"] == [[5.24, 13]]
        assert bool(timeline["losses"]) == (probe["lost"] > 0)
    assert record["gc"]["timeline"] is None  # of batch only


def test_an_analyser_that_knows_no_timelines(root):
    root.behave_at("analyser", "no-timelines")
    root.sweep(ONLY_JAVA)
    record = root.record(JAVA)
    assert record["gc"]["pauses"] == 3
    lossless, lossy, _ = record["realtime"]["probes"]
    assert lossless["timeline"] is None
    assert (lossy["timeline"]["pauses"], len(lossy["timeline"]["losses"])) == ([], 1)


def test_an_analyser_that_forgets_a_timeline(root):
    root.behave_at("analyser", "too-few-timelines")
    root.sweep(ONLY_JAVA)
    assert root.record(JAVA)["gc_reason"] == "the GC log analyser gave 0 timelines, not 2"


def test_a_stalled_probe_is_repeated(root):
    root.behave_at("cpp-pool-A-realtime", "stalls")
    root.sweep(ONLY_GIVEN)
    realtime = root.record(GIVEN)["realtime"]
    assert [one["purpose"] for one in realtime["probes"]] == ["given", "repeat", "repeat"] * 2
    assert all(one["stalled"] for one in realtime["probes"])
    assert realtime["verdict"]["min_interval_ns"] is None


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        ("die-at-probe", "exit code 1: java.lang.OutOfMemoryError: Java heap space"),
        ("one-probe-only", "ended after 1 probes, asked for another"),
        ("other-interval", "probed 301 ns, asked for 300 ns"),
        ("wrong-slices", "printed wrong service times: slices are not pairs"),
        ("garbage", "printed an unknown event: Hello, World!"),
    ],
)
def test_a_failing_program(root, what, reason):
    root.behave_at("cpp-flat-pool-A-realtime", what)
    with pytest.raises(CourseError, match="no cell could be measured"):
        root.sweep(ONLY_SEARCHED)
    check_failed(root.record(SEARCHED), reason)


def test_another_clock(root):
    root.behave_at("*", "other-clock")
    with pytest.raises(CourseError, match="no cell could be measured"):
        root.sweep(ONLY_SEARCHED + ",strategy=pool,variant=threadless-clock", profile="full")
    reason = "ran with clock thread, asked for counter"
    check_failed(root.record(SEARCHED + "-threadless-clock"), reason)


def check_failed(record, reason):
    store.validate(record)
    assert record["status"] == "failed"
    assert reason in record["reason"]


def test_a_clock_without_a_thread(root):
    only = ONLY_SEARCHED + ",strategy=pool,variant=threadless-clock"
    root.sweep(only, profile="full")
    record = root.record(SEARCHED + "-threadless-clock")
    assert record["cell"]["variant"] == "threadless-clock"
    assert record["realtime"]["clock"] == "counter"


@pytest.mark.parametrize(
    ("only", "name", "change"),
    [
        (ONLY_GIVEN, GIVEN, lambda realtime: realtime["probes"].pop()),
        (ONLY_GIVEN, GIVEN, lambda realtime: realtime["probes"][0].pop("purpose")),
        (ONLY_SEARCHED, SEARCHED, lambda realtime: realtime["search"].update(longest_ns=1500)),
        (ONLY_SEARCHED, SEARCHED, lambda realtime: realtime["search"].pop("longest_seconds")),
        (ONLY_SEARCHED, SEARCHED, lambda realtime: realtime.update(search=None)),
    ],
)
def test_other_probes_are_measured_again(root, only, name, change):
    root.sweep(only)
    root.runs()
    root.sweep(only)
    assert root.runs() == []
    file = root.out / f"{name}.json"
    record = json.loads(file.read_text())
    change(record["realtime"])
    file.write_text(json.dumps(record))
    root.forget_rounds()
    root.sweep(only)
    assert len(root.runs()) == 1


def test_a_sweep_that_is_stopped_while_a_program_waits(root):
    root.behave_at("cpp-flat-pool-A-realtime", "sleep:600")
    sweep = root.start(ONLY_SEARCHED)
    assert eventually(root.pids)
    sweep.terminate()
    sweep.communicate(timeout=20)
    assert eventually(lambda: not any(alive(pid) for pid in root.pids()))


# ---- the program and its stdin -----------------------------------------------------------------


def converse(program, folder, on_line, stdin, seconds=20.0):
    run_child([sys.executable, "-c", program], folder, on_line, seconds, stdin)


def test_a_child_that_is_answered(tmp_path):
    program = "print('ready', flush=True)\nfor line in open(0): print(line.strip(), flush=True)"
    stdin, lines = child.Input(), []

    def answer(line):
        lines.append(line)
        stdin.send(f"after {line}") if len(lines) < 3 else stdin.close()
        return True

    converse(program, tmp_path, answer, stdin)
    assert lines == ["ready", "after ready", "after after ready"]


def test_a_child_that_ends_without_reading(tmp_path):
    stdin = child.Input()

    def answer(line):
        time.sleep(0.2)  # it is gone by now
        stdin.send("too late")
        return True

    program = "import sys; print('x', flush=True); sys.exit('its own words')"
    with pytest.raises(child.ChildError, match="exit code 1: its own words"):
        converse(program, tmp_path, answer, stdin)


def test_a_child_that_waits_for_ever(tmp_path):
    with pytest.raises(child.ChildError, match=r"timed out after 0\.5 s"):
        converse("input()", tmp_path, lambda line: True, child.Input(), seconds=0.5)


def test_a_child_that_reads_nothing(tmp_path):
    stdin = child.Input()

    def answer(line):
        for _ in range(10_000):
            stdin.send("x" * 100)
        return True

    program = "import time; print('x', flush=True); time.sleep(600)"
    with pytest.raises(child.ChildError, match="reads nothing of what it is asked"):
        converse(program, tmp_path, answer, stdin)


class Talk:
    """An driver whose stdin is a list."""

    def __init__(self, load):
        self.time = 0.0
        self.output = Output()
        self.driver = ProbeDriver(load, self.output, now=lambda: self.time)
        self.driver.stdin = self
        self.lines = []
        self.closed = False

    def send(self, line):
        assert not self.closed
        self.lines.append(line)

    def close(self):
        self.closed = True

    def say(self, event, **values):
        return self.driver.understands(json.dumps({"event": event, **values}))

    def start(self):
        sizes = {"queue": 1, "stored": 1}
        runtime = {"name": "Fake", "version": "1", "vendor": "", "flags": []}
        cell = {"implementation": "cpp", "strategy": "pool", "case": "A", "mode": "realtime"}
        cell |= {"generator": "counter", "scale": 1, "workload": 1, "clock": "thread"}
        assert self.say("start", **cell, sizes=sizes, runtime=runtime)

    def probe(self, interval_ns, lost=0, **more):
        sent = 10**9 // interval_ns
        counts = {"sent": sent, "received": sent - lost, "lost": lost, "longest_stall_ns": 1} | more
        window = {"interval_ns": interval_ns, "capacity": 10**8 // interval_ns, "seconds": 1.0}
        return self.say("probe", **window, **counts, stopped_early=lost > 0)


SEARCH = Realtime(1.5, 0.5, search=Search(2, 0.5, 10, 2000, 0.1, 15))


def test_what_is_asked():
    talk = Talk(SEARCH)
    talk.start()
    assert talk.lines == []  # not before the service times are known
    talk.time = 100.0
    talk.say("service", slices=[[2_500, 250_000]] * 8)
    talk.probe(100)
    talk.time = 103.0
    talk.probe(91, lost=5, received=256)  # of the window's first array: an older loss
    talk.probe(91, lost=5)
    wanted = ["100 1.5 0.5 until-loss", "91 1.5 0.5 until-loss", "91 1.5 2.5 until-loss"]
    assert talk.lines == [*wanted, "50 2 0.5"]
    talk.probe(50, lost=5)
    assert talk.closed
    # The service run of 2 ms and its warm-up were before the clock was first read.
    assert talk.driver.realtime("thread")["search"]["seconds"] == pytest.approx(3.502)


def test_windows_are_as_long_as_the_service_runs_packets_take():
    talk = Talk(SEARCH)
    talk.start()
    talk.say("service", slices=[[2_500, 250_000]] * 8_000)
    talk.probe(100)
    assert talk.lines == ["100 2.0 0.5 until-loss", "91 1.82 0.5 until-loss"]


def test_given_intervals_are_asked_for_at_the_start():
    talk = Talk(Realtime(5, 1, intervals_ns=(1000, 500)))
    talk.start()
    assert talk.lines == ["1000 5 1"]
    talk.probe(1000)
    talk.probe(500)
    assert talk.lines == ["1000 5 1", "500 5 1"]
    assert talk.closed


def test_a_probe_too_many():
    talk = Talk(Realtime(5, 1, intervals_ns=(1000,)))
    talk.start()
    talk.probe(1000)
    talk.probe(1000)
    assert str(talk.output.error) == "probed 1000 ns, asked for nothing"


def test_service_times_that_were_not_asked_for():
    talk = Talk(Realtime(5, 1, intervals_ns=(1000,)))
    talk.start()
    talk.say("service", slices=[[1, 1]])
    assert str(talk.output.error) == "printed service times without being asked"
    assert talk.closed


def test_after_an_error_nothing_more_is_asked():
    talk = Talk(SEARCH)
    talk.start()
    assert not talk.driver.understands("Hello, World!")
    assert talk.closed
    talk.say("service", slices=[[2_500, 250_000]])
    assert talk.lines == []
