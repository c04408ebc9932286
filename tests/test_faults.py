"""Faults of real machines, applied to the real sweep."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from course.measure.cells import profiles
from course.measure.cells.selection import matches, parse_selection
from course.stats.records import read_folder

from .programs import (
    PYTHON,
    ROOT,
    course,
    course_in_background,
    interrupt,
    marked,
    measuring,
    one_clear_line,
    require_built,
    wait_until,
)

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

JAVA = "implementation=heap,collector=g1,jdk=25,strategy=mix|pool,mode=batch"
CPP = "implementation=cpp|cpp-flat,mode=batch"


@pytest.fixture(autouse=True, scope="module")
def built() -> None:
    """Require built programs for all tests here."""
    require_built()


def planned(selection: str) -> list[str]:
    """Return the cells in a smoke sweep of this selection."""
    chosen = parse_selection(selection)
    tasks = profiles.load("smoke").tasks
    return sorted(task.cell.id for task in tasks if matches(task.cell, chosen))


def sweep(folder: Path, selection: str) -> subprocess.CompletedProcess[str]:
    """Run a smoke sweep of some cells to its end."""
    return course("sweep", "--profile", "smoke", "--only", selection, "--out", folder)


def contents(folder: Path) -> dict[str, bytes]:
    """Return the records in a folder, as bytes."""
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.json"))}


def processes(record: bytes) -> list[Any]:
    """Return the results of a record's processes, round by round; none in real time."""
    batch = json.loads(record)["batch"]
    return batch["ns_per_packet"]["processes"] if batch else []


def check_complete(folder: Path, selection: str) -> None:
    """Check that exactly the planned cells are there, all valid and all measured."""
    records = read_folder(folder)
    assert sorted(record.id for record in records) == planned(selection)
    assert {record.status for record in records} == {"ok"}


def check_interrupted_sweep(
    process: subprocess.Popen[bytes], log: Path, folder: Path, selection: str, stop: Any
) -> int:
    """Stop a sweep in mid-cell by `stop`, resume it, and check that at most a round is lost.

    Returns the exit code of the stopped sweep.
    """
    wait_until("two records", lambda: len(contents(folder)) >= 2, 120)
    wait_until("a program is being measured", lambda: measuring(process), 60)
    stop(process)
    code = process.wait(timeout=30)
    wait_until("all of its processes have ended", lambda: not marked(log), 10)
    kept = contents(folder)
    assert len(kept) >= 2
    read_folder(folder)  # every one is whole

    done = sweep(folder, selection)
    assert done.returncode == 0, done.stderr
    check_complete(folder, selection)
    after = contents(folder)
    for name, before in kept.items():
        assert processes(after[name])[: len(processes(before))] == processes(before), name
    leftovers = [path.name for path in folder.rglob("*.tmp")]
    assert leftovers == []
    return code


@pytest.mark.parametrize("selection", [CPP, pytest.param(JAVA, marks=pytest.mark.all)])
def test_kill_9_loses_at_most_the_round_under_way(tmp_path: Path, selection: str) -> None:
    """No handler runs, so it all depends on the records' files and the kernel."""
    folder, log = tmp_path / "records", tmp_path / "log"
    arguments = ("sweep", "--profile", "smoke", "--only", selection, "--out", folder)
    with course_in_background(*arguments, log=log) as process:
        code = check_interrupted_sweep(
            process, log, folder, selection, lambda sweep: sweep.send_signal(signal.SIGKILL)
        )
    assert code == -signal.SIGKILL


def test_ctrl_c_stops_every_child_and_keeps_the_records(tmp_path: Path) -> None:
    """Like a terminal: to the whole foreground group."""
    folder, log = tmp_path / "records", tmp_path / "log"
    arguments = ("sweep", "--profile", "smoke", "--only", JAVA, "--out", folder)
    with course_in_background(*arguments, log=log) as process:
        code = check_interrupted_sweep(process, log, folder, JAVA, interrupt)
    assert code == 130
    said = log.read_text()
    assert "Traceback" not in said
    assert "SIGINT" in said and "is kept" in said


SMALL_HEAP = """
import dataclasses, sys
from course.cli import main as cli
from course.measure.cells import profiles

planned = profiles.load

def load(name):
    profile = planned(name)
    small = [
        dataclasses.replace(task, cell=dataclasses.replace(task.cell, heap="4m"))
        for task in profile.tasks
    ]
    return dataclasses.replace(profile, tasks=tuple(small))

profiles.load = load
sys.exit(cli.main(sys.argv[1:]))
"""


def changed(script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a command of the course through a script that changes its surroundings."""
    return subprocess.run(
        [PYTHON, "-c", script, *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )


def test_a_jvm_out_of_memory_is_a_failed_record(tmp_path: Path) -> None:
    """The packets of case C do not fit in the heap; the next sweep measures the cell again."""
    selection = "implementation=heap,collector=g1,case=C,strategy=alloc,mode=batch"
    arguments = ("sweep", "--profile", "smoke", "--only", selection, "--out", tmp_path)
    done = changed(SMALL_HEAP, *arguments)
    (record,) = read_folder(tmp_path)
    assert record.status == "failed", done.stdout + done.stderr
    assert "Java heap space" in record.reason
    assert done.returncode == 1, "no cell at all could be measured"
    assert "Traceback" not in done.stderr
    assert "Java heap space" in done.stderr

    again = sweep(tmp_path, selection)
    assert again.returncode == 0, again.stderr
    check_complete(tmp_path, selection)


NO_OLD_JDK = """
import sys
from course.cli import main as cli
from course.toolchain import jdks, setup

working, broken = jdks.survey()
jdks.survey = lambda: ([jdk for jdk in working if jdk.version > 13], broken)
setup.ensure = lambda *given, **named: None  # it would try to download one
sys.exit(cli.main(sys.argv[1:]))
"""


def test_without_jdk_11_its_cells_are_skipped(tmp_path: Path) -> None:
    """The same command on a machine whose JDKs are all newer than 13."""
    records = tmp_path / "records"
    some = "implementation=heap,collector=parallel|g1,strategy=pool,case=A,mode=batch"
    done = changed(NO_OLD_JDK, "sweep", "--profile", "smoke", "--only", some, "--out", records)
    assert done.returncode == 0, done.stderr
    old = [record for record in read_folder(records) if record.cell["jdk"] == 11]
    assert old
    assert {record.status for record in old} == {"skipped"}
    assert all("11" in record.reason for record in old)
    others = [record for record in read_folder(records) if record.cell["jdk"] != 11]
    assert {record.status for record in others} == {"ok"}


def test_what_is_unknown_is_answered_with_what_is_valid(tmp_path: Path) -> None:
    """One line, exit code 2, and nothing started."""
    done = course("sweep", "--out", tmp_path / "records", "--only", "case=D")
    assert done.returncode == 2
    assert one_clear_line(done.stderr).endswith("valid values: A, B, C")
    assert not (tmp_path / "records").exists()
