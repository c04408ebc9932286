"""The rounds of cells, and estimates of pairs from them: see :mod:`course.model.pairs`."""

import dataclasses
import itertools
import math
import statistics
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import cached_property

from course.measure.cells import profiles
from course.model import calibration, pairs
from course.model.cells import Cell
from course.model.pairs import Estimate, Prior
from course.model.probes import is_bound, level_ns
from course.model.spread import Values, ratios
from course.process import calibrations
from course.stats.noise import are_sittings_apart, sweep_of
from course.stats.records import Record

BASELINE = "alloc"


@dataclasses.dataclass(frozen=True)
class Level:
    """A process's time in a round, ns per packet, and that of each of its windows.

    In real time: its shortest interval, see :func:`course.model.probes.level_ns`.
    """

    ns: float
    windows: pairs.Windows = ()
    is_found: bool = True  # False if all it shows is that packets are lost at every interval

    def __truediv__(self, other: "Level") -> "Level":
        """The ratio; window by window, too."""
        ratios = [one / its for one, its in zip(self.windows, other.windows, strict=False)]
        return Level(self.ns / other.ns, ratios)


@dataclasses.dataclass(frozen=True)
class Rounds:
    """A cell's rounds, by turn: those of the same turn may be paired."""

    levels: Mapping[str, Level]
    cell: Cell
    started: datetime | None  # start time, if the turns do not identify the sitting
    priors: "Priors"
    most: int  # maximum rounds of a pair, with a look at the verdict after each

    def __mul__(self, factor: float) -> "Rounds":
        scaled = {
            turn: dataclasses.replace(level, ns=level.ns * factor)
            for turn, level in self.levels.items()
        }
        return dataclasses.replace(self, levels=scaled)

    def __truediv__(self, other: "Rounds") -> "Rounds":
        """The ratios of the rounds that both share."""
        ratios = {
            turn: level / other.levels[turn]
            for turn, level in self.levels.items()
            if turn in other.levels and not are_sittings_apart(self.started, other.started)
        }
        return dataclasses.replace(self, levels=ratios)

    def against(self, other: object) -> Estimate | None:
        """Estimate the ratio to the other; of 0 rounds if they share none.

        None if the variance is unknown.
        """
        if not isinstance(other, Rounds):
            return None
        both = (self / other).levels
        if not both:
            return self._across_sittings(other)
        # A contest's own pair decides when it ends; other pairs are looked at after a sitting.
        is_contest = self.cell.title == other.cell.title
        return pairs.estimate(
            [math.log(one.ns) for one in both.values()],
            self.priors.of(self.cell, other.cell),
            max(self.most, other.most) if is_contest else len(set(map(sweep_of, both))),
            windows=[(self.levels[turn].windows, other.levels[turn].windows) for turn in both],
        )

    def _across_sittings(self, other: "Rounds") -> Estimate | None:
        """From the means of both: the ratio must exceed what changes between sittings.

        Only in batch mode, and without a look: an estimate of 0 rounds.
        """
        sides = list(self.levels.values()), list(other.levels.values())
        if not all(sides) or {self.cell.mode, other.cell.mode} != {"batch"}:
            return None
        one, its = (statistics.fmean(math.log(level.ns) for level in side) for side in sides)
        windows = [(left.windows, right.windows) for left, right in zip(*sides, strict=False)]
        found = pairs.estimate([one - its], self.priors.across, 1, windows)
        return found and dataclasses.replace(found, rounds=0)


@dataclasses.dataclass(frozen=True)
class BenchRounds:
    """What a contestant of a bench gave in each round of a sitting."""

    values: Values
    sitting: str  # when it began
    prior: Prior  # of the metric's ratios

    def against(self, other: object) -> Estimate | None:
        """The estimate of the ratio to the other's; None unless both had the same rounds."""
        if not isinstance(other, BenchRounds) or self.sitting != other.sitting:
            return None
        both = ratios(self.values, other.values).values()
        if min(both, default=0) <= 0:
            return None
        # Their number was fixed before, so nobody looked in between.
        return pairs.estimate([math.log(one) for one in both], self.prior, most_rounds=1)


