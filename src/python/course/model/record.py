"""The record of a cell: a file ``CELL.json``, which the sweep writes and pages read.

Units are in the names. None in an optional field means the same as its absence.
"""

from typing import Annotated, Literal, Self

from pydantic import ConfigDict, Field, model_validator
from typing_extensions import TypedDict

from course.model.cells import Cell
from course.model.strict import (
    Count,
    Digest,
    Hash,
    Line,
    Moment,
    Nonnegative,
    Number,
    Open,
    Percent,
    Positive,
    Strict,
    Truth,
)

Clock = Literal["thread", "counter"]
"""What sets the ticks: a native thread, or the consumer itself from a counter."""

Pair = Annotated[list[Nonnegative], Field(min_length=2, max_length=2)]
Pause = tuple[Nonnegative, Nonnegative, Line]  # start, length, and kind


class OwnRuntime(Open):
    """Compiler or JVM, as a program prints it of itself, perhaps among other things."""

    name: str
    version: str
    vendor: str
    flags: list[str]


class Runtime(OwnRuntime):
    """As records keep it."""

    model_config = ConfigDict(extra="forbid")


class Process(Strict):
    """A process of a batch cell."""

    turn: Line  # shared with exactly those processes that it may be paired with
    mean: Positive
    has_all_phases: Truth = False
    """Whether its rounds contain the buffers' whole rhythm: see rhythm.py."""


class Times(Strict):
    """Nanoseconds per packet."""

    samples: list[Positive] = Field(min_length=1)  # every measured round, fork after fork
    mean: Positive
    """The cell's figure: the geometric mean of its processes' means, so that ratios of cells are
    means of ratios. Without processes: the time of all rounds divided by their packets."""
    error: Nonnegative  # two standard errors of the rounds' mean
    median: Positive
    min: Positive
    max: Positive
    iqr: Nonnegative
    forks: Count
    rounds: Count  # per fork
    processes: list[Process] | None = None  # one per fork; absent: they did not take turns

    @property
    def windows(self) -> list[list[float]]:
        """The rounds of each fork; of one that has all phases of a rhythm only its mean, as they
        differ without getting faster or slower."""
        starts = range(0, len(self.samples), self.rounds)
        forks = [self.samples[start : start + self.rounds] for start in starts]
        if self.processes is None:
            return forks
        both = zip(self.processes, forks, strict=True)
        return [[process.mean] if process.has_all_phases else fork for process, fork in both]

    @property
    def by_turn(self) -> dict[str, tuple[float, list[float]]]:
        """Turn -> a process's mean and rounds; empty if they did not take turns."""
        both = zip(self.processes or (), self.windows, strict=self.processes is not None)
        return {process.turn: (process.mean, windows) for process, windows in both}


class BatchFigures(Strict):
    """The figures of batch mode."""

    ns_per_packet: Times
    packets: Count  # of all measured rounds of all forks
    seconds: Positive | None = None
    """Their time; absent: `packets` at the mean, which is exact if there are no processes."""

    @property
    def elapsed_s(self) -> float:
        return self.seconds or self.packets * self.ns_per_packet.mean * 1e-9


class Timeline(Strict):
    """Events in a window. Times are ms from its start."""

    length_ms: Positive
    pauses: list[Pause] = Field(max_length=500)
    heap: list[Pair] = Field(max_length=500)  # [ms, MiB used after a collection]
    losses: list[Pair] = Field(max_length=2000)
    """[ms when the gap was seen, packets lost]; empty in batch."""
    truncated: Truth  # there were more pauses or collections than these


