"""Read the file of the tracer in ``native/tracer``: samples of a program's allocations.

Its layout is defined by ``trace_file.hpp``. The file is valid even if the process crashed.
"""

import dataclasses
import math
import struct
from functools import cached_property
from pathlib import Path

MAGIC = 0x3165636172746C61
MAPS_BYTES = 128 << 10
RECORDS_KEPT = 6144
UNUSED, ALIVE, FREED, RESIZED = range(4)

_HEADER = struct.Struct("<Q6I6Q")
_RECORD = struct.Struct("<6I14Q")
_MAPS_AT = _HEADER.size
_RECORDS_AT = _MAPS_AT + 2 * MAPS_BYTES


@dataclasses.dataclass(frozen=True)
class Sample:
    """One allocation; times are in ns, ``at`` and ``until`` in bytes allocated by the process."""

    state: int
    born_by: int
    died_by: int
    allocate_ns: int
    release_ns: int
    size: int
    period: int
    born_ns: int
    died_ns: int
    at: int
    until: int
    frames: tuple[int, ...]

    @cached_property
    def count(self) -> float:
        """Number of allocations that the sample stands for: 1 / (1 - exp(-size / period))."""
        return -1 / math.expm1(-max(self.size, 1) / self.period)

    @property
    def bytes(self) -> float:
        """Number of bytes that the sample stands for."""
        return self.count * max(self.size, 1)


@dataclasses.dataclass(frozen=True)
class Trace:
    process: int
    dropped: int
    threads: int
    seconds: float
    clock_ns: int
    samples: list[Sample]
    maps: str

    @cached_property
    def bytes(self) -> float:
        """Bytes allocated, estimated from the samples."""
        return sum(sample.bytes for sample in self.samples)


def read(path: Path) -> Trace | None:
    """Return the trace in a file; None if its process ended before writing the header."""
    data = path.read_bytes()
    if len(data) < _RECORDS_AT:
        return None
    header = _HEADER.unpack_from(data)
    magic, process, records, dropped, threads, maps, _, _, start, clock, end, *lengths = header
    if magic != MAGIC:
        return None
    at = _MAPS_AT + (maps - 1) * MAPS_BYTES
    length = lengths[maps - 1] if maps else 0
    samples = []
    for index in range(min(records, RECORDS_KEPT)):
        state, born_by, died_by, took, released, depth, *rest = _RECORD.unpack_from(
            data, _RECORDS_AT + index * _RECORD.size
        )
        if state != UNUSED:
            numbers, frames = rest[:6], tuple(rest[6 : 6 + depth])
            samples.append(Sample(state, born_by, died_by, took, released, *numbers, frames))
    return Trace(
        process,
        dropped,
        threads,
        max(end - start, 0) / 1e9,
        clock,
        samples,
        data[at : at + length].decode(errors="replace") if maps else "",
    )
