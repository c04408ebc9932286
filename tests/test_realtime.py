"""The clock, the clock queue and real-time mode, with the real native library.

These assertions also hold on a busy machine: counts that add up, threads that end, nothing on
standard error, and the loss that a stall of the whole process must cause. Any other loss is a
measurement, not a test.
"""

from __future__ import annotations

import json
import re
import signal
import subprocess
import time

import psutil
import pytest

from .oracle import expected
from .programs import LINUX, command, events, javas, only, require_built, run_program

INTERVALS = (2000, 1000)
SECONDS = 0.5
CAPTURING_DELAY_NS = 100_000_000
SCALE = 100


@pytest.fixture(autouse=True, scope="module")
def built() -> None:
    """Require built programs for all tests here."""
    require_built()


def arguments(
    strategy: str = "pool", intervals: tuple[int, ...] = INTERVALS, seconds: float = SECONDS
) -> list[str]:
    """Return the arguments of a short real-time run of case A, scaled down."""
    return [
        "--mode",
        "realtime",
        "--case",
        "A",
        "--strategy",
        strategy,
        "--scale",
        str(SCALE),
        "--interval-ns",
        ",".join(map(str, intervals)),
        "--seconds",
        str(seconds),
        "--warmup-seconds",
        "0.1",
    ]


def check_books(lines: list[dict]) -> None:
    """Check that every probe accounts for each tick that was due, and that the work is right."""
    probes = [line for line in lines if line["event"] == "probe"]
    assert [probe["interval_ns"] for probe in probes] == list(INTERVALS)
    for probe in probes:
        interval = probe["interval_ns"]
        assert probe["capacity"] == CAPTURING_DELAY_NS // interval
        assert probe["sent"] == probe["received"] + probe["lost"]
        assert probe["received"] > 0
        assert probe["lost"] >= 0
        assert probe["longest_stall_ns"] > 0
        assert probe["seconds"] >= SECONDS
    end = only("end", lines)
    assert end["packets"] >= sum(probe["received"] for probe in probes)
    assert end["digest"] == expected("A", SCALE, "counter", end["packets"]).digest


@pytest.mark.slow
@pytest.mark.parametrize("jdk", sorted(javas()))
def test_java_is_clean_under_check_jni(jdk: int) -> None:
    """Checked JNI reports errors that a normal run survives by luck; it prints to both streams."""
    start = command("heap", jdk, flags=["-Xcheck:jni"])
    lines, errors = run_program(start, *arguments())
    check_books(lines)  # standard output was JSON lines only, or parsing had failed
    assert errors == "", errors


@pytest.mark.parametrize("implementation", ["cpp", "cpp-flat"])
@pytest.mark.parametrize("strategy", ["alloc", "pool"])
def test_cpp_books_balance(implementation: str, strategy: str) -> None:
    """The same accounting without a JVM."""
    lines, errors = run_program(command(implementation), *arguments(strategy))
    check_books(lines)
    assert errors == "", errors


@pytest.mark.slow
@pytest.mark.parametrize(
    ("implementation", "interval_ns"), [("heap", 20), ("cpp", 5), ("cpp-flat", 5)]
)
def test_a_clock_beyond_any_machine_ends_in_time(implementation: str, interval_ns: int) -> None:
    """Ticks faster than packets can be: nothing hangs, counts add up, the program lags behind."""
    lines, _ = run_program(command(implementation), *arguments(intervals=(interval_ns,)))
    probe = only("probe", lines)
    assert probe["sent"] == probe["received"] + probe["lost"]
    assert 0 < probe["received"] < probe["seconds"] * 1e9 / interval_ns


@pytest.mark.slow
@pytest.mark.parametrize("implementation", ["heap", "cpp", "cpp-flat"])
def test_a_stall_of_the_clock_is_recorded_with_the_loss_it_makes(implementation: str) -> None:
    """The process stops for longer than the queue bridges: a burst, and a loss not its fault."""
    stopped_s, interval_ns = 0.6, 1000
    process = subprocess.Popen(
        [*command(implementation), *arguments(intervals=(interval_ns,), seconds=2)],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        for line in process.stdout:
            if '"progress"' in line and not json.loads(line)["warmup"]:
                break
        process.send_signal(signal.SIGSTOP)
        time.sleep(stopped_s)
        process.send_signal(signal.SIGCONT)
        probe = only("probe", events(process.communicate(timeout=60)[0]))
    finally:
        process.kill()
        process.wait()
    assert probe["longest_stall_ns"] >= stopped_s * 0.9e9
    bridged = 2 * probe["capacity"]
    assert probe["lost"] >= stopped_s * 0.9e9 / interval_ns - bridged
    assert probe["sent"] == probe["received"] + probe["lost"]


@pytest.mark.slow
@pytest.mark.skipif(not LINUX, reason="counts threads, which needs Linux's /proc")
@pytest.mark.parametrize("implementation", ["cpp", "cpp-flat"])
def test_each_probe_ends_its_clock_thread(implementation: str) -> None:
    """Eight probes in a row never have more than two threads: the program's and a clock's."""
    intervals = tuple(range(8000, 0, -1000))
    process = subprocess.Popen(
        [*command(implementation), *arguments(intervals=intervals, seconds=0.15)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    seen = {1}
    try:
        watched = psutil.Process(process.pid)
        while process.poll() is None:
            try:
                seen.add(watched.num_threads())
                process.wait(0.02)
            except (subprocess.TimeoutExpired, psutil.Error):
                continue
    finally:
        process.kill()
        output, errors = process.communicate()
    assert process.returncode == 0, errors.decode()
    assert output.count(b'"probe"') == len(intervals)
    assert max(seen) == 2


@pytest.mark.slow
def test_text_format_has_the_article_s_columns() -> None:
    """Real time, for reading: seconds since the start, since the last line, packets lost."""
    for implementation in ("heap", "cpp", "cpp-flat"):
        done = subprocess.run(
            [*command(implementation), *arguments(intervals=(1000,)), "--format", "text"],
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        rows = [line for line in done.stdout.splitlines() if re.match(r"\s*\d+\.\d", line)]
        assert len(rows) >= 10, done.stdout
        for row in rows:
            assert re.search(r"\d+\.\d+\D+\d+\.\d+\s*;?\s*lost:?\s*\d+", row), row
