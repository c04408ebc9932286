"""A class file, as javac writes it: what it refers to, and where.

javac has just written it from source, so nobody can have forged it. Therefore this reads only the
little that is needed (Java Virtual Machine Specification, chapter 4), in one pass.
"""

import dataclasses
import io
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
    **dict.fromkeys((7, 8, 16, 19, 20), (2,)),
    **dict.fromkeys((3, 4), (4,)),
    **dict.fromkeys((9, 10, 11, 12, 17, 18), (2, 2)),
    **{5: (8,), 6: (8,), 15: (1, 2)},
}
"""Tag of a constant, other than text -> the bytes of each number in its value."""

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
_SYNCHRONIZED, _VOLATILE, _INTERFACE = 0x0020, 0x0040, 0x0200
CONSTRUCTOR, FINALIZER = "<init>", ("finalize", "()V")
OBJECT = "java.lang.Object"
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


class _Stream(io.BytesIO):
    """Part of a class file, read from its beginning to its end."""

    def number(self, size: int = 2) -> int:
        return int.from_bytes(self.read(size), "big")

    def numbers(self) -> list[int]:
        """A count, and that many numbers."""
        return [self.number() for _ in range(self.number())]


class ClassFile:
    """Raises only for a defect of javac's or of ours."""

    def __init__(self, content: bytes) -> None:
        self._constants: dict[int, tuple[int, Any]] = {}
        self.name = ""
        self.is_interface = False
        self.parents: list[str] = []
        """Its superclass and its interfaces."""
        self.lines: dict[Use, int] = {}
        """First line of each reference. A lock is a use of ``synchronized``."""
        self._bootstraps: list[list[int]] = []
        self._first: dict[int, int] = {}
        """Constant -> the first line that uses it."""
        self._methods: dict[str, set[tuple[int, bool]]] = defaultdict(set)
        """Name -> constants of its methods, and whether they are fields that it assigns."""
        self.fields: set[str] = set()
        self.volatile: set[str] = set()
        """Those of the fields that are."""
        self.declared: set[tuple[str, str]] = set()
        """Names and types of its methods and fields. A method's type begins with a parenthesis."""
        self.implemented: list[tuple[str, str, Use]] = []
        """Interface, method and code of each lambda or reference to a method."""
        file = _Stream(content)
        self._read_constants(file)
        self._read_members(file)
        for index, line in self._first.items():
            for use in self._uses(index):
                self.lines.setdefault(use, line)

    @property
    def uses(self) -> set[Use]:
        """All that it refers to, without names in signatures alone, which nobody calls."""
        return {use for index in self._constants for use in self._uses(index)} | set(self.lines)

    @property
    def members(self) -> Iterator[tuple[str, tuple[str, str]]]:
        """Class, and name and type, of each member that it refers to."""
        for tag, value in self._constants.values():
            if tag in _MEMBERS:
                name, kind = map(self._text, self._constants[value[1]][1])
                for owner in self._uses(value[0]):
                    yield owner.owner, (name, kind)

    def of_method(self, name: str) -> set[tuple[Use, bool]]:
        """Return what its methods of that name refer to, and whether they assign it as a field."""
        known = self._methods.get(name, ())
        return {(use, assigned) for index, assigned in known for use in self._uses(index)}

    @property
    def lambdas(self) -> int:
        """Number of constants for which the JVM makes a class on first use."""
        return sum(tag in _DYNAMIC for tag, _ in self._constants.values())

    # ---- constants ------------------------------------------------------------------------------

    def _read_constants(self, file: _Stream) -> None:
        file.read(8)  # magic number and version
        number, count = 1, file.number()
        while number < count:
            tag = file.number(1)
            value: Any
            if tag == _UTF8:
                value = _decoded(file.read(file.number()))
            else:
                value = [file.number(size) for size in _LAYOUTS[tag]]
            self._constants[number] = tag, value
            number += 2 if tag in _TWO_PLACES else 1

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

    # ---- members --------------------------------------------------------------------------------

    def _read_members(self, file: _Stream) -> None:
        self.is_interface = bool(file.number() & _INTERFACE)
        self.name = next(use.owner for use in self._uses(file.number()))
        parents = [file.number(), *file.numbers()]
        self.parents = [use.owner for index in parents for use in self._uses(index)]
        for members in ("fields", "methods"):
            for _ in range(file.number()):
                access, name = file.number(), self._text(file.number())
                kind = self._text(file.number())
                line = self._read_attributes(file, name)
                self.declared.add((name, kind))
                if members == "fields":
                    self.fields.add(name)
                    self.volatile.update({name} if access & _VOLATILE else ())
                if access & _SYNCHRONIZED and line:
                    self.lines.setdefault(Use(BLOCK), line)
                if (name, kind) == FINALIZER:  # which the JVM calls, and no code names
                    self.lines.setdefault(Use(OBJECT, name), line)
        self._read_attributes(file)
        self._read_lambdas()

    def _read_lambdas(self) -> None:
        """A lambda, or a reference to a method, is code of the method that it implements."""
        for tag, value in self._constants.values():
            if tag in _DYNAMIC:
                name, kind = map(self._text, self._constants[value[1]][1])
                interface = kind.rpartition(")L")[2].rstrip(";").replace("/", ".")
                given = self._bootstraps[value[0]]
                handles = (one for one in given if self._constants[one][0] == _HANDLE)
                self.implemented += [
                    (interface, name, use) for one in handles for use in self._uses(one)
                ]

    def _read_attributes(self, file: _Stream, of: str = "") -> int:
        """Return the first line of the code among them. of: the name of the member."""
        first = 0
        for name, attribute in self._attributes(file):
            if name == "Code":
                first = self._read_code(attribute, of)
            elif name == "BootstrapMethods":
                count = attribute.number()
                self._bootstraps = [
                    [attribute.number(), *attribute.numbers()] for _ in range(count)
                ]
        return first

    def _attributes(self, file: _Stream) -> Iterator[tuple[str, _Stream]]:
        for _ in range(file.number()):
            yield self._text(file.number()), _Stream(file.read(file.number(4)))

    def _read_code(self, file: _Stream, method: str) -> int:
        file.read(4)  # sizes of its stack and of its variables
        code = file.read(file.number(4))
        file.read(8 * file.number())  # handlers of exceptions
        lines = [(0, 0)]
        for name, table in self._attributes(file):
            if name == "LineNumberTable":
                lines += [(table.number(), table.number()) for _ in range(table.number())]
        lines.sort()
        for at, index in _instructions(code):
            _, line = lines[bisect_right(lines, at, key=lambda begins: begins[0]) - 1]
            if index is None:
                self.lines.setdefault(Use(BLOCK), line)
            else:
                self._first.setdefault(index, line)
                self._methods[method].add((index, code[at] in _ASSIGNS))
        return min((line for _, line in lines if line), default=0)


def _decoded(content: bytes) -> str:
    """Different names stay different: a letter beyond 16 bits is a pair of three bytes each."""
    pairs = content.replace(b"\xc0\x80", b"\0").decode("utf-8", "surrogatepass")
    return pairs.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _instructions(code: bytes) -> Iterator[tuple[int, int | None]]:
    """Yield the places of instructions with a constant, and of those that lock, which have none."""
    place = 0
    while place < len(code):
        one = code[place]
        if one == _LOCK:
            yield place, None
        elif one == _SHORT_CONSTANT:
            yield place, code[place + 1]
        elif one in _WITH_CONSTANT:
            yield place, int.from_bytes(code[place + 1 : place + 3], "big")
        if one == _TABLE_SWITCH:
            place += 4 - place % 4
            _, low, high = struct.unpack_from(">iii", code, place)
            place += 12 + 4 * (high - low + 1)
        elif one == _LOOKUP_SWITCH:
            place += 4 - place % 4
            _, pairs = struct.unpack_from(">ii", code, place)
            place += 8 + 8 * pairs
        elif one == _WIDE:
            place += 6 if code[place + 1] == _INCREMENT else 4
        else:
            place += 1 + _OPERANDS.get(one, 0)
