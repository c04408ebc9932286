"""The numbers of logarithmic axes."""

import random

import pytest

from course.site.drawing import log_domain, log_ticks


@pytest.mark.parametrize(
    ("domain", "ticks"),
    [
        ([0.5, 200_000], [1, 10, 100, 1000, 10_000, 100_000]),
        ([8, 120], [10, 20, 50, 100]),
        (log_domain([220, 400]), [200, 300, 400]),
        (log_domain([600, 780]), [600, 700, 800, 900]),
        (log_domain([300]), [260, 280, 300, 320, 340]),
        ([0.131, 0.139], [0.132, 0.134, 0.136, 0.138]),
    ],
)
def test_ticks_are_round_and_never_too_few(domain, ticks):
    assert log_ticks(domain) == ticks


def test_any_figures_have_an_axis_with_numbers():
    dice = random.Random(4)
    for _ in range(2000):
        figures = [10 ** dice.uniform(-4, 8) for _ in range(dice.randrange(1, 4))]
        low, high = log_domain(figures)
        ticks = log_ticks([low, high])
        assert 2 <= len(ticks) <= 16, figures
        assert ticks == sorted(set(ticks))
        assert low <= ticks[0]
        assert ticks[-1] <= high
