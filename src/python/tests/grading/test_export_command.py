"""``./course export``: what it writes where, and what it says."""

import csv
import json
from pathlib import Path

import pytest

from course.cli.main import COMMANDS
from course.errors import UsageError
from course.grading.classroom import export
from course.grading.grader import refused
from course.grading.store import Store
from course.grading.verdicts import Verdict

from . import samples


@pytest.fixture
def grades(exercise, tmp_path) -> Path:
    """A folder of results: ada has all points, zoe has to be graded again."""
    store = Store(tmp_path / "grades")
    passed = samples.report(exercise, Verdict.PASS, Verdict.PASS)
    store.write(samples.graded(exercise, passed, "ada"))
    failed = refused(exercise, Verdict.GRADER_ERROR, "no JDK")
    store.write(samples.graded(exercise, failed, "zoe"))
    return store.folder


def roster(folder: Path, text: str) -> Path:
    file = folder / "class.csv"
    file.write_text(text)
    return file


def test_the_command_line_knows_every_format() -> None:
    choices = COMMANDS["export"].options["format FORMAT"]["choices"]
    assert set(choices) == {*export.TABLES, *export.SINGLES, *export.PAGES}
    assert set(export.WITH_NAMES) <= {*export.TABLES, *export.PAGES}


@pytest.mark.parametrize("form", ["junit", "moodle", "canvas"])
def test_a_table_goes_beside_the_results(grades, form, capsys) -> None:
    assert samples.exported(form, grades) == 1, "one has to be graded again"
    name, _ = export.TABLES[form]
    assert (grades / "exports" / name).read_text()
    said = capsys.readouterr()
    assert said.out == ""
    assert "zoe count-up: grader_error, which is not a grade; try again" in said.err
    assert f"exports/{name}" in said.err


def test_each_result_is_a_file_of_its_own(grades) -> None:
    assert samples.exported("gradescope", grades) == 1
    made = sorted((grades / "exports").rglob("*.json"))
    assert made == [grades / "exports" / "gradescope" / "ada" / "count-up" / "results.json"]
    assert json.loads(made[0].read_text())["score"] == 10


def test_one_result_is_printed_or_written(grades, tmp_path, capsys, monkeypatch) -> None:
    one = grades / "ada" / "count-up" / "result.json"
    assert samples.exported("gradescope", one) == 0
    assert json.loads(capsys.readouterr().out)["score"] == 10
    out = tmp_path / "deep" / "results.json"
    assert samples.exported("gradescope", one, out=out) == 0
    assert json.loads(out.read_text())["score"] == 10
    for name in export.platforms.NEEDED.values():
        monkeypatch.setenv(name, "submit/1")
    assert samples.exported("classroom50", one) == 0


def test_a_fault_of_the_grader_is_nobody_s_zero(grades, tmp_path, capsys) -> None:
    one, out = grades / "zoe" / "count-up" / "result.json", tmp_path / "results.json"
    assert samples.exported("gradescope", one, out=out) == 1
    assert not out.exists()
    assert capsys.readouterr().out == ""


def test_who_is_not_in_the_roster_is_left_out(grades, tmp_path, capsys) -> None:
    known = roster(tmp_path, "learner,name\nada,Ada\n")
    assert samples.exported("canvas", grades, roster=known, out=tmp_path / "c.csv") == 0
    rows = list(csv.reader((tmp_path / "c.csv").read_text().splitlines()))
    assert [row[0].strip() for row in rows] == ["Student", "Points Possible", "Ada"]
    assert "zoe is not in the roster and was left out" in capsys.readouterr().err


def test_a_board_is_made_of_nicknames(grades, tmp_path) -> None:
    known = roster(tmp_path, "learner,nickname\nada,Countess\nzoe,\n")
    samples.exported("board", grades, roster=known)
    page = (grades / "exports" / "board.html").read_text()
    assert "Countess" in page
    assert "ada" not in page


def test_bad_arguments(grades, tmp_path) -> None:
    one = grades / "ada" / "count-up" / "result.json"
    bad = [
        ("board", grades, {}, "give --roster FILE"),
        ("junit", grades, {"roster": one}, "--roster: junit shows no names; moodle, canvas"),
        ("classroom50", grades, {}, "classroom50: give one result.json"),
        ("classroom50", one, {}, "no CLASSROOM"),
        ("junit", tmp_path / "gone", {}, "no such file or folder"),
        ("junit", tmp_path, {}, "no LEARNER/EXERCISE/result.json"),
    ]
    for form, results, more, says in bad:
        with pytest.raises(UsageError) as error:
            samples.exported(form, results, **more)
        assert says in str(error.value)
        assert "\n" not in str(error.value)


def test_what_is_no_result(tmp_path) -> None:
    file = tmp_path / "result.json"
    file.write_text('{"schema": 2}')
    with pytest.raises(UsageError, match="is no result"):
        samples.exported("gradescope", file)


def test_what_nothing_shut_in_is_for_its_author_alone(grades) -> None:
    one = grades / "ada" / "count-up" / "result.json"
    one.write_text(json.dumps(json.loads(one.read_text()) | {"sandbox": "none"}))
    with pytest.raises(UsageError, match="was graded without a sandbox"):
        samples.exported("gradescope", one)
