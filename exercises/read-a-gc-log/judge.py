"""Generates logs of four collectors, and the figures of the pauses in them.

The generator of a log knows its pauses: nothing is parsed here.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from itertools import chain
from random import Random
from typing import Any, NamedTuple

LINE, ROW, CLEAR = 0, 1, 2
TABLES = 2
ROWS, CLEARS = 0.04, 0.003
"""Fractions of operations. A log has some hundred lines; a table is queried while it grows."""

UP = (4, 6, 13)
"""How long a JVM has been up when its log begins: up to this many digits of
microseconds, months."""

NOISE, EARLY = 0.06, 0.5
"""How often other lines come in between, and how often one of the program comes first."""

LEVELS = ("trace", "debug", "warning", "error")
"""Rare levels of a log's lines: all but the usual one."""

OWN = (
    "",
    "processed 10000 packets in 12.345ms",
    "Pause Full (of the program itself) 17.000ms",
    "GC(3) Pause Young (Normal) (G1 Evacuation Pause) 26M->15M(32M) 1.994ms",
    "[main] waiting for packets",
    "[12.500s] Pause for thought 3.000ms",
    "[main][worker][7] ready",
    "[main][info][gc] GC(3) Pause Full (Ergonomics) 33M->3M(31M) 20.780ms",
    "worker 3: [1.234s][info][gc] GC(3) Pause Full (Ergonomics) 33M->3M(31M) 20.780ms",
)
"""Lines of the program, some of which look like the log's, up to its three pairs of brackets."""


class Line(NamedTuple):
    """A line of a log, or of the program."""

    text: str
    at_ms: int | None = None
    """None for a line of the program."""
    ended: tuple[str, int] | None = None
    """The pause that ends with this line: its kind, and its length in microseconds."""


class Row:
    """A table's expected figures."""

    def __init__(self) -> None:
        self.kinds: list[str] = []
        self.total = self.longest = 0
        self.span: list[int] = []

    def read(self, line: Line) -> None:
        if line.at_ms is not None:
            self.span = [*self.span[:1], line.at_ms]
        if line.ended is not None:
            kind, micros = line.ended
            self.kinds.append(kind)
            self.total += micros
            self.longest = max(self.longest, micros)

    def figures(self) -> tuple[int, ...]:
        number = len(self.kinds)
        span_micros = 1_000 * (self.span[-1] - self.span[0]) if self.span else 0
        return (
            number,
            self.kinds.count("young"),
            self.kinds.count("full"),
            self.longest,
            self.total // number if number else 0,
            1_000_000 * self.total // span_micros if span_micros else 0,
        )


def trace(chance: Random, operations: int) -> tuple[array[int], array[int]]:
    """Return words and answers of this many operations; driver/Main.java explains them."""
    words, answers = array("q"), array("q")
    begun = int(chance.random() * len(COLLECTORS))
    logs = [written(chance, begun + which) for which in range(TABLES)]
    rows = [Row() for _ in range(TABLES)]
    for _ in range(operations):
        which, kind = int(chance.random() * TABLES), chance.random()
        if kind < ROWS:
            words.extend((ROW, which))
            answers.extend(rows[which].figures())
        elif kind < ROWS + CLEARS:
            words.extend((CLEAR, which))
            begun += 1
            logs[which], rows[which] = written(chance, begun), Row()
        else:
            line = next(logs[which])
            rows[which].read(line)
            text = line.text.encode("ascii")
            words.extend((LINE, which, len(text)))
            words.frombytes(text + bytes(-len(text) % words.itemsize))
    return words, answers


def written(chance: Random, begun: int) -> Iterator[Line]:
    """Generate the log of a new JVM, interspersed with other lines, without an end."""
    log = Log(chance)
    seen = log.now // 1_000
    if chance.random() < EARLY:
        yield Line(chance.choice(OWN))
    for line in chain.from_iterable(COLLECTORS[begun % len(COLLECTORS)](log)):
        if chance.random() < NOISE:
            yield Line(chance.choice(OWN))
        elif chance.random() < NOISE:
            yield log.at(seen, *chance.choice(ALIKE)(log))
        yield line
        seen = line.at_ms


