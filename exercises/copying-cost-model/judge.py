"""Draws what programs do with their heaps, and models where a copying collector puts objects.

The model has no memory: it knows which object refers to which, and derives an object's address
from its position in a queue of references.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterator
from itertools import count, islice, repeat
from random import Random
from typing import Any

ALLOCATE, STORE, LOAD, DROP, ADDRESS, COST, START = range(7)
NULL = 0

SIZES = (range(1, 400), range(1, 14)), (range(400, 2_001), range(14, 306))
"""Words and roots of heaps: a small size, then a large one."""

ALIKE = 2
"""Heaps of each size: what they have in common shows."""

HEAPS = ALIKE * len(SIZES)

MOST_AT_ONCE = 40
"""Most operations in one program's turn."""

PHASE_LASTS = 120
STARTS = 0.3
"""Fraction of a heap's phases after which it starts counting again. The last heap never does."""

PRESSED, MANY_WORDS = 200, 2_200_000
"""After the first number of phases, that heap collects until it has copied the second number of
words: a thousand times as much exceeds a Java int."""

REFERENCES = (4, 4, 4, 20)
"""Bounds of the number of references in objects that stay alive: some numbers take five bits."""

HUGE = (1 << 31) - 1
"""The largest payload: what the header and references add to it overflows a Java int."""

SCRATCH = 3
"""Roots whose objects die young; the others don't change during a phase."""

Operation = tuple[int, ...]
Answers = tuple[int, ...]


class Thing:
    """An object."""

    __slots__ = ("address", "fields", "size")

    def __init__(self, address: int, size: int, references: int) -> None:
        self.address = address
        self.size = size
        self.fields: list[Thing | None] = [None] * references


class Heap:
    """A heap. Each operation returns the expected answers."""

    def __init__(self, words: int, roots: int) -> None:
        self.words = words
        self.roots: list[Thing | None] = [None] * roots
        self.first = 1
        self.used = 0
        self.collections = self.visited = self.copied = self.allocated = 0

    def allocate(self, root: int, references: int, payload: int) -> Answers:
        size = 1 + references + payload
        if self.used + size > self.words:
            self.collect()
        if self.used + size > self.words:
            return (NULL,)
        self.roots[root] = Thing(self.place(size), size, references)
        self.allocated += size
        return self.address(root)

    def place(self, size: int) -> int:
        """Take the next words and return their address."""
        self.used += size
        return self.first + self.used - size

    def collect(self) -> None:
        self.first = 1 if self.first > 1 else 1 + self.words
        self.used = 0
        alive: dict[Thing, None] = {}
        coming = deque(self.roots)
        while coming:
            thing = coming.popleft()
            if thing is not None and thing not in alive:
                alive[thing] = None
                coming.extend(thing.fields)
        for thing in alive:
            thing.address = self.place(thing.size)
        self.collections += 1
        self.visited += len(alive)
        self.copied += self.used

    def store(self, holder: int, field: int, value: int) -> Answers:
        self.roots[holder].fields[field] = self.roots[value]
        return ()

    def load(self, root: int, holder: int, field: int) -> Answers:
        self.roots[root] = self.roots[holder].fields[field]
        return self.address(root)

    def drop(self, root: int) -> Answers:
        self.roots[root] = None
        return ()

    def address(self, root: int) -> Answers:
        thing = self.roots[root]
        return (NULL if thing is None else thing.address,)

    def cost(self) -> Answers:
        price = 1000 * self.copied // self.allocated if self.allocated else 0
        return (self.collections, self.visited, self.copied, self.allocated, price)

    def start(self) -> Answers:
        self.collections = self.visited = self.copied = self.allocated = 0
        return ()


DOES = (Heap.allocate, Heap.store, Heap.load, Heap.drop, Heap.address, Heap.cost, Heap.start)


def trace(chance: Random, operations: int) -> tuple[array[int], array[int]]:
    """Return words and answers of this many operations; driver/Main.java explains them."""
    words, answers = array("q"), array("q")
    sizes = [(chance.choice(words), chance.choice(roots)) for words, roots in SIZES]
    heaps = [Heap(*size) for size in sizes for _ in range(ALIKE)]
    for heap in heaps:
        words.extend((heap.words, len(heap.roots)))
    for which, (kind, *arguments) in islice(in_turns(chance, heaps), operations):
        words.extend((which, kind, *arguments))
        answers.extend(DOES[kind](heaps[which], *arguments))
    return words, answers


# ---- programs: each operation is drawn after the previous ones have been applied ----------------


