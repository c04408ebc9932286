"""A bout: compared programs settle side by side, then run their windows in turn.

Never two at a time: while one runs a window, the others block on standard input and use no CPU.
All settle together, which costs the time of the slowest. How they take turns depends on whether a
waiting program may be doing work:

- C++ programs, and those under a stop-the-world collector, do none. They take short windows in a
  random order, so that disturbances by the machine affect all of them alike. In Java a window lasts
  until a collection has ended, so it contains whole ones.
- Under a concurrent collector, a cycle continues while the program waits, and is done when its turn
  comes. Such programs take all their windows in one block, after one that does not count.

`./course calibrate` measures whether both manners agree with windows without a wait.
"""

import dataclasses
import functools
import random
import threading
from collections.abc import Callable, Sequence

from course.measure.events import Event, Output, OutputError
from course.process import child

UNBOUNDED = 1_000_000_000_000  # packets of a window that only time ends


@dataclasses.dataclass(frozen=True)
class Limit:
    """When a window ends: at this time or after these packets, whichever comes first."""

    ms: int  # 0: no time limit
    packets: int = UNBOUNDED


@dataclasses.dataclass(frozen=True)
class Manner:
    """How programs take turns."""

    limits: Sequence[Limit]  # of each program's windows
    windows: int  # of each program; only those that count
    block: int = 1  # windows that a program takes in a row
    lead_ms: int = 0
    """Length of the uncounted window before each block, or only before the first if a block is one
    window; 0: no such window."""


@dataclasses.dataclass(frozen=True)
class Turn:
    """A window of a program; side is the program's index in the bout."""

    side: int
    limit: Limit
    counts: bool


def turns(manner: Manner, dice: random.Random) -> list[Turn]:
    """All turns of a bout: a block for each side, repeatedly, each time in a new random order."""
    made: list[Turn] = []
    for number in range(manner.windows // manner.block):
        order = list(enumerate(manner.limits))
        dice.shuffle(order)
        for side, limit in order:
            if manner.lead_ms and (number == 0 or manner.block > 1):
                made.append(Turn(side, Limit(manner.lead_ms), counts=False))
            made += [Turn(side, limit, counts=True)] * manner.block
    return made


Plan = Callable[[Manner, random.Random], list[Turn]]
"""Makes all turns of a bout, as :func:`turns` does for a sweep."""


class Bout:
    """Gives programs their turns. One thread per program calls it, through its listener.

    A program that dies forfeits its turns; the others go on. After the last turn, all programs'
    inputs are closed.
    """

    def __init__(self, sides: int, planned: Sequence[Turn]) -> None:
        self.inputs = [child.Input() for _ in range(sides)]
        self.due = [
            sum(turn.side == side and turn.counts for turn in planned) for side in range(sides)
        ]
        """How many windows of each side will count if nothing fails."""
        self.windows: list[list[Event]] = [[] for _ in range(sides)]
        """Each side's windows that count."""
        self._planned = list(planned)
        self._lock = threading.Lock()
        self._alive = set(range(sides))
        self._settled: set[int] = set()
        self._now: Turn | None = None
        self._is_over = False

    def listener(self, side: int, output: Output) -> Callable[[str], bool]:
        """The side's ``on_line`` for :func:`course.process.child.run`; output gets all lines."""
        return functools.partial(
            output.understands,
            react=functools.partial(self._react, side),
            stop=functools.partial(self.give_up, side),
        )

    def give_up(self, side: int) -> None:
        """End the side's turns. May be called again."""
        with self._lock:
            if side not in self._alive:
                return
            self._alive.discard(side)
            self.inputs[side].close()
            if self._now is not None and self._now.side == side:
                self._next()
            else:
                self._begin_if_settled()

    def _react(self, side: int, event: Event) -> None:
        """Handle an event. Raises OutputError if it was not that side's turn."""
        with self._lock:
            match event["event"]:
                case "start":
                    # The program runs this one-packet round once it has settled, which signals it.
                    self.inputs[side].send("1 0")
                case "round" if not event["warmup"]:
                    if side not in self._settled:
                        self._settled.add(side)
                        self._begin_if_settled()
                        return
                    if self._now is None or self._now.side != side:
                        raise OutputError("measured a round that nobody had asked for")
                    if self._now.counts:
                        self.windows[side].append(event)
                    self._next()

    def _begin_if_settled(self) -> None:
        if self._now is None and not self._is_over and self._alive <= self._settled:
            self._next()

    def _next(self) -> None:
        """Request the next turn of a live side; after the last one, close all inputs."""
        while self._planned:
            turn = self._planned.pop(0)
            if turn.side in self._alive:
                self._now = turn
                self.inputs[turn.side].send(f"{turn.limit.packets} {turn.limit.ms}")
                return
        self._now, self._is_over = None, True
        for one in self.inputs:
            one.close()