# ---- common to all logs ------------------------------------------------------------------------


class Log:
    """A JVM that writes its log."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.now = int(chance.random() * 10 ** chance.choice(UP))  # microseconds
        self.width = chance.choice((0, 10, 12, 15))
        self.heap = chance.choice((32, 512, 2048))
        self.number = int(chance.random() * 300)

    def at(self, ms: int, tags: str, text: str, ended: tuple[str, int] | None = None) -> Line:
        uptime = f"{ms // 1_000}.{ms % 1_000:03}s"
        level = self.chance.choice(LEVELS) if self.chance.random() < NOISE else "info"
        return Line(f"[{uptime}][{level}][{tags:<{self.width}}] {text}", ms, ended)

    def says(self, tags: str, text: str, ended: tuple[str, int] | None = None) -> Line:
        return self.at(self.now // 1_000, tags, text, ended)

    def works(self) -> None:
        """Let the program run for a while."""
        self.now += int(self.chance.random() * self.chance.choice((5_000, 50_000, 500_000)))

    def next(self) -> int:
        """Return the next collection's number."""
        self.number += 1
        return self.number

    def size(self) -> str:
        before = int(self.chance.random() * self.heap)
        return f"{before}M->{int(self.chance.random() * before)}M({self.heap}M)"

    def micros(self, *scales: int) -> int:
        """Draw a duration, up to one of the scales."""
        return 1 + int(self.chance.random() * self.chance.choice(scales))

    def step(self, tags: str, text: str, micros: int) -> Line:
        """Report the end and the duration of something that isn't a pause."""
        return self.says(tags, f"{text} {length(micros)}")

    def pause(
        self, what: str, kind: str, micros: int, number: int, inside: list[Line]
    ) -> list[Line]:
        """Report an announced pause; the lines `inside` come between its start and its end."""
        title = f"GC({number}) Pause {what}"
        began = inside[0].at_ms if inside else self.now // 1_000
        first = self.at(began, "gc,start", title)
        last = self.says("gc", f"{title} {self.size()} {length(micros)}", (kind, micros))
        cpu = self.says("gc,cpu", f"GC({number}) User=0.01s Sys=0.00s Real=0.01s")
        return [first, *inside, last, cpu]

    def stops(self, what: str, kind: str, micros: int, steps: tuple[str, ...] = ()) -> list[Line]:
        """Report a pause that is a whole collection, with its steps."""
        number = self.next()
        inside = [self.says("gc,task", f"GC({number}) Using 2 workers of 2 for it")]
        self.now += micros
        for step in steps:
            part = self.micros(micros)
            inside.append(self.step("gc,phases", f"GC({number}) {step}", part))
        inside.append(self.says("gc,heap", f"GC({number}) Old regions: 14->15"))
        return self.pause(what, kind, micros, number, inside)


def length(micros: int) -> str:
    return f"{micros // 1_000}.{micros % 1_000:03}ms"


def _safepoint(log: Log) -> tuple[str, str]:
    operation = log.chance.choice(("G1CollectForAllocation", "ICBufferFull", "Cleanup"))
    return "safepoint", (
        f'Safepoint "{operation}", Time since last: {log.micros(10**9)} ns, '
        f"Reaching safepoint: {log.micros(10**4)} ns, Total: {log.micros(10**7)} ns"
    )


def _statistics(log: Log) -> tuple[str, str]:
    some = f"{log.micros(9)}.{log.micros(899) + 100}"
    return "gc,stats", f"      Phase: Pause Mark End    {some} / {some}    {some} / {some}    ms"


def _metaspace(log: Log) -> tuple[str, str]:
    return "gc,metaspace", f"GC({log.number}) Metaspace: 3295K(3456K)->3295K(3456K)"


