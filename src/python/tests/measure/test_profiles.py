"""The profiles' data: complete, without doubles, within their budgets; and the command lines."""

import dataclasses
from pathlib import Path

import pytest

from course.measure.cells import commands, profiles, selection
from course.measure.cells.contest import contests
from course.measure.cells.profiles import Batch, Realtime
from course.model.pairs import lasting
from course.model.solutions import CASES, IMPLEMENTATIONS

from . import samples

SLABS = [key for key, one in IMPLEMENTATIONS.items() if "alloc" not in one.strategies]


@pytest.mark.parametrize("name", profiles._data())
def test_profile(name):
    profile = profiles.load(name)
    ids = [task.cell.id for task in profile.tasks]
    assert len(set(ids)) == len(ids)
    # Those of a contest settle side by side, and the budget ends what is more than a first round.
    first = sum(one.seconds for one in contests(profile.tasks))
    assert first <= profile.budget_s
    for task in profile.tasks:
        for key, values in selection.VALUES.items():
            value = getattr(task.cell, key)
            assert str(value) in values or (
                value is None and key in ("collector", "jdk", "variant")
            )
        assert isinstance(task.load, Batch if task.cell.mode == "batch" else Realtime)
        assert task.timeout_s > 5 * task.seconds


@pytest.mark.parametrize("name", ["smoke", "trimmed"])
def test_every_strategy_and_case_is_measured_in_batch(name):
    measured = {task.cell.id for task in profiles.load(name).tasks}
    expected = {
        cell.id
        for cell in samples.cells()
        if cell.mode == "batch"
        and not (name == "trimmed" and cell.id.startswith("heap") and takes_too_long(cell))
    }
    assert len(expected) == (72 if name == "smoke" else 52)
    assert expected <= measured


@pytest.mark.parametrize("name", ["trimmed", "full"])
def test_a_pairs_windows_are_enough_to_show_a_trend(name):
    """With fewer than five, chance gives every order too often."""
    for contest in contests(profiles.load(name).tasks):
        if contest.pairs and isinstance(contest.tasks[0].load, Batch):
            falling = [100.0 - number for number in range(contest.tasks[0].load.rounds)]
            assert lasting([falling]) < 0, contest.key


def takes_too_long(cell):
    """For what it tells: dummy's one packet is the same in all cases, and mix is no pair's side."""
    return cell.strategy == "mix" or (cell.strategy == "dummy" and cell.case in "BC")


def test_full_has_all_of_trimmed_and_more():
    trimmed, full = (
        {task.cell.id for task in profiles.load(name).tasks} for name in ("trimmed", "full")
    )
    assert trimmed < full
    assert {"heap-parallel-25-pool-A-batch-counter", "heap-g1-11-pool-A-batch-counter"} <= full


def test_parts():
    assert profiles.load("smoke").parts == profiles.load("trimmed").parts == ()
    full = profiles.load("full")
    assert set(full.parts) == {task.part for task in full.tasks}
    assert {task.cell.collector for task in full.tasks if task.part == "cms"} == {"cms"}
    for task in full.tasks:
        is_again = task.cell.variant == "second-search"
        assert is_again == (task.part == "again")
        is_variant = task.cell.variant is not None or task.cell.implementation == "foreign"
        assert (is_variant and not is_again) == (task.part == "variants")
        is_slab = task.cell.implementation in SLABS
        assert is_slab == (task.part == "limit")
        is_region = task.cell.implementation in ("cpp-region", "region")
        assert is_region == (task.part == "region")
        assert (task.cell.generator == "random" and not is_slab) == (task.part == "random")


def test_the_limit_is_measured_under_both_generators_and_in_real_time():
    tasks = [task.cell for task in profiles.load("full").tasks if task.part == "limit"]
    wanted = {("batch", "counter"), ("batch", "random"), ("realtime", "counter")}
    for implementation in SLABS:
        for case in CASES:
            place = (implementation, case)
            mine = [cell for cell in tasks if (cell.implementation, cell.case) == place]
            assert {(cell.mode, cell.generator) for cell in mine} == wanted
            assert {cell.strategy for cell in mine} == {"pool"}
    jdks = {(cell.implementation, cell.jdk) for cell in tasks if cell.collector}
    assert jdks == {("flat", 11), ("flat", 17), ("flat", 25), ("flat-foreign", 25)}


