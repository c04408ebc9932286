"""A contest: tasks to compare, which are therefore measured in the same rounds."""

import dataclasses
from collections.abc import Collection, Hashable, Sequence

from course.measure.cells.profiles import Batch, Task
from course.model.cells import Cell

BASELINE, POOL = "alloc", "pool"  # strategies whose pair needs a verdict of a sweep


@dataclasses.dataclass(frozen=True)
class Contest:
    """Tasks of one implementation, runtime and case, and their pairs that need a verdict."""

    tasks: tuple[Task, ...]
    pairs: tuple[tuple[str, str], ...] = ()  # ids of cells
    least_rounds: int = 1  # rounds to play whatever their results
    key: str = ""
    """Name unique in a sweep, ``cpp A: alloc, pool``, which stays the same when cells fail."""

    def __post_init__(self) -> None:
        strategies = ", ".join(cell.strategy for cell in self.cells)
        object.__setattr__(self, "key", self.key or f"{self.tasks[0].cell.title}: {strategies}")

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(task.cell for task in self.tasks)

    @property
    def case(self) -> tuple[str, str]:
        """Case and mode: contests that share them are compared, too."""
        return self.tasks[0].cell.case, self.tasks[0].cell.mode

    @property
    def seconds(self) -> float:
        """Estimated duration of a round, until one has been timed."""
        return sum(task.seconds for task in self.tasks)

    def without(self, ids: Collection[str]) -> "Contest | None":
        """The contest without some cells, as they failed; None if no cell is left."""
        tasks = tuple(task for task in self.tasks if task.cell.id not in ids)
        pairs = tuple(pair for pair in self.pairs if ids.isdisjoint(pair))
        return dataclasses.replace(self, tasks=tasks, pairs=pairs) if tasks else None

    @property
    def decisive(self) -> "Contest":
        """The contest of the cells in pairs; of all cells if there are no pairs.

        Only they play the rounds beyond the least number, which serve a verdict.
        """
        sides = {side for pair in self.pairs for side in pair}
        tasks = tuple(task for task in self.tasks if not sides or task.cell.id in sides)
        return dataclasses.replace(self, tasks=tasks)

    def idle(self, missing: Collection[str]) -> set[str]:
        """Cells that need no run, as they are neither missing nor paired with a missing one."""
        wanted = {side for pair in self.pairs if not set(pair).isdisjoint(missing) for side in pair}
        return {cell.id for cell in self.cells} - wanted - set(missing)


def contests(tasks: Sequence[Task]) -> list[Contest]:
    """Group the tasks into contests, in order. All tasks of a contest have the same load."""
    together: dict[Hashable, list[Task]] = {}
    for task in tasks:
        together.setdefault((task.cell.title, task.load, task.forks), []).append(task)
    return [_contest(group) for group in together.values()]


def _contest(group: Sequence[Task]) -> Contest:
    # Keep pairs adjacent: a pair fits into memory together, all tasks may not.
    group = sorted(group, key=lambda task: task.cell.strategy not in (BASELINE, POOL))
    ids = {task.cell.strategy: task.cell.id for task in group}
    # Real-time probes at given intervals yield no figure for a ratio.
    load = group[0].load
    is_measured = isinstance(load, Batch) or load.search is not None
    has_verdict = is_measured and {BASELINE, POOL} <= ids.keys()
    pairs = ((ids[POOL], ids[BASELINE]),) if has_verdict else ()
    return Contest(tuple(group), pairs, least_rounds=group[0].forks)
