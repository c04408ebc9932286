"""Means, ratios and verdicts, and the model of the estimated floor."""

import math

import pytest

from course.model import bound
from course.model.pairs import NO_PRIOR
from course.model.spread import Mean, Spread, prior, ratios, verdict


def test_a_spread_has_all_rounds():
    spread = Spread.of([2.0, 1.0, 4.0])
    assert spread == Spread(pytest.approx(2.0), low=1.0, high=4.0)
    assert Spread.of([0.0, 9.0, 1.0]) == Spread(1.0, 0.0, 9.0), "no logarithm: the median"
    assert Spread.of([3.0]) == Spread(3.0, 3.0, 3.0)
    assert Spread.of([]) is None


def test_ratios_are_taken_round_by_round():
    slow_machine = {1: 10.0, 2: 30.0, 3: 10.0}
    assert ratios(slow_machine, {1: 5.0, 2: 15.0, 3: 5.0}) == {1: 2.0, 2: 2.0, 3: 2.0}
    assert ratios({1: 10.0, 2: 30.0}, {2: 15.0, 3: 5.0}) == {2: 2.0}
    assert ratios({1: 10.0}, {1: 0.0}) == {}


@pytest.mark.parametrize(
    ("values", "at_most", "word"),
    [
        ([1, 1.1, 1.2], 3, "holds"),
        ([4, 4.1, 4.2], 3, "fails"),
        ([1, 2, 2.9], 3, "inconclusive"),  # all below, and yet three rounds are no proof
        ([16, 16, 16], 16, "holds"),
        ([0, 0, 2], 1, "inconclusive"),
        ([1, 2], 0.5, "inconclusive"),
        ([1], 3, "inconclusive"),  # another round may be anywhere
    ],
)
def test_a_goal_needs_an_interval_on_one_side(values, at_most, word):
    assert verdict(Mean.of(values, NO_PRIOR), at_most) == word


def test_without_a_figure_a_goal_is_not_measured():
    assert verdict(None, 3) == "not measured"


def test_a_single_round_has_no_interval_whoever_lends_one():
    alike = [{1: 10.0, 2: 10.1, 3: 10.2}, *({1: n, 2: n * 1.01, 3: n} for n in (20.0, 21.0, 22.0))]
    assert Mean.of([0.5], prior([alike])) == Mean(0.5, 0.0, math.inf)


def test_the_other_contestants_narrow_an_interval():
    alike = [{1: 10.0, 2: 10.1, 3: 10.2}, *({1: n, 2: n * 1.01, 3: n} for n in (20.0, 21.0, 22.0))]
    few = [0.5, 0.6]
    mean, alone = Mean.of(few, prior([alike])), Mean.of(few, NO_PRIOR)
    assert mean.low < min(few) < max(few) < mean.high < alone.high
    assert mean.value == pytest.approx(alone.value) == pytest.approx(math.sqrt(0.3))


def test_only_contestants_of_one_sitting_tell_how_ratios_vary():
    steady = [{1: n, 2: n * 1.01, 3: n} for n in (20.0, 21.0, 22.0, 23.0)]
    moved = [{1: n, 2: 9 * n, 3: n} for n in (20.0, 21.0, 22.0, 23.0)]
    apart, together = prior([steady, moved]), prior([[*steady, *moved]])
    assert apart.variance < together.variance


def test_the_lines_of_a_packet():
    counter = bound.traffic("counter")
    assert (counter.packet, counter.victim) == (1.0, 1 / 16)
    assert counter.store == 1 / 16 * 4 / 64, "in order, too, for one packet in sixteen"
    assert counter.lines == pytest.approx(1 + 1 / 16 + 1 / 256)
    random = bound.traffic("random")
    assert random.store == 1 / 16, "a line for each slot"
    assert random.lines - counter.lines == pytest.approx(1 / 16 * 60 / 64)


def test_handles_are_little_beside_the_packets():
    for generator in ("counter", "random"):
        moved = bound.traffic(generator)
        assert moved.store < 0.06 * moved.lines


def test_the_bound_is_the_price_of_the_lines():
    moved = bound.traffic("counter")
    assert bound.bound_ns(moved, 2.0) == pytest.approx(2 * moved.lines)
