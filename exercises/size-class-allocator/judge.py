"""Draws buffers that are borrowed and given back, and computes what the allocators answer."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

SHAPES = (((2, 7), (14, 16), 9_000), ((0, 1), (2, 5), 513), ((3, 6), (6, 9), 800))
"""For the smallest and the largest class, a range of exponents of two; and minimum bound. The first
one's largest class is larger than its bound, so none of it is ever kept; the second one has the
smallest possible class, and keeps more of it than a table of 512 has room for."""

MORE = 1.5
"""A bound is less than this many times the minimum."""

ALLOCATE, RELEASE, RETAINED, TRIM, COLLECT = range(5)
NOTHING, CHANGED = -1, -2
FRESH = 1
NO_BUFFER, STRANGER, STRANGER_BYTES = 0, 1, 64

WILD = 7_000
"""Operations at the beginning, in which anything may happen. After them a correct allocator has
enough buffers and needs no more memory, so further allocation is garbage. The short trace that
shows how much memory is needed is longer than that."""

MOST_LENT = 60
"""Most buffers lent by an allocator in wild operations; then all come back."""

SELDOM = 1 / 1_500
"""Fraction of wild operations after which dropped buffers must be gone. It takes milliseconds."""

MOODS = (0.3, 0.8, 2)
"""Requests per release."""

MOOD_LASTS = 60
NO_SIZES = (0, -1, -64, -(1 << 31), 1 - (1 << 31))

Operation = tuple[int, int, Sequence[int]]
"""Its code, the allocator's number, and a size or buffers' numbers if needed."""

TRUTH = {0: "false", 1: "true"}


class Allocator:
    """The buffers that an allocator keeps and has lent."""

    def __init__(self, smallest: int, largest: int, bound: int) -> None:
        self.smallest = smallest
        self.largest = largest
        self.bound = bound
        self.kept: dict[int, list[tuple[int, int]]] = {}
        """By capacity: numbers of buffers, and when they were released; the latest one last."""
        capacity = smallest
        while capacity <= largest:
            self.kept[capacity] = []
            capacity *= 2
        self.lent: list[int] = []
        self.trimmed = 0
        """When it was last trimmed."""

    def retained(self) -> int:
        """Return the number of bytes kept."""
        return sum(capacity * len(stack) for capacity, stack in self.kept.items())


class World:
    """All allocators, and all buffers so far."""

    def __init__(self, shapes: Sequence[tuple[int, int, int]]) -> None:
        self.allocators = [Allocator(*shape) for shape in shapes]
        # Each buffer's allocator and capacity, by number. The first one is null.
        self.buffers: list[tuple[Allocator | None, int]] = [(None, 0), (None, STRANGER_BYTES)]
        self.dropped: list[int] = []
        self.gone: set[int] = set()
        """Dropped buffers that must have been collected."""
        self._now = 0

    def play(self, what: int, which: int, arguments: Sequence[int]) -> tuple[int, ...]:
        """Apply an operation, and return its answers."""
        self._now += 1
        allocator = self.allocators[which]
        if what == ALLOCATE:
            return self._allocate(allocator, *arguments)
        if what == RELEASE:
            return (self._release(allocator, *arguments),)
        if what == COLLECT:
            self.gone.update(self.dropped)
            self.dropped.clear()
            return (1,) * len(arguments)
        return (allocator.retained() if what == RETAINED else self._trim(allocator),)

    def _allocate(self, allocator: Allocator, size: int) -> tuple[int, ...]:
        if size <= 0:
            return (NOTHING,)
        capacity = next((one for one in allocator.kept if one >= size), size)
        if allocator.kept.get(capacity):
            number, _ = allocator.kept[capacity].pop()
        else:
            number = len(self.buffers)
            self.buffers.append((allocator, capacity))
        allocator.lent.append(number)
        return number, capacity, FRESH

    def _release(self, allocator: Allocator, number: int) -> bool:
        if number not in allocator.lent:
            return False
        allocator.lent.remove(number)
        _, capacity = self.buffers[number]
        stack = allocator.kept.get(capacity)
        if stack is not None and capacity * (len(stack) + 1) <= allocator.bound:
            stack.append((number, self._now))
        else:
            self.dropped.append(number)
        return True

    def _trim(self, allocator: Allocator) -> int:
        before = allocator.retained()
        for stack in allocator.kept.values():
            self.dropped += [number for number, when in stack if when <= allocator.trimmed]
            stack[:] = [(number, when) for number, when in stack if when > allocator.trimmed]
        allocator.trimmed = self._now
        return before - allocator.retained()


def trace(chance: Random, operations: int) -> tuple[array[int], array[int]]:
    """Return words and answers of this many operations; driver/Main.java explains them.

    A longer trace begins like a shorter one.
    """
    shapes = [
        (*(1 << chance.randrange(*one) for one in classes), int(bound * chance.uniform(1, MORE)))
        for *classes, bound in SHAPES
    ]
    world, words, answers = World(shapes), array("q"), array("q")
    for what, which, arguments in islice(life(chance, world), operations):
        words.extend((what, which))
        if what == COLLECT:
            words.append(len(arguments))
        words.extend(arguments)
        answers.extend(world.play(what, which, arguments))
    head = [len(shapes), *(number for shape in shapes for number in shape), len(world.buffers)]
    return array("q", head) + words, answers


def life(chance: Random, world: World) -> Iterator[Operation]:
    """Draw operations without end; each must be played before the next one is drawn."""
    moods = kinds(chance)
    for _ in range(WILD):
        yield wild(chance, world, *next(moods))
        if chance.random() < SELDOM:
            yield COLLECT, 0, tuple(world.dropped)
    yield COLLECT, 0, tuple(world.dropped)
    for which, allocator in enumerate(world.allocators):
        while allocator.lent:
            yield RELEASE, which, (allocator.lent[0],)
        yield from stock(which, allocator)
    while True:
        yield steady(chance, world, *next(moods))


def kinds(chance: Random) -> Iterator[tuple[int, int]]:
    """Draw an operation's code and allocator; an allocator keeps its mood for a while."""
    while True:
        which = int(chance.random() * len(SHAPES))
        shares = (pick(chance, MOODS), 1, 0.1, 0.06)
        for what in chance.choices((ALLOCATE, RELEASE, RETAINED, TRIM), shares, k=MOOD_LASTS):
            yield what, which


