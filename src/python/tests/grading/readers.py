"""Gradebook files as their platforms take them: the rules of each, in words of ours."""

from __future__ import annotations

import csv
import io
import re

HIGHEST = 100
"""Moodle's maximum for an item, unless the site has another one."""

COMPUTED = re.compile(r"(Current|Final) (Score|Points|Grade)|Override (Score|Grade|Status)")
"""Columns of Canvas's own exports, which it takes for no assignment."""


class Unreadable(ValueError):
    """The platform would not take the file."""


def canvas(text: str) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """Points possible by assignment, and by login the grades.

    After GradebookImporter in instructure/canvas-lms, lib/gradebook_importer.rb: the header is
    recognised by its first two columns and by the last one of those that say who a student is.
    """
    header, *rows = csv.reader(io.StringIO(text))
    if not (len(header) > 3 and "Student" in header[0] and "ID" in header[1]):
        raise Unreadable("no student's columns")
    who, login = 3, None
    if re.search(r"SIS\s+Login\s+ID", header[2]):
        who, login = 4, 2
    elif re.search(r"SIS\s+User\s+ID", header[2]) and re.search(r"SIS\s+Login\s+ID", header[3]):
        who, login = 5, 3
        who += bool(re.search(r"Integration\s+ID", header[4]))
        who += bool(re.search(r"Root\s+Account", header[who - 1]))
    if "Section" not in header[who - 1]:
        raise Unreadable("the last of a student's columns is not the section")
    titles = [title for title in header[who:] if not COMPUTED.search(title)]
    if len(set(titles)) < len(titles) or any(len(row) != len(header) for row in rows):
        raise Unreadable("columns that do not fit")
    possible: dict[str, str] = {}
    grades: dict[str, dict[str, str]] = {}
    for row in rows:
        values = {title: row[header.index(title)] for title in titles}
        if "Points Possible" in row[0]:
            possible = values
        else:
            grades[row[login] if login is not None else row[0]] = values
    return possible, grades


def moodle(text: str, who: str) -> dict[str, dict[str, float | None]]:
    """Grades by what the column `who` says, each other grade column mapped to an item.

    After gradeimport_csv_load_data in moodle/moodle, grade/import/csv/classes/load_data.php.
    """
    known = ("Username", "Email address", "ID number")
    header, *rows = csv.reader(io.StringIO(text))
    header = [title.strip() for title in header]
    if len(set(header)) < len(header) or who not in header:
        raise Unreadable("a column cannot be mapped")
    found: dict[str, dict[str, float | None]] = {}
    for row in rows:
        values = dict(zip(header, (value.strip() for value in row), strict=True))
        if not values[who]:
            raise Unreadable("a user who cannot be found ends the import")
        found[values[who]] = {
            title: _grade(value) for title, value in values.items() if title not in known
        }
    return found


def _grade(value: str) -> float | None:
    if value in ("", "-"):
        return None
    try:
        grade = float(value)
    except ValueError:
        raise Unreadable(f"'{value}' is no grade") from None
    if grade > HIGHEST:
        raise Unreadable(f"{value} is above {HIGHEST}")
    return grade
