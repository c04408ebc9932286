"""Is one side of a pair faster than the other? Verdicts on paired rounds, at any number of looks.

In each round both sides of a pair were measured side by side, so a round gives one log ratio, and
disturbances by the machine affect both sides of it. A pair has few rounds. Three methods from the
literature make the most of them:

- Variances are *moderated*: a pair's is shrunk towards those of all pairs of the data set, and
  gains degrees of freedom (G. K. Smyth, Linear models and empirical Bayes methods, 2004). If a
  calibration shows how much more one pair varies than another, variances are scaled by these
  proportions, and the first round may decide.
- Verdicts may be looked at after each round, since the interval is a *repeated* confidence interval
  (C. Jennison and B. W. Turnbull, Group Sequential Methods, 2000, chapter 9), with the constant of
  S. J. Pocock, 1977: whenever one stops, the probability of a false verdict hardly exceeds ERROR.
  That applies to each pair by itself; there is no correction for the number of pairs.
- "The same" is a verdict, too: the whole interval lies within SAME (two one-sided tests, D. J.
  Schuirmann, 1987). An interval that shows neither leaves the pair open.
"""

import dataclasses
import enum
import itertools
import math
import statistics
from collections.abc import Iterable, Sequence

ERROR = 0.05
"""The probability of a false verdict on a pair, over all looks: approximate, since variances are
estimated. In simulations it was up to 5.2 %, and 6.8 % on a machine 50 % noisier than when it was
calibrated."""

SAME = 0.05  # ratios between 1/(1 + SAME) and 1 + SAME count as the same throughout the course

UNSETTLED = 1.25  # change within a process's windows that readers should know of, as a ratio

LEAST_ROUNDS = 2  # fewer have no variance

_ROUNDS_OF_A_TREND = 3
"""From as many on, processes can also tell by their number whether a trend is an accident."""

Windows = Sequence[float]  # a process's windows in their order, ns per packet

POCOCK = (
    *(1.960, 2.178, 2.289, 2.361, 2.413, 2.453, 2.485, 2.512, 2.535, 2.555),
    *(2.572, 2.588, 2.601, 2.614, 2.626, 2.637, 2.647, 2.656, 2.664, 2.672),
)
"""Looks, from 1 -> standard errors in half a repeated confidence interval, for ERROR."""

_LEAST_VARIANCE = 1e-8  # figures that agree to the last digit are no proof of a perfect machine
_ENOUGH_PAIRS = 3  # fewer cannot tell how variances vary
_MOST_FREEDOM = 4
"""A prior's limit. The data set's own estimate is rough if pairs have two rounds: in a simulation,
6.4 % of pairs of equal programs got a verdict without this limit, and 5.4 % with it. The price is
small: 96 % of pairs 26 % apart are decided within eight rounds instead of 97 %."""

_EXPECTED_FREEDOM = 2.3
"""A prior's, before any pair has a second round: programs of one kind differ by this much in a
calibration."""

_SURE = 1
"""The weight of that: the inverse of its variance, on the scale of the trigamma function. Five
pairs with a second round weigh 0.03, and thirty with four rounds 2.5. Without it, one pair's odd
second round left all pairs with a single round without an estimate."""

_FREEDOM_OF_ONE = 2
"""The prior's for a pair with one round: a verdict then takes a ratio of about 3."""

_CALIBRATED_FREEDOM = 3.5
"""A calibrated prior's, which allows a verdict at the first look: how much a program's variance
differs from what all other twins tell. Likelihood is greatest at 4 to 5 (200 comparisons), but then
simulations exceed ERROR. It is fixed: few pairs have a second round, and would tell it badly."""

_CALIBRATED_VARIANCE = 0.8
"""The prior's, relative to the calibrated one, which is a mean: most pairs vary less than that.
Likelihood is greatest at 0.7; see above."""

_CALIBRATED_ROUNDS = 5
"""How much the calibrated level of noise weighs, in degrees of freedom of today's rounds."""


class Verdict(enum.StrEnum):
    """The rounds' verdict on a pair's first side."""

    FASTER = "faster"
    SLOWER = "slower"
    SAME = "the same"
    OPEN = "open"


@dataclasses.dataclass(frozen=True)
class Prior:
    """A pair's prior variance, from all pairs of a data set: s0 squared and d0 of Smyth.

    Freedom is 0 if there are too few pairs for an estimate.
    """

    variance: float
    freedom: float
    pooled: float  # degrees of freedom of all pairs together: no moderated variance has more
    freedom_of_one: float = _FREEDOM_OF_ONE  # at most, if a pair has a single round

    def times(self, variance: float) -> "Prior":
        """The prior, scaled by a pair's calibrated variance."""
        return dataclasses.replace(self, variance=variance * self.variance)


NO_PRIOR = Prior(0.0, 0.0, math.inf)


