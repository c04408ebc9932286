"""A walk over packets that have left the caches: which lines are asked for, and what is waited for.

Of each packet the walk reads the header as it came and all fields that were parsed from it, and
then works for a while. What it needs lies in steps: the lines of a step can be asked for together,
those of the next only when these have come, since the address stands in them.

The core is a simple one. It works on one packet at a time, in order, and asks for the lines of the
next few meanwhile, as far ahead as it looks. A line takes the same time wherever it is asked for,
and the core has buffers for so many under way. Translations of addresses are in the line's time.
"""

from __future__ import annotations

import dataclasses

OBJECTS, FLAT, PREFETCH = "objects", "flat", "prefetch"


@dataclasses.dataclass(frozen=True)
class Model:
    """What the reader cannot change."""

    latency: dict[str, float]
    """Where lines come from -> how long one takes, ns."""
    work: float
    """What a packet takes when all its lines have come, ns."""
    buffers: int = 12
    """Lines that may be under way at a time."""
    shown: int = 12
    """Packets of the walk that is drawn."""
    long: int = 240
    """Packets of the walk that tells what one takes; its first half is not counted."""
    steps: dict[str, tuple[tuple[str, ...], ...]] = dataclasses.field(
        default_factory=lambda: {
            "objects": (
                ("the header", "the packet's pointer"),
                ("the IP packet",),
                ("the IP header",),
                ("the source", "the destination"),
            ),
            "behind": (("the header", "the fields"),),
            "first": (("header and fields",),),
        }
    )
    """Layout -> what lies on each line, step by step."""


@dataclasses.dataclass(frozen=True)
class Settings:
    """What the reader can change."""

    level: str
    """Where the lines come from: a key of the model's latencies."""
    layout: str
    """Of a flat packet: ``behind``, the fields after the bytes, or ``first``."""
    ahead: int
    """Packets that the core looks ahead by itself."""
    distance: int
    """Packets that the program prefetches ahead."""


@dataclasses.dataclass(frozen=True)
class Line:
    """Times in ns from the walk's begin."""

    asked: float
    came: float


@dataclasses.dataclass(frozen=True)
class Visit:
    """A packet of the walk: its lines, step by step, and when it was worked on."""

    steps: tuple[tuple[Line, ...], ...]
    start: float
    end: float


class _Memory:
    """Hands out lines, so many at a time."""

    def __init__(self, latency: float, buffers: int) -> None:
        self._latency = latency
        self._free = [0.0] * buffers  # when each buffer is free

    def ask(self, at: float) -> Line:
        """Ask at a time, or as soon as there is a buffer.

        The one that became free last is taken, as another one may be asked for at an earlier time.
        """
        free = max((one for one in self._free if one <= at), default=min(self._free))
        line = Line(max(at, free), max(at, free) + self._latency)
        self._free[self._free.index(free)] = line.came
        return line


def walk(model: Model, settings: Settings, way: str, packets: int) -> list[Visit]:
    """A walk one way: OBJECTS, FLAT, or PREFETCH, which is flat with hints."""
    steps = model.steps["objects" if way == OBJECTS else settings.layout]
    memory = _Memory(model.latency[settings.level], model.buffers)
    fetched: list[tuple[tuple[Line, ...], ...]] = []
    visits: list[Visit] = []

    def fetch(last: int, at: float) -> None:
        """Ask for the lines of all packets up to that one."""
        while len(fetched) <= min(last, packets - 1):
            lines, asked = [], at
            for step in steps:
                lines.append(tuple(memory.ask(asked) for _ in step))
                asked = max(line.came for line in lines[-1])
            fetched.append(tuple(lines))

    free = 0.0
    for number in range(packets):
        if number == 0 and way == PREFETCH:
            fetch(settings.distance - 1, free)  # it was under way when we came
        fetch(number + settings.ahead, free)
        start = max(free, *(line.came for line in fetched[number][-1]))
        if way == PREFETCH:
            fetch(number + settings.distance, start)
        free = start + model.work
        visits.append(Visit(fetched[number], start, free))
    return visits


def per_packet(model: Model, settings: Settings, way: str) -> float:
    """What a packet takes in a long walk, ns."""
    visits = walk(model, settings, way, model.long)
    half = model.long // 2
    return (visits[-1].end - visits[half - 1].end) / (model.long - half)
