"""The profiles' data: complete, without doubles, within their budgets; and the command lines."""

from pathlib import Path

import pytest

from course.measure import cells, commands, profiles
from course.measure.profiles import Batch, Realtime

from . import samples


@pytest.mark.parametrize("name", profiles.names())
def test_profile(name):
    profile = profiles.load(name)
    ids = [task.cell.id for task in profile.tasks]
    assert len(set(ids)) == len(ids)
    assert sum(task.seconds * task.forks for task in profile.tasks) <= profile.budget_s
    for task in profile.tasks:
        assert cells.Cell.from_dict(task.cell.to_dict()) == task.cell
        for key, values in cells.VALUES.items():
            value = getattr(task.cell, key)
            assert str(value) in values or (value is None and key in ("collector", "jdk"))
        assert isinstance(task.load, Batch if task.cell.mode == "batch" else Realtime)
        assert task.timeout_s > 5 * task.seconds


@pytest.mark.parametrize("name", ["smoke", "trimmed"])
def test_every_strategy_and_case_is_measured_in_batch(name):
    measured = {task.cell.id for task in profiles.load(name).tasks}
    expected = {cell.id for cell in samples.cells() if cell.mode == "batch"}
    assert len(expected) == 72
    assert expected <= measured


def test_full_has_all_of_trimmed_and_more():
    trimmed, full = (
        {task.cell.id for task in profiles.load(name).tasks} for name in ("trimmed", "full")
    )
    assert trimmed < full
    assert {"heap-parallel-25-pool-A-batch-counter", "heap-g1-11-pool-A-batch-counter"} <= full


@pytest.mark.parametrize("name", profiles.names())
def test_real_time_goes_from_long_to_short_intervals(name):
    tasks = [task for task in profiles.load(name).tasks if isinstance(task.load, Realtime)]
    assert tasks
    for task in tasks:
        intervals = list(task.load.intervals_ns)
        assert intervals == sorted(intervals, reverse=True)
        if task.cell.collector is not None:
            assert 1000 in intervals  # where the article gives the loss


@pytest.mark.parametrize("name", profiles.names())
def test_what_leaks_by_design_is_bounded(name):
    leaking = [
        task.load
        for task in profiles.load(name).tasks
        if (task.cell.implementation, task.cell.strategy) == ("cpp", "dummy")
    ]
    assert leaking
    for load in leaking:
        assert isinstance(load, Batch)
        assert load.settle == 0
        packets = load.packets * (load.warmup_rounds + load.rounds)
        assert packets * 200 < 10**9  # four objects of up to 48 bytes each


def test_a_java_command():
    task = next(
        task
        for task in profiles.load("trimmed").tasks
        if task.cell.id == "heap-g1-25-pool-B-batch-counter"
    )
    command = commands.build(task, Path("/jdk/bin/java"), Path("/s"))
    assert command.gc_log == Path("/s/gc.log")
    assert command.arguments[:5] == [
        "/jdk/bin/java",
        "-Xms2g",
        "-Xmx2g",
        "-XX:+UseG1GC",
        "-XX:MaxGCPauseMillis=80",
    ]
    assert '-Xlog:gc*,safepoint=off:file="/s/gc.log":uptime,level,tags:filecount=0' in (
        command.arguments
    )
    program = command.arguments[command.arguments.index(commands.MAIN_CLASS) + 1 :]
    assert program[:4] == ["--case", "B", "--strategy", "pool"]
    assert program[-1] == "--live-objects"


def test_places_do_not_make_another_command():
    task = profiles.load("trimmed").tasks[0]
    one = commands.build(task, Path("/a/java"), Path("/a")).arguments
    other = commands.build(task, Path("/b/java"), Path("/b")).arguments
    assert one != other
    assert commands.comparable(one) == commands.comparable(other)


def test_a_cpp_command():
    task = next(
        task
        for task in profiles.load("smoke").tasks
        if task.cell.id == "cpp-flat-pool-C-realtime-counter"
    )
    command = commands.build(task, None, Path("/s"))
    assert command.gc_log is None
    assert command.arguments[0] == "build/cpp/bin/analyser-cpp-flat"
    assert "--interval-ns" in command.arguments
    assert "--live-objects" not in command.arguments


def test_java_without_a_jvm():
    task = profiles.load("smoke").tasks[0]
    with pytest.raises(ValueError, match="needs a JVM"):
        commands.build(task, None, Path("/s"))
