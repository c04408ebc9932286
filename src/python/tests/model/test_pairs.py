"""Verdicts on pairs: their rules, and by simulation how often they are wrong."""

import itertools
import math
import statistics

import numpy as np
import pytest

from course.model import calibration, pairs
from course.model.calibration import Spreads, Twins, priors
from course.model.pairs import (
    NO_PRIOR,
    Prior,
    Verdict,
    calibrated_prior,
    estimate,
    lasting,
    prior,
    trend,
)

MOST = 8


def verdict(log_ratios, of=NO_PRIOR):
    return estimate(log_ratios, of, MOST).verdict


def test_one_round_has_no_estimate():
    assert estimate([0.1], NO_PRIOR, MOST) is None


@pytest.mark.parametrize(
    ("centre", "expected"),
    [
        (math.log(0.8), Verdict.FASTER),
        (math.log(1.25), Verdict.SLOWER),
        (math.log(1.01), Verdict.SAME),
        (math.log(1.05), Verdict.OPEN),  # at the very margin: neither is shown
    ],
)
def test_rounds_that_agree_decide(centre, expected):
    quiet = Prior(variance=1e-4, freedom=4, pooled=40)
    assert verdict([centre - 0.01, centre, centre + 0.01], quiet) is (
        Verdict.SLOWER if expected is Verdict.OPEN else expected
    )
    noisy = Prior(variance=0.2, freedom=4, pooled=40)
    assert verdict([centre - 0.5, centre + 0.5], noisy) is Verdict.OPEN


def test_what_is_the_same_is_not_called_faster_even_if_the_interval_excludes_one():
    assert verdict([0.0200, 0.0201, 0.0199, 0.0200]) is Verdict.SAME


def windows(trend, random=None):
    """Eight windows of a process whose second half takes e**trend as long as the first."""
    noise = random.normal(0, 0.05, 8) if random else [0.0] * 8
    return [100 * math.exp(trend * at / 4 + by) for at, by in zip(range(8), noise, strict=True)]


@pytest.mark.parametrize(
    ("centre", "trends", "expected"),
    [
        (0.005, [0.3, 0.2], Verdict.OPEN),  # they cross, and are the same only on average
        (0.005, [-0.3, -0.2], Verdict.OPEN),
        (0.005, [0.3, -0.3], Verdict.SAME),  # chance: once up, once down
        (0.005, [0.02, 0.03], Verdict.SAME),  # the same at the end, too
        (-0.005, [0.02, 0.03], Verdict.SAME),
        (0.3, [-0.5, -0.4], Verdict.OPEN),  # slower, but faster in the end
        (0.3, [-0.1, -0.1], Verdict.SLOWER),
        (0.6, [0.5, 0.4], Verdict.SLOWER),
        (0.3, [0.5, 0.4], Verdict.OPEN),  # further away in the end, but where will it end?
    ],
)
def test_what_has_not_come_to_rest_has_no_verdict(centre, trends, expected):
    quiet = Prior(variance=1e-5, freedom=4, pooled=40)
    sides = [(windows(trend), windows(0.0)) for trend in trends]
    found = estimate([centre - 0.001, centre + 0.001], quiet, MOST, sides)
    assert found.verdict is expected
    assert math.isinf(found.rounds_needed()) == (expected is Verdict.OPEN)


def test_a_side_that_still_changes_has_to_be_further_away():
    """Six rounds as native buffers under G1 gave them, in case C: both sides get faster."""
    pool = ((166, 128), (236, 175), (240, 178), (190, 97), (218, 130), (221, 96))
    alloc = [(100, 100 * math.exp(by)) for by in (-0.4, -0.6, -0.1, -0.2, -0.2, -0.15)]
    falls = [math.log(end / begin) for begin, end in pool]
    assert lasting(pool) == pytest.approx(statistics.fmean(falls))
    quiet = Prior(variance=1e-5, freedom=4, pooled=40)
    for distance, expected in ((0.04, Verdict.OPEN), (0.4, Verdict.OPEN), (0.9, Verdict.SLOWER)):
        found = estimate([distance] * 6, quiet, MOST, list(zip(pool, alloc, strict=True)))
        assert found.moving == pytest.approx(-statistics.fmean(falls)), "more than the other side"
        assert found.verdict is expected
    apart = [(list(reversed(one)), other) for one, other in zip(pool, alloc, strict=True)]
    assert estimate([0.9] * 6, quiet, MOST, apart).moving == pytest.approx(
        0.275 - statistics.fmean(falls)
    ), "the ratio moves more than either"


