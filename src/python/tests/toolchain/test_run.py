"""`./course run`: its stages one after the other, and what it says of them. None is a real one."""

import argparse
import contextlib
import io
import threading
import time
from pathlib import Path

import pytest

from course import paths
from course.cli import run
from course.errors import CourseError
from course.measure.benches import command as bench
from course.measure.benches import quick
from course.measure.cells import command as cells
from course.process import times
from course.process.files import read_object
from course.site import command as site
from course.site.serve import make_server
from course.stats.errors import PublishError
from course.toolchain import setup

STAGES = ("bench", "sweep", "notebooks", "site")


@pytest.fixture
def stages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, int | BaseException]:
    """Stage -> its exit code, or what it raises. A test may change it."""
    outcomes: dict[str, int | BaseException] = dict.fromkeys(STAGES, 0)

    def ended(name: str) -> int:
        outcome = outcomes[name]
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    for module, name, stage in (
        (cells, "run", "sweep"),
        (bench, "bench", "bench"),
        (site, "notebooks", "notebooks"),
        (site, "site", "site"),
    ):
        monkeypatch.setattr(module, name, lambda *_, stage=stage: ended(stage))
    monkeypatch.setattr(setup, "ensure", lambda **_: None)
    monkeypatch.setattr(quick, "requests", lambda *_: {"pools": {"bench": "pools"}})
    monkeypatch.setattr(quick, "seconds_spent", lambda _: 0.0)
    for name in ("RECORDS", "SITE", "LOGS"):
        monkeypatch.setattr(paths, name, tmp_path / name)
    monkeypatch.setattr(times, "FILE", tmp_path / "times.json")
    monkeypatch.setattr(run, "answer", lambda _: "it depends")
    monkeypatch.setattr(run, "run_logged", lambda *_, **__: "")
    return outcomes


def done() -> int:
    return run.run(argparse.Namespace(profile="smoke", minutes=None, serve=False, yes=True))


def test_it_says_what_each_stage_took_and_ends_in_five_lines(stages, capsys) -> None:
    assert done() == 0
    said = capsys.readouterr()
    told = [line[:12].strip() for line in said.err.splitlines()]
    assert told == ["first page", "bench pools", "sweep", "notebooks", "site"]
    assert [line.split()[0] for line in said.out.split("\n") if line] == [
        "answer", "site", "records", "failed", "next",
    ]  # fmt: skip
    assert "failed   nothing" in said.out


def test_what_it_took_is_kept(stages) -> None:
    done()
    kept = read_object(times.FILE)["budgets"]
    assert kept["./course run --profile smoke: notebooks, s"]["measured"] == 0
    assert {name.rpartition(": ")[2] for name in kept} == {
        f"{step}, s" for step in ("first page", "set-up", *STAGES, "all", "bench pools")
    } - {"bench, s"}


@pytest.mark.parametrize(("minutes", "left"), [(None, 7.5), (2.0, 1.5), (0.25, 0.0)])
def test_benches_take_their_time_from_the_sweeps_budget(stages, monkeypatch, minutes, left) -> None:
    given = []
    monkeypatch.setattr(cells, "run", lambda asked, _: given.append(asked.minutes) or 0)
    monkeypatch.setattr(quick, "seconds_spent", lambda _: 30.0)
    options = {"profile": "trimmed", "minutes": minutes, "serve": False, "yes": True}
    assert run.run(argparse.Namespace(**options)) == 0
    assert given == [left]


def test_a_stage_that_fails_keeps_the_others_from_nothing(stages, capsys) -> None:
    stages["notebooks"] = CourseError("2 of 16 failed")
    assert done() == 1
    said = capsys.readouterr()
    assert "failed   notebooks: 2 of 16 failed" in said.out
    assert "\nsite " in said.err


@pytest.mark.parametrize("ended", STAGES[:3])
@pytest.mark.parametrize("how", [130, KeyboardInterrupt()])
def test_a_signal_ends_all_but_the_site(stages, monkeypatch, capsys, ended, how) -> None:
    built = []
    monkeypatch.setattr(site, "site", lambda asked: built.append(asked.records) or 0)
    stages[ended] = how
    assert done() == 130
    assert built == [paths.RECORDS / "smoke"]
    said = capsys.readouterr()
    told = [line[:12].split(maxsplit=1)[0] for line in said.err.splitlines()]
    assert told == ["first", *STAGES[: STAGES.index(ended) + 1], "site"]
    assert [line.endswith("  interrupted") for line in said.err.splitlines()][-2:] == [True, False]
    assert ": interrupted\n" in said.out
    assert not times.FILE.exists(), "half a run's times tell nothing"


def test_what_a_stage_says_beside_its_result_is_in_a_log(stages, monkeypatch, capsys) -> None:
    monkeypatch.setattr(site, "notebooks", lambda _: print("01-question: 8 cells") or 0)
    assert done() == 0
    assert "8 cells" not in "".join(capsys.readouterr())
    assert (paths.LOGS / "run-notebooks.log").read_text() == "01-question: 8 cells\n"


def test_a_stage_that_fails_says_why_and_where_its_log_is(stages, monkeypatch, capsys) -> None:
    said = "round 1 of 1 is done\n1 of 2 contestants failed: b: no answer"
    monkeypatch.setattr(bench, "bench", lambda *_: print(said) or 1)
    assert done() == 1
    log = paths.LOGS / "run-bench-pools.log"
    told = f"failed   bench pools: 1 of 2 contestants failed: b: no answer; see {log}\n"
    assert told in capsys.readouterr().out


def test_a_port_in_use_is_told_of_before_anything_is_done(stages) -> None:
    with make_server(paths.ROOT, 0) as other:
        serving = run.serving(True, other.server_port)
        with pytest.raises(PublishError, match="is in use"), serving:
            pass


def test_a_terminal_shows_the_last_line_of_a_log(tmp_path, monkeypatch) -> None:
    screen = io.StringIO()
    screen.isatty = lambda: True
    monkeypatch.setattr(run.sys, "stderr", screen)
    with run.StageLog("notebooks", tmp_path / "log") as log:
        print("one\n2 of 17", file=log)
    assert (tmp_path / "log").read_text() == "one\n2 of 17\n"
    assert screen.getvalue() == "\r\x1b[Knotebooks: 2 of 17\r\x1b[K"


def test_no_first_page_is_made_when_all_has_ended(stages, monkeypatch) -> None:
    failed, made = threading.Event(), []

    def fail(**_) -> None:
        failed.set()
        raise CourseError("no compiler")

    def make(*_, **__) -> str:
        failed.wait(30)
        time.sleep(0.1)
        made.append("page")
        return ""

    monkeypatch.setattr(setup, "ensure", fail)
    monkeypatch.setattr(run, "run_logged", make)
    with pytest.raises(CourseError, match="no compiler"):
        done()
    assert made


@pytest.mark.parametrize(("ended", "told"), [(None, "first page: no disk\n"), (True, "")])
def test_a_first_page_that_fails_is_reported_unless_all_was_interrupted(
    stages, monkeypatch, capsys, ended, told
) -> None:
    def fail(*_, **__) -> str:
        raise CourseError("no disk")

    monkeypatch.setattr(run, "run_logged", fail)
    with contextlib.suppress(KeyboardInterrupt), run.first_page({}):
        if ended:
            raise KeyboardInterrupt
    assert capsys.readouterr().err == told
