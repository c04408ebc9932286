"""What things are called on the site, and the order in which they stand."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from course.model.signs import OUTLINES, sign
from course.stats.errors import choose

CASES = ("A", "B", "C")

STRATEGIES = {"dummy": "Dummy", "alloc": "Allocation", "mix": "Mix", "pool": "Pooling"}
"""Strategy -> its name in tables."""

REAL_STRATEGIES = ("alloc", "mix", "pool")
"""All but dummy, which is no solution and only tells what the rest costs."""

MODES = {"batch": "Batch", "realtime": "Real time"}

IMPLEMENTATIONS = {
    "heap": "Java, heap buffers",
    "native": "Java, native buffers",
    "foreign": "Java, foreign memory",
    "flat": "Java, one slab",
    "flat-foreign": "Java, one slab of foreign memory",
    "cpp": "C++, direct translation",
    "cpp-flat": "C++, flat",
    "cpp-limit": "C++, one slab",
}

COLLECTORS = {
    "serial": "Serial",
    "parallel": "Parallel",
    "cms": "CMS",
    "g1": "G1",
    "zgc": "ZGC",
    "shenandoah": "Shenandoah",
}

VARIANTS = ("compact-headers", "large-heap", "threadless-clock", "second-search")
"""What may differ from a plain cell."""

_JAVA = {
    "heap": "Java",
    "native": "Java native",
    "foreign": "Java foreign",
    "flat": "Java flat",
    "flat-foreign": "Java flat foreign",
}

FAMILIES = tuple(OUTLINES)
"""What has a colour and an outline of its own: collectors and C++ programs."""


@dataclasses.dataclass(frozen=True)
class Solution:
    """A column group of the site: an implementation, under Java with its collector and JDK."""

    key: str
    implementation: str
    collector: str | None
    jdk: int | None
    label: str
    article: str | None = None
    """The article's name of the same solution; None: the article did not measure it."""
    note: str | None = None
    variant: str | None = None
    usual: bool = True
    """Whether pages show it when they do not ask for solutions by name."""

    @property
    def family(self) -> str:
        """What its colour stands for: the collector, or the C++ program."""
        return self.collector or self.key

    @property
    def shape(self) -> str:
        """Shape of its points in charts: its family's outline, cut as its program says."""
        return sign(self.family, self.implementation)


_PARALLEL_NOTE = (
    "The article calls this collector “CMS”. Its command line names none, which on Java 8, on a "
    "server-class machine, means Parallel, and so do the messages in its log."
)
_CMS_NOTE = "The real CMS was not measured in 2019: what the article calls CMS is Parallel."
_NOTES = {"parallel": _PARALLEL_NOTE, "cms": _CMS_NOTE}

_PLAIN_JDK = {"serial": 25, "parallel": 11, "cms": 11, "g1": 25, "zgc": 25, "shenandoah": 25}
"""Collector -> the JDK of the solution whose key names no JDK."""

_OTHER_JDKS = {"parallel": (25,), "g1": (11, 17), "zgc": (11, 17), "shenandoah": (11, 17)}

_IN_ARTICLE = {"parallel": "cms", "g1": "g1", "zgc": "zgc"}
"""Collector -> the article's name of it."""


def _plain(implementation: str, collector: str, *, usual: bool = True) -> Solution:
    old = _IN_ARTICLE.get(collector) if implementation in ("heap", "native") else None
    return Solution(
        key=f"{implementation}-{collector}",
        implementation=implementation,
        collector=collector,
        jdk=_PLAIN_JDK[collector],
        label=COLLECTORS[collector],
        article=f"{implementation}-{old}" if old else None,
        note=_NOTES.get(collector) if implementation != "foreign" else None,
        usual=usual,
    )


def _other(implementation: str, collector: str, jdk: int) -> Solution:
    key, label = f"{implementation}-{collector}-{jdk}", f"{COLLECTORS[collector]} {jdk}"
    return Solution(key, implementation, collector, jdk, label, usual=False)


def _compact(collector: str) -> Solution:
    key, label = f"heap-{collector}-compact", f"{COLLECTORS[collector]} 25, compact headers"
    return Solution(key, "heap", collector, 25, label, variant="compact-headers", usual=False)