def wild(chance: Random, world: World, what: int, which: int) -> Operation:
    """Draw any operation."""
    allocator = world.allocators[which]
    if what == RELEASE or (what == ALLOCATE and len(allocator.lent) >= MOST_LENT):
        return some_release(chance, world, which)
    if what != ALLOCATE:
        return what, which, ()
    kind = chance.random()
    if kind < 0.04:
        return ALLOCATE, which, (pick(chance, NO_SIZES),)
    if kind < 0.08:
        return ALLOCATE, which, (int(allocator.largest * (1 + chance.random())) + 1,)
    return ALLOCATE, which, (some_size(chance, allocator, pick(chance, list(allocator.kept))),)


def stock(which: int, allocator: Allocator) -> Iterator[Operation]:
    """Fill an allocator that has lent nothing."""
    for capacity in allocator.kept:
        for _ in range(allocator.bound // capacity):
            yield ALLOCATE, which, (capacity,)
    while allocator.lent:
        yield RELEASE, which, (allocator.lent[-1],)


def steady(chance: Random, world: World, what: int, which: int) -> Operation:
    """Draw an operation that needs no new memory: it takes kept buffers only, and drops none."""
    allocator = world.allocators[which]
    if what == RELEASE:
        return some_release(chance, world, which)
    if what != ALLOCATE:
        return RETAINED, which, ()
    there = [capacity for capacity, stack in allocator.kept.items() if stack]
    if not there or chance.random() < 0.03:
        return ALLOCATE, which, (pick(chance, NO_SIZES),)
    return ALLOCATE, which, (some_size(chance, allocator, pick(chance, there)),)


def some_release(chance: Random, world: World, which: int) -> Operation:
    """Draw a release: mostly of a buffer that this allocator has lent, or else of any buffer."""
    kind = chance.random()
    lent = world.allocators[which].lent
    if kind > 0.92:
        lent = pick(chance, world.allocators).lent
    if lent and kind > 0.15:
        return RELEASE, which, (pick(chance, lent),)
    number = int(chance.random() * len(world.buffers))
    if chance.random() < 0.2 or number in world.gone:
        number = pick(chance, (NO_BUFFER, STRANGER))
    return RELEASE, which, (number,)


def some_size(chance: Random, allocator: Allocator, capacity: int) -> int:
    """Draw a size in a class, often at its limits."""
    least = 1 if capacity == allocator.smallest else capacity // 2 + 1
    if chance.random() < 0.4:
        return pick(chance, (least, capacity))
    return least + int(chance.random() * (capacity - least + 1))


def pick(chance: Random, choices: Sequence[Any]) -> Any:
    """Pick one of the choices."""
    return choices[int(chance.random() * len(choices))]


def calls(words: Iterator[int]) -> Generator[tuple[Any, ...], list[int], None]:
    """Translate the trace into the task's calls."""
    number = next(words)
    for which in range(number):
        sizes = ", ".join(str(next(words)) for _ in range(3))
        if which == number - 1:
            next(words)  # how many buffers there will be
        yield f"allocators[{which}] = new SizeClassAllocator({sizes})", ...
    known, gone = STRANGER, set[int]()
    for word in words:
        allocator = f"allocators[{next(words)}]"
        if word == RETAINED:
            yield f"{allocator}.retained()", {}
        elif word == TRIM:
            yield f"{allocator}.trim()", {}
        elif word == RELEASE:
            which = next(words)
            if which > known or which in gone:
                raise LookupError(f"no buffer {which}")
            names = {NO_BUFFER: "null", STRANGER: "a buffer of no allocator"}
            shows = {**TRUTH, CHANGED: "true, but it wasn't as its borrower left it"}
            yield f"{allocator}.release({names.get(which, f'b{which}')})", shows
        elif word == COLLECT:
            these = [next(words) for _ in range(next(words))]
            gone.update(these)
            says = f"{len(these)} buffers that were dropped are left to the collector"
            what = "that nothing refers to b{}'s bytes any more"
            found = yield says, *((what.format(one), TRUTH) for one in these)
            if max(these, default=known) > known or not all(found):
                raise LookupError("these buffers were not dropped")
        else:
            size = next(words)
            text = f"{allocator}.allocate({size})"
            if size <= 0:
                yield text, {NOTHING: "null"}
                continue
            found = yield (
                text,
                {NOTHING: "null", **{n: f"b{n}" for n in range(known + 2)}},
                (f"the capacity that {text} has", {}),
                (f"that {text} is big endian, from 0 to {size},", TRUTH),
            )
            known = max(known, found[0])