def _ergonomics(log: Log) -> tuple[str, str]:
    tags = "gc" + log.chance.choice(("", ",phases", ",start")) + ",ergo"
    return tags, f"GC({log.number}) Pause is expected to take {length(log.micros(9_000))}"


ALIKE = (_safepoint, _statistics, _metaspace, _ergonomics)
"""Tags and texts of the log's lines about other things."""

# ---- collectors: each yields the lines of one event after another ------------------------------

Events = Iterator[list[Line]]

YOUNG = "Young (Allocation Failure)"
SHORT, LONG = (900, 9_000, 90_000), (30_000, 900_000, 10_000_000_000)
"""Upper bounds of durations, in microseconds. Some are too long for an int."""

MARK_COMPACT = (
    "Phase 1: Mark live objects",
    "Phase 2: Compute new object addresses",
    "Phase 3: Adjust pointers",
    "Phase 4: Move objects",
)


def serial(log: Log) -> Events:
    """Generate the log of JDK 17 or newer."""
    yield [log.says("gc", "Using Serial")]
    while True:
        log.works()
        if log.chance.random() < 0.3:
            cause = log.chance.choice(("Allocation Failure", "System.gc()"))
            yield log.stops(f"Full ({cause})", "full", log.micros(*LONG), MARK_COMPACT)
        else:
            yield log.stops(YOUNG, "young", log.micros(*SHORT))


def old_serial(log: Log) -> Events:
    """Generate the log of JDK 11, where a young collection that fails contains a full one."""
    yield [log.says("gc", "Using Serial")]
    while True:
        log.works()
        if log.chance.random() < 0.4:
            number, began = log.next(), log.now
            inner = log.stops("Full (Allocation Failure)", "full", log.micros(*LONG), MARK_COMPACT)
            inside = [line._replace(ended=None) for line in inner]
            log.now += log.micros(90)
            yield log.pause(YOUNG, "full", log.now - began, number, inside)
        else:
            yield log.stops(YOUNG, "young", log.micros(*SHORT))


def parallel(log: Log) -> Events:
    yield [log.says("gc", "Using Parallel")]
    steps = ("Marking Phase", "Summary Phase", "Adjust Roots", "Compaction Phase", "Post Compact")
    while True:
        log.works()
        if log.chance.random() < 0.3:
            cause = log.chance.choice(("Ergonomics", "Metadata GC Threshold"))
            yield log.stops(f"Full ({cause})", "full", log.micros(*LONG), steps)
        else:
            yield log.stops(YOUNG, "young", log.micros(*SHORT))


G1_YOUNG = (
    "Young (Normal) (G1 Evacuation Pause)",
    "Young (Normal) (G1 Humongous Allocation)",
    "Young (Prepare Mixed) (G1 Preventive Collection)",
    "Young (Mixed) (G1 Evacuation Pause)",
    "Young (Normal) (G1 Evacuation Pause) (Evacuation Failure: Allocation)",
)
G1_STEPS = (
    "  Pre Evacuate Collection Set:",
    "  Evacuate Collection Set:",
    "  Post Evacuate Collection Set:",
    "  Other:",
)


def g1(log: Log) -> Events:
    yield [log.says("gc", "Using G1")]
    cycle: Events = iter(())
    while True:
        log.works()
        if log.chance.random() < 0.05:
            cause = log.chance.choice(("G1 Compaction Pause", "System.gc()"))
            yield log.stops(f"Full ({cause})", "full", log.micros(*LONG), MARK_COMPACT)
        yield log.stops(log.chance.choice(G1_YOUNG), "young", log.micros(*SHORT), G1_STEPS)
        lines = next(cycle, None)
        if lines is not None:
            yield lines
        else:
            start = "Young (Concurrent Start) (G1 Evacuation Pause)"
            yield log.stops(start, "young", log.micros(*SHORT), G1_STEPS)
            cycle = _g1_cycle(log, log.next())


