"""What things are called on the site, and the order in which they stand."""

from __future__ import annotations

import dataclasses

from course.publish.errors import choose

CASES = ("A", "B", "C")

STRATEGIES = {"dummy": "Dummy", "alloc": "Allocation", "mix": "Mix", "pool": "Pooling"}
"""Strategy -> its name in tables."""

REAL_STRATEGIES = ("alloc", "mix", "pool")
"""All but dummy, which is no solution and only tells what the rest costs."""


@dataclasses.dataclass(frozen=True)
class Solution:
    """A column group of the site: an implementation, under Java with its collector."""

    key: str
    implementation: str
    collector: str | None
    jdk: int | None
    label: str
    shape: str
    """Shape of its points in charts, so that colour never stands alone."""
    article: str | None
    """The article's name of the same solution; None: the article did not measure it."""
    note: str | None = None


_PARALLEL_NOTE = (
    "The article calls this collector “CMS”. Its command line names none, which on Java 8, on a "
    "server-class machine, means Parallel, and so do the messages in its log."
)
_CMS_NOTE = "The real CMS was not measured in 2019: what the article calls CMS is Parallel."

SOLUTIONS = {
    solution.key: solution
    for solution in (
        Solution(
            "heap-parallel", "heap", "parallel", 11, "Parallel", "circle", "heap-cms",
            _PARALLEL_NOTE,
        ),
        Solution("heap-cms", "heap", "cms", 11, "CMS", "square", None, _CMS_NOTE),
        Solution("heap-g1", "heap", "g1", 25, "G1", "triangle-up", "heap-g1"),
        Solution("heap-zgc", "heap", "zgc", 25, "ZGC", "diamond", "heap-zgc"),
        Solution("cpp", "cpp", None, None, "C++", "triangle-down", "cpp"),
        Solution("cpp-flat", "cpp-flat", None, None, "C++ flat", "triangle-right", "cpp-flat"),
    )
}  # fmt: skip
"""Key -> solution. A later implementation is one more line here, and one colour in course.css."""

IMPLEMENTATIONS = {
    "heap": "Java, heap buffers",
    "cpp": "C++, direct translation",
    "cpp-flat": "C++, flat",
}


def full_label(solution: Solution) -> str:
    """The label with its language: ``Java, Parallel``."""
    return f"Java, {solution.label}" if solution.collector else solution.label


def solution(implementation: str, collector: str | None = None) -> Solution:
    """The solution of that implementation and collector. Raises FigureError, naming valid ones."""
    choose(implementation, IMPLEMENTATIONS, "implementation")
    fitting = [one for one in SOLUTIONS.values() if one.implementation == implementation]
    if fitting[0].collector is None and collector is None:
        return fitting[0]
    choose(collector, [one.collector for one in fitting], f"collector of {implementation}")
    return next(one for one in fitting if one.collector == collector)


def solutions(*names: str) -> list[Solution]:
    """Solutions by key (``heap-g1``) or by implementation (``heap``: each collector); none: all.

    Raises FigureError for a name that is neither.
    """
    if not names:
        return list(SOLUTIONS.values())
    chosen: list[Solution] = []
    for name in names:
        choose(name, dict.fromkeys([*IMPLEMENTATIONS, *SOLUTIONS]), "solution")
        of_implementation = name in IMPLEMENTATIONS
        chosen += [
            one
            for one in SOLUTIONS.values()
            if (one.implementation if of_implementation else one.key) == name
        ]
    return chosen
