"""Which contest is next: budgets are spent where a verdict can be had soonest.

A contest is a set of tasks that are compared: the strategies of one implementation, runtime and
case. It is played in rounds, each of them a bout. All contests have their least rounds first, in a
random order; then the next round goes to the one whose open pairs would cost the least time to decide, if
their ratios and spreads stayed as they are. A pair that is decided costs nothing any more.
"""

from __future__ import annotations

import dataclasses
import math
import random
from collections.abc import Collection, Mapping, Sequence

from course.measure.profiles import Task
from course.model.pairs import LEAST_ROUNDS


@dataclasses.dataclass(frozen=True)
class Contest:
    """Tasks that are measured in the same rounds, and the pairs of them that a verdict is wanted
    of, by their cells' ids.
    """

    tasks: tuple[Task, ...]
    pairs: tuple[tuple[str, str], ...]
    least_rounds: int = LEAST_ROUNDS
    """That it has, whatever they say."""

    @property
    def key(self) -> str:
        """Its name: what its cells share."""
        return self.tasks[0].cell.title


def contests(tasks: Sequence[Task], baseline: str = "alloc") -> list[Contest]:
    """The tasks in contests. Each strategy that re-uses packets is paired with allocating them."""
    together: dict[str, list[Task]] = {}
    for task in tasks:
        together.setdefault(task.cell.title, []).append(task)
    made = []
    for group in together.values():
        base = next((task.cell.id for task in group if task.cell.strategy == baseline), None)
        pairs = tuple(
            (task.cell.id, base)
            for task in group
            if base is not None and task.cell.strategy in ("pool", "mix")
        )
        least = max(LEAST_ROUNDS if pairs else 1, *(task.forks for task in group))
        made.append(Contest(tuple(group), pairs, least))
    return made


@dataclasses.dataclass
class Schedule:
    """Says which contest is next. Not to be shared by threads."""

    waiting: Mapping[str, Contest]
    """Key -> contest."""
    budget_s: float
    most_rounds: int
    dice: random.Random

    def __post_init__(self) -> None:
        self.rounds = dict.fromkeys(self.waiting, 0)
        self.took_s: dict[str, float] = {}
        """Of a contest's last round."""
        self.spent_s = 0.0

    def took(self, key: str, seconds: float) -> None:
        """A round of the contest has been played."""
        self.rounds[key] += 1
        self.took_s[key] = seconds
        self.spent_s += seconds

    def next(self, needed: Mapping[str, float], busy: Collection[str] = ()) -> str | None:
        """The contest that has the next round; None when all are decided or the time is up.

        busy: contests that a round of is under way.

        needed: contest -> rounds after which its last open pair would be decided; contests without
        an open pair are not in it. A round is not begun that would not end in time.
        """
        due = {
            key: count
            for key, count in self.rounds.items()
            if key not in busy and count < self.waiting[key].least_rounds
        }
        if due:
            fewest = min(due.values())
            return self.dice.choice([key for key, count in due.items() if count == fewest])
        open_ones = [
            key
            for key in needed
            if key not in busy
            and self.rounds[key] < self.most_rounds
            and self.spent_s + self.took_s.get(key, 0.0) <= self.budget_s
        ]
        return min(open_ones, key=lambda key: self._cost_s(key, needed[key]), default=None)

    def _cost_s(self, key: str, needed: float) -> float:
        more = max(1, math.ceil(needed) - self.rounds[key])
        return more * self.took_s.get(key, 0.0)
