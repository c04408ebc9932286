"""Find which ordered accesses a Java method makes: by volatile fields, atomics, handles or fences.

Calls are followed to each method of the submission that they may reach: in the class that the call
names, those above it and those below it. Whether such a class is ever made, nobody looks.
"""

import re
from collections.abc import Iterator, Sequence

from course.grading.checks.class_family import ClassFamily
from course.grading.checks.class_file import ClassFile, Use

READS, WRITES = "reads", "writes"
ATOMIC, HANDLE = "java.util.concurrent.atomic.", "java.lang.invoke.VarHandle"
FUNCTIONS = "java.util.function."
"""Its interfaces extend each other."""

_BY_HANDLE = re.compile(r"Acquire|Release|Volatile|Fence|compareAnd|getAnd|AndSet")
_PLAIN = re.compile(r"\w*(?:Plain|Opaque)")
_ONLY_READ = re.compile(
    r"get(?!And)\w*|\w*(?:Acquire|Value)|acquireFence|loadLoadFence|isMarked|sum"
)
_ONLY_WRITE = re.compile(r"(?:set|lazySet)\w*|\w*Release|releaseFence|storeStoreFence")
_BOTH = re.compile(
    r"(?:weakC|c)ompareAnd\w*|getAnd\w*|\w*AndGet|fullFence|attemptMark"
    r"|accumulate|add|increment|decrement|reset|sumThenReset"
)
"""Ordered members of a handle; unordered members of a handle or an atomic; and its ordered ones, in
the order in which they are tried."""


class Orders:
    """The ordered accesses of a submission's methods."""

    def __init__(self, files: Sequence[ClassFile]) -> None:
        self._family = ClassFamily(files)
        self._files = self._family.files

    def of(self, owner: str, method: str) -> set[str]:
        """Return which of READS and WRITES the method's calls make, themselves or in callees."""
        known, waiting, found = {Use(owner, method)}, [Use(owner, method)], set[str]()
        while waiting:
            for use, assigned in self._reached(waiting.pop()):
                found |= self._does(use, assigned)
                if use not in known:
                    known.add(use)
                    waiting.append(use)
        return found

    def has(self, owner: str, method: str) -> bool:
        """True if the submission has such a method."""
        return any(self._reached(Use(owner, method)))

    def _reached(self, call: Use) -> Iterator[tuple[Use, bool]]:
        """Yield what the methods that a call may reach refer to, and whether they assign it."""
        related = {*self._family.above(call.owner), *self._family.below(call.owner)}
        for name in related & self._files.keys():
            yield from self._files[name].of_method(call.member)
        for file in self._files.values():
            for interface, name, code in file.implemented:
                if name == call.member and self._implements(interface, call.owner):
                    yield code, False

    def _implements(self, interface: str, owner: str) -> bool:
        alike = interface.startswith(FUNCTIONS) and owner.startswith(FUNCTIONS)
        return alike or owner in self._family.above(interface)

    def _does(self, use: Use, assigned: bool) -> set[str]:
        above = self._family.above(use.owner)
        if use.owner in self._files:
            holder = next((self._files[one] for one in above if self._has_field(one, use)), None)
            if holder is not None and use.member in holder.volatile:
                return {WRITES if assigned else READS}
        is_handle = HANDLE in above
        if not is_handle and not any(one.startswith(ATOMIC) for one in above):
            return set()
        if _PLAIN.fullmatch(use.member) or (is_handle and not _BY_HANDLE.search(use.member)):
            return set()
        if _ONLY_READ.fullmatch(use.member):
            return {READS}
        if _ONLY_WRITE.fullmatch(use.member):
            return {WRITES}
        return {READS, WRITES} if _BOTH.fullmatch(use.member) else set()

    def _has_field(self, name: str, use: Use) -> bool:
        return name in self._files and use.member in self._files[name].fields
