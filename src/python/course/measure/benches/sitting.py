"""A sitting: rounds of a comparison, each of which runs every contestant once, in a random order.

After each whole round they are written to a file beside the records, so that a bench that was
killed or stopped can continue; at the end they become the records of its groups.
"""

import dataclasses
import random
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from course import paths
from course.errors import CourseError, os_errors
from course.measure.benches import turn
from course.measure.benches.report import Say
from course.measure.benches.turn import Turn
from course.measure.here import Here
from course.model.bench import Comparison, Contestant, Metric
from course.model.bench_definition import definition
from course.model.bench_record import Counted, GroupRecord
from course.model.bench_record import Turn as Kept
from course.model.machine import identity
from course.process.files import read_object, write_object
from course.process.provenance import now, portable

SEED = 1  # seed of the rounds' orders: the same in every run of a bench


@dataclasses.dataclass
class Sheet:
    """A contestant's state. One that failed has no turns."""

    contestant: Contestant
    status: str = "ok"  # or failed, skipped
    reason: str | None = None
    commands: dict[str, list[str]] = dataclasses.field(default_factory=dict)
    """Run -> the command line of its first turn."""
    runtime: dict[str, Any] | None = None
    turns: list[Turn] = dataclasses.field(default_factory=list)  # whole rounds only

    def skipped(self, metric: Metric) -> str | None:
        """Why the metric could not be measured, in some or all rounds; None if it always could."""
        name = metric.source or metric.name
        reasons = {
            one.round: one.skipped[name]
            for one in self.turns
            if metric.run in ("", one.run) and name in one.skipped
        }
        if not reasons:
            return None
        first = next(iter(reasons.values()))
        rounds = {one.round for one in self.turns}
        if reasons.keys() == rounds:
            return first
        return f"in {len(reasons)} of {len(rounds)} rounds: {first}"


@dataclasses.dataclass(frozen=True)
class Round:
    name: str
    number: int  # from 1
    order: list[tuple[Sheet, str]]