class Priors:
    """Variation of a data set's pairs: within a contest, and across contests."""

    def __init__(self, records: Iterable[Record], mode: str = "batch") -> None:
        self._contests: dict[str, dict[str, tuple[str, Mapping[str, Level]]]] = {}
        """Contest -> strategy -> id of the cell, and its rounds."""
        self._spreads = calibration.NONE
        for record in records:
            if record.status == "ok" and record.cell["mode"] == mode:
                cell = Cell(**record.cell)
                self._contests.setdefault(cell.title, {})[cell.strategy] = cell.id, levels(record)
                if mode == "batch" and took_turns(record):
                    machine = record.provenance["machine"]
                    self._spreads = calibrations.spreads(record.raw["profile"], machine)

    def of(self, one: Cell, other: Cell) -> Prior:
        """That of the pair; of one contest, if they took turns in it."""
        return self._beside(one.id, other.id) if one.title == other.title else self.apart

    @cached_property
    def _beside(self) -> Callable[[str, str], Prior]:
        """The prior of programs measured side by side, or one soon after the other."""
        found = {}
        for cells in self._contests.values():
            if {"pool", BASELINE} <= cells.keys():  # as the engine, which decides when to stop
                (pool, rounds), (base, others) = cells["pool"], cells[BASELINE]
                found[pool, base] = _log_ratios(rounds, others)
        return calibration.priors(self._spreads, found)

    @cached_property
    def apart(self) -> Prior:
        """Prior from the same strategy in consecutive contests."""
        return pairs.prior(
            _log_ratios(one[name][1], other[name][1])
            for one, other in itertools.pairwise(self._contests.values())
            for name in one
            if name in other
        )

    @cached_property
    def across(self) -> Prior:
        """Prior of two programs without a common sitting, from cells that were in several."""
        several = []
        for cells in self._contests.values():
            for _, rounds in cells.values():
                sittings: dict[str, list[float]] = {}
                for turn, level in rounds.items():
                    sittings.setdefault(sweep_of(turn), []).append(math.log(level.ns))
                several.append([statistics.fmean(logs) for logs in sittings.values()])
        found = pairs.prior(several)
        # Two means differ by twice the variance of one.
        return dataclasses.replace(found.times(2), freedom_of_one=found.freedom)


def rounds_of(record: Record, priors: Priors) -> Rounds:
    started, most = record.started, 1
    if took_turns(record):  # before they did, the number of rounds was fixed: no interim looks
        started, most = None, profiles.load(record.raw["profile"]).most_rounds
    return Rounds(levels(record), Cell(**record.cell), started, priors, most)


def levels(record: Record) -> dict[str, Level]:
    """Turn -> level; empty for a real-time record whose processes took no turns."""
    if record.cell["mode"] == "realtime":
        searched = record.raw["realtime"]
        return {
            one["turn"]: Level(
                level_ns(one, searched["search"]["longest_ns"]),
                is_found=one["min_interval_ns"] is not None,
            )
            for one in searched.get("processes") or ()
            if not is_bound(one, searched["search"]["shortest_ns"])
        }
    figures = record.model.batch.ns_per_packet
    passes = {
        f"pass {number}": (statistics.fmean(one), one)
        for number, one in enumerate(figures.windows, start=1)
    }
    return {turn: Level(*told) for turn, told in (figures.by_turn or passes).items()}


def took_turns(record: Record) -> bool:
    """True if an ok record's program took turns with those it is compared with."""
    if record.cell["mode"] == "realtime":
        return bool(record.raw["realtime"].get("processes"))
    return bool(record.model.batch.ns_per_packet.processes)


def _log_ratios(one: Mapping[str, Level], other: Mapping[str, Level]) -> list[float]:
    """Log ratios of shared rounds; empty if both sides lose at every interval in one of them.

    Such a pair does not vary, which says nothing about the variation of others. The engine leaves
    it out as well.
    """
    both = [(level, other[turn]) for turn, level in one.items() if turn in other]
    if not all(left.is_found or right.is_found for left, right in both):
        return []
    return [math.log(left.ns / right.ns) for left, right in both]
