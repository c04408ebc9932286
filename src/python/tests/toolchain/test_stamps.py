"""Fingerprints, stamps and steps: what is made again, and what is not."""

import os
import signal
import threading
from pathlib import Path

import pytest

from course import paths
from course.errors import CourseError
from course.toolchain import steps
from course.toolchain.fingerprint import Fingerprints
from course.toolchain.steps import Stamp, Step


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    folder = tmp_path / "sources"
    (folder / "deep").mkdir(parents=True)
    (folder / "a.txt").write_text("a")
    (folder / "deep" / "b.txt").write_text("b")
    return folder


def fingerprint(sources: Path, *facts: str) -> str:
    prints = Fingerprints(sources.parent / "hashes.json")
    value = prints.of([sources], *facts)
    prints.save()
    return value


def test_contents_count_and_times_do_not(sources) -> None:
    before = fingerprint(sources)
    os.utime(sources / "a.txt", (1, 1))
    assert fingerprint(sources) == before
    (sources / "a.txt").write_text("A")
    after = fingerprint(sources)
    assert after != before
    (sources / "a.txt").write_text("a")
    assert fingerprint(sources) == before


def test_names_additions_and_facts_count(sources) -> None:
    before = fingerprint(sources)
    assert fingerprint(sources, "g++ 12") != before
    assert fingerprint(sources, "ab", "c") != fingerprint(sources, "a", "bc")
    (sources / "deep" / "b.txt").rename(sources / "deep" / "c.txt")
    renamed = fingerprint(sources)
    assert renamed != before
    (sources / "new").write_text("")
    assert fingerprint(sources) != renamed


@pytest.mark.parametrize("name", ["target", ".ruff_cache", ".ipynb_checkpoints"])
def test_generated_folders_do_not_count(sources, name) -> None:
    before = fingerprint(sources)
    (sources / name).mkdir()
    (sources / name / "made").write_text("x")
    assert fingerprint(sources) == before


def test_a_damaged_cache_is_harmless(sources) -> None:
    before = fingerprint(sources)
    for damage in ("", "{", "[1]", '{"x": 3}', "\0"):
        (sources.parent / "hashes.json").write_text(damage)
        assert fingerprint(sources) == before


def test_a_cache_that_cannot_be_written_is_harmless(sources) -> None:
    before = fingerprint(sources)
    (sources.parent / "hashes.json").unlink()
    (sources.parent / "hashes.json").mkdir()
    assert fingerprint(sources) == before


def test_a_stamp_fits_only_what_it_was_made_from(tmp_path) -> None:
    stamp, product = Stamp(tmp_path / "stamp"), tmp_path / "product"
    assert not stamp.fits("f1")
    stamp.write("f1")
    assert stamp.fits("f1")
    assert not stamp.fits("f2")
    assert not stamp.fits("f1", [product])
    product.touch()
    assert stamp.fits("f1", [product])
    stamp.remove()
    assert not stamp.fits("f1")


class Workbench:
    """A step that notes how often it ran, and fails on demand."""

    def __init__(self, folder: Path, *, optional: bool = False) -> None:
        self.inputs = "f1"
        self.runs = 0
        self.failure: BaseException | None = None
        self.step = Step(
            "work", folder / "stamp", lambda: self.inputs, [], self.make, optional=optional
        )

    def make(self, _lock: int) -> None:
        self.runs += 1
        if self.failure:
            raise self.failure

    def go(self, *, retry: bool = False) -> list[str]:
        failures = steps.run(steps.pending([[self.step]], retry=retry), -1)
        return [str(error) for _, error in failures]


@pytest.fixture(autouse=True)
def stamps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "STAMPS", tmp_path / "stamps")


def test_a_step_runs_once_for_the_same_inputs(tmp_path) -> None:
    bench = Workbench(tmp_path)
    assert [bench.go(), bench.go()] == [[], []]
    assert bench.runs == 1
    bench.inputs = "f2"
    bench.go()
    assert bench.runs == 2


def test_inputs_that_change_meanwhile_are_not_what_it_was_made_from(tmp_path) -> None:
    bench = Workbench(tmp_path)

    def edit(_lock: int) -> None:
        bench.inputs = "f2"

    step = Step("work", tmp_path / "stamp", lambda: bench.inputs, [], edit)
    step.run(-1)
    assert not step.done()
    step.run(-1)
    assert step.done()


@pytest.mark.parametrize("failure", [CourseError("no nails"), KeyboardInterrupt(), OSError("full")])
def test_an_interrupted_step_has_no_stamp(tmp_path, failure) -> None:
    bench = Workbench(tmp_path)
    bench.go()
    bench.inputs, bench.failure = "f2", failure
    with pytest.raises(type(failure)):
        bench.step.run(-1)
    bench.inputs, bench.failure = "f1", None
    assert not bench.step.done(), "the old product may be half overwritten"


def test_an_optional_failure_is_not_repeated_unless_asked_for(tmp_path) -> None:
    bench = Workbench(tmp_path, optional=True)
    bench.failure = CourseError("no network")
    assert bench.go() == ["no network"]
    assert bench.go() == []
    assert bench.runs == 1
    assert bench.go(retry=True) == ["no network"]
    bench.failure = None
    assert bench.go(retry=True) == []
    assert bench.step.done()
    assert not bench.step.given_up()


def test_an_interruption_is_no_reason_to_give_up(tmp_path) -> None:
    """Ctrl-C ends the compiler too, and the step fails: that says nothing about the machine."""
    bench = Workbench(tmp_path, optional=True)
    bench.failure = CourseError("killed")

    def interrupt(_lock: int) -> None:
        raise KeyboardInterrupt

    ctrl_c = Step("other", tmp_path / "other", lambda: "f", [], interrupt)
    with pytest.raises(KeyboardInterrupt):
        steps.run([[bench.step], [ctrl_c]], -1)
    assert bench.runs == 1
    assert not bench.step.given_up()


def test_an_interruption_is_no_failure(tmp_path, capsys) -> None:
    """Even where the signal is ignored from the start, as in a shell's background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupted(_lock: int) -> None:
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
        raise CourseError("make: interrupted")

    step = Step("work", tmp_path / "stamp", lambda: "f", [], interrupted)
    with pytest.raises(KeyboardInterrupt):
        steps.run([[step]], -1)
    assert capsys.readouterr().err == ""


def test_other_inputs_are_a_new_chance(tmp_path) -> None:
    bench = Workbench(tmp_path, optional=True)
    bench.failure = CourseError("no network")
    bench.go()
    bench.inputs, bench.failure = "f2", None
    assert bench.go() == []
    assert bench.step.done()


def test_lanes_run_side_by_side_and_a_failure_ends_its_own_lane(tmp_path) -> None:
    meeting = threading.Barrier(2, timeout=20)
    done: list[str] = []

    def step(name: str, make) -> Step:
        return Step(name, tmp_path / name, lambda: "f", [], make)

    def fail(_lock: int) -> None:
        meeting.wait()
        raise CourseError("broken")

    def meet(_lock: int) -> None:
        meeting.wait()
        done.append("other lane")

    lanes = [
        [step("first", fail), step("second", lambda _: done.append("must not run"))],
        [step("other", meet)],
    ]
    failures = steps.run(lanes, -1)
    assert [(failed.name, str(error)) for failed, error in failures] == [("first", "broken")]
    assert done == ["other lane"]
