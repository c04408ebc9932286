"""``./course gclog`` on logs of real collectors; those of the analyser's own tests."""

from __future__ import annotations

import json

import pytest

from course import paths
from course.advice.command import report
from course.cli.main import parse
from course.errors import CourseError, UsageError

LOGS = paths.ROOT / "src/java/gclog/src/test/resources"


def run(*arguments):
    return report(parse(["gclog", *map(str, arguments)]))


@pytest.mark.slow
@pytest.mark.parametrize("log", sorted(LOGS.glob("*.log")), ids=lambda log: log.stem)
def test_every_collectors_log_is_understood(log, capsys):
    assert run(log, "--json") == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert told["pauses"] > 0
    assert told["seconds"] > 0
    assert told["alive_mb"] is None or told["alive_mb"] > 0
    assert told["allocated_is_least"] == log.stem.startswith(("cms", "zgc", "shenandoah"))


def test_the_table_and_what_follows(capsys):
    assert run(LOGS / "parallel-11.log", "--deadline", "10") == 0
    said = capsys.readouterr().out
    assert "Parallel" in said
    assert "longer than 10 ms" in said


def test_a_file_that_is_no_log_is_named(tmp_path):
    log = tmp_path / "poem.txt"
    log.write_text("I wandered lonely as a cloud\n")
    with pytest.raises(CourseError, match=r"poem.txt"):
        run(log)


def test_bad_arguments(tmp_path):
    with pytest.raises(UsageError, match="no such file"):
        run(tmp_path / "none.log")
    with pytest.raises(UsageError, match="both or neither"):
        run(LOGS / "g1-25.log", "--pool-mb", "3")
    with pytest.raises(UsageError, match="more than 100"):
        run(LOGS / "g1-25.log", "--pool-mb", "3", "--pool-percent", "101")
