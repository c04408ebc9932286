"""A heap under allocation: when it is collected, what is visited, and how long that takes.

The program is the course's. What it allocates for a packet lives while the packet waits in the
queue; one packet in sixteen then goes to the store and lives there until the store has been
through. Both are first in, first out, so an object's age tells whether it is alive, and ages are
counted in MB that were allocated since. Half of the live set is in the queue, half in the store.

What the two rules leave out, this leaves out: the program's own work, barriers and the book that
they keep, roots, cores that a collector takes away, and that small objects cost more than large
ones. Of a young generation's two survivor spaces one is always empty.
"""

from __future__ import annotations

import dataclasses
import math

COPYING, CONCURRENT = "copying", "concurrent"

SLIVER = 1e-6
"""Of a square of the drawing: rounding shall not make one more."""


@dataclasses.dataclass(frozen=True)
class Model:
    """What the reader cannot change. Times in ms, sizes in MB, those of a packet in KB."""

    length: float = 20_000
    """How long a run is."""
    heap: float = 2048
    cell: float = 8
    """What a square of the drawing holds."""
    packet: float = 1.3
    """Allocated for a packet: its buffer, and what is parsed from it."""
    header: float = 0.2
    """Allocated for one from the pool: what is parsed from it."""
    pool: float = 1104
    """A million packets with their buffers; a whole number of squares."""
    stored: float = 1 / 16
    """Of the packets, those that go to the store."""
    survivors: float = 1 / 8
    """Size of a survivor space, as a share of eden."""
    cost: float = 1
    """To visit and copy a MB: the second rule's c. A round number."""
    brief: float = 0.5
    """How long a concurrent collection stops the program."""
    margin: float = 1.25
    """It begins when what is free will last so many times as long as it will take."""


@dataclasses.dataclass(frozen=True)
class Settings:
    """What the reader can change."""

    packets: float
    """Million a second."""
    live: float
    """MB, if all were allocated."""
    young: float
    """Size of eden, MB: the Y of the first rule."""
    collector: str
    """COPYING, which stops the program, or CONCURRENT, of one generation."""
    pool: bool


@dataclasses.dataclass(frozen=True)
class Lives:
    """How long objects live: an age is the MB allocated since."""

    queued: float
    """Up to this age all are alive."""
    stays: float
    """For so long after it, the stored ones are."""
    stored: float
    """Their share."""

    def alive(self, age: float) -> float:
        """MB alive of what was allocated in the last `age` MB."""
        return min(age, self.queued) + self.stored * min(max(age - self.queued, 0), self.stays)

    def age(self, alive: float) -> float:
        """The inverse: the age up to which so many MB are alive; the least, if several are."""
        return alive if alive <= self.queued else self.queued + (alive - self.queued) / self.stored


@dataclasses.dataclass(frozen=True)
class Stretch:
    """What lies in a space of all that was allocated from one position to another.

    A position is the MB allocated before. `seen` is where allocation stood when it was copied
    there: what was alive then is there. None: it was allocated there, and nothing is missing.
    """

    start: float
    end: float
    seen: float | None = None

    def size(self, lives: Lives) -> float:
        """MB, dead ones included."""
        if self.seen is None:
            return self.end - self.start
        return lives.alive(self.seen - self.start) - lives.alive(self.seen - self.end)

    def position(self, lives: Lives, offset: float) -> float:
        """What was allocated where, of that which lies `offset` MB from the stretch's begin."""
        if self.seen is None:
            return self.start + offset
        return self.seen - lives.age(max(lives.alive(self.seen - self.start) - offset, 0))


@dataclasses.dataclass(frozen=True)
class Space:
    """A part of the heap and what is in it; `pooled` MB of it are the pool's, and come first."""

    name: str
    size: float
    stretches: tuple[Stretch, ...]
    pooled: float = 0


@dataclasses.dataclass(frozen=True)
class Collection:
    """Times in ms from the run's begin, sizes in MB."""

    kind: str
    """``young``, ``whole``, or ``beside``: of the whole heap, beside the program."""
    at: float
    takes: float
    visited: float
    position: float
    """What had been allocated when it began."""
    before: tuple[Space, ...]
    """The heap as it found it."""
    promoted: float = 0
    """Moved to the old generation by a young collection."""
    stall: float = 0
    """How long the program waited for a free place, until the end."""


@dataclasses.dataclass(frozen=True)
class Demand:
    """What the settings ask of the collector."""

    rate: float
    """MB a ms: the first rule's a."""
    live: float
    """MB alive that the program has allocated since it began."""
    base: float
    """MB of the pool, alive for ever."""
    lives: Lives

    @property
    def everything(self) -> float:
        """MB that a collection of the whole heap visits: the second rule's L."""
        return self.base + self.live