def _g1_cycle(log: Log, number: int) -> Events:
    """Generate a concurrent marking cycle, in which two steps stop the program."""
    began, cycle = log.now, f"GC({number}) Concurrent Mark Cycle"
    yield [log.says("gc", cycle)]
    for name in ("Scan Root Regions", "Mark From Roots", "Preclean"):
        step = f"GC({number}) Concurrent {name}"
        yield [log.says("gc,marking", step)]
        yield [log.step("gc,marking", step, log.micros(*LONG))]
    for what in ("Remark", "Cleanup"):
        micros = log.micros(*SHORT)
        inside = [log.says("gc,phases", f"GC({number}) Phases of it")]
        log.now += micros
        yield log.pause(what, "neither", micros, number, inside)
        yield [log.step("gc,marking", f"GC({number}) Concurrent Rebuild", log.micros(*SHORT))]
    yield [log.step("gc", cycle, log.now - began)]


ZGC_STEPS = (
    "Pause Mark Start",
    "Concurrent Mark",
    "Pause Mark End",
    "Concurrent Process Non-Strong References",
    "Concurrent Select Relocation Set",
    "Pause Relocate Start",
    "Concurrent Relocate",
)


def zgc(log: Log) -> Events:
    """Generate the log of non-generational ZGC."""
    yield [log.says("gc,init", "Initializing The Z Garbage Collector")]
    yield [log.says("gc", "Using The Z Garbage Collector")]
    while True:
        log.works()
        collection = f"GC({log.next()}) Garbage Collection (Allocation Rate)"
        yield [log.says("gc,start", collection)]
        for step in ZGC_STEPS:
            yield _zgc_step(log, f"GC({log.number}) {step}")
        yield [log.says("gc", f"{collection} 92M(72%)->38M(30%)")]


def generational_zgc(log: Log) -> Events:
    """Generate the log of JDK 21 or newer, with a letter for the generation."""
    yield [log.says("gc", "Using The Z Garbage Collector")]
    while True:
        log.works()
        number = log.next()
        size, generations = log.chance.choice((("Minor", "y"), ("Major", "YO")))
        collection = f"GC({number}) {size} Collection (Allocation Rate)"
        yield [log.says("gc", collection)]
        for letter in generations:
            detail = " (Major)" if letter == "Y" else ""
            for step in ZGC_STEPS[letter == "O" :]:
                first = detail if step == "Pause Mark Start" else ""
                yield _zgc_step(log, f"GC({number}) {letter}: {step}{first}")
        yield [log.says("gc", f"{collection} 62M(65%)->64M(67%) 0.004s")]


def _zgc_step(log: Log, text: str) -> list[Line]:
    """Report a step, which may be a pause, and sometimes a thread's allocation stall."""
    stops = " Pause " in text
    micros = log.micros(9, 90, 900) if stops else log.micros(*SHORT)
    log.now += micros
    ended = ("neither", micros) if stops else None
    lines = [log.says("gc,phases", f"{text} {length(micros)}", ended)]
    if log.chance.random() < 0.1:
        lines.append(log.step("gc", "Allocation Stall (main)", log.micros(*SHORT)))
    return lines


COLLECTORS: tuple[Callable[[Log], Events], ...] = (
    serial,
    g1,
    old_serial,
    zgc,
    parallel,
    generational_zgc,
)


def calls(words: Iterator[int]) -> Iterator[tuple[Any, ...]]:
    """Translate the trace into the task's calls."""
    figures = ("pauses", "young", "full", "longestMicros", "averageMicros", "sharePerMillion")
    for word in words:
        table = f"tables[{next(words)}]"
        if word == ROW:
            yield f"{table}'s figures", *((f"{table}.{name}()", {}) for name in figures)
        elif word == CLEAR:
            yield (f"{table}.clear()",)
        else:
            length = next(words)
            text = array("q", (next(words) for _ in range(-(-length // 8)))).tobytes()[:length]
            yield (f"{table}.read: {text.decode('ascii')}",)