@pytest.mark.parametrize(
    ("implementation", "changes", "sense"),
    [
        ("cpp-limit", {"strategy": "pool"}, True),
        ("cpp-limit", {"strategy": "dummy"}, True),
        ("cpp-limit", {"strategy": "alloc"}, False),
        ("flat", {"strategy": "mix"}, False),
        ("flat", {"jdk": 11}, True),
        ("flat-foreign", {"jdk": 17}, False),
        ("flat-foreign", {"jdk": 25}, True),
        ("foreign", {"jdk": 11, "strategy": "alloc"}, False),
        ("cpp-flat", {"strategy": "alloc"}, True),
        ("cpp-region", {"strategy": "alloc"}, True),
        ("cpp-region", {"strategy": "pool"}, False),
        ("region", {"jdk": 25, "strategy": "alloc"}, True),
        ("region", {"jdk": 25, "strategy": "mix"}, False),
        ("region", {"jdk": 17, "strategy": "pool"}, False),
    ],
)
def test_what_makes_no_sense_is_never_planned(implementation, changes, sense):
    assert samples.cell(implementation, **changes).makes_sense == sense
    for name in profiles._data():
        assert all(task.cell.makes_sense for task in profiles.load(name).tasks)


def test_the_articles_cells_take_an_hour_and_a_half_at_most():
    tasks = [task for task in profiles.load("full").tasks if task.part == "article"]
    modes = [task.cell.mode for task in tasks]
    assert (modes.count("batch"), modes.count("realtime")) == (96, 72)
    assert sum(task.seconds for task in tasks) <= 90 * 60  # one fork each


def test_full_has_every_collector_of_every_jdk():
    runtimes = {
        (task.cell.implementation, task.cell.collector, task.cell.jdk)
        for task in profiles.load("full").tasks
        if task.cell.collector
    }
    everywhere = {("serial", 25), ("parallel", 11), ("parallel", 25), ("cms", 11)}
    everywhere |= {(name, jdk) for name in ("g1", "zgc", "shenandoah") for jdk in (11, 17, 25)}
    for implementation in ("heap", "native"):
        assert {(implementation, *one) for one in everywhere} <= runtimes
    assert {jdk for name, _, jdk in runtimes if name == "foreign"} == {25}


@pytest.mark.parametrize("name", profiles._data())
def test_real_time_is_probed_where_the_article_gives_the_loss(name):
    loads = [task.load for task in profiles.load(name).tasks if isinstance(task.load, Realtime)]
    assert {load.search is None for load in loads} == {True, False}
    for load in loads:
        intervals = load.intervals_ns
        assert list(intervals) == sorted(intervals, reverse=True)
        assert bool(intervals) == (load.search is None)
        if load.search is None:
            assert 1000 in intervals
        else:
            assert load.search.shortest_ns < 1000 < load.search.longest_ns
            assert load.search.service_seconds > 0
            assert load.search.resolution > 0
            assert load.search.longest_seconds > load.seconds_per_interval


@pytest.mark.parametrize("name", profiles._data())
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


def test_full_measures_alike_what_is_compared():
    tasks = [task for task in profiles.load("full").tasks if task.cell.strategy != "dummy"]
    batch = [task for task in tasks if isinstance(task.load, Batch)]
    assert len({dataclasses.replace(task.load, settle=None) for task in batch}) == 1
    assert len({task.load for task in tasks if search_of(task)}) == 1
    # The programs wait for as many random packets, unless they are told otherwise.
    for task in batch:
        turns_over = 24_000_000 if task.cell.generator == "counter" else None
        adapts = {"g1": 24_000_000, "serial": 120_000_000}.get(task.cell.collector)
        if IMPLEMENTATIONS[task.cell.implementation].packet_bytes == 0:
            adapts = None
        assert task.load.settle == (turns_over if task.cell.case == "C" else adapts)


def test_a_larger_heap_is_probed_for_longer():
    """Its collections are rarer, and a probe must see some."""
    tasks = profiles.load("full").tasks
    given = {task.load.seconds_per_interval for task in tasks if task.cell.variant == "large-heap"}
    searched = {task.load.search.longest_seconds for task in tasks if search_of(task)}
    assert min(given) > max(searched)


def search_of(task):
    return getattr(task.load, "search", None)


def test_a_java_command():
    task = task_of("trimmed", "heap-g1-25-pool-B-batch-counter")
    command = commands.build(task, Path("/jdk/bin/java"), Path("/s"))
    assert command[:5] == [
        "/jdk/bin/java",
        "-Xms2g",
        "-Xmx2g",
        "-XX:+UseG1GC",
        "-XX:MaxGCPauseMillis=80",
    ]
    assert '-Xlog:gc*,safepoint:file="/s/gc.log":uptime,level,tags:filecount=0' in command
    program = command[command.index("allocpool.heap.HeapMain") + 1 :]
    assert program[:4] == ["--case", "B", "--strategy", "pool"]
    assert program[-1] == "--live-objects"


