"""Find what a C++ submission uses that exercises/lib/permitted.toml does not list.

Every object file is examined, in each variant, and so is the linked program: what it imports, what
it defines for others, what runs before main(), and its instructions.
"""

import functools
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from course.grading.checks import machine_code, object_file
from course.grading.checks.object_file import ObjectFile, Symbol
from course.grading.exercises import permitted

WAITS, LOCKS = "waits", "locks"
_LONGEST = 200
_MOST_CODE_MB = 2
"""Limit of an object's instructions, which are read one by one. Ours have some kilobytes."""

_SECTIONS = re.compile(
    r"|\.(?:symtab|strtab|shstrtab|symtab_shndx|group|comment|note\.GNU-stack|note\.gnu\.property"
    r"|llvm_addrsig|init_array(?:\.000\d\d)?|fini_array\.00099|eh_frame)"
    r"|\.(?:text|rodata|data|bss|tdata|tbss|gcc_except_table)(?:\..*)?|asan_globals"
)
"""Sections that a compiler makes; the numbered ones are a sanitizer's."""

_OPERATORS = {"operator new": r"_Zn[wa]\w*", "operator delete": r"_Zd[la]\w*"}
_ABI = r"_ZT[VI]N10__cxxabiv1\w*|_ZT[IS](?:PK?)?[a-z]"
"""Symbols that describe a submission's own classes and thrown values."""

_SHORT = {
    "allocator": "Sa",
    "basic_string": "S[bs]",
    "basic_istream": "Si",
    "basic_ostream": "So",
    "basic_iostream": "Sd",
}
_SHIFTS = {"operator<<": "Stls", "operator>>": "Strs"}
"""The ABI's abbreviations."""

_OTHERS = re.compile(
    r"_Z(?:n[wa]|d[la])"  # operator new and delete, in every form
    r"|_Z(?:Z|GV|GR|TH|TW|T[VTISC]|T(?:h|vn?\d++_)n?\d++_|L)*+(?:N[VKrRO]*+)?"
    r"(?:(?P<std>St|S[absiod]|9__gnu_cxx)|6driver|\d++__)"
)
"""Names in scopes that are not a submission's: the library's, its tools', the driver's. A name may
have a million digits, so nothing is read twice."""

_BY_A_COMPILER = re.compile(
    r"DW\.ref\.\w+|__odr_asan\.\S+|__clang_call_terminate|___asan_globals\w*"
)
_FIRST = re.compile(r"_GLOBAL__sub_I_\S*|tsan\.module_ctor|asan\.module_ctor|_sub_I_\S*")
"""The compiler's functions that run before main()."""

_ARGUMENTS = re.compile(r"<[^<>]*>")
"""A template's, without any of its own."""


def _mangled(name: str) -> str:
    """Spell a library's name as the ABI does."""
    if name in _SHIFTS:
        return _SHIFTS[name]
    parts = name.split("::")
    whole = "St" + "".join(
        rf"\d+{part.removesuffix('*')}" if part.endswith("*") else f"{len(part)}{part}"
        for part in parts
    )
    return f"(?:{whole}|{_SHORT[name]})" if name in _SHORT else whole


