"""The rounds of a sweep on one kind of machine: played until all is decided or the time is up.

A cell's record is rewritten after each of its rounds.
"""

import dataclasses
import random
from collections.abc import Iterable
from typing import Any

from course.measure.cells import commands, record
from course.measure.cells.contest import Contest, contests
from course.measure.cells.jobs import Fork, Job, Outcome
from course.measure.cells.plan import Plan, Site
from course.measure.cells.profiles import Batch, Profile, Task
from course.measure.cells.schedule import Schedule
from course.measure.cells.standings import Standings
from course.measure.progress import Reporter
from course.model.machine import identity
from course.model.pairs import LEAST_ROUNDS
from course.process import calibrations
from course.process.store import InvalidRecordError, Record

LEARNING = 5
"""Contests that play two rounds anyway on a machine whose own noise was never calibrated."""


class Field:
    """One kind of machine's contests: a field of :mod:`course.measure.play`, for one thread."""

    def __init__(
        self, site: Site, todo: Plan, profile: Profile, *, sitting: str, budget_s: float
    ) -> None:
        """Takes in what earlier sweeps kept. Raises StoreError.

        sitting: unlike any other sweep's. budget_s: for all rounds but the first ones, those of
        earlier sweeps included.
        """
        self._site, self._sitting, self._most_rounds = site, sitting, profile.most_rounds
        self._spreads = calibrations.spreads(profile.name, site.provenance.machine)
        self._forks: dict[str, dict[int, Fork]] = {}
        """Cell's id -> round -> what a process gave that did not fail."""
        self._failed: set[str] = set()  # ids of cells that have no further turn
        self._busy: set[str] = set()
        # What is missing, with what it is paired with; and what earlier rounds are known of.
        missing, current = ({one.cell.id for one in some} for some in (todo.measure, todo.keep))
        played = []
        for whole in contests([*todo.keep, *todo.measure]):
            left = whole.without(whole.idle(missing))
            seconds = self._resume(left or whole)
            if left or seconds:
                played.append((left or whole, seconds))
        self._contests = {contest.key: contest for contest, _ in played}
        if not self._spreads.own:
            self._contests |= _learning(self._contests.values())
        dice = random.Random(f"{sitting} {site.place}")
        self._schedule = Schedule(dict(self._contests), budget_s, self._most_rounds, dice)
        for contest, seconds in played:
            for each in seconds:
                self._schedule.took(contest.key, each)
            for cell in contest.cells:
                if cell.id not in current and cell.id in self._forks:
                    forks = self._forks[cell.id]
                    site.store.write(record.measured(cell, site.profile, forks, site.provenance))

    def next(self) -> Job | None:
        key = self._schedule.next(self._standings().needed(), self._busy)
        if key is None:
            return None
        self._busy.add(key)
        contest = self._contests[key]
        if self._schedule.rounds[key] >= contest.least_rounds:
            contest = contest.decisive
        known = [number for cell in contest.cells for number in self._forks.get(cell.id, {})]
        number = max(known, default=-1) + 1
        # Rounds of different contests may be paired by their number, if one machine played them.
        turn = f"{self._sitting}/{number}" + ("" if self._site.one_machine else f"/{key}")
        return Job(contest, number, turn, self._site.place)

    def take(self, job: Job, outcome: Outcome, reporter: Reporter) -> None:
        """A round is over: keep what it gave, and write its cells' records. Raises StoreError."""
        self._busy.discard(job.name)
        self._schedule.took(job.name, outcome.seconds)
        for made in [self._take(task, job.round, outcome) for task in job.contest.tasks]:
            reporter.result(made)
        left = self._contests[job.name].without(self._failed)
        if left is None:
            self._schedule.drop(job.name)
        else:
            self._contests[job.name] = left

    def standing(self) -> str:
        return str(self._standings())

    def left_s(self) -> float:
        return self._schedule.left_s(self._standings().needed())

    def _standings(self) -> Standings:
        played = self._contests.values()
        return Standings(played, self._forks, self._most_rounds, self._spreads)

    def _resume(self, contest: Contest) -> list[float]:
        """Take in what earlier sweeps kept of the contest.

        Returns the seconds of each round that all its decisive cells have.
        """
        took: dict[str, dict[int, float]] = {}
        for task in contest.tasks:
            key = self._key(task)
            parts = self._site.store.read_parts(task.cell.id)
            for number, part in parts.items():
                try:
                    if part["key"] != key:
                        continue
                    fork, seconds = Fork(**part["fork"]), float(part["seconds"])
                except (KeyError, TypeError, ValueError):  # of another version of this program
                    continue
                self._forks.setdefault(task.cell.id, {})[number] = fork
                took.setdefault(task.cell.id, {})[number] = seconds
        decisive = [took.get(cell.id, {}) for cell in contest.decisive.cells]
        if len(took) < len(contest.tasks):
            return []
        whole = set.intersection(*(set(rounds) for rounds in decisive))
        return [max(rounds[number] for rounds in decisive) for number in sorted(whole)]

    def _take(self, task: Task, number: int, outcome: Outcome) -> Record:
        cell, provenance = task.cell, outcome.provenance
        fork = outcome.forks[cell.id]
        if fork.reason is not None:
            self._failed.add(cell.id)
            made = record.failed(cell, self._site.profile, number, fork, provenance)
            self._site.store.write(made)
            return made
        forks = self._forks.setdefault(cell.id, {})
        forks[number] = fork
        made = record.measured(cell, self._site.profile, forks, provenance)
        try:
            self._site.store.write(made)
        except InvalidRecordError as error:  # figures that no program should have given
            del forks[number]
            fork.reason = f"no valid record: {error}"
            return self._take(task, number, outcome)
        if fork.gc_reason is None:
            # For a sweep that goes on after an interruption, and for one that needs more rounds.
            part = {"seconds": outcome.seconds, "fork": dataclasses.asdict(fork)}
            self._site.store.write_part(cell.id, number, part | {"key": self._key(task)})
        return made

    def _key(self, task: Task) -> dict[str, Any]:
        """What an earlier sweep's process must agree with to be of use."""
        return {
            "profile": self._site.profile,
            "command": commands.comparable(self._site.arguments(task)),
            "load": repr(task.load),  # what a program is told while it runs is in no command line
            "source_hash": self._site.provenance.source_hash(task.cell.implementation),
            "machine": identity(self._site.provenance.machine),
        }


def _learning(contests: Iterable[Contest]) -> dict[str, Contest]:
    """The cheapest contests, by key, with two rounds or more: their spread tells how noisy the
    machine is, and so what a single round of the others is worth."""
    with_pairs = [one for one in contests if one.pairs and isinstance(one.tasks[0].load, Batch)]
    cheapest = sorted(with_pairs, key=lambda one: one.seconds)[:LEARNING]
    return {
        one.key: dataclasses.replace(one, least_rounds=max(one.least_rounds, LEAST_ROUNDS))
        for one in cheapest
    }
