"""The program of the bench service: with a fake server and fake loaders."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from course import paths
from course.loadtest import driver, waits
from course.loadtest.waits import Answers
from course.measure.benches.protocol import BenchReader
from course.model import benches

pytestmark = pytest.mark.slow  # all of it together

FAKE = Path(__file__).with_name("fake_service.py")


@pytest.fixture
def run(tmp_path, capsys):
    """Runs the driver with programs of those behaviours; its exit code, events and errors."""

    def program(role, behaviour):
        file = tmp_path / f"{role}-{behaviour}"
        file.write_text(f'#!/bin/sh\nexec {sys.executable} -S {FAKE} {role} {behaviour} "$@"\n')
        file.chmod(0o755)
        return str(file)

    def run(model, *more, java="ok", vegeta="ok", wrk="ok"):
        arguments = ["--java", program("java", java), "--buffers", "heap-new"]
        arguments += ["--collector", "G1", "--model", model, "--rate", "500", "--seconds", "0.3"]
        arguments += ["--vegeta", program("vegeta", vegeta), "--wrk", program("wrk", wrk)]
        code = driver.main([*arguments, "--connections", "2", *more, "--", "-Xmx64m", "-Xint"])
        out, err = capsys.readouterr()
        return code, out.splitlines(), err.splitlines()

    return run


def told(ran):
    """What a bench understands of a run that went well."""
    code, lines, errors = ran
    assert (code, errors) == (0, [])
    reader = BenchReader("heap-new/G1")
    assert all(reader.understands(line) for line in lines)
    return reader


def results(ran):
    return {one["metric"]: one for one in told(ran).results()}


def test_the_open_model(run):
    found = results(run("open"))
    assert tuple(found) == driver.METRICS["open"]
    latency = found["latency"]
    assert (latency["count"], latency["asked_per_s"]) == (150, 500)
    assert latency["per_s"] == pytest.approx(150 / (149 / 500 + 200e-6), rel=1e-6)
    assert latency["percentiles"]["50"] == 200
    assert latency["percentiles"]["99"] == 5200, "what was sent late has waited"
    assert found["p99"]["value"] == found["p99.9"]["value"] == 5200
    assert set(found["from_send"]["percentiles"].values()) == {200}
    assert found["few_latency"]["percentiles"]["100"] == 5200
    assert found["few_from_send"]["percentiles"]["100"] == 200


def test_a_load_that_the_loader_had_no_time_for_is_put_on_again(run):
    assert results(run("open", vegeta="starves-at-first"))["latency"]["count"] == 150


def test_a_load_that_it_never_had_time_for_is_skipped(run):
    reader = told(run("open", vegeta="starves"))
    assert reader.results() == []
    assert tuple(reader.skipped) == driver.METRICS["open"]
    assert all("sent 135 of 150 requests" in why for why in reader.skipped.values())


def test_the_closed_model(run):
    found = results(run("closed"))
    assert tuple(found) == driver.METRICS["closed"]
    assert found["rate"]["value"] == 100
    assert found["wrk_latency"]["percentiles"]["99.9"] == 130


@pytest.mark.parametrize(
    ("model", "requests", "pauses"),
    [("open", 150, {"": 12.5, driver.FEW: 13.5}), ("closed", 50, {"": 12.5})],
)
def test_what_the_server_spends(run, model, requests, pauses):
    found = results(run(model))
    for begin, pause in pauses.items():
        told = {metric: found[f"{begin}{metric}"] for metric in driver.SPENT}
        assert {one["count"] for one in told.values()} == {requests}
        assert {metric: one["value"] for metric, one in told.items()} == {
            "heap_bytes": 100,
            "cpu": 50,
            "longest_pause": pause,
            "paused": 2,
            "stalled": 0,
            "collections": 4,
        }


def test_a_few_connections_may_leave_requests_unsent(run):
    found = results(run("open", vegeta="few-wait"))
    assert found["latency"]["count"] == 150
    assert {found[name]["count"] for name in ("few_latency", "few_cpu")} == {75}


def test_the_start_says_what_runs(run):
    start = json.loads(run("closed", "--live-mb", "3", "--digests", "2")[1][0])
    assert start["build"]["name"] == "Fake VM"
    assert start["build"]["flags"] == ["-Xmx64m", "-Xint"]
    assert start["parameters"] == {
        "model": "closed",
        "rate": 500,
        "connections": 2,
        "content_bytes": 16_384,
        "seconds": 0.3,
        "live_mb": 3,
        "digests": 2,
    }


@pytest.mark.parametrize(
    ("model", "absent", "reason"),
    [("open", "--vegeta", "vegeta, the open-loop"), ("closed", "--wrk", "wrk, the closed-loop")],
)
def test_without_its_loader_everything_is_skipped(run, tmp_path, model, absent, reason):
    reader = told(run(model, absent, str(tmp_path / "absent")))
    assert reader.results() == []
    assert tuple(reader.skipped) == driver.METRICS[model]
    assert all(why.startswith(reason) for why in reader.skipped.values())


@pytest.mark.parametrize(
    ("model", "behaviours", "says"),
    [
        ("open", {"java": "wrong-echo"}, "wrong answer to a body of known length: 16426 bytes"),
        ("open", {"java": "dies-early"}, "ended without a start event: no memory"),
        ("open", {"java": "garbage"}, "printed an unknown event: b'Hello, World!'"),
        ("open", {"java": "dies-under-load"}, "without a result event: first | last words"),
        ("open", {"java": "dies-of-memory"}, "service: out of memory"),
        ("open", {"java": "miscounts"}, "the server served 157 requests, vegeta sent 150"),
        ("open", {"java": "miscounts-few"}, "the server served 151 requests, vegeta sent 150"),
        ("open", {"java": "leaks"}, "has 1 buffers in use"),
        ("open", {"java": "ends-badly"}, "the server ended with exit code 4"),
        ("open", {"java": "no-log"}, "there is no log"),
        ("open", {"vegeta": "fails"}, "vegeta attack: exit code 1: first | no such flag"),
        (
            "open",
            {"vegeta": "wrong-status"},
            "1 of 150 answers are wrong; the first: 503 503 Service Unavailable",
        ),
        ("open", {"vegeta": "wrong-content"}, "the first: the body differs from the one sent"),
        ("open", {"vegeta": "loses"}, "does not report all requests"),
        ("closed", {"wrk": "tells-nothing"}, "wrk printed nothing"),
        ("closed", {"wrk": "meets-errors"}, "wrk reported errors: {'timeout': 2}"),
        ("closed", {"wrk": "reads-less"}, "answers, which should have 16426 each"),
        ("closed", {"wrk": "counts-more"}, "the server served 50 requests, wrk had 51 answers"),
    ],
)
def test_figures_that_cannot_be_trusted_are_none(run, model, behaviours, says):
    code, lines, errors = run(model, **behaviours)
    assert code == 1
    assert len(errors) == 1
    assert says in errors[0]
    assert all('"end"' not in line for line in lines)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--buffers", "x"], "argument --buffers: invalid choice: 'x'"),
        (["--rate", "0"], "argument --rate: '0' is not a number above 0"),
        (["--threads", "2"], "required"),
    ],
)
def test_wrong_arguments_are_one_line(arguments, says, capsys):
    with pytest.raises(SystemExit) as ended:
        driver.main(arguments)
    assert ended.value.code == 2
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 1
    assert says in errors[0]


def test_two_clocks():
    """The third request had to wait for the second one's answer before it was sent."""
    answers = Answers(
        interval_ns=100,
        sent=np.array([1_000, 1_100, 1_450, 1_460]),
        took=np.array([10, 340, 5, 5]),
    )
    assert answers.from_send().tolist() == [10, 340, 5, 5]
    assert answers.from_schedule().tolist() == [10, 340, 255, 165]
    assert answers.rate() == pytest.approx(4 / 465e-9)


def test_nobody_was_sent_before_his_time():
    """The first one was late itself: the schedule begins where it makes nobody early."""
    answers = Answers(100, np.array([1_030, 1_100]), np.array([10, 10]))
    assert answers.from_schedule().tolist() == [40, 10]


def test_percentiles_are_times_that_were_measured():
    found = waits.percentiles(np.arange(1, 1001) * 1000)
    assert found == {
        "0": 1, "50": 500, "90": 900, "99": 990, "99.9": 999, "99.99": 1000, "100": 1000,
    }  # fmt: skip


def test_the_bench_asks_for_what_the_program_tells():
    comparison = benches.load("service")
    for metric in comparison.metrics:
        assert (metric.source or metric.name) in driver.METRICS[metric.run]
    for one in comparison.contestants:
        parsed = driver.parse(
            [*one.program.command[3:], *one.arguments, "--model", "open", *one.program.arguments]
        )
        assert one.name == f"{parsed.buffers}/{parsed.collector}"
        assert parsed.flags[0].startswith("-Xms")
    assert one.program.command[0] == str(paths.VENV_PYTHON.relative_to(paths.ROOT))
