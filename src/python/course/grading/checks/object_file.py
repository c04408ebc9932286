"""An object file or a program in ELF: its sections and its names.

An assembler's output is not trusted to be well formed: unreadable files are refused.
"""

import dataclasses
import io
import struct
from collections.abc import Iterator

from elftools.common.exceptions import DWARFError, ELFError
from elftools.construct.core import ConstructError
from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile
from elftools.elf.relocation import RelocationSection
from elftools.elf.sections import SymbolTableSection

from course.grading.verdicts import rejected

MOST_SYMBOLS = 50_000
UNREADABLE = (
    *(ELFError, DWARFError, ConstructError, struct.error, UnicodeError, ValueError),
    *(LookupError, TypeError, AttributeError, OverflowError, AssertionError, RecursionError),
)
"""Exceptions from reading a broken file."""

LINKERS_TABLE = "_GLOBAL_OFFSET_TABLE_"
"""An assembler adds it by itself, and then nothing points to it."""

ABSOLUTE = "SHN_ABS"
_RELOCATION = struct.Struct("<QQq")
"""Place, symbol and kind, addend. There may be half a million: an object for each is too slow."""
_UNDEFINED = "SHN_UNDEF"
_FLAGS = (SH_FLAGS.SHF_ALLOC, SH_FLAGS.SHF_EXECINSTR, SH_FLAGS.SHF_WRITE, SH_FLAGS.SHF_GROUP)


@dataclasses.dataclass(frozen=True)
class Section:
    name: str
    code: bytes
    """Contents, if executable; else empty."""
    loaded: bool
    executed: bool
    written: bool
    grouped: bool
    """The linker keeps one of several such sections."""


@dataclasses.dataclass(frozen=True)
class Symbol:
    name: str
    kind: str
    """``STT_FUNC``, and so on."""
    section: Section | str | None
    """None: imported."""
    begin: int
    is_global: bool
    is_strong: bool
    is_hidden: bool


@dataclasses.dataclass(frozen=True)
class ObjectFile:
    machine: str
    sections: list[Section]
    symbols: list[Symbol]
    first_calls: list[str]
    """Functions that run before main(), as far as a table of the file names them."""
    has_table: bool
    """Whether its code or data has the address of the linker's table of functions."""

    @property
    def imported(self) -> Iterator[str]:
        return (one.name for one in self.symbols if one.section is None)

    @property
    def defined(self) -> Iterator[Symbol]:
        """Symbols that other files can use."""
        return (one for one in self.symbols if one.section is not None and one.is_global)


def read(content: bytes, *, names: bool = True) -> ObjectFile:
    """Parse an ELF file; any other is taken for empty: other systems have no sandbox. Skipping
    names is ten times faster. Raises Refused for an unreadable file."""
    if not content.startswith(b"\x7fELF"):
        return ObjectFile("", [], [], [], has_table=False)
    try:
        return _read(ELFFile(io.BytesIO(content)), names)
    except UNREADABLE as error:
        raise rejected("its object file cannot be read") from error


def _read(file: ELFFile, names: bool) -> ObjectFile:
    sections: list[Section] = []
    tables: list[SymbolTableSection] = []
    relocations: list[RelocationSection] = []
    for one in file.iter_sections():
        loaded, executed, written, grouped = (bool(one["sh_flags"] & flag) for flag in _FLAGS)
        code = one.data() if executed else b""
        sections.append(Section(one.name, code, loaded, executed, written, grouped))
        if names and isinstance(one, SymbolTableSection) and one["sh_type"] == "SHT_SYMTAB":
            tables.append(one)
        if names and isinstance(one, RelocationSection):
            relocations.append(one)
    if len(tables) > 1:
        raise ValueError("two tables of symbols")
    if any(table.num_symbols() > MOST_SYMBOLS for table in tables):
        raise ValueError("more symbols than 64 KB of source can have")
    symbols = [_symbol(one, sections) for table in tables for one in table.iter_symbols()]
    functions = {
        (id(one.section), one.begin): one.name for one in symbols if one.kind == "STT_FUNC"
    }
    calls = [
        functions[id(pointed.section), pointed.begin + relocation["r_addend"]]
        for table in relocations
        if table.name.startswith(".rela.init_array")
        for relocation in table.iter_relocations()
        for pointed in (symbols[relocation["r_info_sym"]],)
    ]
    asked = {number for number, one in enumerate(symbols) if one.name == LINKERS_TABLE}
    has_table = bool(asked) and any(
        info >> 32 in asked
        for table in relocations
        for _, info, _ in _RELOCATION.iter_unpack(table.data())
    )
    return ObjectFile(file["e_machine"], sections, symbols, calls, has_table)


def _symbol(one, sections: list[Section]) -> Symbol:
    place = one["st_shndx"]
    section: Section | str | None = place if isinstance(place, str) else sections[place]
    kind = one["st_info"]["type"]
    if place == _UNDEFINED:
        section = None if one.name else ABSOLUTE  # the first entry is no symbol
    bind = one["st_info"]["bind"]
    hidden = one["st_other"]["visibility"] in ("STV_HIDDEN", "STV_INTERNAL")
    return Symbol(
        one.name, kind, section, one["st_value"], bind != "STB_LOCAL", bind == "STB_GLOBAL", hidden
    )
