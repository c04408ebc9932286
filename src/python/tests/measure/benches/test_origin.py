"""Whether a bench's file still says what it said of a record: what counts, and what does not."""

import copy

import pytest

from course.measure.benches import selection
from course.model import bench_definition, benches

from . import fakes, made

RUNS = {"cases": {"A": ["--case", "A"], "B": ["--case", "B"]}, "others": {"A": ["--case", "C"]}}
GOAL = {"statement": "s", "contestant": "b", "metric": "throughput", "against": "a", "at_most": 0.5}


def file():
    """What a bench's file says: two contestants, one goal, two runs."""
    some = [fakes.contestant("a", "ok:1"), fakes.contestant("b", "ok:2")]
    made = fakes.data(*some, runs=RUNS, goals=[GOAL])
    made["programs"]["fake"] |= {"runs": "cases", "arguments": ["--seconds", "{seconds}"]}
    return copy.deepcopy(made)


def is_redefined(before, now, **changes):
    """Whether a record of the one file does not fit the other; changes of its contestants."""
    comparison = benches.parse("queue", before)
    gave = {one.id: changes for one in comparison.contestants}
    (record,) = made.records(made.told(comparison, gave))
    return bench_definition.is_redefined(record, now)


def changed(how):
    data = file()
    how(data)
    return benches.parse("queue", data)


@pytest.mark.parametrize(
    "how",
    [
        lambda data: data["contestants"][1].update(arguments=["b", "ok:3"]),
        lambda data: data["contestants"][1].update(preload="jemalloc"),
        lambda data: data["contestants"][1].update(name="b"),
        lambda data: data.update(goals=[]) or data["contestants"][1].update(id="c"),
        lambda data: data["programs"]["fake"]["command"].append("-v"),
        lambda data: data["programs"]["fake"].update(arguments=["--seconds", "1"]),
        lambda data: data["programs"]["fake"].update(runs="others"),
        lambda data: data["programs"]["fake"].update(jdk=25),
        lambda data: data["programs"]["fake"].update(output="analyser"),
        lambda data: data["runs"]["cases"]["A"].append("-v"),
        lambda data: data["groups"][0].update(baseline="b"),
        lambda data: data["metrics"][0].update(run="B"),
        lambda data: data["metrics"][0].update(where={"pages": "huge"}),
        lambda data: data["metrics"][0].update({"from": "latency"}),
        lambda data: data["metrics"][0].update(percentile="99.9"),
    ],
)
def test_what_changes_a_figure_makes_it_another_bench(how):
    assert is_redefined(file(), changed(how))


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
        lambda data: data["goals"][0].update(at_most=0.4),
        lambda data: data["goals"].clear(),
        lambda data: data["runs"].update(more={"A": []}),
        lambda data: data.update(quick={"contestants": ["a"], "rounds": 1, "seconds": 0.1}),
    ],
)
def test_what_is_only_shown_or_added_does_not(how):
    assert not is_redefined(file(), changed(how))


def test_a_metric_that_is_gone_does():
    before = file()
    before["metrics"].append(before["metrics"][0] | {"name": "another"})
    assert is_redefined(before, benches.parse("queue", file()))


def test_a_record_without_hashes_is_not_judged():
    other = changed(lambda data: data["contestants"][1].update(arguments=["b", "ok:3"]))
    assert not is_redefined(file(), other, definition=None)


def test_a_run_that_was_added_takes_nothing_from_what_was_measured():
    more = changed(lambda data: data["runs"]["cases"].update(C=["--case", "C"]))
    assert not is_redefined(file(), more)


def test_a_choice_of_contestants_has_the_hashes_of_the_whole_bench():
    whole = benches.parse("queue", file())
    part = selection.selected(whole, "a")
    names = [metric.name for metric in whole.metrics]
    (one,) = part.contestants
    assert bench_definition.definition(part, one, names) == bench_definition.definition(
        whole, one, names
    )