def demand(model: Model, settings: Settings) -> Demand:
    """A pool takes the buffers out of what is allocated, and puts a million of them into L."""
    allocated = model.header if settings.pool else model.packet
    live = settings.live * allocated / model.packet
    return Demand(
        rate=settings.packets * allocated,
        live=live,
        base=model.pool if settings.pool else 0,
        lives=Lives(live / 2, live / 2 / model.stored, model.stored),
    )


def run(model: Model, settings: Settings) -> list[Collection]:
    """The collections that begin within the run.

    It begins with an empty eden, or heap, and all that is alive in one piece.
    """
    if settings.collector == CONCURRENT:
        return _beside(model, demand(model, settings))
    return _copying(model, settings.young, demand(model, settings))


def _copying(model: Model, young: float, asked: Demand) -> list[Collection]:
    lives, spare = asked.lives, young * model.survivors
    size = model.heap - young - 2 * spare
    position = eden = 0.0
    edge = 0.0  # whatever was allocated before is in the old generation
    survivors: tuple[Stretch, ...] = ()
    old: tuple[Stretch, ...] = (_everything(asked, 0),)
    used = asked.everything
    found: list[Collection] = []
    at = young / asked.rate
    while at < model.length:
        position += young
        before = (
            Space("eden", young, (Stretch(eden, position),)),
            Space("survivors", spare, survivors),
            Space("old", size, old, asked.base),
        )
        in_eden, in_young = lives.alive(position - eden), lives.alive(position - edge)
        kept = min(in_eden, spare)
        promoted = in_young - kept
        if used + promoted <= size:
            kind, visited = "young", in_young
            first = eden if kept == in_eden else position - lives.age(kept)
            if promoted:
                old += (Stretch(edge, first, position),)
            edge, used = first, used + promoted
        else:
            kind, visited, promoted = "whole", asked.everything, 0
            old, edge, used = (_everything(asked, position),), position, asked.everything
        survivors = (Stretch(edge, position, position),) if edge < position else ()
        takes = model.cost * visited
        found.append(Collection(kind, at, takes, visited, position, before, promoted))
        eden = position
        at += takes + young / asked.rate
    return found


def _beside(model: Model, asked: Demand) -> list[Collection]:
    visited = asked.everything
    takes = model.cost * visited
    position, start, used, at = 0.0, 0.0, visited, 0.0
    found: list[Collection] = []
    while True:
        reserve = model.margin * asked.rate * takes
        waits = max(model.heap - used - reserve, 0) / asked.rate
        at += waits
        if at >= model.length:
            return found
        position += waits * asked.rate
        used += waits * asked.rate
        stretches = (_everything(asked, start), Stretch(start, position))
        before = (Space("heap", model.heap, stretches, asked.base),)
        runs = min(takes, (model.heap - used) / asked.rate)
        stall = takes - runs
        found.append(Collection("beside", at, takes, visited, position, before, stall=stall))
        start = position
        position += runs * asked.rate
        used = visited + runs * asked.rate
        at += takes


def _everything(asked: Demand, position: float) -> Stretch:
    """All that was alive at a position, the pool left out, in one piece."""
    oldest = position - asked.lives.queued - asked.lives.stays
    return Stretch(oldest, position, position)


@dataclasses.dataclass(frozen=True)
class Cell:
    """What a square of the drawing holds, as shares of its size."""

    filled: float
    alive: float
    pooled: bool = False


def cells(model: Model, lives: Lives, space: Space, position: float) -> list[Cell]:
    """A space's squares, when `position` MB have been allocated."""
    filled = [0.0] * math.ceil(space.size / model.cell - SLIVER)
    alive = list(filled)
    begin = space.pooled
    for stretch in space.stretches:
        end = begin + stretch.size(lives)
        for index in range(int(begin // model.cell), len(filled)):
            low, high = max(begin, index * model.cell), min(end, (index + 1) * model.cell)
            if low >= high:
                break
            oldest = stretch.position(lives, low - begin)
            newest = stretch.position(lives, high - begin)
            filled[index] += (high - low) / model.cell
            alive[index] += (
                lives.alive(position - oldest) - lives.alive(position - newest)
            ) / model.cell
        begin = end
    pooled = round(space.pooled / model.cell)
    return [
        Cell(1, 1, pooled=True) if index < pooled else Cell(min(full, 1), min(live, full))
        for index, (full, live) in enumerate(zip(filled, alive, strict=True))
    ]
