"""A CSV file for Canvas's gradebook: Grades, Import.

Its format is that of the file which Canvas exports; what it must have is decided by
lib/gradebook_importer.rb in the repository instructure/canvas-lms. A learner is found by the ID of
the student information system, by the login, or by name. A column whose title is no assignment's
becomes a new one, with the points of the second row.
"""

from collections.abc import Sequence

from course.grading.classroom.gradebook import csv_of, grades
from course.grading.classroom.roster import Roster
from course.grading.result import Result
from course.grading.text import harmless

STUDENT = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
POINTS_POSSIBLE = "    Points Possible"


def table(results: Sequence[Result], roster: Roster) -> str:
    """A row for each learner, a column for each exercise."""
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
