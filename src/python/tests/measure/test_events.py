"""What a program prints is taken as the contract has it, and not otherwise."""

import json

import pytest

from course.measure.events import Output, OutputError

START = {
    "event": "start",
    "implementation": "cpp",
    "strategy": "pool",
    "case": "A",
    "mode": "realtime",
    "generator": "counter",
    "scale": 1,
    "sizes": {"queue": 1, "stored": 1},
    "runtime": {"name": "Fake", "version": "1", "vendor": "", "flags": []},
    "workload": 1,
    "clock": "thread",
}
SERVICE = {"event": "service", "seconds": 0.1, "packets": 1, "slices": [[1, 100_000_000]]}
PROBE = {
    "event": "probe",
    "interval_ns": 1000,
    "capacity": 100_000,
    "seconds": 1.0,
    "sent": 10,
    "received": 9,
    "lost": 1,
    "longest_stall_ns": 5,
    "losses": [[12.345, 1]],
    "stopped_early": True,
}


def output(*events):
    taken = Output()
    for event in events:
        taken.take(json.dumps(event))
    return taken


def test_a_run_with_service_times():
    taken = output(START, SERVICE, PROBE)
    assert taken.service["slices"] == [[1, 100_000_000]]
    assert taken.probes[0]["losses"] == [[12.345, 1]]


@pytest.mark.parametrize(
    "events",
    [
        [SERVICE],  # before the start
        [START, SERVICE, SERVICE],
        [START, PROBE, SERVICE],
        [START, {"event": "service"}],
        [{**START, "clock": "sundial"}],
        [{**START, "workload": 0}],
        [{key: value for key, value in START.items() if key != "workload"}],
        [START, {key: value for key, value in PROBE.items() if key != "stopped_early"}],
        [START, PROBE | {"losses": [[1]]}],
        [START, PROBE | {"losses": [[-1, 1]]}],
        [START, PROBE | {"losses": [[1, 1]] * 2001}],
    ],
)
def test_refused(events):
    with pytest.raises(OutputError):
        output(*events)
