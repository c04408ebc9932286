"""Find names in a Java submission that exercises/lib/permitted.toml does not list."""

import functools
import re
from collections.abc import Iterable
from pathlib import Path

from course.grading.checks.class_file import ClassFile, Use
from course.grading.exercises import permitted

SYNCHRONIZED, LOCK_FREE = "synchronized", "lock-free"
LAST = 1 << 16
"""Greater than any line number in a class file."""


class Permitted:
    """What the submissions of an exercise may refer to, beside their own."""

    def __init__(self, library: Path, may_use: Iterable[str], package: str) -> None:
        self._library = library
        self._own = f"{package}."
        self._all = (permitted.DEFAULT, SYNCHRONIZED, *may_use)

    def beyond(self, file: ClassFile) -> list[Use]:
        """Return its references that are not permitted."""
        return self._beyond(file, self._all)

    def locks(self, file: ClassFile) -> list[Use]:
        """Return its references to what locks or waits, or is not known to do neither."""
        return self._beyond(file, (LOCK_FREE,))

    def _beyond(self, file: ClassFile, groups: tuple[str, ...]) -> list[Use]:
        classes, members = _patterns(self._library, groups)
        odd = {
            use
            for use in file.uses
            if not use.owner.startswith(self._own)
            and not classes.fullmatch(use.owner)
            and not members.fullmatch(f"{use.owner} {use.member}")
        }
        # A subclass inherits its parent's members.
        parents = (one for one in file.parents if not one.startswith(self._own))
        odd |= {Use(one) for one in parents if not classes.fullmatch(one)} - {_OBJECT}
        named = {use.owner for use in odd if use.member}
        left = (use for use in odd if use.member or use.owner not in named)
        return sorted(left, key=lambda use: (file.lines.get(use, LAST), use))

    def advice(self, use: Use) -> str:
        """What to use instead."""
        name = f"{use.owner}.{use.member}" if use.member else use.owner
        return permitted.advice("java", self._library, name)


_OBJECT = Use("java.lang.Object")


@functools.cache
def _patterns(library: Path, groups: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Patterns of permitted classes, and of permitted members of other classes."""
    known = permitted.groups("java", library)
    classes = "|".join(map(_fits, permitted.collected(known, groups, "classes")))
    listed = [one for group in groups for one in known[group].get("members", {}).items()]
    in_part = "|".join(_fits(name) for name, _ in listed)
    members = [
        rf"{_fits(name)} (?:{'|'.join(['', *map(_fits, of.split())])})" for name, of in listed
    ]
    return (
        re.compile(rf"(?!(?:{in_part})$)(?:{classes})(?:\$[\w$]+)?"),
        re.compile("|".join(members)),
    )


def _fits(name: str) -> str:
    return re.escape(name).replace(r"\*", r"[\w$]*")
