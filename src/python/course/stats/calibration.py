"""The engine's error rates, computed from the record of `./course calibrate`."""

import dataclasses
import math
import statistics
from collections.abc import Sequence

from course.model import pairs
from course.model.calibration import Bias, Calibration, Pair, Spreads, Twins, priors
from course.model.pairs import NO_PRIOR, Estimate, Verdict
from course.model.verdicts import FAILS, HOLDS, INCONCLUSIVE, of_range

SLOWDOWNS = (0.0, 0.05, 0.1, 0.2, 0.5)
"""One twin's, as a share; with 0, every verdict of a difference is false."""

MOST_BIAS = 0.03


@dataclasses.dataclass(frozen=True)
class Detection:
    """Outcomes of comparisons with a known slowdown."""

    slowdown: float
    comparisons: int
    found: int  # true verdicts: slower; the same if the slowdown is within SAME
    wrong: int  # all other verdicts
    seconds: float | None  # median of those found, if any

    @property
    def undecided(self) -> int:
        return self.comparisons - self.found - self.wrong

    @property
    def most_wrong(self) -> float:
        """Upper confidence bound, at 1 - ERROR, of the share of wrong verdicts.
        (C. J. Clopper and E. S. Pearson, 1934)
        """
        from scipy.special import bdtri  # noqa: PLC0415  slow to import

        if self.wrong == self.comparisons:
            return 1.0
        return float(bdtri(self.wrong, self.comparisons, pairs.ERROR))


def detect(twins: Sequence[Twins], slowdown: float, most_rounds: int) -> Detection:
    """Replay the comparisons as a sweep would have seen them: a look after each round.

    All form one data set; each look sees the rounds played by then. The first twin is slowed down:
    its times are multiplied. A comparison with fewer than most_rounds rounds gets fewer looks. A
    single one is no data set, and does not count.
    """
    twins = twins if len(twins) > 1 else ()
    shift = math.log1p(slowdown)
    verdicts, seconds = [Verdict.OPEN] * len(twins), [0.0] * len(twins)
    # A comparison's calibration must not come from that comparison itself.
    variances = [
        Spreads.of([*twins[:index], *twins[index + 1 :]]).of_pair(one.program, one.program)
        for index, one in enumerate(twins)
    ]
    for look in range(1, most_rounds + 1):
        so_far = [one.log_ratios[:look] for one in twins]
        of = pairs.calibrated_prior(zip(so_far, variances, strict=True))
        for index, one in enumerate(twins):
            if verdicts[index] is Verdict.OPEN and look <= len(one.log_ratios):
                ratios = [ratio + shift for ratio in so_far[index]]
                prior = of.times(variances[index])
                found = pairs.estimate(ratios, prior, most_rounds, one.windows[:look])
                if found is not None:
                    verdicts[index] = found.verdict
                seconds[index] += one.seconds[look - 1]
    right = [Verdict.SLOWER] if slowdown else []
    right += [Verdict.SAME] if slowdown <= pairs.SAME else []
    found_s = [took for took, one in zip(seconds, verdicts, strict=True) if one in right]
    decided = sum(one is not Verdict.OPEN for one in verdicts)
    wrong, median_s = decided - len(found_s), statistics.median(found_s) if found_s else None
    return Detection(slowdown, len(twins), len(found_s), wrong, median_s)


def bias(*programs: Bias) -> Estimate | None:
    """Ratio of these programs' time when taking turns to their time without a wait, from the rounds
    that all have; None before the second one."""
    rounds = zip(*(one.log_ratios for one in programs), strict=False)
    return pairs.estimate(list(map(statistics.fmean, rounds)), NO_PRIOR, most_rounds=1)


def within_most_bias(found: Estimate) -> str:
    """Whether the ratio is within MOST_BIAS: ``yes``, ``no``, or ``open``."""
    words = {HOLDS: "yes", FAILS: "no", INCONCLUSIVE: "open"}
    return words[of_range(found.low, found.high, 1 / (1 + MOST_BIAS), 1 + MOST_BIAS)]


@dataclasses.dataclass(frozen=True)
class Agreement:
    """How many pairs of two whole runs were decided in both, in one of them, and differently."""

    pairs: int
    both: int
    one: int
    contradictory: int


def agreement(made: Calibration, most_rounds: int) -> Agreement:
    """Compare the verdicts of the two runs on the pairs that both have, as each would show them."""
    of_twins = Spreads.of(made.twins)
    first, second = (_verdicts(run, of_twins, most_rounds) for run in made.runs)
    told = [(first[pair], second[pair]) for pair in first.keys() & second.keys()]
    decided = [sum(verdict is not Verdict.OPEN for verdict in both) for both in told]
    contradictory = sum(
        number == 2 and one is not other for number, (one, other) in zip(decided, told, strict=True)
    )
    return Agreement(len(told), decided.count(2), decided.count(1), contradictory)


def _verdicts(run: Sequence[Pair], spreads: Spreads, most: int) -> dict[tuple[str, str], Verdict]:
    prior_of = priors(spreads, {(one.pool, one.base): one.log_ratios for one in run})
    found = {}
    for one in run:
        ids = one.pool, one.base
        known = pairs.estimate(one.log_ratios, prior_of(*ids), most, one.windows)
        found[ids] = known.verdict if known else Verdict.OPEN
    return found


def detections(made: Calibration, most_rounds: int) -> dict[bool, list[Detection]]:
    """Whether a core was kept busy -> detections, by slowdown.

    A half with a single comparison, as an interrupted calibration may leave it, is omitted: there
    are no others to show how much it varies.
    """
    halves = {busy: [one for one in made.twins if one.loaded == busy] for busy in (False, True)}
    return {
        busy: [detect(twins, slowdown, most_rounds) for slowdown in SLOWDOWNS]
        for busy, twins in halves.items()
        if len(twins) > 1
    }
