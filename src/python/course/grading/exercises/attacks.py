"""The list of attacks, by aim: exercises/attacks/README.md. A test keeps it up to date.

Write it by: .venv/bin/python -m course.grading.exercises.attacks
"""

import sys
from collections.abc import Sequence

from course.errors import CourseError
from course.grading.exercises import specimens
from course.grading.exercises.exercise import EXERCISES
from course.grading.exercises.specimens import AIMS, Specimen
from course.process.files import write_atomically

FOLDER = EXERCISES / "attacks"
LIST = FOLDER / "README.md"

HEAD = """\
# Attacks on the grader

Each folder is a submission that an attacker might make, with its expected verdict.
[How one is made](../README.md#mutants-and-attacks). *Stopped by* names the one defence without
which the attack would succeed. `src/python/tests/grading/defences.py` lists all defences, and a
test removes each in turn.

Written by `.venv/bin/python -m course.grading.exercises.attacks`.
"""


def listed(attacks: Sequence[Specimen]) -> str:
    """Return all attacks, in a table for each aim."""
    parts = [HEAD]
    for aim, title in AIMS.items():
        rows = [_row(one) for one in attacks if one.expected.attacks == aim]
        head = ("| Attack | What it does | Verdict | Stopped by |", "|---|---|---|---|")
        parts.append("\n".join((f"## {title}", "", *head, *rows, "")))
    return "\n".join(parts)


def _row(attack: Specimen) -> str:
    expected = attack.expected
    why = " ".join(expected.why.split()).replace("|", "\\|")
    verdicts = ", ".join(f"`{verdict}`" for verdict in expected.verdict)
    return f"| `{attack.name}` | {why} | {verdicts} | {expected.stopped_by or ''} |"


if __name__ == "__main__":
    try:
        write_atomically(LIST, listed(specimens.within(FOLDER)))
    except CourseError as error:
        sys.exit(f"attacks: {error}")
