"""Joining folders of records: by machine, profile and speed, the newer record first."""

import argparse
import json
import sys

import pytest
from course_tests import programs

from course.errors import CourseError, UsageError
from course.measure.cells import merge as merging
from course.model.machine import folder_name
from course.process.store import Store
from course.stats.dataset import Dataset

from . import samples

CPP = samples.cell("cpp")
PARALLEL = samples.cell("heap")
G1 = samples.cell("heap", collector="g1", jdk=25)
OTHER = {"cpu": "Another CPU"}


def joined(profile="trimmed", number="", **changes):
    return f"{profile}-{folder_name(samples.MACHINE | changes)}{number}"


def made(cell, started="2020-01-01T00:00:00Z", factor=1.0, workload=None, machine=None, **options):
    """A record of that moment, `factor` times as slow, perhaps of another machine or workload."""
    record = samples.record(cell, **options)
    record["provenance"]["started"] = started
    record["provenance"]["machine"] |= machine or {}
    if workload is not None:
        record["provenance"]["workload"] = workload
    if record["batch"]:
        times = record["batch"]["ns_per_packet"]
        for name in ("mean", "error", "median", "min", "max", "iqr"):
            times[name] *= factor
        times["samples"] = [sample * factor for sample in times["samples"]]
    return record


@pytest.fixture
def write(tmp_path):
    def write(name, *records):
        samples.write(tmp_path / name, records)
        return tmp_path / name

    return write


@pytest.fixture
def merge(tmp_path):
    def merge(*dirs, same_speed=False, fill=False):
        out = tmp_path / "out"
        args = argparse.Namespace(dirs=[*dirs], out=out, same_speed=same_speed, fill=fill)
        assert merging.merge(args) == 0
        return {folder.name: Store(folder).read_all() for folder in out.iterdir()}

    return merge


def test_one_machine_becomes_one_data_set(write, merge, tmp_path):
    first = write("one", made(PARALLEL), made(CPP))
    (first / "cells.txt").write_text(f"{PARALLEL.id}\n{CPP.id}\n")
    second = write("two", made(G1))
    (second / "cells.txt").write_text(f"{PARALLEL.id}\n{G1.id}\n")
    found = merge(first, second)
    assert {name: set(records) for name, records in found.items()} == {
        joined(): {PARALLEL.id, CPP.id, G1.id}
    }
    text = (tmp_path / "out" / joined() / "cells.txt").read_text()
    assert text.split() == [PARALLEL.id, CPP.id, G1.id]
    Dataset.load(tmp_path / "out" / joined())


@pytest.mark.parametrize("backwards", [False, True])
def test_the_newer_record_of_a_cell_wins(write, merge, capsys, backwards):
    old = write("old", made(CPP, "2026-01-01T00:00:00Z"))
    new = write("new", made(CPP, "2026-01-02T00:00:00Z", factor=2))
    found = merge(*((new, old) if backwards else (old, new)))
    assert found[joined()][CPP.id]["provenance"]["started"] == "2026-01-02T00:00:00Z"
    said = capsys.readouterr().out
    expected = f"{old}: older than the existing record" if backwards else f"{new}: newer, so"
    assert f"{expected}" in said
    assert f"record: {CPP.id}" in said or f"ignored: {CPP.id}" in said


def test_more_rounds_of_a_program_are_added(write, merge, capsys):
    more = made(CPP, factor=2)
    for process in more["batch"]["ns_per_packet"]["processes"]:
        process["turn"] = process["turn"].replace("2020", "2021")
    one, two = write("one", made(CPP)), write("two", more)
    found = merge(one, two)[joined()][CPP.id]
    assert f"{two}: rounds added to the existing record: {CPP.id}" in capsys.readouterr().out
    assert found["batch"]["ns_per_packet"]["forks"] == 6
    # They are there already.
    assert merge(two)[joined()][CPP.id] == found
    assert merge(one)[joined()][CPP.id] == found


def test_nothing_newer_that_is_there_is_overwritten(write, merge):
    new, old = "2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z"
    merge(write("new", made(CPP, new)))
    found = merge(write("old", made(CPP, old, factor=2), made(G1, old)))
    assert found[joined()][CPP.id] == made(CPP, new)
    assert found[joined()][G1.id] == made(G1, old)
    found = merge(write("newest", made(CPP, "2026-01-03T00:00:00Z", factor=3)))
    assert found[joined()][CPP.id]["provenance"]["started"] == "2026-01-03T00:00:00Z"


