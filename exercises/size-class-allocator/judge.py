"""Draws buffers that are borrowed and given back, and computes what the allocators answer."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator, Sequence
from itertools import cycle, islice
from random import Random
from typing import Any

SHAPES = (
    ((4, 5), (10, 10), (13, 13.6)),
    ((0, 0), (2, 4), (10.3, 10.9)),
    ((3, 5), (1, 5), (6, 10)),
    ((0, 8), (0, 0), (-1, 8)),
)
"""Ranges of exponents of two: of the smallest class, of how many times larger the largest one is,
and of the bound. The first one's largest class is larger than its bound, so none of it is ever
kept; the second one has the smallest possible class, and keeps more of it than a table of 1,200 has
room for; the last one has a single class, which may be larger than its bound."""

ALIKE = 2
"""Allocators of each shape: what they have in common shows."""

TIMES = 4
"""A size is less than this many times the largest class."""

ALLOCATE, RELEASE, RETAINED, TRIM, COLLECT = range(5)
NOTHING, CHANGED = -1, -2
FRESH = 1
NO_BUFFER, STRANGER, STRANGER_BYTES = 0, 1, 64

SHORT, WILD = 20_000, 7_000
"""In a short trace, anything may happen to its end, and in a longer one as many operations. After
them a correct allocator has enough buffers and needs no more memory, so further allocation is
garbage."""

MOST_LENT = 60
"""Most buffers lent by an allocator in wild operations; then all come back."""

LOOKS = 1 / 4_000
"""Fraction of wild operations after which dropped buffers must be gone, as after the last one. It
takes milliseconds to see."""

FLOODS, MOST_AT_ONCE = 1 / 700, 1_250
"""Fraction of wild operations after which that number of buffers of a class, or else one more than
may be kept, are allocated and released."""

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
        self._places: dict[int, int] = {}
        """The lent buffers' places in the list."""
        self.trimmed = 0
        """When it was last trimmed."""

    def lend(self, number: int) -> None:
        self._places[number] = len(self.lent)
        self.lent.append(number)

    def take_back(self, number: int) -> bool:
        """Return whether the buffer was lent."""
        place = self._places.pop(number, None)
        if place is None:
            return False
        last = self.lent.pop()
        if last != number:
            self.lent[place] = last
            self._places[last] = place
        return True

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
        allocator.lend(number)
        return number, capacity, FRESH

    def _release(self, allocator: Allocator, number: int) -> bool:
        if not allocator.take_back(number):
            return False
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
    """Return words and answers of this many operations; driver/Main.java explains them."""
    shapes = [shape(chance, *ranges) for ranges in SHAPES] * ALIKE
    world, words, answers = World(shapes), array("q"), array("q")
    for what, which, arguments in islice(life(chance, world, operations), operations):
        words.extend((what, which))
        if what == COLLECT:
            words.append(len(arguments))
        words.extend(arguments)
        answers.extend(world.play(what, which, arguments))
    head = [len(shapes), *(number for shape in shapes for number in shape), len(world.buffers)]
    return array("q", head) + words, answers


def shape(
    chance: Random, least: tuple[int, int], more: tuple[int, int], bound: tuple[float, float]
) -> tuple[int, int, int]:
    """Draw the arguments of a constructor."""
    smallest = 1 << chance.randint(*least)
    return smallest, smallest << chance.randint(*more), int(2 ** chance.uniform(*bound))


def life(chance: Random, world: World, operations: int) -> Iterator[Operation]:
    """Draw operations, at least this many; each must be played before the next one is drawn."""
    moods = kinds(chance)
    end = operations if operations <= SHORT else WILD
    yield from islice(storm(chance, world, moods), max(end - 1, 0))
    yield COLLECT, 0, tuple(world.dropped)
    for which, allocator in enumerate(world.allocators):
        while allocator.lent:
            yield RELEASE, which, (allocator.lent[-1],)
        for capacity in allocator.kept:
            yield from flood(which, allocator, capacity, allocator.bound // capacity)
    while True:
        yield steady(chance, world, *next(moods))


def storm(chance: Random, world: World, moods: Iterator[tuple[int, int]]) -> Iterator[Operation]:
    """Draw wild operations without end; an allocator's first flood is of its smallest class."""
    for number, (which, allocator) in enumerate(cycle(enumerate(world.allocators))):
        while chance.random() > FLOODS:
            yield wild(chance, world, *next(moods))
            if chance.random() < LOOKS:
                yield COLLECT, 0, tuple(world.dropped)
        is_first = number < len(world.allocators)
        capacity = allocator.smallest if is_first else pick(chance, list(allocator.kept))
        count = min(MOST_AT_ONCE, allocator.bound // capacity + 1)
        yield from flood(which, allocator, capacity, count)


def kinds(chance: Random) -> Iterator[tuple[int, int]]:
    """Draw an operation's code and allocator; an allocator keeps its mood for a while."""
    while True:
        which = int(chance.random() * len(SHAPES) * ALIKE)
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
        return ALLOCATE, which, (int(allocator.largest * TIMES ** chance.random()) + 1,)
    return ALLOCATE, which, (some_size(chance, allocator, pick(chance, list(allocator.kept))),)


def flood(which: int, allocator: Allocator, capacity: int, count: int) -> Iterator[Operation]:
    """Allocate this many buffers, and release them."""
    lent = len(allocator.lent)
    for _ in range(count):
        yield ALLOCATE, which, (capacity,)
    while len(allocator.lent) > lent:
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
                lent,
                (f"the capacity that {text} has", {}),
                (f"that {text} is big endian, from 0 to {size},", TRUTH),
            )
            known = max(known, found[0])


def lent(number: int) -> str:
    """Return what an allocation gave as text."""
    if number == NOTHING:
        return "null"
    return f"b{number}" if number > 0 else str(number)