class Probe(Strict):
    """A trial of an interval between packets."""

    interval_ns: Positive
    seconds: Positive
    capacity: Count  # ticks
    sent: Number
    received: Number
    lost: Number
    loss_pct: Percent
    longest_stall_ns: Nonnegative
    stalled: Truth
    """The clock thread itself stalled for longer than a tenth of the queue's capacity: some of the
    loss may not be the consumer's. (Without `purpose`: for longer than all of it.)"""
    purpose: Literal["given", "confirm", "search", "loss", "repeat", "warmer", "pace"] | None = None
    """given: by the profile; confirm: the prediction; search: the prediction did not hold; loss: at
    1000 ns; repeat: the previous probe was stalled; warmer: its loss was older than its window, so
    the warm-up is longer; pace: the program's speed when it never waits, after the search."""
    stopped_early: Truth | None = None  # it ended at the first loss: the share lost means nothing
    timeline: Timeline | None = None


class Almost(Strict):
    """The shortest interval up to 1000 ns that loses, like all longer ones, at most 0.1 %."""

    interval_ns: Positive
    loss_pct: Percent


class ProbesVerdict(Strict):
    """The verdict on all probes; if several processes searched, their geometric mean."""

    min_interval_ns: Positive | None
    """Shortest probed interval such that it and all longer ones lost nothing, nor left ticks
    unseen. (If a stall may explain a probe's loss, the last repetition counts, unless a stall may
    explain that as well: then the interval is neither. Until November 2026 the try that lost least
    counted.)"""
    lossy_ns: Positive | None = None
    """Longest probed interval that lost packets, or left ticks unseen; shorter than that."""
    loss_pct_at_1000: Percent | None
    """None if 1000 ns was not probed for the full time, or the probe is inconclusive."""
    almost: Almost | None = None
    """For a cell without a min_interval_ns that loses at most 0.1 % at 1000 ns."""


class Service(Strict):
    """The run at full speed from whose service times the interval is predicted."""

    seconds: Positive
    packets: Count
    ns_per_packet: Positive
    longest_ms: Nonnegative
    """The longest time in which at most 64 packets were handled, beyond 0.25 ms: the longest pause,
    whatever its cause."""


class Prediction(Strict):
    """Made from the service times alone, before the first probe."""

    interval_ns: Positive | None
    """Shortest at which the backlog stays within the queue's capacity; None: none in the range. For
    several processes: the geometric mean, if all have one."""
    loss_pct_at_1000: Percent


class SearchCost(Strict):
    """The cost of finding the interval, and that of other ways to find it."""

    shortest_ns: Positive
    longest_ns: Positive
    resolution: Positive
    """Largest ratio, less 1, between the interval found and the longest below it that lost."""
    longest_seconds: Positive | None = None
    """A probe lasts for as many packets as the service run had, up to this, if that is longer than
    the usual window. Absent: all had the usual one."""
    seconds: Positive  # actual time of service run and probes
    plain_probes: Count
    """Probes of a linear search: down from the longest interval in steps of the resolution, to
    the first loss; if even the longest loses, that and the loss at 1000 ns."""
    plain_seconds: Positive
    """Their warm-ups, and the usual window of each that loses nothing or measures the loss; the
    others end at their first loss."""
    bisection_probes: Count | None = None  # likewise, by bisection of ratios
    bisection_seconds: Positive | None = None


class Searched(Strict):
    """A process's results in real time."""

    turn: Line  # as in a batch process
    min_interval_ns: Positive | None
    lossy_ns: Positive | None  # as in the verdict on its own probes
    predicted_ns: Positive | None
    before_ns: Positive  # per packet, at full speed, before the first probe
    after_ns: Positive | None
    """Likewise after the last one; None: nothing was received then."""


class RealtimeFigures(Strict):
    """The figures of real time."""

    probes: list[Probe] = Field(min_length=1)  # in the order measured, process after process
    verdict: ProbesVerdict
    clock: Clock | None = None  # absent: thread
    service: Service | None = None
    prediction: Prediction | None = None
    search: SearchCost | None = None  # absent: the intervals were given
    processes: list[Searched] | None = None
    """One per process that searched; absent: there was only one, without turns. The service run,
    the prediction's loss and the search are the first one's."""


