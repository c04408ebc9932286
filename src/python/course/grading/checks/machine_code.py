"""Find what no compiler makes from C++: requests to Valgrind, and direct system calls.

The bytes of both are searched first, in one pass, and hardly ever found. Only if those of a system
call are found, a disassembler tells whether they are one, or a part of another instruction. The end
of one instruction with the beginning of the next is allowed: compilers produce it.
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
"""svc with any number."""

_JUMPS = (capstone.CS_GRP_JUMP, capstone.CS_GRP_CALL)

REQUEST = "a request to Valgrind"
CALL = "a system call in machine code"
HIDDEN_CALL = (
    "the machine code of a system call within `{} {}`: write its number as a sum of two, or move "
    "what it changes to another place in its struct"
)


def hidden(code: bytes, machine: str) -> str | None:
    """Return what a section's instructions hide; None if nothing. machine: as ELF names it."""
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
    """Judge each place that is in no jump's or address's distance, which the linker chooses."""
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
                yield HIDDEN_CALL.format(one.mnemonic, one.op_str)
            place = next(left, len(code))


def _is_harmless(one: capstone.CsInsn, within: int) -> bool:
    """True if these bytes of an instruction are a distance, or a small number such as 1295: a jump
    into that gets no further than the call."""
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
