"""Compute the digest that a correct program reports after n packets, without running one.

This shares neither code nor methods with the programs: there is no queue or pool here. A digest
depends on the packets still queued (the last ones), on the number of TCP packets processed before
them, and on the last packet in each slot of the store. Under ``counter`` all of that has a closed
form; under ``random`` the generator's i-th number can be computed directly, so that all packets are
processed in vectorised chunks.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

U64 = npt.NDArray[np.uint64]

WORKLOAD: Final = 1  # version of the workload that has these digests; every program states its own

QUEUE_AND_STORE: Final = {"A": 10_000, "B": 100_000, "C": 495_000}
GAMMA: Final = np.uint64(0x9E3779B97F4A7C15)
MULTIPLIERS: Final = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
SHIFTS: Final = (np.uint64(30), np.uint64(27), np.uint64(31))
SEEDS: Final = {"source": np.uint64(1), "store": np.uint64(2)}
TCP_MARK: Final = 0x544350
MASK: Final = (1 << 64) - 1
CHUNK: Final = 1 << 15  # small enough for the second-level cache


def expected(case: str, scale: int, generator: str, packets: int) -> str:
    """The digest, 16 hex digits, after pushing these packets into queue and store."""
    size = QUEUE_AND_STORE[case] // scale
    processed = max(0, packets - size)
    last = {"counter": _counter, "random": _random}[generator]
    tcp, slots, stored, queued = last(size, processed, packets)
    total = _mix_one(processed) + _mix_one(tcp ^ TCP_MARK)
    total += _sum_of_hashes(slots, stored)
    total += _sum_of_hashes(np.arange(size, size + len(queued), dtype=np.uint64), queued)
    return f"{total & MASK:016x}"


def mix(values: U64) -> U64:
    """SplitMix64's finaliser of each value, in place."""
    scratch = np.empty_like(values)
    for shift, multiplier in zip(SHIFTS[:2], MULTIPLIERS, strict=True):
        np.right_shift(values, shift, out=scratch)
        np.bitwise_xor(values, scratch, out=values)
        np.multiply(values, multiplier, out=values)
    np.right_shift(values, SHIFTS[2], out=scratch)
    return np.bitwise_xor(values, scratch, out=values)


def numbers(seed: np.uint64, first: int, count: int) -> U64:
    """SplitMix64's numbers first .. first + count - 1 (from 0) of the stream of that seed."""
    values = np.arange(first + 1, first + 1 + count, dtype=np.uint64)
    values *= GAMMA
    values += seed
    return mix(values)


def _mix_one(value: int) -> int:
    return int(mix(np.array([value], dtype=np.uint64))[0])


# --8<-- [start:counter-state]
def _counter(size: int, processed: int, packets: int) -> tuple[int, U64, U64, U64]:
    # Packet i carries i; each 16th is TCP, and the k-th of those goes to slot k modulo
    # size. A slot keeps its last one, so the store holds the last `size` TCP packets.
    tcp = (processed + 15) // 16
    order = np.arange(max(0, tcp - size), tcp, dtype=np.uint64)
    queued = np.arange(processed, packets, dtype=np.uint64)
    return tcp, order % np.uint64(size), order * np.uint64(16), queued
    # --8<-- [end:counter-state]


def _random(size: int, processed: int, packets: int) -> tuple[int, U64, U64, U64]:
    tcp = 0
    store = np.zeros(size, dtype=np.uint64)
    filled = np.zeros(size, dtype=bool)
    for first in range(0, processed, CHUNK):
        source = numbers(SEEDS["source"], first, min(CHUNK, processed - first))
        stored = source[(source & np.uint64(15)) == 0]
        slots = numbers(SEEDS["store"], tcp, len(stored))
        slots &= np.uint64(MASK >> 1)
        slots %= np.uint64(size)
        store[slots] = stored  # the last packet in a slot stays
        filled[slots] = True
        tcp += len(stored)
    slots = np.flatnonzero(filled).astype(np.uint64)
    queued = numbers(SEEDS["source"], processed, packets - processed)
    return tcp, slots, store[filled], queued


def _sum_of_hashes(places: U64, packets: U64) -> int:
    """Sum, modulo 2^64, of h(place, packet) as the digest defines it."""
    u = np.uint64
    low16 = u(0xFFFF)
    source = u(0x0A000000) | ((packets >> u(4)) & u(0xFFFFFF))
    destination = u(0xC0A80000) | ((packets >> u(28)) & low16)
    protocol = np.where((packets & u(15)) == 0, u(6), u(17))
    ports = ((packets >> u(44)) & low16) << u(48) | ((packets >> u(8)) & low16) << u(32)
    word1 = ports | (packets & low16) << u(16) | protocol << u(8) | u(64)
    word2 = u(4 << 24 | 20 << 16 | 1024)
    hashed = mix(places + u(1))
    for word in (source << u(32) | destination, word1, word2):
        hashed = mix(hashed ^ word)
    return int(hashed.sum(dtype=np.uint64))