class Sitting:
    """A field of :mod:`course.measure.play`. Single-use."""

    def __init__(  # noqa: PLR0917
        self,
        comparison: Comparison,
        machine: Here,
        cancel: threading.Event,
        say: Say,
        folder: Path,
        quick: bool = False,
    ) -> None:
        """cancel: set to stop; say: receives a line for each event; folder: of the records; quick:
        whether the comparison is only the trimmed selection of contestants."""
        self.comparison = comparison
        self.folder = folder
        self.origin = machine.provenance()
        self.started = now()
        self.caveats: list[str] = []
        self.sheets = {one.id: Sheet(one) for one in comparison.contestants}
        self.done = 0  # number of whole rounds
        self.duration_s = 0.0  # their total
        self.cannot: dict[str, str] = {}  # id -> why it could not run from the beginning
        self._quick = quick
        self._say = say
        self._machine = machine
        self._cancel = cancel
        self._told: set[tuple[str, str]] = set()  # (contestant, metric): reported skips

    def prepare(self) -> None:
        """Find the contestants that can run here. Raises CourseError before any has run."""
        for sheet in self.sheets.values():
            one = sheet.contestant
            reason = turn.why_not(one, self._machine)
            if reason is not None:
                self.cannot[one.id] = reason
                self._give_up(sheet, "skipped", reason)
            elif absent := turn.missing(one, self._machine):
                raise CourseError(f"{one.id}: {absent} was not built; run ./course setup first")

    def next(self) -> Round | None:
        number = self.done + 1
        rounds = self.comparison.rounds
        order = self.order(number) if number <= rounds else []
        return Round(f"round {number} of {rounds}", number, order) if order else None

    def measure(self, job: Round) -> list[Turn]:
        """Run a round, in any thread. Raises child.Cancelled; then the round does not count."""
        began = time.monotonic()
        taken = [self._turn(job.number, sheet, run) for sheet, run in job.order]
        self.duration_s += time.monotonic() - began
        return [one for one in taken if one is not None]

    def take(self, job: Round, outcome: list[Turn], _: object) -> None:
        """Store a whole round. Only these count, so all figures rest on the same rounds.

        Raises CourseError if it cannot be written.
        """
        for one in outcome:
            sheet = self.sheets[one.contestant]
            if sheet.status == "ok":
                sheet.turns.append(one)
        self.done = job.number
        if any(sheet.turns for sheet in self.sheets.values()):
            self._keep()

    def standing(self) -> str:
        return f"round {self.done} of {self.comparison.rounds} is done"

    def left_s(self) -> float:
        return self.duration_s / max(self.done, 1) * (self.comparison.rounds - self.done)

    def order(self, number: int) -> list[tuple[Sheet, str]]:
        """Return the contestants and runs of a round, in order.

        Contestants compared in a run follow each other: the less time lies between two figures,
        the more similar the machine's state is.
        """
        runs: dict[str, list[Sheet]] = {}
        for sheet in self.sheets.values():
            for run in sheet.contestant.program.runs if sheet.status == "ok" else ():
                runs.setdefault(run, []).append(sheet)
        names, dice = list(runs), random.Random(f"{SEED} {number}")
        dice.shuffle(names)
        for sheets in runs.values():
            dice.shuffle(sheets)
        return [(sheet, run) for run in names for sheet in runs[run]]

    def _turn(self, number: int, sheet: Sheet, run: str) -> Turn | None:
        """Run one process; None if an earlier one ruled its contestant out. Raises Cancelled."""
        if sheet.status != "ok":
            return None
        one = sheet.contestant
        taken = turn.take(self.comparison, one, run, self._machine, self._cancel)
        taken.round = number
        sheet.commands.setdefault(run, taken.command)
        sheet.runtime = sheet.runtime or taken.runtime
        if taken.reason is not None:
            where = f" (run {run})" if len(one.program.runs) > 1 else ""
            self._give_up(sheet, "failed", f"round {number}{where}: {taken.reason}")
        elif taken.skipped_all is not None:
            self._give_up(sheet, "skipped", taken.skipped_all)
        for metric, reason in taken.skipped.items() if sheet.status == "ok" else ():
            if (one.id, metric) not in self._told:
                self._told.add((one.id, metric))
                self._say(f"{one.id}: {metric} skipped: {reason}")
        return taken

    def _give_up(self, sheet: Sheet, status: str, reason: str) -> None:
        sheet.status, sheet.reason, sheet.turns = status, reason, []
        self._say(f"{sheet.contestant.id}: {status}: {reason}")

    # ---- what stays of it ------------------------------------------------------------------------

    @property
    def file(self) -> Path:
        """A trimmed selection has its own file, so it does not affect an unfinished whole bench."""
        return self.folder / (".unfinished-quick.json" if self._quick else ".unfinished.json")

    def resume(self) -> bool:
        """Continue an unfinished sitting that would have become the same, if there is one.

        Call :meth:`prepare` first: contestants that can run now may differ from those of then.
        """
        told = read_object(self.file)
        if told.get("key") != self._key():
            return False
        sheets = {}
        try:
            for name, one in told["sheets"].items():
                turns = [Turn(**each) for each in one["turns"]]
                sheets[name] = Sheet(self.sheets[name].contestant, **one | {"turns": turns})
        except (KeyError, TypeError):  # of another version of this program
            return False
        self.sheets = sheets
        self.done, self.duration_s = told["done"], told["duration_s"]
        self.started, self.caveats = told["started"], told["caveats"]
        return True

    def _keep(self) -> None:
        sheets = {name: dataclasses.asdict(one) for name, one in self.sheets.items()}
        for one in sheets.values():
            del one["contestant"]
        names = ("started", "caveats", "done", "duration_s")
        told = {name: getattr(self, name) for name in names}
        with os_errors(f"cannot write into {paths.shown(self.folder.absolute())}"):
            write_object(self.file, told | {"key": self._key(), "sheets": sheets})

    def records(self, counts: Sequence[Counted]) -> list[GroupRecord]:
        """Return a record of each group, after the last round or an early end."""
        comparison = self.comparison
        origin = {
            "commit": self.origin.commit,
            "dirty": self.origin.dirty,
            "source_hash": self.origin.source_hash(comparison.name),
            "machine": self.origin.machine,
            "started": self.started,
            "duration_s": self.duration_s,
        }
        asked = {"rounds": comparison.rounds, "seconds": comparison.seconds, "seed": SEED}
        asked["quick"] = self._quick
        groups: dict[str, list[Sheet]] = {group.key: [] for group in comparison.groups}
        for sheet in self.sheets.values():
            groups[sheet.contestant.group].append(sheet)
        return [
            GroupRecord(
                bench=comparison.name,
                group=group,
                rounds=self.done,
                asked=asked,
                metrics=self._metrics,
                contestants=[self._contestant(sheet) for sheet in sheets],
                counts=[one for one in counts if self.sheets[one.contestant] in sheets],
                caveats=self.caveats,
                provenance=origin,
            )
            for group, sheets in groups.items()
            if sheets
        ]

    @property
    def _metrics(self) -> list[str]:
        return [metric.name for metric in self.comparison.metrics]

    def _contestant(self, sheet: Sheet) -> dict[str, Any]:
        one, comparison = sheet.contestant, self.comparison
        skipped = {metric.name: sheet.skipped(metric) for metric in comparison.metrics}
        return {
            "id": one.id,
            "definition": definition(comparison, one, self._metrics),
            "status": sheet.status,
            "reason": sheet.reason,
            "skipped": {name: reason for name, reason in skipped.items() if reason is not None},
            "commands": {run: portable(words) for run, words in sheet.commands.items()},
            "runtime": portable(sheet.runtime),
            "turns": [Kept.model_validate(each, from_attributes=True) for each in sheet.turns],
        }

    def _key(self) -> dict[str, Any]:
        """What another sitting must agree with to continue with these rounds."""
        comparison = self.comparison
        return {
            "asked": [comparison.rounds, comparison.seconds, self._quick],
            "source_hash": self.origin.source_hash(comparison.name),
            "machine": identity(self.origin.machine),
            "definitions": {
                one.id: definition(comparison, one, self._metrics) for one in comparison.contestants
            },
            "cannot": self.cannot,
        }
