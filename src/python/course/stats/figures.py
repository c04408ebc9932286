"""A figure: a measured number, or the reason why there is none."""

import dataclasses
from datetime import datetime
from typing import Any, Unpack

from course.model import solutions
from course.model.pairs import ERROR, is_unsettled
from course.model.probes import decisive_by_interval, is_doubtful, is_lossless
from course.model.solutions import Solution
from course.stats.article import COLUMNS, LISTED, Article
from course.stats.dataset import Dataset, Which
from course.stats.errors import FigureError, choose
from course.stats.noise import batch_noise
from course.stats.numbers import interval as interval_text
from course.stats.numbers import quantity, span
from course.stats.records import Record
from course.stats.rounds import BenchRounds, Rounds, took_turns
from course.stats.shortest import Range

GC_COLUMNS: dict[str, tuple[str, str, str]] = LISTED["gc"]
"""Column -> title, unit, name in the article (empty: not in the article)."""

SHARES = {"concurrent_pct": "concurrent_ms", "stalled_pct": "stalled_ms"}
"""Column with a share of the measured time -> that time in a record's ``gc``."""


@dataclasses.dataclass(frozen=True)
class Figure:
    """A value with its spread, or without a value the status and reason of its absence."""

    value: float | None
    unit: str
    low: float | None = None
    high: float | None = None
    noise: float = 0.0  # likely deviation of another run's value, in `unit`
    status: str = "ok"
    """``ok``, ``failed``, ``skipped``, ``unfit`` or ``absent`` (not part of this data set)."""
    reason: str | None = None
    about: str = ""  # what was measured, in words
    started: datetime | None = None  # time of measurement; None: unknown, or irrelevant
    drift: float = 0.0
    """How far, as a share, it may well land when it is measured hours later; infinity: anywhere."""
    rounds: Rounds | BenchRounds | None = None
    """Rounds by which a batch mean, a shortest interval or a bench's figure is compared."""
    at_most: bool = False  # whether the value is only a bound: a smaller one may be enough
    above: float | None = None  # lower bound of a value that isn't known
    settled: bool = True  # False: its processes were still getting faster or slower
    reference: "Figure | None" = None
    """The reference data set's figure, shown instead if this one has no value."""
    of_reference: bool = False
    is_interval: bool = False
    """Whether low and high bound a confidence interval, rather than the rounds."""

    @classmethod
    def absent(cls, unit: str, reason: str, about: str = "") -> "Figure":
        return cls(None, unit, status="absent", reason=reason, about=about)

    @property
    def known(self) -> bool:
        return self.value is not None

    @property
    def shown(self) -> "Figure":
        """Itself, or the reference's if only that has a value."""
        return self.reference if not self.known and self.reference else self


@dataclasses.dataclass(frozen=True)
class Figures:
    """Looks up figures in a data set and in the article.

    Every method raises FigureError for a name that no data set could have.
    """

    dataset: Dataset
    article: Article

    def record(
        self, solution: Solution, strategy: str, case: str, **which: Unpack[Which]
    ) -> Record | None:
        """The record of a cell, or None if this data set has none."""
        choose(strategy, solutions.STRATEGIES, "strategy")
        choose(case, solutions.CASES, "case")
        choose(which.get("generator", "counter"), solutions.GENERATORS, "generator")
        if which.get("variant") is not None:
            choose(which["variant"], solutions.VARIANTS, "variant")
        return self.dataset.find(solution, strategy, case, **which)

    def batch(self, solution: Solution, strategy: str, case: str, **which: Any) -> Figure:
        """Nanoseconds per packet in batch mode: see :class:`course.model.record.Times`."""
        about = _about(solution, strategy, case, "ns per packet in batch mode", which)
        record = self.record(solution, strategy, case, **which)
        if record is None or record.status != "ok":
            return self._absent(record, "ns", about)
        figures = record.model.batch.ns_per_packet
        return Figure(
            value=figures.mean,
            unit="ns",
            low=figures.min,
            high=figures.max,
            noise=batch_noise(figures, self.dataset.one_process),
            about=about,
            started=record.started,
            rounds=self.dataset.rounds(record),
            settled=not is_unsettled(figures.windows),
        )

    def gc(self, solution: Solution, strategy: str, case: str, column: str, **which: Any) -> Figure:
        """A figure of the collector in batch mode; `column` as in a record's ``gc``."""
        choose(column, GC_COLUMNS, "GC figure")
        title, unit, _ = GC_COLUMNS[column]
        about = _about(solution, strategy, case, title, which)
        if solution.collector is None:
            raise FigureError(f"{solution.label} has no collector")
        record = self.record(solution, strategy, case, **which)
        if record is None or record.status != "ok":
            return self._absent(record, unit, about)
        value = getattr(record.model.gc, SHARES.get(column, column), None)
        if value is None:
            return Figure.absent(unit, _why_no_gc_figure(record, column), about)
        if column in SHARES:
            value *= 0.1 / record.model.batch.elapsed_s
        return Figure(value, unit, about=about)

    def realtime(self, solution: Solution, strategy: str, case: str, **which: Any) -> "RealTime":
        record = self.record(solution, strategy, case, mode="realtime", **which)
        about = _about(solution, strategy, case, "real time", which)
        if record is None or record.status != "ok":
            return RealTime({}, None, None, self._absent(record, "ns", about))
        result = record.raw["realtime"]
        verdict = result["verdict"]
        return RealTime(
            decisive_by_interval(result["probes"]),
            verdict["min_interval_ns"],
            verdict["loss_pct_at_1000"],
            Figure(None, "ns", about=about),
            result,
            self.dataset.shortest(record),
            self.dataset.rounds(record) if took_turns(record) else None,
            started=record.started,
            noise=self.dataset.one_process,
            drift=self.dataset.another_sitting,
        )

    def from_article(
        self, table: str, solution: str, strategy: str, case: str, column: str | None = None
    ) -> Figure:
        """A figure of the article by the article's names; default column: the table's first."""
        row = self.article.row(table, solution, strategy, case)
        column = column or next(iter(row))
        choose(column, row, f"column of the article's {table} table")
        about = f"the article of 2019, {solution}, {strategy}, case {case}"
        unit, value = COLUMNS[table][column], row[column]
        if value is None:
            return Figure.absent(unit, f"not in {about}", about)
        return Figure(value, unit, about=about)

    def _absent(self, record: Record | None, unit: str, about: str) -> Figure:
        if record is None:
            return Figure.absent(unit, f"not part of the {self.dataset.profile} run", about)
        return Figure(None, unit, status=record.status, reason=record.reason, about=about)


