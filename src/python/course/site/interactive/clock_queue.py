"""The clock queue while the program stands still: what it keeps, drops, and when it is empty again.

A packet comes at each tick. It waits in the queue until the program turns to it, and is dropped if
it finds the queue full. Before some packets the program stands still: they are counted as it
processes them, as collections come after so much allocation, and not after so much time.
"""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True)
class Model:
    """What the reader cannot change."""

    packets: int = 120
    """That come in a cycle; after it the same begins again."""
    pauses: tuple[int, ...] = (20, 32)
    """Packets of a cycle, from 0, before which the program stands still."""
    cycles: int = 3
    """So many tell whether something is ever lost."""
    intervals: tuple[float, ...] = (4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 25, 50)
    """Between packets, ms: those that can be chosen."""


@dataclasses.dataclass(frozen=True)
class Settings:
    """What the reader can change, in ms."""

    interval: float
    service: float
    pause: float
    queue: float
    """How long the queue lasts; as a whole number of packets it may be a little shorter."""

    @property
    def capacity(self) -> int:
        """Packets that may wait."""
        return max(int(self.queue // self.interval), 1)


@dataclasses.dataclass(frozen=True)
class Packet:
    """Times in ms from the run's begin."""

    due: float
    begun: float | None
    """When the program turned to it; None: it was dropped."""
    late: float
    """By how much the program would be late for it, had none been dropped: Lindley's W."""


def run(model: Model, settings: Settings, cycles: int = 1) -> list[Packet]:
    """What becomes of each packet of so many cycles."""
    begins: list[float] = []  # of those that were not dropped
    gone = 0  # how many of them have left the queue
    free = late = 0.0  # when the program is free; W
    packets = []
    for number in range(model.packets * cycles):
        due = number * settings.interval
        while gone < len(begins) and begins[gone] <= due:
            gone += 1
        begun = None
        if len(begins) - gone < settings.capacity:
            begun = max(due, free)
            free = begun + _takes(model, settings, len(begins))
            begins.append(begun)
        packets.append(Packet(due, begun, late))
        late = max(0.0, late + _takes(model, settings, number) - settings.interval)
    return packets


def _takes(model: Model, settings: Settings, number: int) -> float:
    """What a packet takes, with the pause before it: the s(n) of Lindley's recursion."""
    pauses = number % model.packets in model.pauses
    return settings.service + (settings.pause if pauses else 0)


def mean(model: Model, settings: Settings) -> float:
    """What a packet takes on average."""
    return settings.service + settings.pause * len(model.pauses) / model.packets


def is_in_time(model: Model, settings: Settings) -> bool:
    """Whether nothing is lost, however long it goes on."""
    if mean(model, settings) > settings.interval:
        return False
    return all(one.begun is not None for one in run(model, settings, model.cycles))


def shortest(model: Model, settings: Settings) -> float | None:
    """The least interval that can be chosen from which on nothing is lost; None: there is none."""
    found = None
    for interval in reversed(model.intervals):
        if not is_in_time(model, dataclasses.replace(settings, interval=interval)):
            return found
        found = interval
    return found
