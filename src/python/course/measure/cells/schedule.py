"""Choose the next contest: spend the budget where a verdict can be reached soonest.

All contests play a first round, whatever it costs: those with pairs to decide before the others.
Then come the rest of their least rounds. Each time the order is random, except that contests of
the same case follow each other. Then the next round goes to the contest whose open pairs would
take the least time to decide if their ratios and spreads stayed as they are, but never twice in a
row while another is open: rounds one after the other would all see the same mood of the machine.
Contests that their most rounds would not decide come last. A decided pair costs nothing more.
"""

import dataclasses
import math
import random
from collections.abc import Collection, Mapping

from course.measure.cells.contest import Contest


@dataclasses.dataclass
class Schedule:
    """Chooses the next contest. Not thread-safe."""

    waiting: Mapping[str, Contest]  # key -> contest
    budget_s: float
    most_rounds: int
    dice: random.Random

    def __post_init__(self) -> None:
        self.rounds = dict.fromkeys(self.waiting, 0)
        self.took_s: dict[str, float] = {}  # contest -> time of its last round
        self.spent_s = 0.0
        self._case: tuple[str, str] | None = None  # case of the previous round
        self._last: str | None = None  # the contest that was chosen for it

    def took(self, key: str, seconds: float) -> None:
        self.rounds[key] += 1
        self.took_s[key] = seconds
        self.spent_s += seconds

    def drop(self, key: str) -> None:
        """End the contest's rounds, as all its cells have failed."""
        self.rounds[key] = self.most_rounds

    def next(self, needed: Mapping[str, float], busy: Collection[str] = ()) -> str | None:
        """Return the contest that plays next; None if all are decided or the time is up.

        busy: contests with a round in progress.

        needed: contest -> rounds after which its last open pair would be decided; contests without
        an open pair are left out. A round that would not end in time is not begun.
        """
        due = {
            key: self.rounds[key]
            for key in self._due()
            if key not in busy and (self.rounds[key] == 0 or self._fits(key))
        }
        if due:
            rank = {key: (count, not self.waiting[key].pairs) for key, count in due.items()}
            first = [key for key in due if rank[key] == min(rank.values())]
            # Comparisons across contests, such as of collectors, are within a case.
            near = [key for key in first if self.waiting[key].case == self._case]
            key = self.dice.choice(near or first)
            self._case = self.waiting[key].case
            return key
        open_ones = [key for key in self._affordable(needed) if key not in busy]
        others = [key for key in open_ones if key != self._last] or open_ones
        self._last = min(others, key=lambda key: self._rank(key, needed[key]), default=None)
        return self._last

    def left_s(self, needed: Mapping[str, float]) -> float:
        due_s = sum(
            (self._least(key) - self.rounds[key]) * self.took_s.get(key, self.waiting[key].seconds)
            for key in self._due()
        )
        first_s = sum(self.waiting[key].seconds for key, count in self.rounds.items() if count == 0)
        open_s = sum(self._cost_s(key, needed[key]) for key in self._affordable(needed))
        return min(due_s + open_s, max(self.budget_s - self.spent_s, first_s))

    def _due(self) -> list[str]:
        return [key for key, count in self.rounds.items() if count < self._least(key)]

    def _least(self, key: str) -> int:
        return min(self.waiting[key].least_rounds, self.most_rounds)

    def _affordable(self, needed: Mapping[str, float]) -> list[str]:
        return [
            key
            for key in needed
            if self._least(key) <= self.rounds[key] < self.most_rounds and self._fits(key)
        ]

    def _fits(self, key: str) -> bool:
        return self.spent_s + self._next_s(key) <= self.budget_s

    def _cost_s(self, key: str, needed: float) -> float:
        more = max(1, math.ceil(min(needed, self.most_rounds)) - self.rounds[key])
        return more * self._next_s(key)

    def _rank(self, key: str, needed: float) -> tuple[bool, float]:
        return needed > self.most_rounds, self._cost_s(key, needed)

    def _next_s(self, key: str) -> float:
        """Estimated time of the next round: of the decisive cells alone after the least rounds."""
        took_s, contest = self.took_s.get(key, 0.0), self.waiting[key]
        if self.rounds[key] != self._least(key) or not contest.seconds:
            return took_s
        return took_s * contest.decisive.seconds / contest.seconds