def test_a_trend_lasts_if_it_is_no_accident():
    assert lasting([]) == lasting([[5.0]]) == lasting([[], []]) == 0
    falls, rises = windows(-0.3), windows(0.3)
    assert lasting([falls] * 12 + [windows(0.01)]) < -0.2
    assert lasting([falls, rises, windows(-0.2), windows(0.25)]) == 0


def test_few_processes_show_a_trend_by_most_of_their_windows():
    assert lasting([windows(-0.3)]) == pytest.approx(-0.3)
    assert lasting([windows(-0.3), windows(0.3)]) == 0
    assert lasting([[100.0, 90.0, 80.0]]) == 0, "one in six has this order by chance"
    assert lasting([[100.0, 90.0, 80.0, 70.0], [90.0, 85.0, 80.0, 75.0]]) < 0
    collection = [100.0, 101.0, 99.0, 100.0, 98.0, 400.0, 100.0, 101.0]
    assert lasting([collection]) == 0, "a long one in the second half"


@pytest.mark.parametrize("processes", [1, 2, 3, 6])
def test_steady_processes_seldom_seem_to_move(processes):
    random = np.random.default_rng(4)
    moving = [lasting([windows(0.0, random) for _ in range(processes)]) != 0 for _ in range(1000)]
    assert 0.02 < np.mean(moving) < 0.07
    assert lasting([windows(0.3, random) for _ in range(processes)]) > 0.15


def test_the_trend_of_an_odd_number_of_windows_is_that_of_its_halves():
    steady = [math.exp(-0.1 * number) for number in range(40)]
    even, odd = trend(steady), trend(steady[:-1])
    assert odd == pytest.approx(even * 39 / 40, rel=0.02)


def test_a_pair_of_few_rounds_borrows_certainty_from_the_others():
    rounds = [-0.30, -0.36]
    assert verdict(rounds) is Verdict.OPEN
    others = [[x, x + 0.05] for x in np.linspace(-0.5, 0.5, 20)]
    assert verdict(rounds, prior([rounds, *others])) is Verdict.FASTER


def test_too_few_pairs_give_no_prior():
    assert prior([[0.1, 0.2], [0.3, 0.1], [0.5]]) == NO_PRIOR


def test_figures_that_agree_to_the_last_digit_have_a_width_all_the_same():
    found = estimate([0.5, 0.5, 0.5], NO_PRIOR, MOST)
    assert found.low < found.ratio < found.high


def test_rounds_needed_shrink_the_interval_to_the_nearer_decision():
    found = estimate([-0.2, 0.2, 0.3, -0.1], Prior(0.04, 4, 40), MOST)
    needed = found.rounds_needed()
    half_width = found.log_half_width * math.sqrt(found.rounds / needed)
    margin = math.log1p(pairs.SAME)
    distance = abs(found.log_ratio)
    assert half_width == pytest.approx(max(distance, margin - distance))


def test_against_a_limit_nothing_is_the_same_and_so_only_the_distance_counts():
    found = estimate([-0.2, 0.2, 0.02, 0.0], Prior(0.04, 4, 40), MOST)
    half_width = found.log_half_width * math.sqrt(found.rounds / found.rounds_needed(0.0))
    assert half_width == pytest.approx(abs(found.log_ratio))
    assert found.rounds_needed(0.0) > found.rounds_needed()


def test_a_single_round_takes_no_interval_from_pairs_that_have_nothing_in_common():
    assert estimate([0.5], Prior(1e-5, 0.3, 40), MOST) is None
    assert estimate([0.5, 0.4], Prior(1e-5, 0.3, 40), MOST).high < math.inf


def test_looking_more_often_widens_the_interval():
    widths = [pairs.standard_errors(most, 10) for most in range(1, 40)]
    assert all(one <= other for one, other in itertools.pairwise(widths))
    assert pairs.standard_errors(1, 1e9) == pytest.approx(1.96, abs=1e-3)


@pytest.mark.parametrize("looks", [2, 5, 10, 20])
def test_the_constants_are_those_of_repeated_looks(looks):
    random = np.random.default_rng(7)
    steps = random.normal(size=(100_000, looks)).cumsum(axis=1)
    scores = np.abs(steps) / np.sqrt(np.arange(1, looks + 1))
    assert (scores > pairs.POCOCK[looks - 1]).any(axis=1).mean() == pytest.approx(0.05, abs=0.003)


