"""A class file, as javac writes it: what it refers to, and where.

javac has just written it from source, so nobody can have forged it. Therefore this reads only the
little that is needed (Java Virtual Machine Specification, chapter 4), in one pass.
"""

import dataclasses
import re
import struct
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

_UTF8, _CLASS, _HANDLE = 1, 7, 15
_MEMBERS = (9, 10, 11)
_DYNAMIC = (17, 18)
_TWO_PLACES = (5, 6)
_LAYOUTS = {
    **dict.fromkeys((7, 8, 16, 19, 20), ">H"),
    **dict.fromkeys((3, 4), ">I"),
    **dict.fromkeys((9, 10, 11, 12, 17, 18), ">HH"),
    **{5: ">Q", 6: ">Q", 15: ">BH"},
}
"""Tag of a constant, other than text -> layout of its value."""

_OPERANDS = {
    **dict.fromkeys((16, 18, *range(21, 26), *range(54, 59), 169, 188), 1),
    **dict.fromkeys((17, 19, 20, 132, *range(153, 169), *range(178, 185), 187), 2),
    **dict.fromkeys((189, 192, 193, 198, 199), 2),
    197: 3,
    **dict.fromkeys((185, 186, 200, 201), 4),
}
"""Instruction -> number of operand bytes, if any."""

_TABLE_SWITCH, _LOOKUP_SWITCH, _WIDE, _INCREMENT = 170, 171, 196, 132
_SHORT_CONSTANT = 18
_WITH_CONSTANT = (19, 20, *range(178, 188), 189, 192, 193, 197)
_LOCK = 194
_ASSIGNS = (179, 181)
_ELEMENT = re.compile(r"\[+L([^;]+);")
_SYNCHRONIZED, _VOLATILE = 0x0020, 0x0040
CONSTRUCTOR = "<init>"
BLOCK = "synchronized"


@dataclasses.dataclass(frozen=True, order=True)
class Use:
    """A class, or a member of one, that a class file refers to."""

    owner: str
    """As in ``java.util.Map$Entry``."""
    member: str = ""
    """Empty for the class itself."""

    def __str__(self) -> str:
        name = self.owner.replace("$", ".")
        if self.member in ("", CONSTRUCTOR):
            return name
        return f"{name}.{self.member}"


