"""Stretches with and without a wait alternate; a process's ratio ignores a steady drift."""

import itertools
import math
import random

import pytest

from course.measure.cells.bias import CYCLES, log_ratio, plan
from course.measure.cells.bout import Limit, Manner

STRETCHES = 2 * CYCLES + 1


@pytest.mark.parametrize(("block", "lead_ms"), [(1, 0), (1, 1), (6, 300)])
def test_each_stretch_has_as_many_windows_of_each_side(block, lead_ms):
    manner = Manner([Limit(250)] * 2, windows=6, block=block, lead_ms=lead_ms)
    planned = plan(manner, random.Random(1))
    counted = [turn.side for turn in planned if turn.counts]
    stretches = [counted[start : start + 12] for start in range(0, len(counted), 12)]
    assert len(stretches) == STRETCHES
    assert all(one.count(0) == one.count(1) == 6 for one in stretches)
    for waited in stretches[::2]:  # the side changes once: nobody waits
        assert sum(one != other for one, other in itertools.pairwise(waited)) == 1


def test_a_window_after_a_wait_does_not_count_as_one_without():
    planned = plan(Manner([Limit(50)] * 2, windows=4), random.Random(2))
    alone = planned[: 2 * (1 + 4)]
    for before, turn in itertools.pairwise([None, *alone]):
        is_first = before is None or before.side != turn.side
        assert turn.counts is not is_first


@pytest.mark.parametrize("ratio", [1.0, 0.9, 1.2])
def test_a_process_is_compared_with_itself_whatever_its_drift(ratio):
    waits = [ratio if stretch % 2 else 1.0 for stretch in range(STRETCHES)]
    windows = [
        {"packets": 10, "elapsed_ns": 500.0 * by * math.exp(0.05 * stretch)}
        for stretch, by in enumerate(waits)
        for _ in range(3)
    ]
    assert log_ratio(windows) == pytest.approx(math.log(ratio))
