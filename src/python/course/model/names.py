"""The names of solutions."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from course.model.solutions import COLLECTORS, IMPLEMENTATIONS, SOLUTIONS, Solution


def full_label(solution: Solution) -> str:
    """The label with its language: ``Java, Parallel`` or ``Java native, ZGC 17``."""
    if solution.collector is None:
        return solution.label
    return f"{IMPLEMENTATIONS[solution.implementation].name}, {solution.label}"


def exact_label(solution: Solution) -> str:
    """The full label, with the JDK if there is one: ``Java, Parallel 11``."""
    label = full_label(solution)
    if solution.jdk is None or str(solution.jdk) in label:
        return label
    return f"{label} {solution.jdk}"


def labels(chosen: Sequence[Solution]) -> dict[str, str]:
    """Key -> full label; with the JDK if the same collector occurs more than once."""
    kinds = Counter((one.implementation, one.collector) for one in chosen)
    result = {}
    for one in chosen:
        plain = one.collector is not None and one.label == COLLECTORS[one.collector].label
        several = kinds[one.implementation, one.collector] > 1
        result[one.key] = full_label(one) + (f" {one.jdk}" if plain and several else "")
    return result


def solution_of(cell: Mapping[str, Any]) -> Solution | None:
    """The solution that a record's cell belongs to; None if none is declared for it.

    A large heap and a clock without a thread are other measurements of the same solution.
    """
    variant = cell.get("variant")
    own = {one.variant for one in SOLUTIONS.values()}
    keys = ("implementation", "collector", "jdk")
    wanted = (*(cell[key] for key in keys), variant if variant in own else None)
    for one in SOLUTIONS.values():
        if (one.implementation, one.collector, one.jdk, one.variant) == wanted:
            return one
    return None
