"""Names for the return addresses of a process that has ended, from its memory map.

Uses addr2line of binutils, which comes with every C++ compiler that the course needs.
"""

import dataclasses
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from course.grading.checks.object_file import UNREADABLE

LONGEST_S = 30
"""Timeout per file: gigabytes of debug information must not delay the answer."""

WRAPPER = re.compile(r"(?:\w* )*(operator new|std::|__\w+|\w*(alloc|strdup|memdup)\w*(\(|$))", re.I)
"""Functions that allocate for others, so their callers are named instead."""

LIBRARY = re.compile(r"lib(c|stdc\+\+|c\+\+)(-[\d.]+)?\.so")


@dataclasses.dataclass(frozen=True)
class Mapping:
    """A file's executable part in memory."""

    start: int
    end: int
    offset: int
    path: Path


def mappings(maps: str) -> list[Mapping]:
    """Return the mappings that contain code, from the text of /proc/PID/maps."""
    found = []
    for line in maps.splitlines():
        fields = line.split(maxsplit=5)
        if len(fields) == 6 and "x" in fields[1] and fields[5].startswith("/"):
            start, end = (int(one, 16) for one in fields[0].split("-"))
            path = Path(fields[5].removesuffix(" (deleted)"))
            found.append(Mapping(start, end, int(fields[2], 16), path))
    return found


def sites(stacks: Iterable[tuple[int, ...]], maps: str) -> dict[tuple[int, ...], str]:
    """Return each stack's site: the innermost function that is not itself an allocator."""
    stacks, code = list(stacks), mappings(maps)
    of: dict[int, Mapping] = {}
    for address in {frame for stack in stacks for frame in stack}:
        mapping = next((one for one in code if one.start <= address - 1 < one.end), None)
        if mapping is not None:
            of[address] = mapping
    by_file = defaultdict(list)
    for address, mapping in of.items():
        by_file[mapping.path].append((address, address - 1 - mapping.start + mapping.offset))
    names: dict[int, list[str]] = {}
    for path, addresses in by_file.items():
        names |= _names(path, addresses)
    return {stack: _site(stack, of, names) for stack in stacks}


def _site(stack: tuple[int, ...], of: dict[int, Mapping], names: dict[int, list[str]]) -> str:
    for address in stack:
        if address in of and not LIBRARY.match(of[address].path.name):
            for name in names[address]:
                if not WRAPPER.match(name):
                    return name
    known = [name for address in stack for name in names.get(address, ())]
    return known[0] if known else "code without a file"


def _names(path: Path, addresses: list[tuple[int, int]]) -> dict[int, list[str]]:
    """Return each address's functions, innermost inlined one first."""
    fallback = {address: [f"{path.name}+{offset:#x}"] for address, offset in addresses}
    command = ["addr2line", "-a", "-f", "-i", "-C", "-e", str(path)]
    try:
        segments = _segments(path)
        virtual = {
            offset - start + at: address
            for address, offset in addresses
            for start, size, at in segments
            if start <= offset < start + size
        }
        asked = "".join(f"{one:#x}\n" for one in virtual)
        done = subprocess.run(
            command, input=asked, capture_output=True, text=True, timeout=LONGEST_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired, *UNREADABLE):
        return fallback
    current, lines = 0, iter(done.stdout.splitlines())
    found: dict[int, list[str]] = defaultdict(list)
    for line in lines:
        if re.fullmatch(r"0x[0-9a-f]{8,}", line):
            current = virtual[int(line, 16)]
        elif line != "??":
            where = Path(next(lines, "").split(" (")[0]).name
            place = "" if where.startswith("??") or where.endswith("?") else f" ({where})"
            found[current].append(_short(line) + place)
        else:
            next(lines, "")
    return fallback | found


def _segments(path: Path) -> list[tuple[int, int, int]]:
    """Return an ELF file's loaded segments as offset, size, virtual address. Raises UNREADABLE."""
    from elftools.elf.elffile import ELFFile  # noqa: PLC0415  slow to import

    with path.open("rb") as file:
        loaded = ELFFile(file).iter_segments("PT_LOAD")
        return [(one["p_offset"], one["p_filesz"], one["p_vaddr"]) for one in loaded]


def _short(name: str) -> str:
    name = name.replace("(anonymous namespace)::", "").replace("::operator()", "")
    name = re.sub(r"\{lambda\(.*?\)#(\d+)\}", r"lambda \1", name)
    while "<" in name and (shorter := re.sub(r"<[^<>]*>", "", name)) != name:
        name = shorter
    return re.sub(r"\(.*", "", name).removeprefix("void ")