def in_turns(chance: Random, heaps: list[Heap]) -> Iterator[tuple[int, Operation]]:
    """Run a program on each heap, in turns."""
    programs = [program(chance, heap, 0 if heap is heaps[-1] else STARTS) for heap in heaps]
    while True:
        which = int(chance.random() * len(heaps))
        for operation in islice(programs[which], 1 + int(chance.random() * MOST_AT_ONCE)):
            yield which, operation


def program(chance: Random, heap: Heap, starts: float) -> Iterator[Operation]:
    """Vary how much is alive, so that some collections are cheap and others expensive."""
    for number in count():
        phase = chance.choice((grow, grow, churn, churn, tangle, shed))
        yield from islice(phase(chance, heap), 1 + int(chance.random() * PHASE_LASTS))
        yield (ADDRESS, some(chance, heap))
        yield (COST,)
        if chance.random() < starts:
            yield (START,)
        if not starts and number > PRESSED and heap.copied < MANY_WORDS < 8_000 * heap.used:
            yield from repeat((ALLOCATE, 0, 0, heap.words), MANY_WORDS // heap.used)


def grow(chance: Random, heap: Heap) -> Iterator[Operation]:
    """Keep everything alive: each new object refers to the one whose root the next one gets."""
    root, held = some(chance, heap), some(chance, heap)
    while True:
        before = heap.roots[root]
        references = 1 + int(chance.random() * chance.choice(REFERENCES))
        yield (ALLOCATE, root, references, int(chance.random() * 8))
        if heap.roots[root] is before:
            return  # no room
        yield (STORE, root, int(chance.random() * references), held)
        root, held = held, some(chance, heap)


def churn(chance: Random, heap: Heap) -> Iterator[Operation]:
    """Let nearly everything die young."""
    scratch = [some(chance, heap) for _ in range(SCRATCH)]
    while True:
        yield (ALLOCATE, chance.choice(scratch), *shape(chance, heap))
        if chance.random() < 0.3:
            yield (DROP, chance.choice(scratch))


def tangle(chance: Random, heap: Heap) -> Iterator[Operation]:
    """Make cross-references, cycles, self-references and null references."""
    while True:
        holders = [place for place, thing in enumerate(heap.roots) if thing and thing.fields]
        if not holders:
            return
        holder = chance.choice(holders)
        field = int(chance.random() * len(heap.roots[holder].fields))
        if chance.random() < 0.6:
            yield (STORE, holder, field, some(chance, heap))
        else:
            yield (LOAD, some(chance, heap), holder, field)


def shed(chance: Random, heap: Heap) -> Iterator[Operation]:
    """Keep less and less alive."""
    while True:
        yield (DROP, some(chance, heap))
        yield (ALLOCATE, some(chance, heap), *shape(chance, heap))


def some(chance: Random, heap: Heap) -> int:
    """Pick a root."""
    return int(chance.random() * len(heap.roots))


def shape(chance: Random, heap: Heap) -> tuple[int, int]:
    """Draw references and payload: mostly small, sometimes as large as fits, or far too large."""
    references, kind = int(chance.random() * 5), chance.random()
    if kind < 0.002:
        return references, HUGE - int(chance.random() * 4)
    if kind < 0.02:  # exactly what is left, or one word more
        left = heap.words - heap.used - 1 - references
        return references, max(0, left + int(chance.random() * 2))
    if kind < 0.025:  # nothing but references
        return int(chance.random() * heap.words), 0
    if kind < 0.03:  # a whole half, or one word more
        return references, max(0, heap.words - 1 - references + int(chance.random() * 2))
    if kind < 0.1:
        return references, int(chance.random() * heap.words / 8)
    return references, int(chance.random() * 8)


def calls(words: Iterator[int]) -> Iterator[tuple[Any, ...]]:
    """Translate the trace into the task's calls."""
    for which in range(HEAPS):
        yield f"heaps[{which}] = new CopyingHeap({next(words)}, {next(words)})", ...
    names = ("allocate", "store", "load", "drop", "address")
    for which in words:
        heap, kind = f"heaps[{which}]", next(words)
        if kind == START:
            yield (f"{heap}.startCounting()",)
        elif kind == COST:
            account = ("collections", "visited", "copied", "allocated", "copiedPerThousand")
            yield f"{heap}'s account", *((f"{heap}.{name}()", {}) for name in account)
        else:
            given = ", ".join(str(next(words)) for _ in range((3, 3, 3, 1, 1)[kind]))
            text = f"{heap}.{names[kind]}({given})"
            yield (text,) if kind in (STORE, DROP) else (text, {NULL: "NULL"})