class GcFigures(Strict):
    """Over the measured rounds, or from the first probe to the last."""

    max_pause_ms: Nonnegative
    avg_pause_ms: Nonnegative
    pauses: Number
    pauses_per_s: Nonnegative
    fraction_pct: Percent  # share of the measured rounds' time that was spent in pauses
    live_objects_million: Nonnegative | None
    ns_per_object: Nonnegative | None
    """Average pause / live objects. None without pauses or live objects."""
    concurrent_ms: Nonnegative | None  # the collector's concurrent work, if the log tells it
    collector_name: Line  # as the log names it
    stalls: Number | None = None
    """Times that threads waited for memory while others went on; no pauses."""
    max_stall_ms: Nonnegative | None = None
    stalled_ms: Nonnegative | None = None
    safepoints: Number | None = None  # requests to stop all threads, for a pause or anything else
    max_to_safepoint_ms: Nonnegative | None = None
    """The longest time until all threads had stopped; not included in any pause."""
    to_safepoint_ms: Nonnegative | None = None
    source: Literal["gctoolkit", "log", "jfr"]
    """The reader of the pauses: GCToolKit; or our code, from the log's own lines or JFR's events,
    if GCToolKit does not understand all of them."""
    timeline: Timeline | None = None
    """Batch: from the first measured round of the first fork to its last."""


class DigestFound(Strict):
    """Proof that the program did the work."""

    value: Digest | None
    """The one reported; None for dummy, which has none."""
    expected: Digest | None
    packets: Number


class Machine(TypedDict):
    """See :mod:`course.model.machine`."""

    __pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[misc]
    cpu: str
    cores: Count
    memory_mb: Count
    kernel: str
    os: str
    virtual: bool | str | None
    thp: str | None
    governor: str | None


class CellOrigin(Strict):
    """The origin of the figures."""

    commit: str | None = Field(pattern=r"^[0-9a-f]{40,64}$")
    dirty: Truth | None
    """The working tree differed from the commit. None without git."""
    source_hash: Hash  # of the measured implementation's sources
    machine: Machine
    runtime: Runtime | None  # None if the program never said
    command: list[str]  # of the first fork; empty when skipped
    started: Moment
    added: Moment | None = None  # start of the newest rounds, if a later sweep's were added
    duration_s: Nonnegative  # all forks of the cell, from process start to exit
    workload: Count | None = None
    """Version of the workload; absent: 1. Different versions are never compared."""


class CellRecord(Strict):
    """One measured cell of a sweep."""

    format: Literal[1] = Field(alias="schema")
    cell: Cell
    profile: Literal["smoke", "trimmed", "full"]
    status: Literal["ok", "failed", "skipped", "unfit"]
    """unfit: in real time, on a machine whose clock cannot be trusted; nothing was measured."""
    reason: Line | None  # why the cell is not ok
    batch: BatchFigures | None
    realtime: RealtimeFigures | None
    gc: GcFigures | None  # None for C++, and if no log could be read
    gc_reason: Line | None = None  # why an ok Java cell has no GC figures
    digest: DigestFound | None
    peak_rss_mb: Positive | None
    """Largest resident set of the measured process, MiB. ZGC of JDK 11 and 17 maps its heap three
    times, which counts three times."""
    provenance: CellOrigin

    @model_validator(mode="after")
    def _figures(self) -> Self:
        is_ok = self.status == "ok"
        wanted = {
            "reason": not is_ok,
            "batch": is_ok and self.cell.mode == "batch",
            "realtime": is_ok and self.cell.mode == "realtime",
        }
        for name, is_wanted in wanted.items():
            if (getattr(self, name) is not None) != is_wanted:
                has = "a" if is_wanted else "no"
                raise ValueError(f"a record that is {self.status} has {has} {name}")
        if is_ok and not (self.digest and self.provenance.runtime and self.provenance.command):
            raise ValueError("a record that is ok has digest, runtime and command")
        if self.gc and not (is_ok and self.cell.collector):
            raise ValueError("only a record of Java that is ok has figures of a collector")
        return self
