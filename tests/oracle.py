"""The workload in its simplest form, as a reference for the digest tests.

Nothing here depends on how the measured programs are built. There are no buffers, no pools and no
objects: a packet is the random number that it was filled from, its fields are computed from that
number, the queue is the tail of a list and the store is a dictionary. So this file and the programs
only share the rules in the course's chapter on the method.

`expected(...)` returns a program's counts after `packets` packets, for any strategy except `dummy`,
which keeps overwriting its one packet and has no digest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count, islice

SIZES = {"A": 10_000, "B": 100_000, "C": 495_000}
"""Packets in the queue, and slots in the store, of each case before scaling."""

WORD = (1 << 64) - 1
TCP, UDP = 6, 17
TIME_TO_LIVE = 64
VERSION_HEADER_AND_LENGTH = 4 << 24 | 20 << 16 | 1024


@dataclass(frozen=True)
class Expected:
    """The totals of a run. `digest` has sixteen hexadecimal digits."""

    processed: int
    tcp: int
    digest: str


def finalise(z: int) -> int:
    """SplitMix64's finaliser (Steele, Lea and Flood, 2014): one word in, one word out."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
    return z ^ (z >> 31)


def split_mix(state: int) -> Iterator[int]:
    """Yield SplitMix64's numbers from the given state."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) & WORD
        yield finalise(state)


def generator(kind: str, state: int) -> Iterator[int]:
    """Yield the numbers of `counter` (from zero, ignoring the state) or of `random`."""
    return count() if kind == "counter" else split_mix(state)


def is_tcp(number: int) -> bool:
    """True if the packet filled from this number is a TCP packet, as one in sixteen is."""
    return number & 15 == 0


def packet_digest(position: int, number: int) -> int:
    """Return the digest of a packet's parsed fields at a position in the store or the queue."""
    source = 0x0A000000 | number >> 4 & 0xFFFFFF
    destination = 0xC0A80000 | number >> 28 & 0xFFFF
    source_port = number >> 44 & 0xFFFF
    destination_port = number >> 8 & 0xFFFF
    identification = number & 0xFFFF
    protocol = TCP if is_tcp(number) else UDP
    addresses = source << 32 | destination
    ports = (
        source_port << 48
        | destination_port << 32
        | identification << 16
        | protocol << 8
        | TIME_TO_LIVE
    )
    z = finalise(position + 1)
    for word in (addresses, ports, VERSION_HEADER_AND_LENGTH):
        z = finalise(z ^ word)
    return z


@cache
def expected(case: str, scale: int, kind: str, packets: int) -> Expected:
    """Return the totals that every program must report after exactly `packets` packets."""
    size = SIZES[case] // scale
    numbers = list(islice(generator(kind, 1), packets))
    processed = max(0, packets - size)
    slots = generator(kind, 2)
    store: dict[int, int] = {}
    tcp = 0
    for number in numbers[:processed]:
        if is_tcp(number):
            tcp += 1
            store[(next(slots) & WORD >> 1) % size] = number
    digest = finalise(processed) + finalise(tcp ^ 0x544350)
    digest += sum(packet_digest(slot, number) for slot, number in store.items())
    digest += sum(packet_digest(size + q, number) for q, number in enumerate(numbers[processed:]))
    return Expected(processed, tcp, f"{digest & WORD:016x}")
