"""Draws operations on slots, by valid and invalid handles, and computes the slabs' answers."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

SHAPES = ((1, 1, 8, 8), (3, 9, 17, 23), (40, 60, 56, 72), (4_097, 4_600, 111, 119))
"""Fewest and most slots, and bytes of each. The smallest possible slab; slots that aren't whole
words; a slab that is often full; and half a megabyte, which would show if it were in the heap."""

ALIKE = 2
"""Slabs of each shape: what they have in common shows."""

TURNS = (1, 1, 1, 2)
"""How often each of them is used. The last ones' acquisitions add up to several megabytes, which
would also show outside the heap."""

ACQUIRE, RELEASE, WRITE, READ = range(4)
RENEW, FILL = 4, 5
"""Only used here: acquiring a slot, or else releasing one that is in use; and writing the next word
of all slots in use."""

DONE, STALE, FOREIGN, OUTSIDE = range(4)
NONE = 0

MOODS = (0.2, 0.7, 2)
"""Acquisitions per release."""

MOOD_LASTS = 100

RENEWALS, TAKEN, FILLS = 263_000, 5_000, 64_500
"""In the middle of a longer trace, the first slab is filled and emptied in turns, so often that 17
bits are too few for a generation. Before that, all slots of the last ones are acquired, and all of
their words written: otherwise the few that are would fit into the heap."""

VALUE_BYTES = 8
HALF = 1 << 31
"""The smallest 32-bit number that is negative as a Java int."""


class Slab:
    """A slab as the task describes it; it compares no generations."""

    def __init__(self, slots: int, slot_bytes: int) -> None:
        self.slots = slots
        self.slot_bytes = slot_bytes
        self.acquired = [0] * slots
        """How often each slot has been acquired."""
        self.good: list[int] = []
        """Handles of slots in use."""
        self.past: list[int] = []
        """Handles that were released."""
        self._bytes: dict[int, bytearray] = {}
        """Contents by valid handle."""
        self._free = list(range(slots - 1, -1, -1))
        self._given: set[int] = set()

    def acquire(self) -> int:
        """Return a handle."""
        if not self._free:
            return NONE
        slot = self._free.pop()
        self.acquired[slot] += 1
        handle = self.acquired[slot] << 32 | slot
        self._bytes[handle] = bytearray(self.slot_bytes)
        self._given.add(handle)
        self.good.append(handle)
        return handle

    def places(self) -> Iterator[tuple[int, int]]:
        """Return handles and offsets of all words in use."""
        return product(self.good, range(0, self.slot_bytes - VALUE_BYTES + 1, VALUE_BYTES))

    def code(self, handle: int) -> int:
        """Return a handle's code."""
        if handle in self._bytes:
            return DONE
        return STALE if handle in self._given else FOREIGN

    def release(self, handle: int) -> int:
        """Return a code."""
        code = self.code(handle)
        if code == DONE:
            del self._bytes[handle]
            self.good.remove(handle)
            self.past.append(handle)
            self._free.append(handle % (1 << 32))
        return code

    def write(self, handle: int, offset: int, value: int) -> int:
        """Return a code."""
        code = self.code(handle)
        if code == DONE and not self._inside(offset):
            return OUTSIDE
        if code == DONE:
            data = value.to_bytes(VALUE_BYTES, "big", signed=True)
            self._bytes[handle][offset : offset + VALUE_BYTES] = data
        return code

    def read(self, handle: int, offset: int, otherwise: int) -> int:
        """Return a value."""
        if self.code(handle) != DONE or not self._inside(offset):
            return otherwise
        data = self._bytes[handle][offset : offset + VALUE_BYTES]
        return int.from_bytes(data, "big", signed=True)

    def _inside(self, offset: int) -> bool:
        return offset >= 0 and offset + VALUE_BYTES <= self.slot_bytes


