"""Is one side of a pair faster than the other? Verdicts on paired rounds, at any number of looks.

In each round both sides of a pair were measured one beside the other, so a round gives one
logarithm of their ratio, and what the machine did meanwhile is in both sides of it. The rounds of a
pair are few. Three methods make the most of them, none of which is ours:

- Variances are *moderated*: that of a pair is drawn towards those of all pairs of the data set, and
  gains degrees of freedom by it (G. K. Smyth, Linear models and empirical Bayes methods, 2004).
  Where a calibration tells how much more one pair varies than another, variances are compared by
  these proportions, and the first round may decide.
- Verdicts may be looked at after each round, since the interval is a *repeated* confidence interval
  (C. Jennison and B. W. Turnbull, Group Sequential Methods, 2000, chapter 9), with the constant of
  S. J. Pocock, 1977: whenever one stops, a false verdict has hardly more than the probability
  ERROR. That is so for each pair by itself; nothing allows for how many pairs there are.
- "The same" is a verdict, too: the whole interval lies within SAME (two one-sided tests, D. J.
  Schuirmann, 1987). An interval that says neither leaves the pair open.
"""

import dataclasses
import enum
import math
import statistics
from collections.abc import Iterable, Sequence

ERROR = 0.05
"""The probability of a false verdict on a pair, over all looks: about, since variances are
estimated. In simulations it was up to 5.5 %."""

SAME = 0.05
"""Ratios within 1/(1 + SAME) and 1 + SAME are the same for all that the course says."""

LEAST_ROUNDS = 2
"""There is no variance of fewer."""

POCOCK = (
    *(1.960, 2.178, 2.289, 2.361, 2.413, 2.453, 2.485, 2.512, 2.535, 2.555),
    *(2.572, 2.588, 2.601, 2.614, 2.626, 2.637, 2.647, 2.656, 2.664, 2.672),
)
"""Looks, from 1 -> how many standard errors a repeated confidence interval has, for ERROR."""

_LEAST_VARIANCE = 1e-8  # figures that agree to the last digit are no proof of a perfect machine
_ENOUGH_PAIRS = 3  # fewer cannot tell how variances vary
_MOST_FREEDOM = 4
"""Of a prior. The data set's own estimate of it is rough where pairs have two rounds: trusted in
full, it gave a verdict to 6.4 % of the pairs of equal programs in a simulation, and so to 5.4 %.
The price is small: of pairs 26 % apart, 96 % are decided within eight rounds instead of 97 %."""

_FREEDOM_OF_ONE = 2
"""Of the prior of a pair that has one round: such a verdict takes a ratio of 3 or so."""

_CALIBRATED_FREEDOM = 3
"""Of a prior by calibration, with which a pair has a verdict at its first look. With 3, a simulated
machine that is half as noisy again as the calibrated one gives at most 5.5 % false verdicts."""


class Verdict(enum.StrEnum):
    """What the rounds of a pair say of its first side."""

    FASTER = "faster"
    SLOWER = "slower"
    SAME = "the same"
    OPEN = "open"


@dataclasses.dataclass(frozen=True)
class Prior:
    """What all pairs of a data set say of the variance of one: s0 squared and d0 of Smyth.

    Freedom is 0 where there are too few pairs to tell.
    """

    variance: float
    freedom: float
    pooled: float
    """Degrees of freedom of all pairs together: no moderated variance has more."""
    freedom_of_one: float = _FREEDOM_OF_ONE
    """At most, where a pair has a single round."""

    def times(self, variance: float) -> "Prior":
        """The prior of a pair that varies so much more."""
        return dataclasses.replace(self, variance=variance * self.variance)


NO_PRIOR = Prior(0.0, 0.0, math.inf)


@dataclasses.dataclass(frozen=True)
class Estimate:
    """The ratio of a pair, with its repeated confidence interval."""

    rounds: int
    log_ratio: float
    log_half_width: float
    drift: float = 0.0
    """What the logarithm changed by from the first half of the rounds' windows to the second, if it
    did so the same way in every round; else 0."""

    @property
    def ratio(self) -> float:
        """The first side's nanoseconds by the second one's: the geometric mean of the rounds'."""
        return math.exp(self.log_ratio)

    @property
    def low(self) -> float:
        return math.exp(self.log_ratio - self.log_half_width)

    @property
    def high(self) -> float:
        return math.exp(self.log_ratio + self.log_half_width)

    @property
    def verdict(self) -> Verdict:
        return self.verdict_within(SAME)

    def verdict_within(self, same: float) -> Verdict:
        """What it says where ratios are the same that differ by no more than that; 0: none are."""
        # --8<-- [start:verdict]
        distance, margin = abs(self.log_ratio), math.log1p(same)
        if not self.is_steady(same):
            return Verdict.OPEN
        if distance + self.log_half_width <= margin:
            return Verdict.SAME
        if distance <= self.log_half_width:
            return Verdict.OPEN
        return Verdict.FASTER if self.log_ratio < 0 else Verdict.SLOWER
        # --8<-- [end:verdict]

    def is_steady(self, same: float = SAME) -> bool:
        """Whether the sides had not changed places by the end of their windows.

        Those that are the same on average must be so at the end, too. From the middle of the second
        half to the end it is half as far as from the middle of the first, so the end is as far from
        the mean as the halves are from each other.
        """
        end, margin = self.log_ratio + self.drift, math.log1p(same)
        if abs(self.log_ratio) + self.log_half_width <= margin:
            return abs(end) <= margin
        return self.log_ratio * end >= 0

    @property
    def in_rounds(self) -> str:
        """``1 round``, ``4 rounds``."""
        return f"{self.rounds} round{'s' if self.rounds > 1 else ''}"

    def rounds_needed(self, same: float = SAME) -> float:
        """About how many rounds would decide the pair, if its ratio and spread stayed as they are.

        An interval shrinks with the root of its rounds; infinite where it is not steady. same: as
        the verdict has it.
        """
        distance, margin = abs(self.log_ratio), math.log1p(same)
        # Between the two, whichever comes first; 1e-9: a ratio of 1 can only become the same.
        reach = max(distance, margin - distance, 1e-9)
        if not self.is_steady(same):
            return math.inf
        return self.rounds * (self.log_half_width / reach) ** 2


