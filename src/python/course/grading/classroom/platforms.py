"""Results as other people's platforms read them: autograders, test reports, gradebooks."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from course.errors import UsageError
from course.grading.classroom.gradebook import Grades, csv_of
from course.grading.classroom.roster import Roster
from course.grading.result import CheckResult, Result
from course.grading.text import harmless, on_one_line
from course.grading.verdicts import AGAIN, NOT_LOOKED_AT, Verdict

_TERMS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
NEEDED: Mapping[str, str] = _TERMS["classroom50"]["needed"]
COUNTED: Mapping[str, str] = _TERMS["junit"]["counted"]


# ---- what autograders leave of one result ------------------------------------------------------


def gradescope(result: Result) -> dict[str, Any]:
    """What is left in /autograder/results/results.json.

    The format is defined in https://gradescope-autograders.readthedocs.io/en/latest/specs/, "Output
    format".
    """
    points = f"{result.verdict}: {result.points} of {result.max_points} points"
    return {
        "score": result.points,
        "execution_time": result.run.seconds,
        "output": f"{points}\n{result.message}" if result.message else points,
        # Not the default, which is HTML: a compiler quotes what its learner wrote.
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": result.model_dump(
            include={"exercise", "verdict", "exercise_digest", "submission_digest", "sandbox"}
        ),
        "tests": [
            {
                "name": check.name,
                "score": check.points,
                "max_score": check.max_points,
                "status": "passed" if check.verdict == Verdict.PASS else "failed",
                "output": _of_check(check),
                "visibility": "visible",
            }
            for check in result.checks
        ],
    }


def _of_check(check: CheckResult) -> str:
    found = check.verdict or NOT_LOOKED_AT
    return "\n".join([check.says, f"{found}: {check.message}".removesuffix(": ")])


def classroom50(result: Result, environment: Mapping[str, str]) -> dict[str, Any]:
    """The ``result.json`` of the working directory. Raises UsageError outside a runner.

    The format is defined in https://github.com/foundation50/classroom50/wiki/Advanced-Autograding,
    "The result.json contract". An autograder is started in the repository of one submission; which
    one that is, the environment says.
    """
    missing = [name for name in NEEDED.values() if not environment.get(name)]
    if missing:
        raise UsageError(
            f"classroom50: no {', '.join(missing)} in the environment; its runner sets them for "
            "an autograder"
        )
    optional = _TERMS["classroom50"]["optional"].items()
    return {
        "schema": "classroom50/result/v1",
        **{field: environment[name] for field, name in NEEDED.items()},
        **{field: environment[name] for field, name in optional if environment.get(name)},
        "review": environment.get("REVIEW_URL") or environment["COMMIT_URL"],
        "datetime": result.run.started,
        "graded_at": result.run.started,
        "score": result.points,
        "max-score": result.max_points,
        "tests": [
            {
                "test-name": check.name,
                "passed": check.verdict == Verdict.PASS,
                "score": check.points,
                "max-score": check.max_points,
                "verdict": check.verdict,
                "message": check.message,
            }
            for check in result.checks
        ],
    }


# ---- test reports ------------------------------------------------------------------------------


def junit(results: Sequence[Result]) -> str:
    """JUnit XML: a suite for each submission, a case for each check.

    Its schema is Jenkins's junit-10.xsd, in the repository jenkinsci/xunit-plugin.
    """
    root = Element("testsuites", {"name": "./course grade"})
    root.extend(_suite(result) for result in results)
    root.attrib |= _counts(root, COUNTED)
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _suite(result: Result) -> Element:
    name = on_one_line(f"{result.learner}/{result.exercise}")
    took = f"{result.run.seconds:.3f}"
    suite = Element("testsuite", {"name": name, "timestamp": result.run.started, "time": took})
    cases = [(check.name, check.verdict, check.message) for check in result.checks]
    if result.check is None and result.verdict != Verdict.PASS:
        # It got no further than this: no check has a verdict that would say so.
        cases.insert(0, ("submission", result.verdict, result.message))
    for name, verdict, message in cases:
        case = SubElement(suite, "testcase", {"name": name, "classname": result.exercise})
        if verdict is None:
            SubElement(case, "skipped", {"message": NOT_LOOKED_AT})
        elif verdict != Verdict.PASS:
            # A failure is the submission's fault; what must be graded again, an error.
            kind = "error" if verdict in AGAIN else "failure"
            first = message.partition("\n")[0]
            SubElement(case, kind, {"type": verdict, "message": first}).text = message
    suite.attrib |= _counts(suite, COUNTED | {"skipped": "skipped"})
    return suite


def _counts(of: Element, what: Mapping[str, str]) -> dict[str, str]:
    return {name: str(len(list(of.iter(tag)))) for name, tag in what.items()}


# ---- gradebooks: a row for each learner, a column for each exercise ------------------------------


def canvas(results: Sequence[Result], roster: Roster) -> str:
    """For Grades, Import.

    The format is that of the file which Canvas exports; what it must have is decided by
    lib/gradebook_importer.rb in the repository instructure/canvas-lms. A learner is found by the ID
    of the student information system, by the login, or by name. A column whose title is no
    assignment's becomes a new one, with the points of the second row.
    """
    student, maxima = _TERMS["canvas"]["student"], _TERMS["canvas"]["maxima"]
    found = Grades(results)
    rows: list[list[int | str]] = [
        [*student, *found.exercises],
        [f"    {maxima}", *[""] * (len(student) - 1), *found.exercises.values()],
    ]
    for learner in found.learners:
        entry = roster.entry(learner)
        # "ID" is a number of Canvas's own, which nobody else knows. What it finds a learner by
        # stands as it is.
        name = harmless(entry.name).replace(maxima, maxima.replace(" ", "_"))  # or it sets them
        who = [name, "", entry.id, entry.username, harmless(entry.section)]
        rows.append([*who, *found.row(learner)])
    return csv_of(rows)


def moodle(results: Sequence[Result], roster: Roster) -> str:
    """For Grades, Import, CSV file.

    https://docs.moodle.org/en/Grade_import defines the format. Moodle asks which column says who
    a learner is, and which grade item each other one belongs to. It imports points, not shares: an
    item that it makes for a column has a maximum of 100 until somebody changes that.
    """
    found = Grades(results)
    entries = {learner: roster.entry(learner) for learner in found.learners}
    # Moodle refuses all of a file for one learner whom it cannot find.
    columns = {
        title: name
        for title, name in _TERMS["moodle"]["columns"].items()
        if all(getattr(entry, name) for entry in entries.values())
    }
    rows: list[list[int | str]] = [[*columns, *found.exercises]]
    for learner, entry in entries.items():
        # As they are: with anything before them, Moodle would find nobody.
        who = [getattr(entry, name) for name in columns.values()]
        rows.append([*who, *found.row(learner)])
    return csv_of(rows)