def trace(chance: Random, operations: int) -> tuple[array[int], array[int]]:
    """Return words and answers of this many operations; driver/Main.java explains them."""
    shapes = [(chance.randint(least, most), chance.randint(*size)) for least, most, *size in SHAPES]
    shapes *= ALIKE
    slabs = [Slab(*shape) for shape in shapes]
    words = array("q", [len(shapes), *(number for shape in shapes for number in shape)])
    answers, filling = array("q"), dict[int, Iterator[tuple[int, int]]]()
    for number, drawn in kinds(chance, operations):
        slab, kind = slabs[number], drawn
        if drawn == RENEW:
            kind = RELEASE if slab.good else ACQUIRE
        elif drawn == FILL:
            kind = WRITE
            if number not in filling:
                filling[number] = slab.places()
        words.extend((kind, number))
        if kind == ACQUIRE:
            answers.append(slab.acquire())
            continue
        handle = slab.good[0] if drawn == RENEW else some_handle(chance, slab)
        offset, value = some_offset(chance, slab), chance.getrandbits(64) - (1 << 63)
        if drawn == FILL:
            handle, offset = next(filling[number], (handle, offset))
        words.append(handle)
        if kind == RELEASE:
            answers.append(slab.release(handle))
            continue
        words.extend((offset, value))
        play = slab.write if kind == WRITE else slab.read
        answers.append(play(handle, offset, value))
    return words, answers


def kinds(chance: Random, operations: int) -> list[tuple[int, int]]:
    """Draw a slab and a kind for each operation; a slab keeps its mood for a while."""
    found: list[tuple[int, int]] = []
    while len(found) < operations:
        (number,) = chance.choices(range(len(TURNS) * ALIKE), TURNS * ALIKE)
        shares = (pick(chance, MOODS), 1, 2, 2)
        mood = chance.choices((ACQUIRE, RELEASE, WRITE, READ), shares, k=MOOD_LASTS)
        found += [(number, kind) for kind in mood]
    middle = [(0, RENEW)] * RENEWALS
    for last in range(len(SHAPES) - 1, len(SHAPES) * ALIKE, len(SHAPES)):
        middle = [(last, ACQUIRE)] * TAKEN + [(last, FILL)] * FILLS + middle
    if operations > len(middle):
        begin = (operations - len(middle)) // 2
        found[begin : begin + len(middle)] = middle
    return found[:operations]


def pick(chance: Random, choices: Sequence[Any]) -> Any:
    """Pick one of the choices."""
    return choices[int(chance.random() * len(choices))]


def some_handle(chance: Random, slab: Slab) -> int:
    """Draw a handle: mostly valid, else one released just now or long ago, or a foreign one."""
    kind = chance.random()
    if kind < 0.75 and slab.good:
        return pick(chance, slab.good)
    if kind < 0.81 and slab.past:
        return slab.past[-1]
    if kind < 0.88 and slab.past:
        return pick(chance, slab.past)
    return stranger(chance, slab)


def stranger(chance: Random, slab: Slab) -> int:
    """Draw a handle that was never given out, but looks like a valid one in some way."""
    slot = int(chance.random() * slab.slots)
    times = slab.acquired[slot]
    nowhere = (slab.slots, slot + slab.slots, slot + (1 << 16), slot + HALF, 2 * HALF - 1)
    handle = pick(
        chance,
        (
            NONE,
            slot,
            (times + 1) << 32 | slot,
            (times + HALF) << 32 | slot,
            (2 * HALF - 1) << 32 | slot,
            max(times, 1) << 32 | pick(chance, nowhere),
            (2 * HALF - 1) << 32 | pick(chance, nowhere),
        ),
    )
    return handle - (1 << 64) if handle >> 63 else handle


def some_offset(chance: Random, slab: Slab) -> int:
    """Draw an offset, mostly inside the slot."""
    last = slab.slot_bytes - VALUE_BYTES
    if chance.random() < 0.85:
        return int(chance.random() * (last + 1))
    far = (-HALF, -VALUE_BYTES, -1, HALF - VALUE_BYTES, HALF - 1)
    return pick(chance, (0, last, last + 1, slab.slot_bytes, *far))


def calls(words: Iterator[int]) -> Iterator[tuple[Any, ...]]:
    """Translate the trace into the task's calls."""
    for which in range(next(words)):
        yield f"slabs[{which}] = new OffHeapSlab({next(words)}, {next(words)})", ...
    codes = {DONE: "DONE", STALE: "STALE", FOREIGN: "FOREIGN", OUTSIDE: "OUTSIDE"}
    for word in words:
        slab = f"slabs[{next(words)}]"
        if word == ACQUIRE:
            yield f"{slab}.acquire()", handle_of
            continue
        handle = handle_of(next(words))
        if word == RELEASE:
            yield f"{slab}.release({handle})", codes
        elif word == WRITE:
            yield f"{slab}.write({handle}, {next(words)}, {next(words)})", codes
        else:
            yield f"{slab}.read({handle}, {next(words)}, {next(words)})", {}


def handle_of(word: int) -> str:
    """Return a handle as text, in which generation and slot have half of the digits each."""
    return hex(word % (1 << 64)) + "L" if word else "NONE"