def prior(log_ratios: Iterable[Sequence[float]]) -> Prior:
    """How variances vary over the pairs of a data set, each given by its rounds' logarithms.

    By Smyth's method of moments on the logarithms of the variances.
    """
    known = [_variance(rounds) for rounds in log_ratios if len(rounds) >= LEAST_ROUNDS]
    if len(known) < _ENOUGH_PAIRS:
        return NO_PRIOR
    # Imported when there is something to reckon: commands that measure nothing start faster.
    from scipy.special import digamma, polygamma  # noqa: PLC0415

    halves = [freedom / 2 for _, freedom in known]
    spread = [
        math.log(variance) - float(digamma(half)) + math.log(half)
        for (variance, _), half in zip(known, halves, strict=True)
    ]
    centre = statistics.fmean(spread)
    beyond_chance = statistics.variance(spread) - statistics.fmean(
        float(polygamma(1, half)) for half in halves
    )
    pooled = 2 * sum(halves)
    if beyond_chance <= 0:  # they vary no more than by chance
        mean = sum(variance * freedom for variance, freedom in known) / pooled
        return Prior(mean, _MOST_FREEDOM, pooled)
    half = _inverse_trigamma(beyond_chance)
    variance = math.exp(centre + float(digamma(half)) - math.log(half))
    return Prior(variance, min(2 * half, _MOST_FREEDOM), pooled)


def calibrated_prior(rounds: Iterable[tuple[Sequence[float], float]]) -> Prior:
    """The prior of a pair whose variance was 1 where it was calibrated.

    rounds: the logarithms of each pair of a data set, and its calibrated variance. The variances
    say how pairs differ from each other. How noisy this machine is beside the calibrated one, the
    rounds themselves say, the more of them there are.
    """
    found = prior([ratio / math.sqrt(variance) for ratio in ratios] for ratios, variance in rounds)
    known, seen = _CALIBRATED_FREEDOM, found.pooled if found.freedom else 0.0
    noisier = (known + seen * found.variance) / (known + seen)
    return Prior(noisier, min(found.freedom or known, known), math.inf, known)


def estimate(
    log_ratios: Sequence[float], of: Prior, most_rounds: int, trends: Sequence[float] = ()
) -> Estimate | None:
    """The estimate of a pair after some rounds; None where they tell no variance.

    A single round has that of the other pairs of the data set, on which little may rest; and
    nothing, where these vary so much that they are worth less than a degree of freedom.

    log_ratios: of each round, of the first side's nanoseconds by the second one's. most_rounds:
    how many there may be at the very most, which says how often one may look; more rounds than
    that count, but allow no further look. trends: of each round, how much the logarithm changed
    from the first half of its windows to the second.
    """
    if len(log_ratios) == 0 or (len(log_ratios) < LEAST_ROUNDS and of.freedom < 1):
        return None
    # --8<-- [start:estimate]
    variance, freedom = _variance(log_ratios)
    borrowed = of.freedom if freedom else min(of.freedom, of.freedom_of_one)
    degrees = min(borrowed + freedom, of.pooled)
    moderated = (borrowed * of.variance + freedom * variance) / (borrowed + freedom)
    deviation = math.sqrt(moderated)
    error = deviation / math.sqrt(len(log_ratios))
    half_width = error * standard_errors(most_rounds, degrees)
    # --8<-- [end:estimate]
    one_way = len({trend > 0 for trend in trends}) == 1
    drift = statistics.fmean(trends) if one_way else 0.0
    return Estimate(len(log_ratios), statistics.fmean(log_ratios), half_width, drift)


def trend(windows: Sequence[float]) -> float:
    """What the logarithm changes by from the first half of a process's windows to the second.

    windows: ns per packet. 0 of a single one.
    """
    half = len(windows) // 2
    if not half:
        return 0.0
    return math.log(statistics.fmean(windows[-half:]) / statistics.fmean(windows[:half]))


def standard_errors(most_rounds: int, degrees: float) -> float:
    """Half the width of a repeated confidence interval, in standard errors.

    The significance level of Pocock's constant is applied to Student's t, as Jennison and Turnbull
    do where the variance is estimated (section 11.4).
    """
    from scipy.special import stdtrit  # noqa: PLC0415

    looks = min(max(most_rounds, 1), len(POCOCK))
    level = statistics.NormalDist().cdf(POCOCK[looks - 1])
    return float(stdtrit(degrees, level))


def _variance(rounds: Sequence[float]) -> tuple[float, int]:
    """The variance, and its degrees of freedom: none of a single round."""
    if len(rounds) < LEAST_ROUNDS:
        return 0.0, 0
    return max(statistics.variance(rounds), _LEAST_VARIANCE), len(rounds) - 1


def _inverse_trigamma(value: float) -> float:
    """The x whose trigamma is the value, by Newton's method (Smyth's appendix)."""
    from scipy.special import polygamma  # noqa: PLC0415

    x = 0.5 + 1 / value
    for _ in range(50):
        trigamma = float(polygamma(1, x))
        step = trigamma * (1 - trigamma / value) / float(polygamma(2, x))
        x += step
        if -step / x < 1e-8:
            break
    return x
