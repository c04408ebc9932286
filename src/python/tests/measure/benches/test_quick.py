"""Which trimmed choices `./course run` takes, and which records it leaves alone."""

import dataclasses
import json
import shutil

import pytest

from course.measure.benches import quick
from course.model import benches
from course.model.bench import Quick

from . import fakes

LENGTH = Quick(contestants=("a",), rounds=3, seconds=0.1)


@pytest.fixture(scope="module")
def sitting(tmp_path_factory):
    """A folder with records of both groups, of three rounds of 0.1 s; tests leave it as it is."""
    folder = tmp_path_factory.mktemp("sitting")
    assert fakes.run(folder, bench()) == 0
    return folder


@pytest.fixture
def measured(sitting, tmp_path):
    """The same, for a test to change."""
    return shutil.copytree(sitting, tmp_path, dirs_exist_ok=True)


def bench(*behaviours):
    """Two groups, of which the trimmed choice takes the first."""
    choice = dataclasses.asdict(LENGTH)
    return fakes.apart(*(behaviours or ("ok:1", "ok:2")), quick=choice)


def is_measured(folder, length=LENGTH, some=None, **changes):
    origin = dataclasses.replace(fakes.Machine(folder).provenance(), **changes)
    return quick.is_measured(folder / "queue", some or bench(), length, origin)


def test_what_is_measured_is_kept(measured):
    assert is_measured(measured)
    assert is_measured(measured, Quick((), rounds=1, seconds=0.05))


@pytest.mark.parametrize(("rounds", "seconds"), [(4, 0.1), (3, 0.2)])
def test_what_was_shorter_is_measured_again(measured, rounds, seconds):
    assert not is_measured(measured, Quick((), rounds, seconds))


def test_a_bench_that_was_stopped_is_measured_again(measured):
    fakes.change(measured, "of-b", rounds=2)
    assert is_measured(measured), "of the other group nothing is asked"
    fakes.change(measured, "of-a", rounds=2)
    assert not is_measured(measured)


def test_other_sources_or_another_machine_are_measured_again(measured):
    assert not is_measured(measured, source_hash=lambda name: "6" * 64)
    assert not is_measured(measured, machine=fakes.MACHINE | {"cores": 3})


def test_a_contestant_that_runs_something_else_now_is_measured_again(measured):
    assert not is_measured(measured, some=bench("ok:2", "ok:2"))


@pytest.mark.parametrize("content", [None, "", "{}", "[1]"])
def test_no_record_is_no_obstacle(measured, content):
    file = measured / "queue/of-a.json"
    file.unlink()
    if content is not None:
        file.write_text(content)
    assert not is_measured(measured)


def test_what_is_asked_for_is_the_trimmed_choice(tmp_path, monkeypatch):
    monkeypatch.setattr(quick, "RECORDS", tmp_path)
    made = quick.requests("trimmed", fakes.Machine(tmp_path).provenance())
    assert list(made) == benches.quick_names()
    pools = benches.load("pools").quick
    asked = made["pools"]
    assert asked == {
        "bench": "pools", "quick": True, "rounds": pools.rounds, "seconds": pools.seconds,
    }  # fmt: skip


def test_under_smoke_every_program_runs_once(tmp_path, monkeypatch):
    monkeypatch.setattr(quick, "RECORDS", tmp_path)
    for asked in quick.requests("smoke", fakes.Machine(tmp_path).provenance()).values():
        assert (asked["rounds"], asked["seconds"]) == (1, 0.05)


def test_a_bench_with_records_is_left_out(tmp_path, measured, monkeypatch):
    monkeypatch.setattr(quick, "RECORDS", tmp_path)
    monkeypatch.setattr(benches, "quick_names", lambda: ["queue"])
    monkeypatch.setattr(benches, "load", lambda name: bench())
    assert quick.requests("trimmed", fakes.Machine(tmp_path).provenance()) == {}


def test_the_time_spent_is_that_of_what_is_kept(tmp_path, measured, monkeypatch):
    monkeypatch.setattr(quick, "RECORDS", tmp_path)
    monkeypatch.setattr(benches, "quick_names", lambda: ["queue"])
    monkeypatch.setattr(benches, "load", lambda name: bench())
    origin = fakes.Machine(tmp_path).provenance()
    assert quick.seconds_spent(origin) == 0, "a whole bench is not of this run"
    file = measured / "queue/of-a.json"
    record = json.loads(file.read_text())
    record["provenance"]["duration_s"], record["asked"]["quick"] = 7.5, True
    file.write_text(json.dumps(record))
    assert quick.seconds_spent(origin) == 7.5
    assert quick.seconds_spent(dataclasses.replace(origin, source_hash=lambda _: "6" * 64)) == 0
