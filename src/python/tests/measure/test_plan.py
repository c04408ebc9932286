"""What becomes of a cell on a given machine: measured, kept, skipped, or unfit."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from course.measure.cells import profiles
from course.measure.cells.plan import Site
from course.measure.cells.programs import Programs
from course.measure.cells.runner import memory_limit_mb
from course.measure.cells.selection import matches, parse_selection
from course.model.solutions import VARIANTS
from course.process import machine, store
from course.process.provenance import Provenance
from course.process.store import Store

from . import samples
from .fakes import Jdk

ALL = frozenset({"serial", "parallel", "cms", "g1", "zgc", "shenandoah"})
PROVENANCE = Provenance(None, None, samples.MACHINE, lambda _: "5" * 64)


def programs(folder, memory_mb=32_000):
    def find(version):
        return Jdk(Path(f"/jdk-{version}/java"), ALL) if version != 17 else None

    return Programs(SimpleNamespace(root=folder, find_jdk=find, memory_mb=lambda: memory_mb))


def jar(folder, name):
    file = folder / f"build/java/lib/allocpool-{name}-1.0.0.jar"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        (samples.cell(), None),
        (samples.cell("native"), None),
        (samples.cell("cpp"), None),
        (samples.cell(jdk=17), "no Java runtime of version 17 was found"),
        (samples.cell("foreign", jdk=25), "needs a JDK 25 to compile"),
        (
            samples.cell(variant="large-heap", heap="10g"),
            "a Java program with 10240 MB of memory doesn't fit into this machine's 8000 MB",
        ),
    ],
)
def test_why_a_cell_cannot_run(tmp_path, cell, reason):
    why_not = programs(tmp_path, memory_mb=8_000).why_not(cell)
    assert (why_not is None) if reason is None else (reason in why_not)


def test_a_container_s_limit_is_all_the_memory_there_is(tmp_path, monkeypatch):
    limit = {"/sys/fs/cgroup/memory.max": str(1 << 30)}
    monkeypatch.setattr(machine, "_read", limit.get)
    here = SimpleNamespace(root=tmp_path, memory_mb=machine.memory_mb)
    here.find_jdk = lambda _: Jdk(Path("java"), ALL)
    why_not = Programs(here).why_not(samples.cell())
    assert why_not.endswith("doesn't fit into this machine's 1024 MB")


def test_foreign_runs_where_it_was_built(tmp_path):
    jar(tmp_path, "foreign")
    assert programs(tmp_path).why_not(samples.cell("foreign", jdk=25)) is None


def test_each_java_program_must_be_built(tmp_path):
    jar(tmp_path, "analysers")
    programs(tmp_path).require([samples.cell()])
    with pytest.raises(Exception, match=r"foreign: .*allocpool-foreign-\*\.jar was not built"):
        programs(tmp_path).require([samples.cell(), samples.cell("foreign", jdk=25)])


def test_memory_limits_count_what_is_outside_of_the_heap():
    assert memory_limit_mb(samples.cell("cpp")) == 1536
    assert memory_limit_mb(samples.cell()) == 2048 + 1536
    assert memory_limit_mb(samples.cell("native")) == 1024 + 2048 + 1536


@pytest.mark.parametrize(("jdk", "views"), [(11, 3), (17, 3), (25, 1)])
def test_zgc_without_generations_maps_its_heap_three_times(jdk, views):
    heap, native = (samples.cell(one, collector="zgc", jdk=jdk) for one in ("heap", "native"))
    assert memory_limit_mb(heap) == views * 2048 + 1536
    assert memory_limit_mb(native) == views * 1024 + 2048 + 1536


# ---- machines without a clock that can be trusted ----------------------------------------------


def planner(why_unfit):
    return Site(
        "trimmed", Store(Path()), PROVENANCE, lambda _: None, lambda _: ["program"], why_unfit
    )


def tasks(*modes):
    found = [task for task in profiles.load("trimmed").tasks if task.cell.mode in modes]
    assert found
    return found


def test_an_unfit_machine_measures_batch_only():
    asked = []
    todo = planner(lambda: asked.append(1) or "gaps of 200 ms").sort(tasks("batch", "realtime"), {})
    assert {task.cell.mode for task in todo.measure} == {"batch"}
    assert {(task.cell.mode, why) for task, why in todo.unfit} == {("realtime", "gaps of 200 ms")}
    assert len(asked) == 1


def test_without_real_time_the_clock_is_not_looked_at():
    todo = planner(lambda: pytest.fail("it was asked")).sort(tasks("batch"), {})
    assert todo.measure
    assert not todo.unfit


# ---- cells -------------------------------------------------------------------------------------


def test_a_variant_is_part_of_the_name():
    cell = samples.cell(variant="large-heap", heap="10g")
    assert cell.id == "heap-parallel-11-pool-A-batch-counter-large-heap"
    assert cell.title == "heap parallel 11 A large-heap"
    assert samples.cell().id == "heap-parallel-11-pool-A-batch-counter"


def test_an_older_record_is_still_current():
    task = tasks("batch")[0]
    old = samples.record(task.cell)
    del old["cell"]["variant"]
    old["provenance"] |= {"command": ["program"], "machine": samples.MACHINE}
    old["batch"]["ns_per_packet"]["forks"] = task.forks
    store.validate(old)
    assert planner(lambda: None).is_current(old, task)


@pytest.mark.parametrize(
    ("only", "variants"),
    [
        ("variant=none", {None}),
        ("variant=large-heap|none", {None, "large-heap"}),
        ("variant=compact-headers", {"compact-headers"}),
        (None, {None, *VARIANTS}),
    ],
)
def test_variants_are_selected(only, variants):
    selection = parse_selection(only)
    chosen = [task.cell for task in profiles.load("full").tasks if matches(task.cell, selection)]
    assert {cell.variant for cell in chosen} == variants
