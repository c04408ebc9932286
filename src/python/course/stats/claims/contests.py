"""Judge a claim by a bench: compare contestants round by round."""

import math
from collections.abc import Callable

from course.model.pairs import NO_PRIOR, Estimate
from course.model.spread import Mean, Spread, Values, ratios
from course.model.verdicts import FAILS, HOLDS, INCONCLUSIVE, UNMEASURED, of_range
from course.stats.benches import BenchRecord
from course.stats.claims.model import Bench, Contest
from course.stats.claims.outcome import Outcome, Tried, undecided
from course.stats.noise import ONE_PROCESS, are_sittings_apart
from course.stats.numbers import quantity

Contests = Callable[[str], BenchRecord | None]  # bench -> its record in a data set, if it has one


def contest(test: Bench, contests: Contests | None) -> Tried:
    """The verdict; no outcome if the data set has no record of the bench.

    Contestants are compared by their ratio in each round, a contestant with a number by its values.
    The relation holds, or fails, if the rounds' confidence interval lies on one side of the limit:
    by more than hours may change, if the groups were measured hours apart. A ratio's variance is
    estimated from other contestants' ratios, too; that of values only from themselves.
    """
    key = (test,)
    record = contests(test.bench) if contests else None
    if record is None:
        return key, None
    what = f"bench {test.bench}: {record.metrics[test.left.metric]['title']}"
    sides = [one for one in (test.left, test.right) if isinstance(one, Contest)]
    rounds = [record.rounds(one.contestant, one.metric) for one in sides]
    name = " / ".join(_label(record, one) for one in sides)
    texts = [_mean(record, one, values) for one, values in zip(sides, rounds, strict=True)]
    if isinstance(test.right, Contest):
        found, limit, prior = ratios(*rounds), test.factor, record.raw["priors"][test.left.metric]
        apart = are_sittings_apart(*(record.measured(one.contestant) for one in sides))
    else:
        found, limit, prior, apart = rounds[0], test.right * test.factor, NO_PRIOR, False
        texts.append(quantity(test.right, record.metrics[test.left.metric]["unit"]))
    if not found:
        missing = [one for one, values in zip(sides, rounds, strict=True) if not values]
        reason = _why(record, missing[0]) if missing else "no round has both figures"
        return key, Outcome(what, name, *texts, UNMEASURED, reason)
    mean = Mean.of(found.values(), prior)
    assert mean is not None
    low, high = mean.low, mean.high
    if apart:
        far = math.exp(math.hypot(ONE_PROCESS, ONE_PROCESS))
        low, high = low / far, high * far
    verdict = _verdict(test, low, high, limit)
    doubt = ""
    if verdict == INCONCLUSIVE:
        doubt = "measured hours apart" if apart else _what_it_would_take(test, found, mean, limit)
    return key, Outcome(what, name, *texts, verdict, doubt)


def _what_it_would_take(test: Bench, rounds: Values, mean: Mean, limit: float) -> str:
    """About how many rounds would decide, if mean and spread stayed; empty if they have none."""
    if not 0 < mean.low < mean.high < math.inf:
        return ""
    share = 1 + test.tolerance
    limits = (limit / share, limit * share) if test.relation == "alike" else (limit,)
    half_width = math.log(mean.high / mean.low) / 2
    found = (Estimate(len(rounds), math.log(mean.value / one), half_width) for one in limits)
    # The nearer of two limits needs more rounds.
    return undecided(len(rounds), max(one.rounds_needed(same=0) for one in found))


def _verdict(test: Bench, low: float, high: float, limit: float) -> str:
    if test.relation == "alike":
        return of_range(low, high, limit / (1 + test.tolerance), limit * (1 + test.tolerance))
    below, above = high <= limit, low >= limit
    if below == above:
        return INCONCLUSIVE
    return HOLDS if below == (test.relation == "less") else FAILS


def _mean(record: BenchRecord, one: Contest, rounds: Values) -> str:
    spread = Spread.of(rounds.values())
    if spread is None:
        return UNMEASURED
    return quantity(spread.mean, record.metrics[one.metric]["unit"])


def _label(record: BenchRecord, one: Contest) -> str:
    return record.contestants.get(one.contestant, {}).get("label", one.contestant)


def _why(record: BenchRecord, one: Contest) -> str:
    found = record.contestants.get(one.contestant)
    if found is None:
        return f"{one.contestant} took no part in this run"
    return found["reason"] or found["skipped"].get(one.metric) or "this was not measured"
