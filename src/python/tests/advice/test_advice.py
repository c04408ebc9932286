"""Figures of a log, and what the rules make of them, on answers made by hand."""

from __future__ import annotations

import pytest

from course.advice.candidates import rest
from course.advice.figures import NothingToTell, figures
from course.advice.recordings import Recording, Site
from course.advice.rules import Pool, advice, values_of
from course.model.decision import rules


def answer(**changed):
    """Ten young collections in ten seconds: 100 MB are filled, 50 MB are left, 20 ms each."""
    made = {
        "collector_name": "Parallel",
        "concurrent_ms": 0,
        "safepoints": 0,
        "events": [
            {"at_ms": 1000.0 * n - 20, "pause_ms": 20.0, "kind": "Young (Allocation Failure)"}
            for n in range(1, 11)
        ],
        "stall_events": [],
        "collections": [[1000.0 * n, 150.0, 50.0] for n in range(1, 11)],
    }
    return made | changed


def with_pool(found, share, mb):
    return rules().evaluate(values_of(found, None, Pool(share, mb)))


def test_the_figures_of_the_two_rules():
    found = figures(answer())
    assert found.seconds == 10
    assert found.share == pytest.approx(0.02)
    assert found.longest_ms == 20
    assert found.allocated_mb_s == pytest.approx(100)
    assert found.alive_mb == 50
    assert found.room_mb == 100
    assert not found.concurrent


def test_the_first_seconds_can_be_left_out():
    found = figures(answer(), after_s=5.5)
    assert found.seconds == pytest.approx(4.5)
    assert len(found.pauses_ms) == 5
    assert len(found.collections) == 5


def test_a_wait_for_memory_is_a_standstill_too():
    stall = {"at_ms": 500.0, "stall_ms": 300.0, "kind": "Allocation Stall (main)"}
    found = figures(answer(stall_events=[stall]))
    assert found.longest_ms == 300
    assert found.share == pytest.approx(0.05)


def test_the_way_to_a_safepoint_is_told_where_it_is_known():
    assert figures(answer(safepoints=2, max_to_safepoint_ms=0.4)).to_safepoint_ms == 0.4
    assert figures(answer()).to_safepoint_ms is None


def test_one_collection_tells_no_rate():
    found = figures(answer(collections=[[1000.0, 150.0, 50.0]]))
    assert found.allocated_mb_s is None
    assert found.room_mb is None
    assert with_pool(found, 0.5, 10)["gc_most"] is None
    assert any("too few" in said for said in advice(found, None, Pool(0.5, 10)))


def test_epsilon_tells_only_the_rate():
    fills = [[1000.0, 50.0, 50.0], [2000.0, 150.0, 150.0], [3000.0, 250.0, 250.0]]
    found = figures(answer(collector_name="Epsilon", events=[], collections=fills))
    assert found.allocated_mb_s == pytest.approx(100)
    assert (found.alive_mb, found.room_mb) == (None, None)
    assert (found.paused, found.share) == (True, 0)
    assert "can't save more" in said_about(found)


def test_what_was_freed_meanwhile_is_no_negative_allocation():
    swept = [[1000.0, 150.0, 120.0], [2000.0, 90.0, 50.0], [3000.0, 150.0, 50.0]]
    assert figures(answer(collections=swept)).allocated_mb_s == pytest.approx(50)


@pytest.mark.parametrize(
    ("changed", "after_s"),
    [({"events": [], "collections": []}, 0.0), ({}, 11.0)],
)
def test_a_log_without_a_collection_has_nothing_to_tell(changed, after_s):
    with pytest.raises(NothingToTell):
        figures(answer(**changed), after_s)


def test_a_pool_between_its_best_and_its_worst():
    """Half as often; and if all visit it, twice the live data and, of half the room, twice."""
    forecast = with_pool(figures(answer()), 0.5, 50)
    assert forecast["gc_least"] == pytest.approx(0.01)
    assert forecast["gc_most"] == pytest.approx(0.01 * 2 * 2)


def test_a_pool_that_does_not_fit():
    found = figures(answer())
    assert with_pool(found, 0.5, 100)["gc_most"] is None
    assert any("is larger than the" in said for said in advice(found, None, Pool(0.5, 100)))


def test_a_log_that_begins_in_the_middle_is_as_long_as_what_it_tells():
    """Not as its last uptime: the share of the time would be a thousandth of what it is."""
    found = figures(answer(first_ms=500.0))
    assert found.seconds == pytest.approx(9.5)
    assert figures(answer(first_ms=500.0), after_s=2).seconds == pytest.approx(8)


def test_without_times_there_are_no_rates():
    found = figures(answer(timed=False))
    assert (found.seconds, found.share, found.allocated_mb_s) == (None, None, None)
    assert found.longest_ms == 20
    assert found.alive_mb == 50
    assert "The longest pause takes 20 ms, within the deadline of 100 ms." in said_about(found, 100)
    assert "too little" in said_about(found, None, Pool(0.5, 10))
    with pytest.raises(NothingToTell, match="first 3 s"):
        figures(answer(timed=False), after_s=3)


def test_pauses_that_are_not_logged_are_not_short():
    found = figures(answer(events=[]))
    assert not found.paused
    assert found.share is None
    assert said_about(found, 100) == ""
    assert "too little" in said_about(found, None, Pool(0.5, 10))


def said_about(found, deadline=None, pool=None):
    return "\n".join(advice(found, deadline, pool))


def test_a_deadline_that_is_kept_and_one_that_is_not():
    found = figures(answer())
    assert "In these 10 s, the longest pause took 20 ms" in said_about(found, 100)
    assert "longer than 10 ms 10 times" in said_about(found, 10)


def test_full_collections_and_stalls_are_named():
    events = answer()["events"]
    events[0]["kind"] = events[1]["kind"] = "Full (Ergonomics)"
    stall = {"at_ms": 500.0, "stall_ms": 300.0, "kind": "Allocation Stall (main)"}
    said = said_about(figures(answer(events=events, stall_events=[stall])))
    assert "2 of 10 pauses are full" in said
    assert "waited for memory once" in said


def test_who_hardly_collects_is_told_so():
    quiet = [{"at_ms": 9000.0, "pause_ms": 5.0, "kind": "Young"}]
    assert "can't save more" in said_about(figures(answer(events=quiet)))
    assert "can't save more" not in said_about(figures(answer(events=answer()["events"] * 3)))


def recording_of(*shares):
    """One whose sites have these shares of the bytes."""
    sites = (Site("T", "p", one, one, None, None, False, None, None) for one in shares)
    return Recording("app.jfr", "", figures(answer()), {}, tuple(sites), 1.0)


@pytest.mark.parametrize(
    ("shares", "named", "told"),
    [
        ((0.9, 0.04, 0.03, 0.03), 1, "10 % of the bytes: no other site allocates 5 % of them"),
        ((0.1,) * 8, 5, "50 % of the bytes: no other site allocates more than 10 % of them"),
        ((0.04,) * 25, 0, "100 % of the bytes: no other site allocates 5 % of them"),
    ],
)
def test_of_the_rest_the_largest_site_is_told(shares, named, told):
    assert f"Leave the rest, {told} (chapter 17)." == rest(recording_of(*shares), named)
