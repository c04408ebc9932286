"""The learners: a CSV file of the teacher's, with a row for each."""

import csv
import dataclasses
import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from unicodedata import normalize

from course import paths
from course.errors import UsageError
from course.grading.classroom.names import clean, folded
from course.grading.store import TAKEN
from course.grading.text import harmless, on_one_line

MOST_WORDS = 5
"""Limit of a name's words that are tried in every order."""


@dataclasses.dataclass(frozen=True)
class Entry:
    """A learner. Unknown fields are empty."""

    learner: str
    """Name of the learner's folder of submissions."""
    name: str = ""
    email: str = ""
    username: str = ""
    """The login."""
    id: str = ""
    """Number at the school: Moodle's ID number, Canvas's SIS User ID."""
    section: str = ""
    nickname: str = ""
    """The learner's name on the class board."""


COLUMNS = tuple(field.name for field in dataclasses.fields(Entry))


class Roster:
    """The learners of a file; or, without one, everybody, known by the folder's name alone."""

    def __init__(self, entries: Mapping[str, Entry] | None = None) -> None:
        self._entries = entries
        known = (entries or {}).values()
        self._spellings = _by_key(known, _spellings)
        self._accounts = _by_key(
            known, lambda one: map(str.casefold, (one.learner, one.username or one.learner))
        )

    def learners(self) -> list[str]:
        """All learners of the file; none without one."""
        return list(self._entries or ())

    def find(self, name: str, *, is_account: bool = False) -> str | None:
        """Return the one learner known by that name, login, number or address, in any case. Moodle
        puts a group before its member, "Lab 1-Ada Lovelace": then the full name counts, if the
        group has a digit, which no first name has.

        is_account: of a folder's name, only the learner whose folder or login it is.
        """
        if self._entries is not None and name in self._entries:
            return name
        if is_account:
            return self._accounts.get(name.casefold())
        dashes = (at for at, one in enumerate(name) if one == "-")
        members = (name[at + 1 :] for at in dashes if any(map(str.isdigit, name[:at])))
        whole = (one for one in members if " " in one)  # a single word could be somebody's login
        keys = map(folded, (name, *whole))
        return next(filter(None, map(self._spellings.get, keys)), None)

    def knows(self, learner: str) -> bool:
        return self._entries is None or learner in self._entries

    def entry(self, learner: str) -> Entry:
        """Return a known learner, with the folder's name for a missing name or login. The teacher
        did not choose that name, so spreadsheets must not obey it."""
        one = Entry(learner) if self._entries is None else self._entries[learner]
        folder = harmless(learner)
        return dataclasses.replace(one, name=one.name or folder, username=one.username or folder)


def _by_key(known: Iterable[Entry], keys_of: Callable[[Entry], Iterable[str]]) -> dict[str, str]:
    """Key -> the one learner who has it."""
    keys = [(key, one.learner) for one in known for key in {*keys_of(one)}]
    held = Counter(key for key, _ in keys)
    return {key: learner for key, learner in keys if held[key] == 1}


def _spellings(entry: Entry) -> Iterator[str]:
    """What the learner is known by, folded. Canvas writes a name's words without blanks between
    them, in an order of its own."""
    for known in filter(None, (entry.learner, entry.name, entry.email, entry.username, entry.id)):
        yield folded(known)
    words = folded(entry.name).split()
    if len(words) <= MOST_WORDS:
        yield from map("".join, itertools.permutations(words))


def read(file: Path) -> Roster:
    """Read a roster. Raises UsageError with one line that says what would be valid."""
    try:
        with file.open(newline="", encoding="utf-8-sig") as stream:
            rows = csv.DictReader(stream, strict=True)
            return Roster(_entries(rows.fieldnames or (), rows))
    except (OSError, ValueError, csv.Error) as error:
        raise UsageError(f"{paths.shown(file)}: {on_one_line(str(error))}") from error


def _entries(columns: Sequence[str], rows: Iterable[dict[str, str]]) -> dict[str, Entry]:
    unknown = [name for name in columns if name not in COLUMNS]
    if unknown or "learner" not in columns:
        told = f"no column '{unknown[0]}'" if unknown else "the column 'learner' is missing"
        raise ValueError(f"{told}; valid: {', '.join(COLUMNS)}, of which only learner is required")
    entries: dict[str, Entry] = {}
    for number, row in enumerate(rows, start=1):
        if None in row or None in row.values():
            raise ValueError(f"row {number} has another number of fields than the first line")
        # As names of folders are read: an accent is one character.
        one = Entry(**{name: normalize("NFC", value).strip() for name, value in row.items()})
        if not one.learner or one.learner in entries:
            told = f"'{one.learner}' occurs twice" if one.learner else "names no learner"
            raise ValueError(f"row {number}: {told}")
        if one.learner != clean(one.learner) or one.learner in TAKEN:
            raise ValueError(f"row {number}: '{one.learner}' can't be the name of a folder")
        entries[one.learner] = one
    nicknames = Counter(one.nickname.casefold() for one in entries.values() if one.nickname)
    twice = [name for name, count in nicknames.items() if count > 1]
    if twice:
        raise ValueError(f"the nickname '{twice[0]}' occurs twice; choose another one")
    return entries
