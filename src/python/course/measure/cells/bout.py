"""A bout: programs that are compared, settled side by side and then asked for windows in turn.

Never two at a time: while one runs a window, the others wait for their standard input and take no
processor. All settle together, which costs the time of the slowest. In which manner they take turns
depends on what may go on in a program that waits:

- Nothing, in C++ and under a collector that stops the program for all that it does. Such programs
  take short windows in a random order, so that what the machine does meanwhile meets all of them.
  In Java a window goes on until a collection has ended, and so has whole ones.
- Under a collector that works beside the program, a cycle goes on, and a program that comes back
  finds it done. Each of those takes all its windows in one block, after one that does not count.

`./course calibrate` measures whether both manners agree with programs that run alone.
"""

import dataclasses
import random
import threading
from collections.abc import Callable, Sequence

from course.measure.events import Event, Output, OutputError
from course.process import child

UNBOUNDED = 1_000_000_000_000
"""Packets of a window: its time ends it."""


@dataclasses.dataclass(frozen=True)
class Manner:
    """How programs take turns. Times are in ms."""

    windows: int
    """That count, of each program."""
    window_ms: int
    packets: int = UNBOUNDED
    """Of a window, unless its time ends it before; with window_ms 0 only they do."""
    block: int = 1
    """Windows that a program takes in a row."""
    lead_ms: int = 0
    """Of the window that does not count, before each block or, where a block is one window, before
    the first; 0: there is none."""


@dataclasses.dataclass(frozen=True)
class Turn:
    """A window of a program, by its place among the programs of the bout."""

    side: int
    ms: int
    counts: bool
    packets: int = UNBOUNDED


def turns(sides: int, manner: Manner, dice: random.Random) -> list[Turn]:
    """All turns of a bout: blocks of all sides, in a new random order each time."""
    made: list[Turn] = []
    for number in range(manner.windows // manner.block):
        order = list(range(sides))
        dice.shuffle(order)
        for side in order:
            if manner.lead_ms and (number == 0 or manner.block > 1):
                made.append(Turn(side, manner.lead_ms, counts=False))
            window = Turn(side, manner.window_ms, counts=True, packets=manner.packets)
            made += [window] * manner.block
    return made


class Bout:
    """Gives programs their turns. One thread for each program calls it, through its listener.

    A program that dies gives up its turns; the others take theirs. All programs are told that
    there is no more when the last turn is over.
    """

    def __init__(self, sides: int, planned: Sequence[Turn]) -> None:
        self.inputs = [child.Input() for _ in range(sides)]
        self.windows: list[list[Event]] = [[] for _ in range(sides)]
        """Of each side, the windows that count."""
        self._planned = list(planned)
        self._lock = threading.Lock()
        self._alive = set(range(sides))
        self._settled: set[int] = set()
        self._now: Turn | None = None
        self._is_over = False

    def listener(self, side: int, output: Output) -> Callable[[str], bool]:
        """What to give to :func:`course.process.child.run` for that side; output gets all lines."""

        def hear(line: str) -> bool:
            event = output.hear(line)
            if output.error is None and event is not None and not self._react(side, event):
                output.error = OutputError("measured a round that nobody had asked for")
            if output.error is not None:
                self.give_up(side)
            return event is not None

        return hear

    def give_up(self, side: int) -> None:
        """The side takes no further turn. May be called again."""
        with self._lock:
            if side not in self._alive:
                return
            self._alive.discard(side)
            self.inputs[side].close()
            if self._now is not None and self._now.side == side:
                self._next()
            else:
                self._begin_if_settled()

    def _react(self, side: int, event: Event) -> bool:
        """Whether it was that side's turn."""
        with self._lock:
            match event["event"]:
                case "start":
                    # A packet's round is run when the program has settled, and tells so.
                    self.inputs[side].send("1 0")
                case "round" if not event["warmup"]:
                    if side not in self._settled:
                        self._settled.add(side)
                        self._begin_if_settled()
                        return True
                    if self._now is None or self._now.side != side:
                        return False
                    if self._now.counts:
                        self.windows[side].append(event)
                    self._next()
        return True

    def _begin_if_settled(self) -> None:
        if self._now is None and not self._is_over and self._alive <= self._settled:
            self._next()

    def _next(self) -> None:
        """Ask for the next turn of a side that is alive; at the end, tell all that it is over."""
        while self._planned:
            turn = self._planned.pop(0)
            if turn.side in self._alive:
                self._now = turn
                self.inputs[turn.side].send(f"{turn.packets} {turn.ms}")
                return
        self._now, self._is_over = None, True
        for one in self.inputs:
            one.close()
