"""The comparisons' files: complete, without contradictions, and of programs that are built."""

import copy

import pytest

from course.cli.main import parse
from course.errors import UsageError
from course.measure.benches import selection
from course.model import benches
from course.model.benches import DefinitionError
from course.toolchain import build, libraries

from . import fakes


def test_every_bench_has_a_command_and_sources():
    for name in benches.names():
        assert parse(["bench", name]).bench == name


@pytest.mark.parametrize("name", benches.names())
def test_every_command_line_can_be_filled_in(name):
    comparison = benches.load(name)
    assert comparison.name == name
    for one in comparison.contestants:
        program = one.program
        known = {
            "java": "java",
            "seconds": "1",
            "four_times": "4",
            "quarter_ms": 250,
            "ten_times_ms": 10_000,
        }
        for run, arguments in program.runs.items():
            words = [*program.command, *one.arguments, *arguments, *program.arguments]
            assert all(word.format(**known) for word in words), run
        assert ("{java}" in program.command) == (program.jdk is not None)
        if program.output == "analyser":
            flat = [*one.arguments, *program.arguments]
            assert {"--strategy", "--scale", "--generator", "--rounds"} <= set(flat)
        assert one.preload in ("", *libraries.ALLOCATORS)


@pytest.mark.parametrize("name", benches.names())
def test_what_must_be_there_is_built(name):
    built = {path.name for path in build.PROGRAMS}
    modules = {*build.java_modules(25)}
    for one in benches.load(name).contestants:
        program = one.program
        if program.jdk is not None:
            start, end = "build/java/lib/allocpool-", "-[0-9]*.jar"
            assert program.file.startswith(start)
            assert program.file.removeprefix(start).removesuffix(end) in modules
        elif not program.without:
            assert program.command[0].removeprefix("build/cpp/bin/") in built


@pytest.mark.parametrize("name", benches.names())
def test_charts_and_tables_have_something_to_show(name):
    comparison = benches.load(name)
    assert any(metric.main for metric in comparison.metrics)
    runs = {run for one in comparison.contestants for run in one.program.runs}
    for metric in comparison.metrics:
        assert metric.run in ("", *runs)
        assert metric.caption.endswith(".")
    for group in comparison.groups:
        assert any(one.group == group.key for one in comparison.contestants)


@pytest.mark.parametrize("name", benches.names())
def test_labels_differ_within_a_group(name):
    places = [(one.group, one.label) for one in benches.load(name).contestants]
    assert len(set(places)) == len(places)


def test_the_steps_to_the_limit_are_each_left_out_once():
    comparison = benches.load("limit")
    steps = ("layout", "ring", "prefetch", "pages")
    taken = {
        tuple(one.arguments[1].split(","))
        for one in comparison.contestants
        if one.arguments[:1] == ("--steps",)
    }
    cumulative = {steps[:count] for count in range(1, 5)}
    with_handles = {(steps[0], "handles", *some[1:]) for some in cumulative}
    all_but_one = {tuple(step for step in steps if step != without) for without in steps}
    assert taken == cumulative | with_handles | all_but_one | {("none",)}


GOOD = fakes.data(fakes.contestant("a", "ok:1"), fakes.contestant("b", "ok:2"))


def broken(change):
    data = copy.deepcopy(GOOD)
    change(data)
    return data


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda data: data["contestants"][1].update(id="a"), "contestant a occurs twice"),
        (lambda data: data["contestants"][1].update(group="x"), "no group 'x'; valid: all"),
        (lambda data: data["contestants"][1].update(program="x"), "no program 'x'"),
        (lambda data: data["contestants"][1].update(colour="red"), "colour"),
        (lambda data: data["metrics"][0].update(better="x"), "'larger' or 'neither', not 'x'"),
        (lambda data: data["groups"][0].update(baseline="x"), "no contestant 'x'; valid: a, b"),
        (lambda data: data["programs"]["fake"].update(runs="x"), "no runs 'x'"),
        (lambda data: data["programs"]["fake"].update(arguments=["@x"]), "no words 'x'"),
        (
            lambda data: data.update(
                goals=[{"statement": "s", "contestant": "a", "metric": "x", "at_most": 1}]
            ),
            "no metric 'x'",
        ),
        (
            lambda data: data.update(quick={"contestants": ["x"], "rounds": 1, "seconds": 0.1}),
            "no contestant 'x'",
        ),
        (lambda data: data.update(quick={"contestants": ["a"]}), "quick.rounds: Field required"),
    ],
)
def test_contradictions_are_told(change, says):
    with pytest.raises(DefinitionError, match=says):
        benches.parse("queue", broken(change))


def test_words_stand_for_others():
    data = broken(lambda data: data["programs"]["fake"].update(arguments=["x", "@two", "y"]))
    made = benches.parse("queue", data | {"words": {"two": ["1", "2"]}})
    assert made.contestants[0].program.arguments == ("x", "1", "2", "y")


def test_a_selection_has_its_baselines():
    made = benches.load("queue")
    chosen = selection.selected(made, "jni-run-ring, run-ring")
    assert {one.id for one in chosen.contestants} == {
        "dual-array",
        "run-ring",
        "jni-dual-array",
        "jni-run-ring",
    }
    assert selection.selected(made, None) is made


def test_a_trimmed_choice_has_its_baselines_and_its_own_length():
    quick = {"contestants": ["b"], "rounds": 1, "seconds": 0.02}
    made = benches.parse("queue", broken(lambda data: data.update(quick=quick)))
    trimmed = selection.trimmed(made)
    assert [one.id for one in trimmed.contestants] == ["a", "b"]
    assert (trimmed.rounds, trimmed.seconds) == (1, 0.02)
    assert (made.rounds, made.seconds) == (3, 0.1)


def test_who_has_no_trimmed_choice_is_told_who_has():
    with pytest.raises(UsageError, match=r"bench queue has no trimmed selection; .* pools"):
        selection.trimmed(benches.parse("queue", GOOD))


def test_what_run_takes_of_the_benches_is_little():
    assert {"pools", "buffers", "service"} == set(benches.quick_names())
    for name in benches.quick_names():
        trimmed = selection.trimmed(benches.load(name))
        turns = sum(len(one.program.runs) for one in trimmed.contestants) * trimmed.rounds
        assert turns <= 16, "all of them together are to take a minute"


def test_unknown_names_are_told_with_the_valid_ones():
    with pytest.raises(LookupError, match=r"no bench 'x'; valid: addresses, "):
        benches.load("x")
    made = benches.parse("queue", GOOD)
    with pytest.raises(UsageError, match=r"--only: no contestant 'x'; valid: a, b"):
        selection.selected(made, "a,x")
