"""A CSV file for Moodle's gradebook: Grades, Import, CSV file.

Its format is told in https://docs.moodle.org/en/Grade_import. Moodle asks which column says who a
learner is, and which grade item each other one belongs to. It imports points, not shares: an item
that it makes for a column has a maximum of 100 until somebody changes that.
"""

from collections.abc import Sequence

from course.grading.classroom.gradebook import csv_of, grades
from course.grading.classroom.roster import Roster
from course.grading.result import Result

COLUMNS = {"Username": "username", "Email address": "email", "ID number": "id"}
"""Who a learner is, as Moodle calls it -> as the roster calls it."""


def table(results: Sequence[Result], roster: Roster) -> str:
    """A row for each learner, a column for each exercise."""
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
