"""What no compiler makes of C++: requests to Valgrind, and system calls of a program's own.

The bytes of both are looked for first, in one pass, and are hardly ever there. Only where those of
a system call are, does a disassembler tell whether they are one, or a part of another instruction.
Of two instructions, the end of one and the begin of the next are no secret: compilers make them so.
"""

import re
from collections.abc import Iterator

import capstone

_CODES = (
    "48c1c703 48c1c70d 48c1c73d 48c1c733",  # x86-64: rolq by 3, 13, 61, 51
    "8c0dcc93 8c35cc93 8ccdcc93 8cf5cc93",  # arm64: ror by 3, 13, 51, 61
)
_REQUESTS = re.compile(b"|".join(re.escape(bytes.fromhex(code)) for code in _CODES))
"""What valgrind.h has in front of each request."""

_X86 = re.compile(rb"\x0f\x05|\x0f\x34|\xcd\x80")
"""syscall, sysenter, int 0x80."""

_ARM = re.compile(rb"[\x01\x21\x41\x61\x81\xa1\xc1\xe1].[\x00-\x1f]\xd4", re.DOTALL)
"""svc, whatever its number is."""

_JUMPS = (capstone.CS_GRP_JUMP, capstone.CS_GRP_CALL)

REQUEST = "a request to Valgrind"
CALL = "a system call in machine code"
HIDDEN_CALL = "a number that holds the machine code of a system call (write it as a sum of two)"


def hidden(code: bytes, machine: str) -> str | None:
    """What the instructions of a section hide; None if there is nothing. machine: as ELF says."""
    if _REQUESTS.search(code):
        return REQUEST
    if machine == "EM_AARCH64":
        calls = (found.start() % 4 == 0 for found in _ARM.finditer(code))
        return CALL if any(calls) else None
    if machine == "EM_X86_64":
        places = [found.start() for found in _X86.finditer(code)]
        return next(_told(code, places), None) if places else None
    return None


def _told(code: bytes, places: list[int]) -> Iterator[str]:
    """For each place that lies in no jump's or address's distance: those the linker chooses."""
    tool = capstone.Cs(capstone.CS_ARCH_X86, capstone.CS_MODE_64)
    tool.detail = True
    tool.skipdata = True
    left = iter(places)
    place = next(left)
    for one in tool.disasm(code, 0):
        while place < one.address + one.size:
            within = place - one.address
            if one.id == 0 or within == 0:
                yield CALL
            elif within + 2 <= one.size and not _is_harmless(one, within):
                yield HIDDEN_CALL
            place = next(left, len(code))


def _is_harmless(one: capstone.CsInsn, within: int) -> bool:
    """Whether these bytes of an instruction say how far away something is, or are a small number,
    as 1295 is: whoever jumps into that gets no further than the call."""
    if not any(one.bytes[within + 2 :]) and one.size - within >= 4:
        return True
    if any(one.group(group) for group in _JUMPS):
        return True
    by_place = any(
        operand.type == capstone.x86.X86_OP_MEM and operand.mem.base == capstone.x86.X86_REG_RIP
        for operand in one.operands
    )
    begin = one.disp_offset
    return by_place and begin - 1 <= within < begin + one.disp_size
