"""How often the engine errs, reckoned from the record of `./course calibrate`."""

import dataclasses
import math
import statistics
from collections.abc import Sequence

from course.model import pairs
from course.model.calibration import Bias, Calibration, Spreads, Twins
from course.model.pairs import NO_PRIOR, Estimate, Verdict

SLOWDOWNS = (0.0, 0.05, 0.1, 0.2, 0.5)
"""Of one twin, as a share; without one every verdict of a difference is false."""

MOST_BIAS = 0.03


@dataclasses.dataclass(frozen=True)
class Detection:
    """What became of comparisons with a known slowdown."""

    slowdown: float
    comparisons: int
    found: int
    """With the verdict that is true: slower; without a slowdown, the same."""
    wrong: int
    """Without a slowdown a difference; else faster, or the same where it is not."""
    seconds: float | None
    """Median of those found; None: there are none."""

    @property
    def undecided(self) -> int:
        return self.comparisons - self.found - self.wrong

    @property
    def most_wrong(self) -> float:
        """Up to which share may be wrong: with more, so few would have been met once in 1 / ERROR
        times at most. (C. J. Clopper and E. S. Pearson, 1934)
        """
        from scipy.special import bdtri  # noqa: PLC0415  slow to import

        if self.wrong == self.comparisons:
            return 1.0
        return float(bdtri(self.wrong, self.comparisons, pairs.ERROR))


def detect(twins: Sequence[Twins], slowdown: float, most_rounds: int) -> Detection:
    """Replay the comparisons as a sweep would have seen them: a look after each round.

    All are one data set, of which each look sees as many rounds as it has by then. The first
    twin is slowed down: its times are multiplied. A comparison that was played with fewer than
    most_rounds has had so many looks less. One alone is no data set, and does not count.
    """
    twins = twins if len(twins) > 1 else ()
    shift = math.log1p(slowdown)
    verdicts, seconds = [Verdict.OPEN] * len(twins), [0.0] * len(twins)
    # What is calibrated for a comparison must not come from that comparison.
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
                found = pairs.estimate(ratios, prior, most_rounds, one.trends[:look])
                if found is not None:
                    verdicts[index] = found.verdict
                seconds[index] += one.seconds[look - 1]
    right = Verdict.SLOWER if slowdown else Verdict.SAME
    found_s = [took for took, one in zip(seconds, verdicts, strict=True) if one is right]
    decided = sum(one is not Verdict.OPEN for one in verdicts)
    return Detection(
        slowdown,
        len(twins),
        len(found_s),
        decided - len(found_s),
        statistics.median(found_s) if found_s else None,
    )


def bias(one: Bias) -> Estimate:
    """How much longer the program takes when it takes turns: the ratio of its rounds."""
    found = pairs.estimate(one.log_ratios, NO_PRIOR, most_rounds=1)
    assert found is not None
    return found


def within_most_bias(found: Estimate) -> str:
    """Whether the ratio is within MOST_BIAS: ``yes``, ``no``, or ``open``."""
    least, most = 1 / (1 + MOST_BIAS), 1 + MOST_BIAS
    if least <= found.low and found.high <= most:
        return "yes"
    return "no" if found.high < least or found.low > most else "open"


def detections(made: Calibration, most_rounds: int) -> dict[bool, list[Detection]]:
    """Whether a core was kept busy -> what was found, by slowdown.

    Not where there's but one comparison, as an interrupted calibration leaves it: none of the
    others tells how much it varies.
    """
    halves = {busy: [one for one in made.twins if one.loaded == busy] for busy in (False, True)}
    return {
        busy: [detect(twins, slowdown, most_rounds) for slowdown in SLOWDOWNS]
        for busy, twins in halves.items()
        if len(twins) > 1
    }