def decide(rounds, taken, priors_of):
    """The share of pairs with a verdict of a difference: as rounds come, looked at after each.

    taken: how many rounds each has before anybody looks. priors_of: those -> each pair's prior.
    """
    verdicts = [Verdict.OPEN] * len(rounds)
    for look in range(1, MOST + 1):
        of = priors_of([one[:count] for one, count in zip(rounds, taken, strict=True)])
        for i, one in enumerate(rounds):
            if verdicts[i] is Verdict.OPEN:
                taken[i] = min(look + 1, MOST)
                if (made := estimate(one[:look], of[i], MOST)) is not None:
                    verdicts[i] = made.verdict
    return [one in (Verdict.FASTER, Verdict.SLOWER) for one in verdicts]


def found(effect, freedom, data_sets, random):
    """The share that is found of pairs whose variances differ by a chi-squared of that freedom."""
    decided = []
    for _ in range(data_sets):
        spread = 0.12 * np.sqrt(freedom / random.chisquare(freedom, 27))
        rounds = random.normal(effect, spread[:, None], (27, MOST))
        # Half of them have a second round before anybody looks: without it there is no prior.
        decided += decide(rounds, [2] * 14 + [1] * 13, lambda so_far: [prior(so_far)] * 27)
    return np.mean(decided)


def found_if_calibrated(effect, noisier, data_sets, random):
    """Likewise, of programs of seven kinds, whose twins took turns on another day.

    Within a kind, variances differ by a chi-squared with 2.3 degrees of freedom, and half of that
    lasted until today, as calibrations of one machine show. noisier: the machine, since then.
    """
    decided = []
    names = [
        f"heap-{kind}-{strategy}-{case}-x"
        for kind in "abcdefg"
        for case in "ABC"
        for strategy in ("pool", "alloc")
    ]
    ids = list(zip(names[::2], names[1::2], strict=True))
    for _ in range(data_sets):
        kind = random.choice([0.06, 0.1, 0.15], 7).repeat(6)
        then, since = np.sqrt(2.3 / random.chisquare(2.3, (2, len(names))))
        today = kind * noisier * np.sqrt(then * since)
        twins = [
            Twins(program=name, loaded=False, log_ratios=list(logs), windows=[], seconds=[1.0] * 3)
            for name, logs in zip(
                names, random.normal(0, (kind * then)[:, None], (42, 3)), strict=True
            )
        ]
        known = Spreads.of(twins)
        spread = np.sqrt((today[::2] ** 2 + today[1::2] ** 2) / 2)
        rounds = random.normal(effect, spread[:, None], (len(ids), MOST))

        def priors_of(so_far, known=known):
            of = priors(known, dict(zip(ids, so_far, strict=True)))
            return [of(*pair) for pair in ids]

        decided += decide(rounds, [1] * len(ids), priors_of)
    return np.mean(decided)


ALSO = pytest.mark.all  # simulations between those that every run has


@pytest.mark.slow
@pytest.mark.parametrize(
    "freedom", [2, pytest.param(4, marks=ALSO), pytest.param(20, marks=ALSO), 1e6]
)
def test_equal_programs_get_few_verdicts_however_their_variances_vary(freedom):
    random = np.random.default_rng(1)
    assert found(0.0, freedom, 60, random) < 0.065  # of 1,620, where 5 % are promised
    assert found(-0.3, freedom, 10, random) > 0.85


@pytest.mark.slow
@pytest.mark.parametrize(
    ("noisier", "wrong"), [pytest.param(0.7, 0.05, marks=ALSO), (1.0, 0.055), (1.5, 0.07)]
)
def test_calibrated_spreads_give_no_more_of_them(noisier, wrong):
    random = np.random.default_rng(2)
    assert found_if_calibrated(0.0, noisier, 60, random) < wrong
    assert found_if_calibrated(-0.4 * noisier, noisier, 10, random) > 0.85


def contest_of(effect, spread, random):
    """The rounds of a contest's second side, which its own pair ends when it is decided."""
    rounds = random.normal((0.0, effect), spread, (MOST, 2))
    own = Prior(2 * spread**2, 3, math.inf, 3)
    ratios = [float(pool - alloc) for alloc, pool in rounds]
    ends = (look for look in range(1, MOST) if estimate(ratios[:look], own, MOST).verdict != "open")
    return rounds[: next(ends, MOST), 1] - effect


