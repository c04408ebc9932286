"""Which classes and interfaces of a submission inherit from which."""

import functools
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from course.grading.checks.class_file import ClassFile


class ClassFamily:
    """A submission's classes, by name, and their relations."""

    def __init__(self, files: Iterable[ClassFile]) -> None:
        self.files = {file.name: file for file in files}
        heirs = defaultdict[str, list[str]](list)
        for file in self.files.values():
            for parent in file.parents:
                heirs[parent].append(file.name)
        parents = {file.name: file.parents for file in self.files.values()}
        self._above = functools.cache(functools.partial(_related, lambda one: parents.get(one, ())))
        self._below = functools.cache(functools.partial(_related, lambda one: heirs.get(one, ())))

    def above(self, name: str) -> Sequence[str]:
        """The class and all that it inherits from, the nearest first. The library's classes aren't
        read, so theirs are missing."""
        return self._above(name)

    def below(self, name: str) -> Sequence[str]:
        """The class, which may be the library's, and the submission's that inherit from it."""
        return self._below(name)


def _related(further: Callable[[str], Iterable[str]], name: str) -> Sequence[str]:
    """There may be 2**20 paths."""
    found = {name: None}
    waiting = [name]
    for one in waiting:
        new = [other for other in further(one) if other not in found]
        found |= dict.fromkeys(new)
        waiting += new
    return [*found]