@dataclasses.dataclass(frozen=True)
class Estimate:
    """The ratio of a pair, with its repeated confidence interval."""

    rounds: int  # that both sides share; 0: measured in different sittings
    log_ratio: float
    log_half_width: float
    moving: float = 0.0
    """How far a side, or the ratio, had moved from its mean by the end of the windows, whichever is
    more, as a logarithm: from the sides' lasting trends, without those within SAME. The end is half
    as far from the second half's middle as that is from the first half's, so it is as far from the
    mean as the halves are from each other."""

    @property
    def ratio(self) -> float:
        """The first side's time divided by the second one's: geometric mean of the rounds."""
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
        """The verdict if `same` is the largest difference that counts as the same; 0: none does."""
        # --8<-- [start:verdict]
        distance, margin = abs(self.log_ratio), math.log1p(same)
        uncertain = self.log_half_width + self.moving
        if distance + uncertain <= margin:
            return Verdict.SAME
        if distance <= uncertain:
            return Verdict.OPEN
        return Verdict.FASTER if self.log_ratio < 0 else Verdict.SLOWER
        # --8<-- [end:verdict]

    @property
    def in_rounds(self) -> str:
        """``1 round``, ``4 rounds``, or ``different sittings``."""
        many = f"{self.rounds} round{'s' if self.rounds > 1 else ''}"
        return many if self.rounds else "different sittings"

    def rounds_needed(self, same: float = SAME) -> float:
        """About how many rounds would decide the pair, if its ratio and spread stayed as they are.

        An interval shrinks with the square root of its rounds. Infinite if the sides move too much.
        same: as for the verdict.
        """
        distance, margin = abs(self.log_ratio), math.log1p(same)
        # Either verdict, whichever comes first.
        reach = max(distance, margin - distance) - self.moving
        if reach <= 0:
            return math.inf
        return self.rounds * (self.log_half_width / reach) ** 2


def prior(log_ratios: Iterable[Sequence[float]]) -> Prior:
    """Estimate the prior from the pairs of a data set, each given by its rounds' log ratios.

    By Smyth's method of moments on the logarithms of the variances. How much these vary beyond
    chance is itself uncertain, very much so if few pairs have a second round. It is therefore
    averaged with what is expected, each weighted by the inverse of its variance.
    """
    known = [_variance(rounds) for rounds in log_ratios if len(rounds) >= LEAST_ROUNDS]
    if len(known) < _ENOUGH_PAIRS:
        return NO_PRIOR
    # Imported only when needed: commands that measure nothing start faster.
    from scipy.special import polygamma  # noqa: PLC0415

    halves = [freedom / 2 for _, freedom in known]
    logs = _unbiased_logs(known)
    by_chance = statistics.fmean(float(polygamma(1, half)) for half in halves)
    expected = float(polygamma(1, _EXPECTED_FREEDOM / 2))
    # The variance of a sample variance, from the fourth cumulant and from the variance.
    fourth = statistics.fmean(float(polygamma(3, half)) for half in halves)
    sampling = fourth / len(known) + 2 * (by_chance + expected) ** 2 / (len(known) - 1)
    seen = (statistics.variance(logs) - by_chance) / sampling
    beyond_chance = (seen + _SURE * expected) / (1 / sampling + _SURE)
    pooled = 2 * sum(halves)
    if beyond_chance <= 0:  # they vary no more than by chance
        mean = sum(variance * freedom for variance, freedom in known) / pooled
        return Prior(mean, _MOST_FREEDOM, pooled)
    freedom = 2 * _inverse_trigamma(beyond_chance)
    return Prior(_centre(logs, freedom), min(freedom, _MOST_FREEDOM), pooled)


def calibrated_prior(rounds: Iterable[tuple[Sequence[float], float]]) -> Prior:
    """The prior of a pair whose calibrated variance is 1.

    rounds: each pair's log ratios in a data set, and its calibrated variance. The variances
    determine how pairs differ from each other. How noisy this machine is, relative to the
    calibrated one, is estimated from the rounds, with more weight the more of them there are.
    """
    known = [
        _variance([ratio / math.sqrt(variance) for ratio in ratios])
        for ratios, variance in rounds
        if len(ratios) >= LEAST_ROUNDS
    ]
    seen = sum(freedom for _, freedom in known)
    today = _centre(_unbiased_logs(known), _CALIBRATED_FREEDOM) if known else 0.0
    variance = _CALIBRATED_ROUNDS * _CALIBRATED_VARIANCE + seen * today
    variance /= _CALIBRATED_ROUNDS + seen
    return Prior(variance, _CALIBRATED_FREEDOM, math.inf, _CALIBRATED_FREEDOM)


