"""Each export against what its platform documents."""

import dataclasses
import json
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest
import xmlschema

from course.errors import UsageError
from course.grading.classroom import board, gradebook, platforms, roster
from course.grading.classroom.roster import Entry, Roster
from course.grading.grader import refused
from course.grading.verdicts import Verdict

from . import readers, samples

FORMATS = Path(__file__).parent / "formats"
XSD = xmlschema.XMLSchema(str(FORMATS / "junit-10.xsd"))
COMPILER = "Counter.java:3: error: <b>\x1b[1m'x' & \ufffe\n    int x\x00;\n"

RUNNER = {
    "CLASSROOM": "cost-of-memory",
    "ASSIGNMENT": "count-up",
    "SUBMISSION_TAG": "submit/2026-06-01T14-32-05Z-a1b2c3d",
    "COMMIT_URL": "https://example.org/ada/commit/a1b2c3d",
    "RELEASE_URL": "https://example.org/ada/releases/tag/submit",
}

CLASS = Roster(
    {
        "ada": Entry("ada", "Lovelace, Ada", "ada@example.org", "al", "17", "1", "Countess"),
        "bob": Entry("bob", "Bob", username="bb", nickname="<i>Bee</i>"),
        "eve": Entry("eve"),
    }
)


@pytest.fixture
def results(exercise):
    """By what became of them."""
    passed = samples.report(exercise, Verdict.PASS, Verdict.PASS)
    costly = samples.report(exercise, Verdict.PASS, Verdict.OVER_BUDGET)
    broken = refused(exercise, Verdict.COMPILE_ERROR, COMPILER)
    ours = refused(exercise, Verdict.GRADER_ERROR, "no JDK")
    return {
        "pass": samples.graded(exercise, passed, "ada"),
        "over_budget": samples.graded(exercise, costly, "bob"),
        "compile_error": samples.graded(exercise, broken, "eve"),
        "grader_error": samples.graded(exercise, ours, "zoe"),
    }