class Permitted:
    def __init__(self, library: Path, may_use: Iterable[str], taken: frozenset[str]) -> None:
        """taken: what the driver imports, and the C names that it defines."""
        self._library = library
        self._groups = permitted.groups("cpp", library)
        self._usual = (permitted.DEFAULT, *may_use)
        self._taken = taken
        self._importable = functools.cache(self._symbols)
        self._listed = functools.cache(self._words)

    def _symbols(self, *groups: str) -> re.Pattern[str]:
        names = permitted.collected(self._groups, groups, "symbols")
        plain = permitted.either(one for one in names if one not in _OPERATORS).pattern
        operators = (_OPERATORS[one] for one in names if one in _OPERATORS)
        std = "|".join(map(_mangled, permitted.collected(self._groups, groups, "std"))) or "(?!)"
        return re.compile(
            "|".join([plain, *operators, _ABI, rf"_Z(?:GV|T[VTIS])?(?:N[VK]*)?(?:{std}).*"])
        )

    def _words(self, key: str) -> re.Pattern[str]:
        return permitted.either(permitted.collected(self._groups, self._usual, key))

    def may_write(self, key: str, *names: str) -> bool:
        """True if a source may contain one of the names. key: `words` of the compiler's own, as
        `__NAME`; `attributes` or their scopes, without underscores; or `pragmas`."""
        return any(map(self._listed(key).fullmatch, names))

    def imports(self, file: ObjectFile, variant: str) -> list[str]:
        """Return imported names that are not permitted."""
        sanitizer = () if variant == "plain" else (variant,)
        allowed = self._importable(WAITS, *self._usual, *sanitizer)
        return sorted(
            {one for one in file.imported if not allowed.fullmatch(one) and not _is_own(one)}
        )

    def locks(self, file: ObjectFile) -> list[str]:
        """Return imported names that lock or wait."""
        harmless, locks = self._importable(permitted.DEFAULT), self._importable(WAITS, LOCKS)
        return sorted(
            {one for one in file.imported if locks.fullmatch(one) and not harmless.fullmatch(one)}
        )

    def definitions(self, file: ObjectFile) -> list[str]:
        """Return names that it defines for others and must not."""
        return sorted({one.name for one in file.defined if not self._may_define(one)})

    def _may_define(self, one: Symbol) -> bool:
        if _BY_A_COMPILER.fullmatch(one.name):
            return True
        if not one.name.startswith("_Z"):
            # The linker exposes a hidden one only to the driver.
            return one.is_hidden and one.name[:1] != "_" and one.name not in self._taken
        found = _OTHERS.match(one.name)
        if found is None:
            return True
        # The driver has the headers' definitions, too. What it imports, no header defines.
        if found["std"] is None or one.name in self._taken:
            return False
        instance = not one.is_strong and getattr(one.section, "grouped", False)
        return instance or one.name.startswith("_ZNKSt4hash")

    def advice(self, name: str) -> str:
        """What to use instead of a name, as people write it; an attribute is `attribute NAME`."""
        bare = _ARGUMENTS.sub("", name)
        while bare != name:  # each `std::string` has an allocator, which isn't the point
            name, bare = bare, _ARGUMENTS.sub("", bare)
        return permitted.advice("cpp", self._library, name)


def _is_own(name: str) -> bool:
    """True if only the submission can define it: if it does not, the linker says so."""
    return name.startswith("_Z") and not _OTHERS.match(name) and not re.fullmatch(_ABI, name)


def form(file: ObjectFile) -> Iterator[str]:
    """Yield what an object file has that no compiler makes from C++."""
    for one in file.sections:
        name = one.name.removeprefix(".rela")
        code = name == ".text" or name.startswith(".text.")
        if not _SECTIONS.fullmatch(name):
            yield f"its own section, {one.name[:_LONGEST]!r}"
        elif one.executed != (code and one.loaded) or (one.executed and one.written):
            yield f"code or data in an unexpected section, {one.name[:_LONGEST]!r}"
    for symbol in file.symbols:
        in_code = getattr(symbol.section, "executed", False)
        if symbol.kind == "STT_GNU_IFUNC":
            yield (
                f"`{symbol.name[:_LONGEST]}`, which is resolved before the judge runs: write "
                "`target` instead of `target_clones`, or nothing"
            )
        elif symbol.kind in ("STT_OBJECT", "STT_TLS") and in_code:
            yield f"data in the code section, `{symbol.name[:_LONGEST]}`"
        elif "@" in symbol.name:
            yield f"`{symbol.name[:_LONGEST]}`, a versioned name"
    if file.has_table:
        yield f"a use of `{object_file.LINKERS_TABLE}`, the linker's table of functions"
    for name in file.first_calls:
        if not _FIRST.fullmatch(name):
            yield f"`{name[:_LONGEST]}`, which runs before the judge"


def instructions(file: ObjectFile) -> str | None:
    """Return what its code hides, if anything."""
    code_bytes = sum(len(one.code) for one in file.sections if one.executed)
    if code_bytes > _MOST_CODE_MB << 20:
        return f"more than {_MOST_CODE_MB} MB of instructions"
    for one in file.sections:
        if one.executed:
            found = machine_code.hidden(one.code, file.machine)
            if found is not None:
                return found
    return None


def names(contents: Iterable[bytes]) -> frozenset[str]:
    """What some object files, which are ours, ask for, and the C names that they have."""
    files = map(object_file.read, contents)
    known = (one for file in files for one in file.symbols if one.is_global)
    return frozenset(one.name for one in known if one.section is None or one.name[:2] != "_Z")
