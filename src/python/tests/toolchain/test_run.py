"""`./course run`: its stages one after the other, and what it says of them. None is a real one."""

import argparse
from pathlib import Path

import pytest

from course import paths
from course.bench import command as bench
from course.bench import quick
from course.cli import run
from course.errors import CourseError
from course.measure import command as measure
from course.site import command as site
from course.toolchain import setup

STAGES = ("sweep", "bench", "notebooks", "site")


@pytest.fixture
def stages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, int | CourseError]:
    """Stage -> its exit code, or what it raises. A test may change it."""
    outcomes: dict[str, int | CourseError] = dict.fromkeys(STAGES, 0)

    def ended(name: str) -> int:
        outcome = outcomes[name]
        if isinstance(outcome, CourseError):
            raise outcome
        return outcome

    for module, name in ((measure, "sweep"), (bench, "bench"), (site, "notebooks"), (site, "site")):
        monkeypatch.setattr(module, name, lambda _, name=name: ended(name))
    monkeypatch.setattr(setup, "ensure", lambda **_: None)
    monkeypatch.setattr(quick, "requests", lambda _: {"pools": argparse.Namespace()})
    for name in ("RECORDS", "SITE"):
        monkeypatch.setattr(paths, name, tmp_path / name)
    return outcomes


def done() -> int:
    return run.run(argparse.Namespace(profile="smoke", minutes=None, serve=False, yes=True))


def test_it_says_what_each_stage_took(stages, capsys) -> None:
    assert done() == 0
    said = capsys.readouterr()
    assert "it took: sweep 0 s, bench pools 0 s, notebooks 0 s, site 0 s" in said.err.splitlines()
    assert "the site is" in said.out


def test_a_stage_that_fails_keeps_the_others_from_nothing(stages, capsys) -> None:
    stages["notebooks"] = CourseError("2 of 16 failed")
    assert done() == 1
    said = capsys.readouterr()
    assert "notebooks: 2 of 16 failed" in said.err
    assert "site 0 s" in said.err
    assert "the site is" in said.out


def test_a_signal_ends_all(stages, capsys) -> None:
    stages["notebooks"] = 130
    assert done() == 130
    said = capsys.readouterr()
    assert "== site" not in said.err
    assert "the site is" not in said.out


def test_a_sweep_that_is_stopped_leaves_a_site(stages, monkeypatch) -> None:
    built = []
    monkeypatch.setattr(site, "site", lambda asked: built.append(asked.records) or 0)
    stages["sweep"] = 130
    assert done() == 130
    assert built == [paths.RECORDS / "smoke"]
