"""What rounds say so far of the pairs that are to be decided."""

import dataclasses

from course.measure.cells import profiles
from course.measure.cells.contest import Contest, contests
from course.measure.cells.jobs import Fork
from course.measure.cells.standings import Standings
from course.model.calibration import NONE

from . import samples

MOST = 6


def pair(mode):
    """A contest of one pair in that mode."""
    made = next(
        one
        for one in contests(profiles.load("full").tasks)
        if one.pairs and one.cells[0].mode == mode
    )
    return dataclasses.replace(made, tasks=made.tasks[:2])


def searched(shortest_ns):
    """A process that found this interval, and loses at one a tenth shorter; None: at any."""
    tried = [(2000, 5)] if shortest_ns is None else [(shortest_ns, 0), (shortest_ns // 1.1, 5)]
    probes = [
        samples.probe(ns, lost, loss_pct=0.0, stopped_early=lost > 0, purpose="search")
        for ns, lost in tried
    ]
    return Fork([], "", realtime={"probes": probes, "search": {"longest_ns": 2000}})


def standings(contest: Contest, *rounds):
    """The standings after rounds with these intervals, pooling and allocating."""
    (sides,) = contest.pairs
    forks = {
        cell: {number: searched(one[side]) for number, one in enumerate(rounds)}
        for side, cell in enumerate(sides)
    }
    return Standings([contest], forks, MOST, NONE)


def test_searches_of_the_same_rounds_decide_a_pair():
    contest = pair("realtime")
    assert standings(contest).needed() == {contest.key: 2.0}
    assert standings(contest, (100, 200)).needed() == {contest.key: 2.0}
    found = standings(contest, (100, 200), (200, 400), (150, 300), (120, 240))
    assert found.needed() == {}
    assert str(found) == "decided 1 of 1: pooling faster in 1"


def test_a_side_without_an_interval_is_slower_by_what_the_longest_says():
    contest = pair("realtime")
    found = standings(contest, (100, None), (110, None), (105, None))
    (estimate,) = found.estimates.values()
    assert 0.04 < estimate.ratio < 0.06
    assert str(found) == "decided 1 of 1: pooling faster in 1"


def test_a_pair_that_loses_everywhere_is_not_asked_again():
    contest = pair("realtime")
    found = standings(contest, (None, None))
    assert found.needed() == {}
    assert str(found) == ""
