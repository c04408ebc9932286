"""What records of groups say together: by today's file, and round by round of one sitting alone."""

import pytest

from course.model import bench_summary as summary
from course.model import bound
from course.model.spread import Mean

from . import fakes, made
from .fakes import contestant, of

TAIL = {
    "name": "tail",
    "from": "throughput",
    "percentile": "99.9",
    "title": "The tail",
    "unit": "ns",
    "caption": "Nothing is measured.",
}
GOAL = {"statement": "b's tail is short", "contestant": "b", "metric": "tail", "at_most": 90.0}
PERCENTILES = {"values": {"throughput": [{"50": 8, "99.9": 90}] * 3}}
LATER = {"started": "2020-01-01T05:30:00Z"}


def bench(*more, goals=()):
    """Two contestants that tell percentiles, with more metrics and goals than the first."""
    some = [contestant("a", "percentiles"), contestant("b", "percentiles")]
    metrics = [*fakes.data(*some)["metrics"], *more]
    return fakes.comparison(*some, metrics=metrics, goals=list(goals))


BEFORE = made.records(made.told(bench(), {"a": PERCENTILES, "b": PERCENTILES}))
"""Records of the bench when it had only one metric."""


def test_a_metric_that_was_added_has_the_figures_that_the_programs_told():
    found = summary.of(BEFORE, bench(TAIL))
    assert [one["name"] for one in found["metrics"]] == ["throughput", "tail"]
    assert of(found, "b")["figures"]["tail"] == {
        "values": [90.0, 90.0, 90.0],
        "mean": 90.0,
        "low": 90.0,
        "high": 90.0,
        "ratio": Mean(1.0, 1.0, 1.0),
    }


def test_goals_are_those_of_today():
    goals = [GOAL, GOAL | {"at_most": 80.0}, GOAL | {"against": "a", "at_most": 1.0}]
    found = summary.of(BEFORE, bench(TAIL, goals=goals))
    assert [one["verdict"] for one in found["goals"]] == ["holds", "fails", "holds"]


def test_a_goal_may_divide_by_another_metric_of_a_contestant():
    goal = GOAL | {"against": "a", "against_metric": "throughput", "at_most": 11.25}
    found = summary.of(BEFORE, bench(TAIL, goals=[goal]))
    assert (found["goals"][0]["verdict"], found["goals"][0]["figure"].value) == ("holds", 11.25)


def test_a_goal_may_divide_by_the_floor():
    some = [contestant("a", "ok:1"), contestant("b", "ok:2")]
    line = TAIL | {"name": "line", "percentile": "", "title": "A line"}
    goal = {"statement": "s", "contestant": "b", "metric": "throughput", "against": "floor"}
    floor = {"generator": "counter", "lines": {"throughput": ["line"]}}
    told = {name: {"values": {"throughput": [value] * 3}} for name, value in (("a", 1), ("b", 2))}

    def goals(at_most):
        made_of = fakes.comparison(
            *some,
            metrics=[*fakes.data(*some)["metrics"], line],
            goals=[goal | {"at_most": at_most}],
            bound=floor,
        )
        return summary.of(made.records(made.told(made_of, told)), made_of)["goals"][0]

    lines = bound.traffic("counter").lines
    assert goals(2.01 / lines)["figure"].value == pytest.approx(2 / lines)
    assert [goals(most / lines)["verdict"] for most in (2.01, 1.99)] == ["holds", "fails"]


def test_what_nobody_told_was_not_measured():
    found = summary.of(BEFORE, bench(TAIL | {"percentile": "99.99"}, goals=[GOAL]))
    assert "tail" not in of(found, "b")["figures"]
    assert (found["goals"][0]["verdict"], found["goals"][0]["figure"]) == ("not measured", None)


def test_contestants_and_groups_that_came_or_went_take_nothing_from_it():
    some = [contestant("a", "percentiles"), contestant("c", "ok:1", group="new")]
    groups = [
        {"key": "all", "label": "All", "baseline": "a"},
        {"key": "new", "label": "New", "baseline": "c"},
    ]
    found = summary.of(BEFORE, fakes.comparison(*some, groups=groups))
    assert [one["key"] for one in found["groups"]] == ["all", "new"]
    assert [one["id"] for one in found["contestants"]] == ["a"]
    assert of(found, "a")["figures"]["throughput"]["mean"] == 8


ACROSS = {"statement": "b is half of a", "contestant": "b", "metric": "throughput",
          "against": "a", "at_most": 0.5}  # fmt: skip


def apart(**of_later):
    """Two groups, of which the second is measured in the other's shadow: its baseline is there."""
    groups = [{"key": f"of-{name}", "label": name, "baseline": "a"} for name in "ab"]
    some = fakes.apart("ok:10", "ok:5", groups=groups, goals=[ACROSS])
    told = made.told(some, {name: {"values": {"throughput": [value] * 3}}
                            for name, value in (("a", 10), ("b", 5))})  # fmt: skip
    told["of-b"]["provenance"] = made.ORIGIN | of_later
    return summary.of(made.records(told), some)


def test_groups_of_one_sitting_are_compared_round_by_round():
    found = apart()
    assert of(found, "b")["figures"]["throughput"]["ratio"].value == 0.5
    assert found["goals"][0]["verdict"] == "holds"
    assert (found["again"], found["provenance"]) == ([], made.ORIGIN)


def test_those_of_two_sittings_are_not_and_the_later_one_is_told():
    found = apart(**LATER)
    assert of(found, "b")["figures"]["throughput"]["ratio"] is None
    assert of(found, "b")["figures"]["throughput"]["mean"] == 5
    assert found["goals"][0]["verdict"] == "not measured"
    assert found["provenance"] == made.ORIGIN
    told = {"groups": ["of-b"], "rounds": 3, "caveats": []}
    assert found["again"] == [told | {"provenance": made.ORIGIN | LATER}]


def test_what_does_not_belong_beside_the_newest_is_left_out():
    for change in (
        {"source_hash": "6" * 64},
        {"machine": made.ORIGIN["machine"] | {"cores": 3}},
    ):
        found = apart(**LATER, **change)
        assert [one["id"] for one in found["contestants"]] == ["b"]
        assert (found["provenance"], found["again"]) == (made.ORIGIN | LATER | change, [])
