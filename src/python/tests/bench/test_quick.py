"""Which trimmed choices `./course run` takes, and which records it leaves alone."""

import dataclasses
import json

import pytest

from course.bench import command, quick
from course.model import benches
from course.model.bench import Quick

from . import fakes
from .fakes import contestant

LENGTH = Quick(contestants=("a",), rounds=3, seconds=0.1)


@pytest.fixture
def measured(tmp_path):
    """A record of three rounds of 0.1 s."""
    file = tmp_path / "record.json"
    some = fakes.comparison(contestant("a", "ok:1"))
    assert command.run(some, fakes.arguments(json=file), fakes.machine(tmp_path)) == 0
    return file


def is_measured(file, length=LENGTH, behaviour="ok:1", **changes):
    provenance = dataclasses.replace(fakes.Machine(file.parent).provenance(), **changes)
    some = fakes.comparison(contestant("a", behaviour))
    return quick.is_measured(file, some, length, provenance)


def test_what_is_measured_is_kept(measured):
    assert is_measured(measured)
    assert is_measured(measured, Quick((), rounds=1, seconds=0.05))


@pytest.mark.parametrize(("rounds", "seconds"), [(4, 0.1), (3, 0.2)])
def test_what_was_shorter_is_measured_again(measured, rounds, seconds):
    assert not is_measured(measured, Quick((), rounds, seconds))


def test_a_bench_that_was_stopped_is_measured_again(measured):
    found = json.loads(measured.read_text()) | {"rounds": 2}
    measured.write_text(json.dumps(found))
    assert not is_measured(measured)


def test_other_sources_or_another_machine_are_measured_again(measured):
    assert not is_measured(measured, source_hash=lambda name: "6" * 64)
    assert not is_measured(measured, machine=fakes.MACHINE | {"cores": 3})


def test_a_contestant_that_runs_something_else_now_is_measured_again(measured):
    assert not is_measured(measured, behaviour="ok:2")


@pytest.mark.parametrize("content", [None, "", "{}", "[1]"])
def test_no_record_is_no_obstacle(measured, content):
    measured.unlink()
    if content is not None:
        measured.write_text(content)
    assert not is_measured(measured)


def test_what_is_asked_for_is_the_trimmed_choice(tmp_path, monkeypatch):
    monkeypatch.setattr(quick, "RECORDS", tmp_path)
    monkeypatch.setattr(quick, "Here", lambda: fakes.Machine(tmp_path))
    made = quick.requests("trimmed")
    assert list(made) == benches.quick_names()
    pools = benches.load("pools").quick
    asked = made["pools"]
    assert (asked.bench, asked.quick) == ("pools", True)
    assert (asked.rounds, asked.seconds) == (pools.rounds, pools.seconds)
    assert (asked.only, asked.json, asked.count) == (None, None, False)


def test_under_smoke_every_program_runs_once(tmp_path, monkeypatch):
    monkeypatch.setattr(quick, "RECORDS", tmp_path)
    monkeypatch.setattr(quick, "Here", lambda: fakes.Machine(tmp_path))
    for asked in quick.requests("smoke").values():
        assert (asked.rounds, asked.seconds) == (1, 0.05)


def test_a_bench_with_a_record_is_left_out(tmp_path, measured, monkeypatch):
    monkeypatch.setattr(quick, "RECORDS", tmp_path)
    monkeypatch.setattr(quick, "Here", lambda: fakes.Machine(tmp_path))
    long = json.loads(measured.read_text()) | {"rounds": 100}
    long["asked"]["seconds"] = 100
    for one in long["contestants"]:
        del one["definition"]  # as in older records: of what they ran nothing is known
    (tmp_path / "pools.json").write_text(json.dumps(long))
    assert "pools" not in quick.requests("trimmed")
