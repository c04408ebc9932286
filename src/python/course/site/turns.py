"""Turns of notebooks that are executed at a time: a cell that times something runs alone."""

import threading
import time
from collections.abc import Callable


class Stopped(Exception):
    """The execution was stopped."""


class Turns:
    """Whose turn it is. Thread-safe.

    Untimed stretches run beside each other until all notebooks have reached a timed cell or their
    end. Then these cells run one after the other, and the next stretches follow. As a context
    manager, it stops everything if the block ends early.
    """

    def __init__(self) -> None:
        self.stopped = False
        self._changed = threading.Condition()
        self._timed: dict[Turn, bool] = {}
        """Each turn -> whether its part is a timed cell, in the order in which the parts began."""
        self._series: list[Turn] = []  # timed cells: the first one runs, the others are next

    def change(self, turn: "Turn", timed: bool | None) -> None:
        """End the turn's present part and wait for its next one; None: there is none.

        Raises Stopped.
        """
        with self._changed:
            self._timed.pop(turn, None)
            if turn in self._series:
                self._series.remove(turn)
            if timed is not None:
                self._timed[turn] = timed
            if not self._series and all(self._timed.values()):
                self._series = [*self._timed]
            self._changed.notify_all()
            if timed is None:
                return
            first = [turn] if timed else []
            self._changed.wait_for(lambda: self.stopped or self._series[:1] == first)
            if self.stopped:
                raise Stopped

    def __enter__(self) -> "Turns":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self.stop()

    def stop(self) -> None:
        """Stop what runs, and let nobody begin anything any more."""
        with self._changed:
            self.stopped = True
            self._changed.notify_all()
            for turn in self._timed:
                turn.stop()


class Turn:
    """A notebook's turns, for one thread. As a context manager it begins with an untimed stretch.

    Raises Stopped.
    """

    def __init__(self, turns: Turns, stop: Callable[[], None]) -> None:
        """stop: ends what the notebook runs at once, from any thread."""
        self.stop = stop
        self._turns, self._timed = turns, False
        self._before, self._began = 0.0, 0.0

    @property
    def seconds(self) -> float:
        """How long its turns have lasted until now, without those of others."""
        return self._before + time.monotonic() - self._began

    def __enter__(self) -> "Turn":
        self._turns.change(self, timed=False)
        self._began = time.monotonic()
        return self

    def become(self, *, timed: bool) -> None:
        """Go on with a timed cell, or with untimed ones."""
        self.go_on()
        if timed or self._timed:
            self._before = self.seconds
            self._turns.change(self, timed)
            self._timed, self._began = timed, time.monotonic()

    def go_on(self) -> None:
        """Raise Stopped if the turns are stopped."""
        if self._turns.stopped:
            raise Stopped

    def __exit__(self, *_: object) -> None:
        self._turns.change(self, None)