def check(name: str, document) -> None:
    schema = json.loads((FORMATS / f"{name}.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(json.loads(json.dumps(document)))


# ---- one result --------------------------------------------------------------------------------


@pytest.mark.parametrize("verdict", ["pass", "over_budget", "compile_error"])
def test_gradescope_reads_a_result(results, verdict) -> None:
    made = platforms.gradescope(results[verdict])
    check("gradescope", made)
    assert made["score"] == sum(test["score"] for test in made["tests"])
    assert sum(test["max_score"] for test in made["tests"]) == 10
    assert made["output"].startswith(f"{verdict}: ")


def test_gradescope_shows_what_a_check_asks_for_and_found(results) -> None:
    answers, garbage = platforms.gradescope(results["over_budget"])["tests"]
    assert (answers["status"], garbage["status"]) == ("passed", "failed")
    assert garbage["output"] == "at most 8 KB in 10,000 operations\nover_budget: over_budget"


def test_what_a_compiler_quotes_is_no_markup(results) -> None:
    made = platforms.gradescope(results["compile_error"])
    assert "<b>" in made["output"]
    assert {made[f"{part}output_format"] for part in ("", "test_")} == {"text"}


@pytest.mark.parametrize("verdict", ["pass", "over_budget", "compile_error"])
def test_classroom_50_reads_a_result(results, verdict) -> None:
    made = platforms.classroom50(results[verdict], RUNNER)
    check("classroom50", made)
    assert made["score"] == sum(test["score"] for test in made["tests"]) <= made["max-score"]
    assert made["max-score"] == sum(test["max-score"] for test in made["tests"])
    assert made["review"] == made["commit"] == RUNNER["COMMIT_URL"]


def test_classroom_50_is_told_what_its_runner_knows(results) -> None:
    more = {"OWNER": "ada", "ASSIGNMENT_TYPE": "individual", "REVIEW_URL": "https://example.org/r"}
    made = platforms.classroom50(results["pass"], RUNNER | more)
    check("classroom50", made)
    assert (made["owner"], made["review"]) == ("ada", "https://example.org/r")


def test_classroom_50_outside_of_its_runner(results) -> None:
    with pytest.raises(UsageError, match="no CLASSROOM, ASSIGNMENT, SUBMISSION_TAG, COMMIT_URL"):
        platforms.classroom50(results["pass"], {})
    with pytest.raises(UsageError, match="no RELEASE_URL in the environment"):
        platforms.classroom50(results["pass"], RUNNER | {"RELEASE_URL": ""})


# ---- JUnit -------------------------------------------------------------------------------------


def test_junit_reads_a_class(results) -> None:
    root = ElementTree.fromstring(platforms.junit(list(results.values())))
    XSD.validate(root)
    cases = [
        (case.get("name"), child.tag, child.get("type"))
        for case in root.iter("testcase")
        for child in case
    ]
    assert cases == [
        ("garbage", "failure", "over_budget"),
        ("submission", "failure", "compile_error"),
        ("answers", "skipped", None),
        ("garbage", "skipped", None),
        ("submission", "error", "grader_error"),
        ("answers", "skipped", None),
        ("garbage", "skipped", None),
    ]
    assert {key: root.get(key) for key in ("tests", "failures", "errors")} == {
        "tests": "10",
        "failures": "2",
        "errors": "1",
    }
    assert root[2].get("name") == "eve/count-up"
    assert (root[2].get("tests"), root[2].get("skipped")) == ("3", "2")


def test_junit_has_no_character_that_xml_forbids(results) -> None:
    hostile = results["compile_error"].model_copy(update={"learner": "a\x1b\ufffe"})
    root = ElementTree.fromstring(platforms.junit([hostile]))
    assert root[0].get("name") == rf"a\x1b\ufffe/{hostile.exercise}"
    failure = root.find(".//failure")
    assert failure.text == hostile.message
    assert "\n" not in failure.get("message")


# ---- tables ------------------------------------------------------------------------------------


def test_canvas_reads_a_class(results) -> None:
    graded = [results[name] for name in ("pass", "over_budget", "compile_error")]
    possible, grades = readers.canvas(platforms.canvas(graded, CLASS))
    assert possible == {"count-up": "10"}
    assert grades == {
        "al": {"count-up": "10"},
        "bb": {"count-up": "4"},
        "eve": {"count-up": "0"},
    }


def test_canvas_knows_learners_without_a_roster(results) -> None:
    text = platforms.canvas([results["pass"]], Roster())
    assert text.splitlines()[2] == "ada,,,ada,,10"
    assert readers.canvas(text)[1] == {"ada": {"count-up": "10"}}


def test_canvas_takes_no_learner_for_the_points_possible(results) -> None:
    """It looks for the words anywhere in a name, and learners choose their names."""
    eve = results["compile_error"].model_copy(update={"learner": "Eve Points Possible"})
    possible, grades = readers.canvas(platforms.canvas([results["pass"], eve], Roster()))
    assert possible == {"count-up": "10"}
    assert grades == {"ada": {"count-up": "10"}, "Eve Points Possible": {"count-up": "0"}}


def test_moodle_reads_a_class(results) -> None:
    graded = [results[name] for name in ("pass", "over_budget", "compile_error")]
    text = platforms.moodle(graded, CLASS)
    assert text.splitlines()[0] == "Username,count-up", "not everybody has an address or a number"
    assert readers.moodle(text, "Username") == {
        "al": {"count-up": 10},
        "bb": {"count-up": 4},
        "eve": {"count-up": 0},
    }


def test_moodle_finds_learners_by_all_that_is_known_of_them(results) -> None:
    text = platforms.moodle([results["pass"]], CLASS)
    for who, name in (("Email address", "ada@example.org"), ("ID number", "17")):
        assert readers.moodle(text, who) == {name: {"count-up": 10}}


SIGNS = Roster({"ada": Entry("ada", "=Ada", "+ada@example.org", "-al", "@17", "+1")})


def test_what_a_platform_finds_a_learner_by_stands_as_it_is(results) -> None:
    """A name is for people only, and for their spreadsheets."""
    text = platforms.canvas([results["pass"]], SIGNS)
    assert text.splitlines()[2] == "'=Ada,,@17,-al,'+1,10"
    assert readers.canvas(text)[1] == {"-al": {"count-up": "10"}}
    text = platforms.moodle([results["pass"]], SIGNS)
    for who, name in (
        ("Username", "-al"),
        ("Email address", "+ada@example.org"),
        ("ID number", "@17"),
    ):
        assert readers.moodle(text, who) == {name: {"count-up": 10}}


@pytest.mark.parametrize("table", [platforms.canvas, platforms.moodle])
def test_no_table_has_a_zero_for_a_fault_of_the_grader(results, table) -> None:
    text = table([results["pass"], results["grader_error"]], Roster())
    assert text.splitlines()[-1].startswith("zoe,")
    assert text.splitlines()[-1].endswith(",")


def test_no_gradebook_either(results, exercise) -> None:
    graded = [results["pass"], results["grader_error"]]
    found = gradebook.Grades(graded, [exercise])
    assert gradebook.as_csv(found).splitlines()[-2:] == ["ada,10,10", "zoe,,0"]
    zoe = gradebook.as_object(found, {})["learners"]["zoe"]
    assert zoe["exercises"]["count-up"] == {"verdict": "grader_error", "points": None}


# ---- the board ---------------------------------------------------------------------------------


def test_a_board_names_nobody_but_by_nickname(results) -> None:
    page = board.page(list(results.values())[:3], CLASS)
    for entry in CLASS._entries.values():
        for value in (entry.learner, entry.name, entry.email, entry.username):
            assert not value or f">{value}<" not in page
    assert "Lovelace" not in page
    assert "Countess" in page
    assert "&lt;i&gt;Bee&lt;/i&gt;" in page
    assert "1 more without a nickname" in page


def test_a_board_has_the_most_points_first(results, exercise) -> None:
    page = board.page(list(results.values())[:2], CLASS)
    assert page.index("Countess") < page.index("Bee")
    assert '<td class="number full">10</td>' in page
    assert '<td class="number">4</td>' in page


def test_an_empty_board(results) -> None:
    assert "Nobody has a nickname yet" in board.page([results["compile_error"]], CLASS)


# ---- rosters -----------------------------------------------------------------------------------


def write(folder: Path, text: str) -> Path:
    file = folder / "class.csv"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_roster_is_read(tmp_path) -> None:
    rows = 'ada, Countess ,"Lovelace, Ada"\nbob,,\njose\u0301,,\n'  # an accent of its own
    file = write(tmp_path, f"\ufefflearner,nickname,name\n{rows}")
    read = roster.read(file)
    assert read.entry("ada") == Entry("ada", "Lovelace, Ada", username="ada", nickname="Countess")
    assert read.entry("bob") == Entry("bob", "bob", username="bob")
    assert read.knows("bob")
    assert read.knows("jos\u00e9")
    assert not read.knows("eve")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the column 'learner' is missing; valid: learner, name, email"),
        ("name\nAda\n", "the column 'learner' is missing"),
        ("learner,grade\nada,1\n", "no column 'grade'; valid: learner, name"),
        ("learner,name\nada\n", "row 1 has another number of fields"),
        ("learner,name\nada,Ada,1\n", "row 1 has another number of fields"),
        ("learner\nada\nada\n", "row 2: 'ada' occurs twice"),
        ("learner,name\n,Ada\n", "row 1: names no learner"),
        ("learner,nickname\nada,Bee\nbob,bee\n", "the nickname 'bee' occurs twice"),
        ("learner,nickname\nada,\x1b[2jx\nbob,\x1b[2jx\n", r"the nickname '\x1b[2jx' occurs twice"),
        ("learner\n../ada\n", "row 1: '../ada' can't be the name of a folder"),
        ("learner\nsecret\n", "row 1: 'secret' can't be the name of a folder"),
    ],
)
def test_a_bad_roster_is_told_in_one_line(tmp_path, text, says) -> None:
    with pytest.raises(UsageError) as error:
        roster.read(write(tmp_path, text))
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_a_roster_that_is_none(tmp_path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        roster.read(tmp_path / "class.csv")
    (tmp_path / "class.csv").write_bytes(b"learner,name\nada,Z\xfcrich\n")
    with pytest.raises(UsageError, match="utf-8"):
        roster.read(tmp_path / "class.csv")


def test_every_column_of_a_roster_is_told_in_the_manual() -> None:
    manual = (Path(__file__).parents[4] / "exercises" / "TEACHING.md").read_text()
    for field in dataclasses.fields(Entry):
        assert f"| `{field.name}` |" in manual
