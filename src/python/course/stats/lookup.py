"""Solutions by the names that pages use."""

from course.model.solutions import GROUPS, IMPLEMENTATIONS, SOLUTIONS, Solution
from course.stats.errors import choose

Place = tuple[Solution, str, str]  # solution, strategy, case


def solution(implementation: str, collector: str | None = None) -> Solution:
    """The plain solution of both. Raises FigureError, which lists valid ones."""
    choose(implementation, IMPLEMENTATIONS, "implementation")
    fitting = [one for one in SOLUTIONS.values() if one.implementation == implementation]
    if fitting[0].collector is None and collector is None:
        return fitting[0]
    valid = dict.fromkeys(one.collector for one in fitting)
    choose(collector, valid, f"collector of {implementation}")
    return next(one for one in fitting if one.collector == collector)


def solutions(*names: str) -> list[Solution]:
    """Solutions by key (``heap-g1``) or by group (``heap``: its usual ones); none: the usual.

    Raises FigureError for a name that is neither.
    """
    if not names:
        return [one for one in SOLUTIONS.values() if one.usual]
    chosen: dict[str, Solution] = {}
    for name in names:
        choose(name, dict.fromkeys([*GROUPS, *SOLUTIONS]), "solution")
        for key in GROUPS.get(name, (name,)):
            chosen[key] = SOLUTIONS[key]
    return list(chosen.values())