def estimate(
    log_ratios: Sequence[float],
    of: Prior,
    most_rounds: int,
    windows: Sequence[tuple[Windows, Windows]] = (),
) -> Estimate | None:
    """Estimate a pair after some rounds; None if the variance is unknown.

    A single round uses the variance of the data set's other pairs, which has little weight; it is
    unknown if these vary so much that they are worth less than a degree of freedom.

    log_ratios: per round, of the first side's time to the second one's. most_rounds: maximum number
    of rounds, and so of looks; further rounds count, but allow no further look. windows: per round,
    of both sides.
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
    mean = statistics.fmean(log_ratios)
    trends = [lasting(side) for side in zip(*windows, strict=True)]
    moving = [0.0, *(each for each in trends if abs(each) > math.log1p(SAME))]
    # With the 0, the larger of two trends in one direction, and the sum of two in opposite ones.
    return Estimate(len(log_ratios), mean, half_width, max(moving) - min(moving))


def trend(windows: Windows) -> float:
    """Log ratio of the second half of a process's windows to the first half.

    0 for a single one. Without the middle one of an odd number, the halves are further apart than
    half of the windows, for which the ratio is corrected.
    """
    half = len(windows) // 2
    if not half:
        return 0.0
    ratio = statistics.fmean(windows[-half:]) / statistics.fmean(windows[:half])
    return math.log(ratio) * len(windows) / (2 * (len(windows) - half))


def lasting(processes: Sequence[Windows]) -> float:
    """Mean trend of a program's processes if it is no accident, else 0: at ERROR.

    The windows tell by the test of H. B. Mann, 1945, and M. G. Kendall; R. M. Hirsch, J. R. Slack
    and R. A. Smith, 1982, add it up over processes. It asks whether late windows are slower than
    early ones, not by how much, so a long collection in one of them shows no trend. Enough
    processes also tell by a t test on their trends; then each test has half of the error.
    """
    trends = [trend(windows) for windows in processes]
    if not any(trends):
        return 0.0
    mean = statistics.fmean(trends)
    if len(trends) < _ROUNDS_OF_A_TREND:
        return mean if _rise_or_fall(processes, ERROR) else 0.0
    if _rise_or_fall(processes, ERROR / 2):
        return mean
    from scipy.special import stdtrit  # noqa: PLC0415

    deviation = statistics.stdev(trends) / math.sqrt(len(trends))
    is_accident = abs(mean) <= deviation * float(stdtrit(len(trends) - 1, 1 - ERROR / 4))
    return 0.0 if is_accident else mean


def is_unsettled(processes: Sequence[Windows]) -> bool:
    """True if the processes got faster, or slower, by at least UNSETTLED, beyond chance."""
    mean = statistics.fmean(map(trend, processes))  # asked first: tests of chance take longer
    return abs(mean) >= math.log(UNSETTLED) and lasting(processes) != 0


def _rise_or_fall(processes: Sequence[Windows], error: float) -> bool:
    """Mann and Kendall's test of the processes' windows; error: its probability by chance."""
    rises = sum(
        (early < late) - (early > late)
        for windows in processes
        for early, late in itertools.combinations(windows, 2)
    )
    variance = sum(n * (n - 1) * (2 * n + 5) for n in map(len, processes)) / 18
    return abs(rises) - 1 > math.sqrt(variance) * statistics.NormalDist().inv_cdf(1 - error / 2)


def standard_errors(most_rounds: int, degrees: float) -> float:
    """Half the width of a repeated confidence interval, in standard errors.

    The significance level of Pocock's constant is applied to Student's t, as Jennison and Turnbull
    do if the variance is estimated (section 11.4).
    """
    from scipy.special import stdtrit  # noqa: PLC0415

    looks = min(max(most_rounds, 1), len(POCOCK))
    level = statistics.NormalDist().cdf(POCOCK[looks - 1])
    return float(stdtrit(degrees, level))


def _variance(rounds: Sequence[float]) -> tuple[float, int]:
    """The variance, and its degrees of freedom: none for a single round."""
    if len(rounds) < LEAST_ROUNDS:
        return 0.0, 0
    return max(statistics.variance(rounds), _LEAST_VARIANCE), len(rounds) - 1


def _unbiased_logs(known: Iterable[tuple[float, int]]) -> list[float]:
    """Logarithms of variances, given with their degrees of freedom, less what these make of it."""
    from scipy.special import digamma  # noqa: PLC0415

    return [
        math.log(variance) - float(digamma(freedom / 2)) + math.log(freedom / 2)
        for variance, freedom in known
    ]


def _centre(logs: Sequence[float], freedom: float) -> float:
    """A prior's variance, from those, if pairs' variances differ by that freedom."""
    from scipy.special import digamma  # noqa: PLC0415

    half = freedom / 2
    return math.exp(statistics.fmean(logs) + float(digamma(half)) - math.log(half))


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
