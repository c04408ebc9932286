"""Tell whose a file is by the name that a learning platform, hub or mailbox gave it."""

import hashlib
import os
import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from course.grading.exercises.packed import BETWEEN
from course.grading.text import is_seen

_SECOND = re.compile(r"(?<= or )\d+$")
"""What follows the word in `number 1 or 7`, see :func:`platform`."""


class Who(NamedTuple):
    """A learner, as a file's name gives it."""

    name: str
    token: str
    """Where it comes from, which distinguishes learners of one name: `number N` of a platform's,
    `copy N` of the course, or else what stands in the folder."""
    is_account: bool = False
    """Whether it is a folder's: learners may have chosen it, so it is nobody else's name."""
    is_person: bool = False
    """Whether the token is one person's, whatever they submit: Canvas's is."""

    def account(self) -> "Who":
        """Return the same for all files of an account. Its learner chooses the second number of a
        token that has two, and so has two accounts at most."""
        return self._replace(token=_SECOND.sub("", self.token))


_HOME = re.compile(r"jupyter-(?P<name>.+)")
"""The Littlest JupyterHub: a home."""

_REST = r"_(?:(?P<file>\d{1,20})_(?!assignsubmission_)(?P<rest>.+)|(?:text|link)\.html)"
_CANVAS = (
    re.compile(r"(?P<name>[^\W_]+)(?:_LATE)?_(?P<token>\d{1,20})" + _REST),
    re.compile(r"(?:LATE_)?(?P<name>anon)_(?P<token>[^\W_]{1,20})" + _REST),
)
"""Canvas, "Download Submissions", also of anonymous ones; its learners choose the rest. Told by
lib/content_zipper.rb in the repository instructure/canvas-lms."""

_MOODLE = re.compile(r"(?P<name>.+?)_(?P<token>\d{1,20})_assignsubmission_[a-z]+[_.]?(?P<rest>.*)")
"""Moodle, "Download all submissions", with a folder for each learner and without; its learners may
choose their names, too."""

_COPIES = re.compile(
    r"(?: ?\(\d+\)|-\d+| - Copy(?: \(\d+\))?| copy(?: \d+)?| \((?:another )?copy\))(?=\.\w+$)"
)
"""What browsers, platforms and the desktops of Windows, macOS and Linux add to a second file."""

_MOST_BYTES = 120
"""Limit of a name, which a token may follow: both are part of file names, of 255 bytes."""


def platform(name: str) -> tuple[Who, str] | None:
    """The learner, and the name that the learner gave the file; None for any other name. One that
    could be read in two ways is a name of its own: its learner has chosen a part of it."""
    for pattern in (*_CANVAS, _MOODLE, _HOME):
        match = pattern.fullmatch(name)
        if match is not None:
            found = match.groupdict()
            rest = found.get("rest") or ""
            if "_assignsubmission_" in rest:
                return Who(clean(name), token(name)), name
            is_home = pattern is _HOME
            origin = token(name) if is_home else f"number {found['token']}"
            if pattern in _CANVAS and re.match(r"\d+_", rest):
                origin += f" or {found['file']}"  # whose name may end with _ and the first number
            return Who(clean(found["name"]), origin, is_home, pattern in _CANVAS), rest
    return None


def token(name: str) -> str:
    """Return the name if it is clean, or else its hash: two names may be the same when cleaned."""
    return name if clean(name) == name else hashlib.sha256(os.fsencode(name)).hexdigest()[:8]


def of_archive(stem: str, exercises: Iterable[str]) -> str:
    """Name the owner of an archive without a manifest: its name without the exercise's."""
    first, *_ = stem.split(BETWEEN)
    for exercise in exercises:
        first = first.replace(exercise, "")
    return clean(first.strip(" -_.")) or clean(stem)


def original(name: str) -> str:
    """Remove what tells a copy from the file itself: a number, or the word."""
    return _COPIES.sub("", name)


def before(name: str, file: str) -> str | None:
    """The learner of ``ada-LifoPool.java``, where LifoPool.java is asked for; None for others."""
    rest = name.removesuffix(file)
    return clean(rest[:-1]) or None if rest != name and rest[-1:] in "-_ ." else None


def clean(name: str) -> str:
    """Make a name fit to keep results under, and to show in a terminal and a spreadsheet."""
    known = os.fsencode(name)
    try:
        name = known.decode("utf-8")
    except UnicodeDecodeError:
        name = known.decode("latin-1")
    name = unicodedata.normalize("NFC", name)
    name = "".join(one if is_seen(one) and one not in "/\\" else " " for one in name)
    cut = " ".join(name.split()).encode()[:_MOST_BYTES].decode("utf-8", "ignore")
    return cut.strip().lstrip(". (")  # the gradebook has a row `(maximum)`


def folded(name: str) -> str:
    """Lovelace, Ada is ada-lovelace: case, accents' encodings and order do not matter."""
    words = re.findall(r"[\w@]+", unicodedata.normalize("NFC", name).casefold().replace("_", " "))
    return " ".join(sorted(words))