SOLUTIONS = {
    solution.key: solution
    for solution in (
        *(_plain("heap", name) for name in ("parallel", "cms", "g1", "zgc")),
        *(_plain("native", name) for name in ("parallel", "cms", "g1", "zgc")),
        *(_plain("foreign", name) for name in ("g1", "zgc")),
        Solution("cpp", "cpp", None, None, "C++", "cpp"),
        Solution("cpp-flat", "cpp-flat", None, None, "C++ flat", "cpp-flat"),
        *(
            _plain(implementation, name, usual=False)
            for implementation in ("heap", "native")
            for name in ("serial", "shenandoah")
        ),
        *(
            _other(implementation, name, jdk)
            for implementation in ("heap", "native")
            for name, jdks in _OTHER_JDKS.items()
            for jdk in jdks
        ),
        *(_compact(name) for name in ("parallel", "g1", "zgc")),
        Solution("cpp-limit", "cpp-limit", None, None, "C++ limit", usual=False),
        _plain("flat", "g1", usual=False),
        *(_other("flat", "g1", jdk) for jdk in (11, 17)),
        _plain("flat-foreign", "g1", usual=False),
    )
}
"""Key -> solution; of an implementation and collector the plain one first. A new family needs an
outline in signs.py and a colour in course.css; a new program of Java a cut."""


def _every(implementation: str) -> tuple[str, ...]:
    found = [
        one
        for one in SOLUTIONS.values()
        if one.implementation == implementation and one.variant is None
    ]
    order = list(COLLECTORS)
    return tuple(one.key for one in sorted(found, key=lambda s: (order.index(s.collector), s.jdk)))


GROUPS: dict[str, tuple[str, ...]] = {
    **{
        name: tuple(s.key for s in SOLUTIONS.values() if s.usual and s.implementation == name)
        for name in IMPLEMENTATIONS
    },
    "heap-every": _every("heap"),
    "native-every": _every("native"),
    "flat": _every("flat"),
    "flat-foreign": _every("flat-foreign"),
    "cpp-limit": ("cpp-limit",),
    "limit": ("cpp-flat", "cpp-limit", "flat-g1", "flat-foreign-g1"),
    "compact": (
        "heap-parallel-25",
        "heap-parallel-compact",
        "heap-g1",
        "heap-g1-compact",
        "heap-zgc",
        "heap-zgc-compact",
    ),
}
"""Name of a group, by which pages ask for it -> the keys of its solutions."""


def full_label(solution: Solution) -> str:
    """The label with its language: ``Java, Parallel`` or ``Java native, ZGC 17``."""
    if solution.collector is None:
        return solution.label
    return f"{_JAVA[solution.implementation]}, {solution.label}"


def exact_label(solution: Solution) -> str:
    """The full label, with the JDK where there is one: ``Java, Parallel 11``."""
    label = full_label(solution)
    if solution.jdk is None or str(solution.jdk) in label:
        return label
    return f"{label} {solution.jdk}"


def labels(chosen: Sequence[Solution]) -> dict[str, str]:
    """Key -> full label; with the JDK where the same collector stands there more than once."""
    kinds = Counter((one.implementation, one.collector) for one in chosen)
    result = {}
    for one in chosen:
        plain = one.collector is not None and one.label == COLLECTORS[one.collector]
        several = kinds[one.implementation, one.collector] > 1
        result[one.key] = full_label(one) + (f" {one.jdk}" if plain and several else "")
    return result


def solution(implementation: str, collector: str | None = None) -> Solution:
    """The plain solution of that implementation and collector.

    Raises FigureError, naming valid ones.
    """
    choose(implementation, IMPLEMENTATIONS, "implementation")
    fitting = [one for one in SOLUTIONS.values() if one.implementation == implementation]
    if fitting[0].collector is None and collector is None:
        return fitting[0]
    valid = dict.fromkeys(one.collector for one in fitting)
    choose(collector, valid, f"collector of {implementation}")
    return next(one for one in fitting if one.collector == collector)


def solution_of(cell: Mapping[str, Any]) -> Solution | None:
    """The solution that a record's cell belongs to; None when the site has no name for it.

    A large heap and a clock without a thread are other measurements of the same solution.
    """
    variant = cell.get("variant")
    keys = ("implementation", "collector", "jdk")
    wanted = (*(cell[key] for key in keys), variant if variant == "compact-headers" else None)
    for one in SOLUTIONS.values():
        if (one.implementation, one.collector, one.jdk, one.variant) == wanted:
            return one
    return None


def solutions(*names: str) -> list[Solution]:
    """Solutions by key (``heap-g1``) or by group (``heap``: its usual collectors); none: the usual.

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
