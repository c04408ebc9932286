"""Where the shortest interval lies: by simulation, how often that is true."""

import math

import numpy as np
import pytest

from course.model import pairs
from course.model.pairs import NO_PRIOR
from course.stats.shortest import brackets, centre, middles

STEP = math.log(1.1)
"""The resolution of a search."""

MOST = 6
CELLS = 30


def process(found, lossy):
    return {"min_interval_ns": found, "lossy_ns": lossy}


def test_brackets_are_of_processes_that_all_found_an_interval():
    assert brackets([process(100, 91), process(120, 110)]) == [(91, 100), (110, 120)]
    assert brackets([process(100, 91), process(None, 2000)]) == []
    assert brackets([process(100, 91), process(10, None)]) == [], "it may be far below 10"
    assert brackets([]) == []


def test_one_process_tells_no_range():
    assert centre([(91, 100)], NO_PRIOR, MOST) is None


def test_processes_that_agree_leave_what_lies_between_two_steps():
    found = centre([(91, 100)] * 5, NO_PRIOR, MOST)
    assert found.processes == 5
    assert 90 < found.low < 91
    assert 100 < found.high < 101


def normal(random, size):
    return random.normal(size=size)


def skewed(random, size):
    """Most processes are alike, and some met a slow stretch: as shared machines are."""
    return random.exponential(size=size) - 1


def coverage(draw, spread, phase, random):
    """The share of cells whose centre was in the range after every round, looked at after each.

    spread: standard deviation of the logarithm. phase: where a search's steps lie beside what they
    look for: None is anywhere, a number the same place in every process.
    """
    right = cells = 0
    for _ in range(25):
        # Cells differ in how much they vary, twofold to either side.
        deviation = spread * np.exp2(random.uniform(-1, 1, size=(CELLS, 1)))
        truth = math.log(200) + deviation * draw(random, (CELLS, MOST))
        steps = random.uniform(size=truth.shape) if phase is None else phase
        lows, highs = truth - steps * STEP, truth + (1 - steps) * STEP
        ok = np.full(CELLS, True)
        for rounds in range(2, MOST + 1):
            found = [
                list(zip(np.exp(low[:rounds]), np.exp(high[:rounds]), strict=True))
                for low, high in zip(lows, highs, strict=True)
            ]
            prior = pairs.prior(map(middles, found))
            ranges = [centre(one, prior, MOST) for one in found]
            ok &= [one.low <= 200 <= one.high for one in ranges]
        right += ok.sum()
        cells += CELLS
    return right / cells


@pytest.mark.parametrize("spread", [0.02, 0.1, 0.3])
@pytest.mark.parametrize(
    "phase", [None, *(pytest.param(phase, marks=pytest.mark.all) for phase in (0.0, 1.0))]
)
def test_the_centre_of_all_processes_is_in_the_range_19_times_in_20(spread, phase):
    random = np.random.default_rng(11)
    assert coverage(normal, spread, phase, random) >= 0.95


@pytest.mark.slow
@pytest.mark.parametrize("spread", [0.02, 0.1, 0.3])
def test_processes_that_are_not_normal_take_a_share_of_it(spread):
    random = np.random.default_rng(12)
    assert coverage(skewed, spread, None, random) >= 0.90