class ClassFile:
    """Raises only for a defect of javac's or of ours."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._constants: dict[int, tuple[int, Any]] = {}
        place = self._read_constants()
        self.name = ""
        self.parents: list[str] = []
        """Its superclass and its interfaces."""
        self.lines: dict[Use, int] = {}
        """First line of each reference. A lock is a use of ``synchronized``."""
        self._bootstraps: list[list[int]] = []
        self._first: dict[int, int] = {}
        """Constant -> the first line that uses it."""
        self._methods: dict[str, set[tuple[int, bool]]] = defaultdict(set)
        """Name -> constants of its methods, and whether they are fields that it assigns."""
        self.volatile: set[str] = set()
        """Names of its volatile fields."""
        self._read_members(place)
        for index, line in self._first.items():
            for use in self._uses(index):
                self.lines.setdefault(use, line)

    @property
    def uses(self) -> set[Use]:
        """All that it refers to, without names in signatures alone, which nobody calls."""
        return {use for index in self._constants for use in self._uses(index)} | set(self.lines)

    def of_method(self, name: str) -> set[tuple[Use, bool]]:
        """Return what its methods of that name refer to, and whether they assign it as a field."""
        known = self._methods.get(name, ())
        return {(use, assigned) for index, assigned in known for use in self._uses(index)}

    @property
    def lambdas(self) -> int:
        """Number of constants for which the JVM makes a class on first use."""
        return sum(tag in _DYNAMIC for tag, _ in self._constants.values())

    # ---- constants ------------------------------------------------------------------------------

    def _read_constants(self) -> int:
        number, place, count = 1, 10, self._word(8)
        while number < count:
            tag = self._content[place]
            if tag == _UTF8:
                length = self._word(place + 1)
                text = self._content[place + 3 : place + 3 + length]
                self._constants[number] = tag, text.decode("utf-8", "replace")
                place += 3 + length
            else:
                layout = _LAYOUTS[tag]
                self._constants[number] = tag, struct.unpack_from(layout, self._content, place + 1)
                place += 1 + struct.calcsize(layout)
            number += 2 if tag in _TWO_PLACES else 1
        return place

    def _uses(self, index: int) -> Iterator[Use]:
        tag, value = self._constants.get(index, (0, ()))
        if tag == _CLASS:
            name = self._text(value[0])
            if name.startswith("["):
                yield from (Use(one.replace("/", ".")) for one in _ELEMENT.findall(name))
            else:
                yield Use(name.replace("/", "."))
        elif tag in _MEMBERS:
            member = self._text(self._constants[value[1]][1][0])
            for owner in self._uses(value[0]):
                yield Use(owner.owner, member)
        elif tag == _HANDLE:
            yield from self._uses(value[1])
        elif tag in _DYNAMIC and value[0] < len(self._bootstraps):
            for argument in self._bootstraps[value[0]]:
                yield from self._uses(argument)

    def _text(self, index: int) -> str:
        return self._constants[index][1]

    def _word(self, place: int) -> int:
        return struct.unpack_from(">H", self._content, place)[0]

    def _long(self, place: int) -> int:
        return struct.unpack_from(">i", self._content, place)[0]

    # ---- members --------------------------------------------------------------------------------

    def _read_members(self, place: int) -> None:
        count = self._word(place + 6)
        parents = [self._word(place + 4), *(self._word(place + 8 + 2 * n) for n in range(count))]
        self.name = next(use.owner for use in self._uses(self._word(place + 2)))
        self.parents = [use.owner for index in parents for use in self._uses(index)]
        place += 8 + 2 * count
        for members in ("fields", "methods"):
            count, place = self._word(place), place + 2
            for _ in range(count):
                access, attributes = self._word(place), place + 6
                name = self._text(self._word(place + 2))
                place, line = self._read_attributes(attributes, name)
                if members == "fields" and access & _VOLATILE:
                    self.volatile.add(name)
                if access & _SYNCHRONIZED and line:
                    self.lines.setdefault(Use(BLOCK), line)
        self._read_attributes(place)

    def _read_attributes(self, place: int, of: str = "") -> tuple[int, int]:
        """Return the place after them, and the first line of the code among them.

        of: the name of the member.
        """
        count, place, first = self._word(place), place + 2, 0
        for _ in range(count):
            name, length = self._text(self._word(place)), self._long(place + 2)
            if name == "Code":
                first = self._read_code(place + 6, of)
            elif name == "BootstrapMethods":
                self._read_bootstraps(place + 6)
            place += 6 + length
        return place, first

    def _read_bootstraps(self, place: int) -> None:
        count, place = self._word(place), place + 2
        for _ in range(count):
            number = self._word(place + 2)
            words = [self._word(place + 4 + 2 * n) for n in range(number)]
            self._bootstraps.append([self._word(place), *words])
            place += 4 + 2 * number

    def _read_code(self, place: int, method: str) -> int:
        begin, end = place + 8, place + 8 + self._long(place + 4)
        behind = end + 2 + 8 * self._word(end)
        begins, lines = [0], [0]
        count, behind = self._word(behind), behind + 2
        for _ in range(count):
            if self._text(self._word(behind)) == "LineNumberTable":
                for n in range(self._word(behind + 6)):
                    begins.append(self._word(behind + 8 + 4 * n))
                    lines.append(self._word(behind + 10 + 4 * n))
            behind += 6 + self._long(behind + 2)
        known = sorted(zip(begins, lines, strict=True))
        begins = [one for one, _ in known]
        for at, index in self._instructions(begin, end):
            line = known[bisect_right(begins, at - begin) - 1][1]
            if index is None:
                self.lines.setdefault(Use(BLOCK), line)
            else:
                self._first.setdefault(index, line)
                self._methods[method].add((index, self._content[at] in _ASSIGNS))
        return min(filter(None, lines), default=0)

    def _instructions(self, place: int, end: int) -> Iterator[tuple[int, int | None]]:
        """Yield instructions with a constant, and those that lock, which have none."""
        begin = place
        while place < end:
            code, at = self._content[place], place
            if code == _LOCK:
                yield at, None
            elif code == _SHORT_CONSTANT:
                yield at, self._content[place + 1]
            elif code in _WITH_CONSTANT:
                yield at, self._word(place + 1)
            if code in (_TABLE_SWITCH, _LOOKUP_SWITCH):
                place += 4 - (place - begin) % 4
                if code == _TABLE_SWITCH:
                    place += 12 + 4 * (self._long(place + 8) - self._long(place + 4) + 1)
                else:
                    place += 8 + 8 * self._long(place + 4)
            elif code == _WIDE:
                place += 6 if self._content[place + 1] == _INCREMENT else 4
            else:
                place += 1 + _OPERANDS.get(code, 0)