@dataclasses.dataclass(frozen=True)
class RealTime:
    """A cell's probes by interval, and their combined results."""

    probes: dict[int, dict[str, Any]]
    min_interval_ns: float | None
    loss_pct_at_1000: float | None
    missing: Figure  # says why there are no probes, and what should have been measured
    raw: dict[str, Any] = dataclasses.field(default_factory=dict)  # the record's `realtime`
    centre: Range | None = None
    """Range of the shortest interval, over processes; None: too few processes."""
    rounds: Rounds | None = None
    started: datetime | None = None
    noise: float = 0.0  # likely deviation of another process, as a share
    drift: float = 0.0  # likewise, hours later

    @property
    def shortest(self) -> Figure:
        """The shortest interval without loss, with its range, or the reason for having none."""
        if not self.probes:
            return self.missing
        if self.min_interval_ns is None:
            reason = "every probed interval lost packets"
            return dataclasses.replace(self.missing, status="absent", reason=reason)
        about = "; ".join(filter(None, (self.missing.about, self.range)))
        width = self.min_interval_ns - (self.raw["verdict"].get("lossy_ns") or self.min_interval_ns)
        return Figure(
            self.min_interval_ns,
            "ns",
            noise=max(self.noise * self.min_interval_ns, width),
            about=about,
            started=self.started,
            drift=self.drift,
            rounds=self.rounds,
            at_most=self.at_most,
        )

    @property
    def range(self) -> str:
        """Range of the centre of all processes, if they are enough: ends, confidence, number."""
        if self.centre is None:
            return ""
        ends = span(self.centre.low, self.centre.high)
        sure = f"{100 * (1 - ERROR):.0f}"
        by = f"{many} processes" if (many := self.centre.processes) > 1 else "a single process"
        return f"{ends}\u00a0ns at {sure}\u00a0% by {by}"

    @property
    def almost(self) -> dict[str, float] | None:
        """The interval with negligible loss, for a cell that always loses something."""
        return (self.raw.get("verdict") or {}).get("almost")

    @property
    def almost_loses(self) -> str:
        """Loss of an almost working cell: the known share from its interval up to 1,000 ns.

        If that is zero, a longer interval lost packets, and is named.
        """
        assert self.almost is not None
        share = max(self.almost["loss_pct"], self.loss_at_1000 or 0.0)
        longest = self.raw["verdict"].get("lossy_ns")
        if share or longest is None:
            return quantity(share, "%")
        return f"some at {interval_text(longest)}"

    @property
    def doubtful(self) -> bool:
        """True if a shorter interval, or any, may do: a loss may not have been the program's."""
        is_open = self.min_interval_ns is None or self.at_most
        return is_open and any(is_doubtful(probe) for probe in self.probes.values())

    @property
    def at_most(self) -> bool:
        """True if no interval shorter than the one found is known to lose packets."""
        found = self.min_interval_ns
        return found is not None and not any(
            interval < found and not is_lossless(probe) and not is_doubtful(probe)
            for interval, probe in self.probes.items()
        )

    @property
    def loss_at_1000(self) -> float | None:
        """Share of packets lost at 1,000 ns, %; 0 if a shorter interval loses none."""
        if self.loss_pct_at_1000 is None and self.min_interval_ns is not None:
            return 0.0 if self.min_interval_ns <= 1000 else None
        return self.loss_pct_at_1000

    def verdict(self) -> str:
        """One phrase, as in the article's tables: an interval in ns, or the loss at 1,000 ns."""
        if self.min_interval_ns is not None:
            return f"nothing lost from {interval_text(self.min_interval_ns)}"
        if self.almost is not None:
            since = interval_text(self.almost["interval_ns"])
            return f"next to nothing lost from {since}: {self.almost_loses}"
        if self.loss_pct_at_1000 is not None:
            return f"lost {quantity(self.loss_pct_at_1000, '%')} at 1,000\u00a0ns"
        if any(not is_lossless(probe) and not is_doubtful(probe) for probe in self.probes.values()):
            return "loses at every interval tried"
        return "no verdict: no loss was certainly the program's"


def _about(solution: Solution, strategy: str, case: str, what: str, which: dict[str, Any]) -> str:
    name = solution.label
    if solution.collector:
        name = f"{solutions.IMPLEMENTATIONS[solution.implementation].label}, {name}"
    extra = "".join(f", {key} {value}" for key, value in which.items() if value)
    return f"{name}, {strategy}, case {case}{extra}: {what}"


def _why_no_gc_figure(record: Record, column: str) -> str:
    if record.model.gc is None:
        return "no log of the collector could be read"
    if column in SHARES:
        return "the log doesn't record it"
    if column == "ns_per_object" and not record.model.gc.pauses:
        return "no pause in the measured time"
    return "live objects were not counted"
