"""What a bench's file has come to ask since a record was made: answered by the record's rounds."""

import copy

import pytest

from course.bench import since

from . import fakes
from .fakes import contestant, of, read, run

TAIL = {
    "name": "tail",
    "from": "throughput",
    "percentile": "99.9",
    "title": "The tail",
    "unit": "ns",
    "caption": "Nothing is measured.",
}
GOAL = {"statement": "b's tail is short", "contestant": "b", "metric": "tail", "at_most": 90.0}


def bench(*more, goals=()):
    """Two contestants that tell percentiles, with more metrics and goals than the first."""
    some = [contestant("a", "percentiles"), contestant("b", "percentiles")]
    metrics = [*fakes.data(*some)["metrics"], *more]
    return fakes.comparison(*some, metrics=metrics, goals=list(goals))


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    folder = tmp_path_factory.mktemp("record")
    assert run(folder, bench(), rounds=2) == 0
    return read(folder)


def test_a_metric_that_was_added_has_the_figures_that_the_programs_told(record):
    found = since.completed(record, bench(TAIL))
    assert [one["name"] for one in found["metrics"]] == ["throughput", "tail"]
    assert of(found, "b")["figures"]["tail"] == {
        "values": [90.0, 90.0],
        "median": 90.0,
        "low": 90.0,
        "high": 90.0,
        "ratio": {"median": 1.0, "low": 1.0, "high": 1.0},
    }


def test_it_is_what_a_new_record_would_say(tmp_path, record):
    asked = bench(TAIL, goals=[GOAL])
    run(tmp_path, asked, rounds=2)
    new, old = read(tmp_path), since.completed(record, asked)
    assert old["metrics"] == new["metrics"]
    assert old["goals"] == new["goals"]
    for name in "ab":
        assert of(old, name)["figures"] == of(new, name)["figures"]


def test_a_goal_that_was_set_since_is_judged(record):
    goals = [GOAL, GOAL | {"at_most": 80.0}, GOAL | {"against": "a", "at_most": 1.0}]
    found = since.completed(record, bench(TAIL, goals=goals))
    assert [one["verdict"] for one in found["goals"]] == ["holds", "fails", "holds"]


def test_what_nobody_told_was_not_measured(record):
    absent = TAIL | {"percentile": "99.99"}
    found = since.completed(record, bench(absent, goals=[GOAL]))
    assert "tail" not in of(found, "b")["figures"]
    assert (found["goals"][0]["verdict"], found["goals"][0]["figure"]) == ("not measured", None)


def test_contestants_and_groups_that_came_or_went_take_nothing_from_it(record):
    some = [contestant("a", "percentiles"), contestant("c", "ok:1", group="new")]
    groups = [
        {"key": "all", "label": "All", "baseline": "a"},
        {"key": "new", "label": "New", "baseline": "c"},
    ]
    metrics = [*fakes.data(*some)["metrics"], TAIL]
    found = since.completed(record, fakes.comparison(*some, groups=groups, metrics=metrics))
    assert [one["key"] for one in found["groups"]] == ["all", "new"]
    assert [one["id"] for one in found["contestants"]] == ["a", "b"]
    assert of(found, "a")["figures"]["tail"]["median"] == 90.0
    assert "tail" not in of(found, "b")["figures"]


def test_the_record_itself_stays_as_it_was(record):
    before = copy.deepcopy(record)
    assert since.completed(record, bench()) == before
    since.completed(record, bench(TAIL, goals=[GOAL]))
    assert record == before
