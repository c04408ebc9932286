"""CSV files for the gradebooks of platforms: a row for each learner, a column for each exercise."""

from collections.abc import Sequence

from course.grading.classroom.gradebook import csv_of, grades
from course.grading.classroom.roster import Roster
from course.grading.result import Result
from course.grading.text import harmless

STUDENT = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
POINTS_POSSIBLE = "    Points Possible"

COLUMNS = {"Username": "username", "Email address": "email", "ID number": "id"}
"""Who a learner is, as Moodle calls it -> as the roster calls it."""


def canvas(results: Sequence[Result], roster: Roster) -> str:
    """For Grades, Import.

    The format is that of the file which Canvas exports; what it must have is decided by
    lib/gradebook_importer.rb in the repository instructure/canvas-lms. A learner is found by the ID
    of the student information system, by the login, or by name. A column whose title is no
    assignment's becomes a new one, with the points of the second row.
    """
    found = grades(results)
    rows: list[list[int | str]] = [
        [*STUDENT, *found.exercises],
        [POINTS_POSSIBLE, *[""] * (len(STUDENT) - 1), *found.exercises.values()],
    ]
    for learner in found.learners:
        entry = roster.entry(learner)
        # "ID" is a number of Canvas's own, which nobody else knows. What it finds a learner by
        # stands as it is.
        who = [harmless(entry.name), "", entry.id, entry.username, harmless(entry.section)]
        rows.append([*who, *found.row(learner)])
    return csv_of(rows)


def moodle(results: Sequence[Result], roster: Roster) -> str:
    """For Grades, Import, CSV file.

    The format is told in https://docs.moodle.org/en/Grade_import. Moodle asks which column says who
    a learner is, and which grade item each other one belongs to. It imports points, not shares: an
    item that it makes for a column has a maximum of 100 until somebody changes that.
    """
    found = grades(results)
    entries = {learner: roster.entry(learner) for learner in found.learners}
    # Moodle refuses all of a file for one learner whom it cannot find.
    columns = {
        title: name
        for title, name in COLUMNS.items()
        if all(getattr(entry, name) for entry in entries.values())
    }
    rows: list[list[int | str]] = [[*columns, *found.exercises]]
    for learner, entry in entries.items():
        # As they are: with anything before them, Moodle would find nobody.
        who = [getattr(entry, name) for name in columns.values()]
        rows.append([*who, *found.row(learner)])
    return csv_of(rows)
