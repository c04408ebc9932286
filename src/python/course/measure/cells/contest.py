"""A contest: tasks that are compared, and so measured in the same rounds."""

import dataclasses
from collections.abc import Collection, Hashable, Sequence

from course.measure.cells.profiles import Batch, Task
from course.model.cells import Cell

BASELINE = "alloc"
AGAINST_IT = ("pool",)
"""Strategies of which a sweep wants a verdict, each against the baseline."""


@dataclasses.dataclass(frozen=True)
class Contest:
    """Tasks of one implementation, runtime and case, and the pairs of them to be decided."""

    tasks: tuple[Task, ...]
    pairs: tuple[tuple[str, str], ...] = ()
    """Ids of cells."""
    least_rounds: int = 1
    """Rounds that it has, whatever they say."""
    key: str = ""
    """A name among all contests of a sweep, ``cpp A: alloc, pool``, also when some have failed."""

    def __post_init__(self) -> None:
        strategies = ", ".join(cell.strategy for cell in self.cells)
        object.__setattr__(self, "key", self.key or f"{self.tasks[0].cell.title}: {strategies}")

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(task.cell for task in self.tasks)

    @property
    def case(self) -> tuple[str, str]:
        """What contests have in common whose figures are compared, too: case and mode."""
        return self.tasks[0].cell.case, self.tasks[0].cell.mode

    @property
    def seconds(self) -> float:
        """About how long a round takes, before the first one tells."""
        return sum(task.seconds for task in self.tasks)

    def without(self, ids: Collection[str]) -> "Contest | None":
        """The contest of those that are left when some cells have failed; None: nobody is."""
        tasks = tuple(task for task in self.tasks if task.cell.id not in ids)
        pairs = tuple(pair for pair in self.pairs if ids.isdisjoint(pair))
        return dataclasses.replace(self, tasks=tasks, pairs=pairs) if tasks else None

    @property
    def decisive(self) -> "Contest":
        """The contest of those that a pair is made of; itself where there is none.

        They alone play the rounds after the least ones, which are there for a verdict.
        """
        sides = {side for pair in self.pairs for side in pair}
        tasks = tuple(task for task in self.tasks if not sides or task.cell.id in sides)
        return dataclasses.replace(self, tasks=tasks)

    def idle(self, missing: Collection[str]) -> set[str]:
        """The cells that nothing is to be learnt of while only those are missing."""
        wanted = {side for pair in self.pairs if not set(pair).isdisjoint(missing) for side in pair}
        return {cell.id for cell in self.cells} - wanted - set(missing)


def contests(tasks: Sequence[Task]) -> list[Contest]:
    """The tasks in contests, in their order. Those of a contest have the same load."""
    together: dict[Hashable, list[Task]] = {}
    for task in tasks:
        together.setdefault((task.cell.title, task.load, task.forks), []).append(task)
    return [_contest(group) for group in together.values()]


def _contest(group: Sequence[Task]) -> Contest:
    # Those of a pair stand side by side: they fit into the memory together, all may not.
    group = sorted(group, key=lambda task: task.cell.strategy not in (BASELINE, *AGAINST_IT))
    ids = {task.cell.strategy: task.cell.id for task in group}
    # Where real time is probed at given intervals, there is nothing to make a ratio of.
    load = group[0].load
    is_measured = isinstance(load, Batch) or load.search is not None
    pairs = [
        (ids[strategy], ids[BASELINE])
        for strategy in AGAINST_IT
        if is_measured and strategy in ids and BASELINE in ids
    ]
    return Contest(tuple(group), tuple(pairs), least_rounds=group[0].forks)
