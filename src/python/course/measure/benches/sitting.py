"""What a bench leaves: after each whole round its rounds, so that one that was killed or stopped
can go on, and at the end the records of its groups."""

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from course.measure.benches.session import SEED, Session, Sheet
from course.measure.benches.turn import Turn
from course.model.bench_definition import definition
from course.model.bench_record import Counted, GroupRecord
from course.model.machine import identity
from course.process.files import read_object, write_object
from course.process.provenance import Provenance, portable


@dataclasses.dataclass
class Sitting:
    """A session's rounds, in a file beside the records of its groups. Only one thread uses it."""

    folder: Path
    session: Session
    origin: Provenance
    quick: bool  # whether the comparison is only the trimmed choice of its contestants
    started: str
    caveats: list[str] = dataclasses.field(default_factory=list)

    @property
    def file(self) -> Path:
        """A trimmed choice has one of its own, and leaves alone what a whole bench has."""
        return self.folder / (".unfinished-quick.json" if self.quick else ".unfinished.json")

    def resume(self) -> bool:
        """Take in the rounds of a session that would have become the same one, if there are any.

        The session must be prepared: who could not run then is not who cannot run now.
        """
        told = read_object(self.file)
        if told.get("key") != self._key():
            return False
        known, sheets = self.session.sheets, {}
        try:
            for name, one in told["sheets"].items():
                turns = [Turn(**each) for each in one["turns"]]
                sheets[name] = Sheet(known[name].contestant, **one | {"turns": turns})
        except (KeyError, TypeError):  # of another version of this program
            return False
        self.session.sheets = sheets
        self.session.done, self.session.duration_s = told["done"], told["duration_s"]
        self.started, self.caveats = told["started"], told["caveats"]
        return True

    def keep(self) -> None:
        """Write what the session has. Raises OSError."""
        sheets = {name: dataclasses.asdict(one) for name, one in self.session.sheets.items()}
        for one in sheets.values():
            del one["contestant"]
        told = {"key": self._key(), "started": self.started, "caveats": self.caveats}
        done = {"done": self.session.done, "duration_s": self.session.duration_s}
        write_object(self.file, told | done | {"sheets": sheets})

    def records(self, counts: Sequence[Counted]) -> list[GroupRecord]:
        """Those of a session that has ended, be it early."""
        session, comparison = self.session, self.session.comparison
        origin = {
            "commit": self.origin.commit,
            "dirty": self.origin.dirty,
            "source_hash": self.origin.source_hash(comparison.name),
            "machine": self.origin.machine,
            "started": self.started,
            "duration_s": session.duration_s,
        }
        asked = {"rounds": comparison.rounds, "seconds": comparison.seconds, "seed": SEED}
        asked["quick"] = self.quick
        groups: dict[str, list[Sheet]] = {group.key: [] for group in comparison.groups}
        for sheet in session.sheets.values():
            groups[sheet.contestant.group].append(sheet)
        return [
            GroupRecord(
                bench=comparison.name,
                group=group,
                rounds=session.done,
                asked=asked,
                metrics=self._metrics,
                contestants=[self._contestant(sheet) for sheet in sheets],
                counts=[
                    one for one in counts if comparison.contestant(one.contestant).group == group
                ],
                caveats=self.caveats,
                provenance=origin,
            )
            for group, sheets in groups.items()
            if sheets
        ]

    @property
    def _metrics(self) -> list[str]:
        return [metric.name for metric in self.session.comparison.metrics]

    def _contestant(self, sheet: Sheet) -> dict[str, Any]:
        one, comparison = sheet.contestant, self.session.comparison
        skipped = {metric.name: sheet.skipped(metric) for metric in comparison.metrics}
        return {
            "id": one.id,
            "definition": definition(comparison, one, self._metrics),
            "status": sheet.status,
            "reason": sheet.reason,
            "skipped": {name: reason for name, reason in skipped.items() if reason is not None},
            "commands": {run: portable(words) for run, words in sheet.commands.items()},
            "runtime": portable(sheet.runtime),
            "turns": [each.kept for each in sheet.turns],
        }

    def _key(self) -> dict[str, Any]:
        """What another session must agree with to go on with these rounds."""
        session, comparison = self.session, self.session.comparison
        return {
            "asked": [comparison.rounds, comparison.seconds, self.quick],
            "source_hash": self.origin.source_hash(comparison.name),
            "machine": identity(self.origin.machine),
            "definitions": {
                one.id: definition(comparison, one, self._metrics) for one in comparison.contestants
            },
            "cannot": session.cannot,
        }
