"""Medians, ratios and verdicts, and the model of the lower bound."""

import pytest

from course.measure.benches import bound
from course.model.spread import Spread, ratios, verdict


def test_a_spread_has_eight_rounds_in_ten():
    spread = Spread.of(float(value) for value in range(11))
    assert spread == Spread(median=5.0, low=1.0, high=9.0, rounds=11)
    assert Spread.of([3.0]) == Spread(3.0, 3.0, 3.0, 1)
    assert Spread.of([]) is None


def test_ratios_are_taken_round_by_round():
    slow_machine = {1: 10.0, 2: 30.0, 3: 10.0}
    assert ratios(slow_machine, {1: 5.0, 2: 15.0, 3: 5.0}) == {1: 2.0, 2: 2.0, 3: 2.0}
    assert ratios({1: 10.0, 2: 30.0}, {2: 15.0, 3: 5.0}) == {2: 2.0}
    assert ratios({1: 10.0}, {1: 0.0}) == {}


@pytest.mark.parametrize(
    ("values", "at_most", "word"),
    [
        ([1, 2, 3], 3, "holds"),
        ([4, 5, 6], 3, "fails"),
        ([1, 2, 6], 3, "inconclusive"),
        ([], 3, "not measured"),
    ],
)
def test_a_goal_needs_nearly_all_rounds(values, at_most, word):
    assert verdict(Spread.of(values), at_most) == word


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