def test_machines_and_profiles_stay_apart(write, merge):
    one = write("one", made(CPP), made(G1))
    two = write("two", made(CPP, machine=OTHER))
    three = write("three", made(CPP, profile="full"))
    mixed = write("mixed", made(PARALLEL), made(samples.cell("cpp-flat"), machine=OTHER))
    found = merge(one, two, three, mixed)
    assert {name: set(records) for name, records in found.items()} == {
        joined(): {CPP.id, G1.id, PARALLEL.id},
        joined(**OTHER): {CPP.id, "cpp-flat-pool-A-batch-counter"},
        joined("full"): {CPP.id},
    }


def test_what_only_another_machine_measured_is_told(write, merge, tmp_path):
    one = write("one", made(CPP), made(PARALLEL))
    two = write("two", made(CPP, machine=OTHER), made(G1, machine=OTHER))
    three = write("three", made(samples.cell("cpp-flat"), profile="full"))
    found = merge(one, two, three, fill=True)
    there = found[joined()][G1.id]
    assert there["status"] == "skipped"
    assert there["reason"] == f"measured on another machine: {joined(**OTHER)}"
    assert found[joined(**OTHER)][PARALLEL.id]["status"] == "skipped"
    assert set(found[joined("full")]) == {"cpp-flat-pool-A-batch-counter"}
    for name in found:
        Dataset.load(tmp_path / "out" / name)
    # It is no measurement: a real one takes its place, however old.
    found = merge(write("late", made(G1, "2019-01-01T00:00:00Z")), fill=True)
    assert found[joined()][G1.id]["status"] == "ok"


def test_equal_descriptions_at_different_speeds(write, merge, capsys):
    one = write("one", made(CPP), made(PARALLEL))
    two = write("two", made(CPP, factor=1.1), made(G1))
    slow = write("slow", made(CPP, factor=1.5), made(G1, factor=1.5))
    alone = write("alone", made(samples.cell("cpp-flat")))
    found = merge(one, two, slow, alone, same_speed=True)
    assert {name: set(records) for name, records in found.items()} == {
        joined(): {CPP.id, PARALLEL.id, G1.id},
        joined(number="-2"): {CPP.id, G1.id},
        joined(number="-3"): {"cpp-flat-pool-A-batch-counter"},
    }
    said = capsys.readouterr().out
    assert "the same programs take 1.50 times as long" in said
    assert "no measured cell in common" in said
    # What was kept apart stays apart.
    assert merge(two, same_speed=True).keys() == found.keys()


@pytest.mark.parametrize("old", [1, None])
def test_different_workloads_are_refused(write, merge, tmp_path, old):
    one, two = write("one", made(CPP, workload=old)), write("two", made(G1, workload=2))
    message = rf"{one}/{CPP.id}.json is of version 1, {two}/{G1.id}.json of version 2"
    with pytest.raises(CourseError, match=message) as raised:
        merge(one, two)
    assert "\n" not in str(raised.value)
    assert not (tmp_path / "out").exists()


def test_a_record_without_figures_has_no_workload(write, merge):
    skipped = made(CPP, status="skipped", workload=1)
    assert len(merge(write("one", skipped), write("two", made(G1, workload=2)))[joined()]) == 2


@pytest.mark.parametrize("content", ["", "{", '{"schema": 1}', "[]"])
def test_a_bad_record_is_named(write, merge, tmp_path, content):
    folder = write("one", made(CPP))
    (folder / f"{G1.id}.json").write_text(content)
    with pytest.raises(CourseError, match=f"{G1.id}.json isn't a valid record") as raised:
        merge(folder)
    assert "\n" not in str(raised.value)
    assert not (tmp_path / "out").exists()


def test_folders_that_cannot_be(write, merge, tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(CourseError, match="empty: no records here"):
        merge(tmp_path / "empty")
    with pytest.raises(UsageError, match="nowhere: no such folder"):
        merge(tmp_path / "nowhere")
    (tmp_path / "out").write_text("a file in the way")
    with pytest.raises(UsageError, match=r"--out: .*out is not a folder"):
        merge(write("one", made(CPP)))


def test_from_the_command_line(write, tmp_path):
    one = write("one", made(CPP))
    command = [sys.executable, "-m", "course", "merge", str(one)]
    done = programs.run(*command)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    done = programs.run(*command, "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    record = json.loads((tmp_path / "out" / joined() / f"{CPP.id}.json").read_text())
    assert record == made(CPP)
