"""The rounds of a sweep on one kind of machine: played until all is decided or the time is up."""

import random
from collections.abc import Collection, Sequence

from course.measure.cells.contest import Contest
from course.measure.cells.harvest import Harvest
from course.measure.cells.jobs import Job, Outcome
from course.measure.cells.schedule import Schedule
from course.measure.cells.standings import Standings
from course.measure.progress import Reporter
from course.model.spreads import Spreads


class Field:
    """One kind of machine's contests: a field of :mod:`course.measure.play`, for one thread."""

    def __init__(
        self,
        harvest: Harvest,
        contests: Sequence[Contest],
        *,
        current: Collection[str],
        session: str,
        budget_s: float,
        most_rounds: int,
        spreads: Spreads,
    ) -> None:
        """Takes in what earlier sweeps kept.

        current: cells whose records need not be written again. session: unlike any other sweep's.
        budget_s: for all rounds but the first ones, those of earlier sweeps included. spreads: what
        was calibrated.
        """
        self.harvest = harvest
        self._site, self._session = harvest.site, session
        self._most_rounds, self._spreads = most_rounds, spreads
        self._contests = {contest.key: contest for contest in contests}
        dice = random.Random(f"{session} {harvest.site.place}")
        self.schedule = Schedule(dict(self._contests), budget_s, most_rounds, dice)
        self._busy: set[str] = set()
        for contest in contests:
            for seconds in harvest.resume(contest):
                self.schedule.took(contest.key, seconds)
            harvest.restore(contest, current)

    def next(self) -> Job | None:
        """The next round to be run; None: there is none, or none until a running one is over."""
        key = self.schedule.next(self.standings().needed(), self._busy)
        if key is None:
            return None
        self._busy.add(key)
        contest = self._contests[key]
        if self.schedule.rounds[key] >= contest.least_rounds:
            contest = contest.decisive
        number = self.harvest.next_round(contest)
        # Rounds of different contests may be paired by their number, if one machine played them.
        turn = f"{self._session}/{number}" + ("" if self._site.one_machine else f"/{key}")
        return Job(contest, number, turn, self._site.place)

    def standings(self) -> Standings:
        contests = self._contests.values()
        return Standings(contests, self.harvest.forks, self._most_rounds, self._spreads)

    def take(self, job: Job, outcome: Outcome, reporter: Reporter) -> None:
        """A round is over. Raises StoreError."""
        self._busy.discard(job.name)
        self.schedule.took(job.name, outcome.seconds)
        for made in self.harvest.take(job, outcome):
            reporter.result(made)
        left = self._contests[job.name].without(self.harvest.failed)
        if left is None:
            self.schedule.drop(job.name)
        else:
            self._contests[job.name] = left

    def standing(self) -> str:
        return str(self.standings())

    def left_s(self) -> float:
        return self.schedule.left_s(self.standings().needed())
