"""Find names in a Java submission that exercises/lib/permitted.toml does not list."""

import functools
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from course.grading.checks.class_family import ClassFamily
from course.grading.checks.class_file import CONSTRUCTOR, OBJECT, ClassFile, Use
from course.grading.exercises import permitted

SYNCHRONIZED, LOCK_FREE = "synchronized", "lock-free"
LAST = 1 << 16
"""Greater than any line number in a class file."""


class Permitted:
    """What a submission may refer to, beside its own."""

    def __init__(
        self, library: Path, may_use: Iterable[str], package: str, files: Sequence[ClassFile]
    ) -> None:
        """files: all of the submission's."""
        self._library = library
        self._family = ClassFamily(files)
        self._members_of = defaultdict[str, set[tuple[str, str]]](set)
        for owner, member in (one for file in files for one in file.members):
            self._members_of[owner].add(member)
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
        # A subclass inherits its parent's members, which class files refer to as its own.
        parents = (one for one in file.parents if not one.startswith(self._own))
        odd |= {
            Use(one)
            for one in parents
            if one != OBJECT
            and not classes.fullmatch(one)
            and not all(members.fullmatch(f"{one} {member}") for member in self._members(file))
        }
        named = {use.owner for use in odd if use.member}
        left = (use for use in odd if use.member or use.owner not in named)
        return sorted(left, key=lambda use: (file.lines.get(use, LAST), use))

    def _members(self, of: ClassFile) -> set[str]:
        """Names of all members that the class and its heirs inherit from the library, as far as the
        submission refers to them, and of those that may stand in for its own interfaces' methods.
        """
        found = {CONSTRUCTOR}
        for heir in self._family.below(of.name):
            names = self._family.above(heir)
            above = [self._family.files[name] for name in names if name in self._family.files]
            own = {member for one in above if not one.is_interface for member in one.declared}
            asked = {member for one in above if one.is_interface for member in one.declared}
            methods = {(name, kind) for name, kind in asked if kind.startswith("(")}
            found |= {name for name, _ in (self._members_of[heir] | methods) - own}
        return found

    def advice(self, use: Use) -> str:
        """What to use instead."""
        name = f"{use.owner}.{use.member}" if use.member else use.owner
        return permitted.advice("java", self._library, name)


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
