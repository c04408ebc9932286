"""``./course advise -- PROGRAM`` on programs whose pattern of allocation is known."""

import subprocess
import sys
from pathlib import Path

import pytest

from course import paths
from course.advice.native import run
from course.errors import CourseError, UsageError

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("patterns"),  # they are compiled once
    pytest.mark.skipif(sys.platform != "linux", reason="the tracer is for Linux"),
]


@pytest.fixture(scope="module")
def patterns(tmp_path_factory):
    if not paths.TRACER.exists():
        pytest.skip("the tracer is not built")
    program = tmp_path_factory.mktemp("patterns") / "patterns"
    source = paths.NATIVE_SOURCES / "tracer/tests/patterns.cpp"
    command = ["c++", "-std=c++20", "-O1", "-g", "-pthread", source, "-o", program]
    subprocess.run(command, check=True)
    return str(program)


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("burst", ["make_block", "a region for each burst"]),
        ("handover", ["make_block", "Another thread frees all of it"]),
        ("long-lived", ["make_block", "leave it", "lives until the end"]),
        ("queue", ["make_block", "pool this size, 1,500 bytes"]),
        ("crash", ["killed by SIGSEGV", "a region for each burst"]),
        ("quit", ["exit code 3", "a region for each burst"]),
    ],
)
def test_advice_names_the_pattern(patterns, pattern, words, capfd):
    assert run([patterns, pattern]) == 0
    said = capfd.readouterr().err
    assert all(word in said for word in words), said


def test_a_storm_of_threads_forks_and_signals_ends(patterns, capfd):
    assert run([patterns, "storm"]) == 0
    said = capfd.readouterr().err
    assert "samples" in said
    assert "exit code" not in said


def test_output_is_the_programs_own(capfd):
    try:
        run(["/usr/bin/sort", "--version"])
    except CourseError as error:
        assert "leave it" in str(error)
    assert "sort" in capfd.readouterr().out


def test_a_program_that_is_not_there_is_one_line():
    with pytest.raises(UsageError, match="no such program"):
        run(["/no/such/program"])


@pytest.mark.parametrize("text", ["echo\n", ""])
def test_a_script_without_an_interpreter_is_one_line(tmp_path: Path, text):
    script = tmp_path / "script"
    script.write_text(text)
    script.chmod(0o755)
    with pytest.raises(UsageError, match="can't be started"):
        run([str(script)])
