"""``./course watch``: public tests at every save, hints one by one, and what comes next."""

import contextlib
import dataclasses
import functools
import select
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from course.grading.exercises.exercise import Exercise
from course.grading.exercises.submission import SOURCES, TESTS
from course.grading.learner import progress

LOOK_EVERY_S = 0.3
KEYS = "h: hint; c: check as graded; q: quit (each with Enter)"

say = functools.partial(print, flush=True)


class Keys:
    """Reads lines that the learner types, without blocking."""

    def __init__(self, source: TextIO = sys.stdin) -> None:
        self._source: TextIO | None = source

    def typed(self, seconds: float) -> str | None:
        """Return a line, if one comes in time."""
        if self._source is None:
            time.sleep(seconds)
            return None
        if not select.select([self._source], [], [], seconds)[0]:
            return None
        line = self._source.readline()
        if not line:  # closed: go on without
            self._source = None
        return line.strip().lower() or None


@dataclasses.dataclass
class Watch:
    exercise: Exercise
    folder: Path
    test: Callable[[], tuple[bool, str]]
    """Runs the public tests."""
    check: Callable[[], bool]
    """Grades and prints; True if all points are earned."""
    keys: Keys

    def run(self) -> None:
        """Watch until the exercise is solved or the learner quits."""
        say(f"watching {self.folder}; {KEYS}")
        seen: dict[str, int] = {}
        while True:
            now = self._saved()
            if now != seen:
                seen = now
                if self._look():
                    return
            match self.keys.typed(LOOK_EVERY_S):
                case "q":
                    return
                case "h":
                    self._hint()
                case "c":
                    if self._checked():
                        return
                case None:
                    pass
                case _:
                    say(KEYS)

    def _look(self) -> bool:
        """Test what was saved, and check it if the tests pass; True if it is solved."""
        passed, said = self.test()
        say(said.rstrip())
        if not passed:
            say(f"not there yet; {KEYS}")
            return False
        say("the public tests pass; now checking as graded:")
        return self._checked()

    def _checked(self) -> bool:
        """Grade it, and repeat the keys, which have scrolled away."""
        solved = self.check()
        if not solved:
            say(KEYS)
        return solved

    def _hint(self) -> None:
        known, entry = self.exercise.hints, progress.entry(self.exercise)
        shown = entry.hints if entry else 0
        if shown == len(known):
            say(f"there are only {len(known)} hints; the last one again:")
        number = min(shown + 1, len(known))
        say(f"hint {number} of {len(known)}:\n{known[number - 1]}")
        progress.hinted(self.exercise, number)

    def _saved(self) -> dict[str, int]:
        """Modification times of the folder's source files; notebooks save themselves."""
        times = {}
        for place in (self.folder, self.folder / TESTS):
            for file in sorted(one for one in place.glob("*") if one.suffix in SOURCES):
                with contextlib.suppress(OSError):  # editors replace files
                    times[str(file)] = file.stat().st_mtime_ns
        return times
