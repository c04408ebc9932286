"""``./course gclog`` on logs of real collectors, from the analyser's own tests."""

from __future__ import annotations

import gzip
import json

import pytest

from course import paths
from course.advice.command import JDK_8_FLAGS, report
from course.cli.main import parse
from course.errors import CourseError, UsageError

LOGS = paths.ROOT / "src/java/gclog/src/test/resources"


def run(*arguments):
    return report(parse(["gclog", *map(str, arguments)]))


@pytest.mark.slow
def test_every_collectors_log_is_understood(capsys):
    """One after the other, by one process."""
    logs = sorted(LOGS.glob("*.log"))
    assert len(logs) > 10
    assert run(*logs, "--json") == 0
    for log, told in zip(logs, json.loads(capsys.readouterr().out), strict=True):
        assert told["log"] == str(log)
        assert told["pauses"] > 0, log.name
        assert told["seconds"] > 0, log.name
        assert told["alive_mb"] is None or told["alive_mb"] > 0, log.name
        concurrent = log.stem.startswith(("cms", "zgc", "shenandoah"))
        assert told["allocated_is_least"] == concurrent, log.name


def test_the_table_and_what_follows(capsys):
    assert run(LOGS / "parallel-11.log", "--deadline", "10") == 0
    said = capsys.readouterr().out
    assert "Parallel" in said
    assert "longer than 10 ms" in said


def test_a_file_that_is_no_log_is_named_once(tmp_path):
    log = tmp_path / "poem.txt"
    log.write_text("I wandered lonely as a cloud\n")
    with pytest.raises(CourseError) as caught:
        run(log)
    said = str(caught.value)
    assert said.startswith(f"{log}: ")
    assert said.count("poem.txt") == 1
    assert "%s" not in said
    assert "-Xlog:gc*" in said
    assert JDK_8_FLAGS in said


@pytest.mark.slow
def test_a_rotated_log_that_lost_its_beginning(tmp_path, capsys):
    """A day after its start, in two files, with the time of day, and the latter one compressed."""
    lines = [
        f"[2026-11-20T10:{n // 60:02}:{n % 60:02}.000+0000][{86_400 + n}.000s] GC({n}) Pause Young "
        "(Normal) (G1 Evacuation Pause) 150M->50M(200M) 20,000ms\n"
        for n in range(1, 601)
    ]
    (tmp_path / "gc.log").write_bytes(gzip.compress("".join(lines[300:]).encode()))
    (tmp_path / "gc.log.3").write_text("".join(lines[:300]))
    assert run(tmp_path / "gc.log", "--json") == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert told["collector"] == "G1"
    assert told["pauses"] == 600
    assert told["seconds"] == pytest.approx(599.02)
    assert told["share"] == pytest.approx(0.02, rel=0.01)
    assert told["allocated_mb_s"] == pytest.approx(100)
    assert run(tmp_path / "gc.log") == 0
    said = capsys.readouterr().out
    assert "! Read together with it: gc.log.3." in said
    assert "its lines are those of G1" in said
    assert "20 ms" in said


@pytest.mark.slow
def test_a_restart_is_told_and_either_run_can_be_read(tmp_path, capsys):
    log = tmp_path / "gc.log"
    log.write_bytes(b"".join((LOGS / f"{name}.log").read_bytes() for name in ("g1-17", "zgc-25")))
    assert run(log) == 0
    said = capsys.readouterr().out
    assert "! 2 virtual machines wrote it" in said
    assert "The Z Garbage Collector" in said
    assert run(log, "--run", "1") == 0
    assert "G1" in capsys.readouterr().out
    with pytest.raises(CourseError, match="has no run 3"):
        run(log, "--run", "3")


def test_bad_arguments(tmp_path):
    with pytest.raises(UsageError, match="no such file"):
        run(tmp_path / "none.log")
    with pytest.raises(UsageError, match="both or neither"):
        run(LOGS / "g1-25.log", "--pool-mb", "3")
    with pytest.raises(UsageError, match="also give"):
        run(LOGS / "g1-25.log", "--pool-ms", "200")
    with pytest.raises(UsageError, match="more than 100"):
        run(LOGS / "g1-25.log", "--pool-mb", "3", "--pool-percent", "101")
