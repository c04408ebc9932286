"""The state of a sweep's pairs, given its rounds so far."""

import collections
import math
from collections.abc import Iterable, Mapping

from course.measure.cells.contest import Contest
from course.measure.cells.jobs import Fork
from course.model import pairs
from course.model.calibration import NONE, Spreads, priors
from course.model.pairs import Estimate, Verdict

Forks = Mapping[str, Mapping[int, Fork]]  # cell's id -> round -> its process's outcome


class Standings:
    def __init__(
        self, contests: Iterable[Contest], forks: Forks, most_rounds: int, spreads: Spreads
    ) -> None:
        self._contests = list(contests)
        played: dict[str, dict[tuple[str, str], list[tuple[Fork, Fork]]]] = {}
        for contest in self._contests:
            for pair in contest.pairs:
                one, other = (forks.get(side, {}) for side in pair)
                both = [(one[turn], other[turn]) for turn in sorted(one.keys() & other.keys())]
                # A real-time pair cannot be decided if both sides lose at every interval.
                if all(one.has_figure or other.has_figure for one, other in both):
                    played.setdefault(contest.cells[0].mode, {})[pair] = both
        self.estimates: dict[tuple[str, str], Estimate | None] = {}
        for mode, rounds in played.items():
            ratios = {
                pair: [math.log(one.ns_per_packet / other.ns_per_packet) for one, other in both]
                for pair, both in rounds.items()
            }
            # What was calibrated is batch mode, which does not tell how searches vary.
            prior_of = priors(spreads if mode == "batch" else NONE, ratios)
            for pair, both in rounds.items():
                self.estimates[pair] = pairs.estimate(
                    ratios[pair],
                    prior_of(*pair),
                    most_rounds,
                    windows=[(one.windows, other.windows) for one, other in both],
                )

    def needed(self) -> dict[str, float]:
        """Contest -> rounds to decide its last open pair; contests without one are left out.

        A pair without an estimate yet needs LEAST_ROUNDS.
        """
        found: dict[str, float] = {}
        for contest in self._contests:
            for pair in self.estimates.keys() & set(contest.pairs):
                estimate = self.estimates[pair]
                if estimate is None or estimate.verdict is Verdict.OPEN:
                    rounds = estimate.rounds_needed() if estimate else float(pairs.LEAST_ROUNDS)
                    found[contest.key] = max(found.get(contest.key, 0.0), rounds)
        return found

    def __str__(self) -> str:
        """``decided 19 of 27: pooling faster in 14, slower in 3``; empty if there is no pair."""
        if not self.estimates:
            return ""
        counts = collections.Counter(
            estimate.verdict for estimate in self.estimates.values() if estimate is not None
        )
        decided = [
            f"{verdict} in {counts[verdict]}"
            for verdict in (Verdict.FASTER, Verdict.SLOWER, Verdict.SAME)
            if counts[verdict]
        ]
        number = sum(counts.values()) - counts[Verdict.OPEN]
        told = f": pooling {', '.join(decided)}" if decided else ""
        return f"decided {number} of {len(self.estimates)}{told}"