def test_places_do_not_make_another_command():
    task = profiles.load("trimmed").tasks[0]
    one = commands.build(task, Path("/a/java"), Path("/a"))
    other = commands.build(task, Path("/b/java"), Path("/b"))
    assert one != other
    assert commands.comparable(one) == commands.comparable(other)


def task_of(name, cell_id):
    return next(task for task in profiles.load(name).tasks if task.cell.id == cell_id)


def test_a_cpp_command():
    task = task_of("smoke", "cpp-flat-pool-C-realtime-counter")
    command = commands.build(task, None, Path("/s"))
    assert command[0] == "build/cpp/bin/analyser-cpp-flat"
    assert value_of("--interval-ns", command) == "-"
    assert value_of("--clock", command) == "thread"
    assert "--service-seconds" not in command
    assert "--live-objects" not in command


def test_a_search_begins_with_service_times():
    task = task_of("trimmed", "cpp-pool-A-realtime-counter")
    command = commands.build(task, Path("java"), Path("/s"))
    assert value_of("--service-seconds", command) == "1"
    assert value_of("--interval-ns", command) == "-"


def value_of(option, command):
    return command[command.index(option) + 1]


@pytest.mark.parametrize(
    ("changes", "flags"),
    [
        ({"collector": "serial"}, ["-XX:+UseSerialGC"]),
        ({"collector": "zgc", "jdk": 17}, ["-XX:+UseZGC"]),
        ({"collector": "zgc"}, ["-XX:+UnlockExperimentalVMOptions", "-XX:+UseZGC"]),
        (
            {"collector": "shenandoah"},
            ["-XX:+UnlockExperimentalVMOptions", "-XX:+UseShenandoahGC"],
        ),
        ({"collector": "shenandoah", "jdk": 17}, ["-XX:+UseShenandoahGC"]),
        (
            {"collector": "shenandoah", "jdk": 25},
            ["-XX:ShenandoahGCMode=generational", "-XX:+UseShenandoahGC"],
        ),
        (
            {"jdk": 25, "variant": "compact-headers"},
            ["-XX:+UseParallelGC", "-XX:+UseCompactObjectHeaders"],
        ),
        ({"variant": "large-heap", "heap": "10g"}, ["-XX:+UseParallelGC"]),
    ],
)
def test_a_heap_cells_flags(changes, flags):
    cell = samples.cell(**changes)
    assert commands.jvm_flags(cell)[: len(flags) + 3] == [
        f"-Xms{cell.heap}",
        f"-Xmx{cell.heap}",
        *flags,
        "-XX:+AlwaysPreTouch",
    ]


@pytest.mark.parametrize("implementation", ["native", "foreign"])
def test_packets_outside_of_the_heap_have_twice_its_memory(implementation):
    cell = samples.cell(implementation, jdk=25)
    assert commands.jvm_flags(cell)[:3] == ["-Xms1g", "-Xmx1g", "-XX:MaxDirectMemorySize=2g"]
    assert commands.has_collections(cell)
    assert commands.memory_mb(cell) == (1024, 2048)
    assert commands.memory_mb(samples.cell()) == (2048, 0)
    assert commands.memory_mb(samples.cell("cpp")) == (0, 0)


@pytest.mark.parametrize("implementation", ["flat", "flat-foreign", "region"])
def test_a_slab_lies_outside_of_a_small_heap(implementation):
    cell = samples.cell(implementation, jdk=25)
    assert commands.jvm_flags(cell)[:3] == ["-Xms64m", "-Xmx64m", "-XX:MaxDirectMemorySize=1152m"]
    assert not commands.has_collections(cell), "no window waits for the end of one"
    heap_mb, slab_mb = commands.memory_mb(cell)
    assert heap_mb == 64
    assert slab_mb * 2**20 > 1_000_000 * 1_088 + 2**21, "a million packets, and an alignment"


def test_a_clock_without_a_thread():
    assert commands.clock(samples.cell(variant="threadless-clock")) == "counter"
    assert commands.clock(samples.cell(variant="large-heap")) == "thread"
    task = task_of("full", "cpp-flat-pool-A-realtime-counter-threadless-clock")
    assert value_of("--clock", commands.build(task, None, Path("/s"))) == "counter"


def test_java_without_a_jvm():
    task = profiles.load("smoke").tasks[0]
    with pytest.raises(ValueError, match="needs a JVM"):
        commands.build(task, None, Path("/s"))