@pytest.mark.parametrize(("spread", "drift"), [(0.1, 0.1), (0.1, 0.0), (0.05, 0.15), (0.25, 0.1)])
def test_sides_of_different_contests_need_no_allowance_for_looks(spread, drift):
    """Their contests end by what other pairs say: few false verdicts, if each has its moment."""
    random = np.random.default_rng(3)
    of = Prior(2 * (spread**2 + drift**2), 4, 100)
    wrong = 0
    for _ in range(400):
        one, other = (contest_of(random.choice([0, -0.2, -1, 0.3]), spread, random) for _ in "ab")
        both = min(len(one), len(other))
        moments = random.normal(0, drift * math.sqrt(2), both)
        found = estimate(one[:both] - other[:both] + moments, of, most_rounds=1)
        wrong += found.verdict in (Verdict.FASTER, Verdict.SLOWER)
    assert wrong < 0.05 * 400


def test_a_first_round_decides_where_the_spread_is_calibrated():
    of = calibrated_prior([([-0.5], 0.05**2)])
    assert estimate([-0.5], of.times(0.05**2), MOST).verdict is Verdict.FASTER
    assert estimate([-0.5], of.times(0.15**2), MOST).verdict is Verdict.OPEN


def test_one_odd_second_round_does_not_open_the_pairs_that_have_none():
    once, twice = [[-0.9]] * 24, [[-0.1, -0.12], [0.2, 0.15], [-0.3, -0.22], [0.1, 0.16]]
    for odd in (0.4, 1.5):
        of = calibrated_prior((one, 0.05**2) for one in [*once, *twice, [0.0, odd]])
        assert estimate([-0.9], of.times(0.05**2), MOST).verdict is Verdict.FASTER


def test_second_rounds_that_differ_in_their_spread_open_no_pair_that_was_decided():
    """Few rounds tell how noisy the machine is, but not how much pairs differ in that."""
    before = calibrated_prior([([-0.5], 0.05**2)])
    spreads = [0.001, 0.3, 0.004, 0.1, 0.002, 0.05]
    after = calibrated_prior(([-0.5, -0.5 + spread], 0.05**2) for spread in spreads)
    assert after.freedom == before.freedom
    assert after.variance < 1.5 * before.variance


def test_a_noisy_machine_widens_all_pairs_alike():
    def width(spread):
        rounds = [[x, x + spread] for x in np.linspace(-0.5, 0.5, 20)]
        of = calibrated_prior((one, 0.01**2) for one in rounds)
        return estimate([0.5], of.times(0.01**2), MOST).log_half_width

    assert width(0.2) > 8 * width(0.01)


def test_programs_are_as_noisy_as_calibrated_else_as_their_kind():
    def twins(program, *logs):
        return Twins(program=program, loaded=False, log_ratios=logs, windows=[], seconds=[1.0] * 3)

    known = Spreads.of(
        [
            twins("cpp-alloc-A-batch-counter", 0.01, 0.0, -0.01),
            twins("heap-g1-25-pool-A-batch-counter", 0.1, 0.0, -0.1),
            twins("heap-g1-25-pool-B-batch-counter", 0.5, 0.0, -0.5),
        ]
    )

    def variance(program):
        return known.of_pair(program, program)

    assert variance("cpp-alloc-A-batch-counter") == pytest.approx(0.01**2)
    assert variance("cpp-mix-C-batch-counter") == pytest.approx(0.01**2)
    least = 0.01**2
    g1 = (2 * (0.1**2 + 0.5**2) + 2 * least) / 6
    assert variance("heap-g1-25-mix-A-batch-counter") == pytest.approx(g1)
    assert variance("heap-g1-25-pool-C-batch-counter-compact-headers") == pytest.approx(g1)
    assert 0.1**2 < variance("heap-g1-25-pool-A-batch-counter") < g1
    assert variance("heap-zgc-25-pool-A-batch-counter") == pytest.approx((0.01**2 + g1) / 2)
    cpp, g1_b = "cpp-alloc-A-batch-counter", "heap-g1-25-pool-B-batch-counter"
    assert known.of_pair(cpp, g1_b) == (variance(cpp) + variance(g1_b)) / 2


def test_without_a_calibration_the_pairs_lend_each_other_their_spread():
    rounds = {
        (name, "x"): [0.1, 0.1 * spread] for name, spread in zip("abc", (1, 2, 3), strict=True)
    }
    assert priors(calibration.NONE, rounds)("a", "x") == prior(rounds.values())
