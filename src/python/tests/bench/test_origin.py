"""Whether a bench's file still says what it said of a record: what counts, and what does not."""

import copy

import pytest

from course.bench import selection
from course.model import bench_definition, benches

from . import fakes

RUNS = {"cases": {"A": ["--case", "A"], "B": ["--case", "B"]}, "others": {"A": ["--case", "C"]}}
GOAL = {"statement": "s", "contestant": "b", "metric": "throughput", "against": "a", "at_most": 0.5}


def file():
    """What a bench's file says: two contestants, one goal, two runs."""
    some = [fakes.contestant("a", "ok:1"), fakes.contestant("b", "ok:2")]
    made = fakes.data(*some, runs=RUNS, goals=[GOAL])
    made["programs"]["fake"] |= {"runs": "cases", "arguments": ["--seconds", "{seconds}"]}
    return copy.deepcopy(made)


def told(data):
    """What a record has of it."""
    comparison = benches.parse("queue", data)
    names = [metric.name for metric in comparison.metrics]
    return {
        "metrics": [{"name": name} for name in names],
        "contestants": [
            {"id": one.id, "group": one.group,
             "definition": bench_definition.definition(comparison, one, names)}
            for one in comparison.contestants
        ],
        "goals": [
            {"contestant": one.contestant, "against": one.against or None, "metric": one.metric,
             "at_most": one.at_most}
            for one in comparison.goals
        ],
    }  # fmt: skip


def changed(how):
    data = file()
    how(data)
    return benches.parse("queue", data)


@pytest.mark.parametrize(
    ("how", "of"),
    [
        (lambda data: data["contestants"][1].update(arguments=["b", "ok:3"]), ["b"]),
        (lambda data: data["contestants"][1].update(preload="jemalloc"), ["b"]),
        (lambda data: data["contestants"][1].update(name="b"), ["b"]),
        (lambda data: data["contestants"][1].update(id="c"), ["b"]),
        (lambda data: data["programs"]["fake"]["command"].append("-v"), ["a", "b"]),
        (lambda data: data["programs"]["fake"].update(arguments=["--seconds", "1"]), ["a", "b"]),
        (lambda data: data["programs"]["fake"].update(runs="others"), ["a", "b"]),
        (lambda data: data["programs"]["fake"].update(jdk=25), ["a", "b"]),
        (lambda data: data["programs"]["fake"].update(output="analyser"), ["a", "b"]),
        (lambda data: data["runs"]["cases"]["A"].append("-v"), ["a", "b"]),
        (lambda data: data["groups"][0].update(baseline="b"), ["a", "b"]),
        (lambda data: data["metrics"][0].update(run="B"), ["a", "b"]),
        (lambda data: data["metrics"][0].update(where={"pages": "huge"}), ["a", "b"]),
        (lambda data: data["metrics"][0].update({"from": "latency"}), ["a", "b"]),
        (lambda data: data["metrics"][0].update(percentile="99.9"), ["a", "b"]),
    ],
)
def test_what_changes_a_figure_makes_it_another_bench(how, of):
    data = file()
    how(data)
    if not any(one["id"] == "b" for one in data["contestants"]):
        data["goals"] = []
    comparison = benches.parse("queue", data)
    assert bench_definition.redefined(told(file()), comparison) == of
    assert bench_definition.is_redefined(told(file()), comparison)


@pytest.mark.parametrize(
    "how",
    [
        lambda data: data.update(title="Another title", rounds=7, seconds=3.0, timeout_s=99),
        lambda data: data["contestants"][1].update(label="another label"),
        lambda data: data["groups"][0].update(label="another label"),
        lambda data: data["metrics"][0].update(caption="Another.", title="another", main=False),
        lambda data: data["metrics"][0].update({"from": "throughput"}),
        lambda data: data["goals"][0].update(statement="another statement"),
        lambda data: data["contestants"].append(fakes.contestant("c", "ok:3")),
        lambda data: data["contestants"].reverse(),
        lambda data: data["metrics"].append(data["metrics"][0] | {"name": "another"}),
        lambda data: data["goals"].append(GOAL | {"at_most": 0.1}),
        lambda data: data["runs"].update(more={"A": []}),
        lambda data: data.update(quick={"contestants": ["a"], "rounds": 1, "seconds": 0.1}),
    ],
)
def test_what_is_only_shown_or_added_does_not(how):
    assert not bench_definition.is_redefined(told(file()), changed(how))


@pytest.mark.parametrize(
    "change", [{"at_most": 0.4}, {"contestant": "a", "against": "b"}, {"against": ""}]
)
def test_another_goal_does(change):
    comparison = changed(lambda data: data["goals"][0].update(change))
    assert bench_definition.redefined(told(file()), comparison) == []
    assert bench_definition.is_redefined(told(file()), comparison)


def test_a_metric_that_is_gone_does():
    before = file()
    before["metrics"].append(before["metrics"][0] | {"name": "another"})
    assert bench_definition.is_redefined(told(before), benches.parse("queue", file()))


def test_a_record_without_hashes_is_not_judged():
    record = told(file())
    for one in record["contestants"]:
        del one["definition"]
    other = changed(lambda data: data["contestants"][1].update(arguments=["b", "ok:3"]))
    assert bench_definition.redefined(record, other) == []
    assert not bench_definition.is_redefined(record, other)
    assert not bench_definition.is_redefined(record, changed(lambda data: data["goals"].clear()))


def test_a_choice_of_contestants_has_the_hashes_of_the_whole_bench():
    whole = benches.parse("queue", file())
    part = selection.selected(whole, "a")
    names = [metric.name for metric in whole.metrics]
    (one,) = part.contestants
    assert bench_definition.definition(part, one, names) == bench_definition.definition(
        whole, one, names
    )


def test_a_group_s_figures_come_from_its_last_rounds():
    record = {
        "provenance": {"source_hash": "1"},
        "again": [{"groups": ["two", "four"], "provenance": {"source_hash": "2"}}],
        "contestants": [{"group": group} for group in ("one", "two")],
    }
    assert bench_definition.of_group(record, "one") == {"source_hash": "1"}
    assert bench_definition.of_group(record, "four") == {"source_hash": "2"}
    assert bench_definition.source_hashes(record) == {"1", "2"}
    record["contestants"].pop(0)
    assert bench_definition.source_hashes(record) == {"2"}, "of the others there is nothing left"
