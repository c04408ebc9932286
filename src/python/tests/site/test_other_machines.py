"""Data sets of other machines: which are found, and what stands beside what."""

import shutil

import pytest
from course_tests.measure import samples

from course import paths
from course.process import bench_store
from course.site.blocks import Blocks
from course.site.claim_pages import ClaimPages, contests_of
from course.site.explore import Explorer
from course.site.explore_data import export, timeline_scripts
from course.site.tables import Tables
from course.stats.benches import Benches
from course.stats.columns import DatasetColumns
from course.stats.errors import FigureError
from course.stats.other_machines import OtherMachines

EPYC = {"cpu": "AMD EPYC"}
XEON = {"cpu": "Intel(R) Xeon(R) Processor"}

CLAIMS = """\
[source]
key = "course"
title = "This course"
author = "its chapters"
year = 2026
"""

CLAIM = """\
[[claim]]
id = "quick-{name}"
statement = "Case {case} is quick."
where = "chapter 5"
kind = "rule"

[[claim.test]]
quantity = "batch_ns"
relation = "less"
left = {{ strategy = "pool" }}
right = {{ strategy = "alloc" }}
over = {{ implementation = ["cpp"], case = ["{case}"] }}
"""

HERE = {("pool", "A"): 10.0, ("alloc", "A"): 90.0, ("pool", "B"): 10.0, ("alloc", "B"): 90.0,
        ("pool", "C"): 50.0}  # fmt: skip
THERE = {("pool", "A"): 20.0, ("alloc", "A"): 90.0, ("pool", "B"): 90.0, ("alloc", "B"): 20.0,
         ("pool", "C"): 10.0, ("alloc", "C"): 90.0}  # fmt: skip
"""A is quick on both machines, B on one of them, C was measured on one."""


@pytest.fixture
def root(tmp_path):
    """A repository with the article's figures and three claims."""
    shutil.copytree(paths.ROOT / "results/article-2019", tmp_path / "results/article-2019")
    (tmp_path / "chapters/claims").mkdir(parents=True)
    claims = CLAIMS + "".join(CLAIM.format(case=case, name=case.lower()) for case in "ABC")
    (tmp_path / "chapters/claims/course.toml").write_text(claims)
    return tmp_path


@pytest.fixture
def write(root):
    """Writes a folder of records of C++, (strategy, case) -> mean, below the repository."""

    def make(where, machine, means=HERE, profile="trimmed", workload=1):
        records = samples.of_means(means, profile=profile)
        for record in records:
            record["provenance"] |= {"machine": samples.MACHINE | machine, "workload": workload}
        samples.write(root / where, records)
        return root / where

    return make


@pytest.fixture
def two(root, write):
    """A reference, and another machine beside it."""
    write("results/2026-01-01-full", XEON, profile="full")
    write("results/2026-01-02-epyc", EPYC, THERE)
    return OtherMachines.open(DatasetColumns.open(root), root)


def titles(dataset_columns):
    return [one.title for one in dataset_columns]


def claim_pages(root):
    """The claims' pages for everything below the repository."""
    dataset_columns = DatasetColumns.open(root)
    others = OtherMachines.open(dataset_columns, root)
    return ClaimPages(dataset_columns, root, Blocks(), None, others)


def test_other_machines_bear_the_names_of_their_processors(two):
    assert titles(two.dataset_columns) == ["reference", "AMD EPYC"]
    assert [one.key for one in two.others] == ["2026-01-02-epyc"]


def test_each_other_machine_is_there_once_with_its_newest(root, write):
    write("results/2026-01-01-full", XEON, profile="full")
    write("results/2026-01-02-epyc", EPYC)
    write("results/2026-01-03-arm", {"cpu": "Neoverse CPU (R) N1"})
    write("results/2026-01-04-epyc", EPYC)
    write("results/2026-01-05-xeon", XEON)
    others = OtherMachines.open(DatasetColumns.open(root), root).others
    assert [(one.key, one.title) for one in others] == [
        ("2026-01-03-arm", "Neoverse N1"),
        ("2026-01-04-epyc", "AMD EPYC"),
    ]


def test_another_program_does_not_stand_beside_ours(root, write):
    write("results/2026-01-01-full", XEON, profile="full")
    write("results/2026-01-03-epyc", EPYC, workload=2)
    dataset_columns = DatasetColumns.open(root)
    assert OtherMachines.open(dataset_columns, root).others == []
    write("results/2026-01-02-epyc", EPYC)
    assert [one.key for one in OtherMachines.open(dataset_columns, root).others] == [
        "2026-01-02-epyc"
    ]


def test_other_machines_stand_beside_what_the_site_was_built_from(root, write):
    write("results/2026-01-01-full", XEON, profile="full")
    write("results/2026-01-02-epyc", EPYC)
    write("build/records/trimmed", EPYC)
    dataset_columns = DatasetColumns.open(root)
    assert titles(dataset_columns) == ["reference", "this build"]
    other_machines = OtherMachines.open(dataset_columns, root)
    assert titles(other_machines.dataset_columns) == ["this build", "Intel Xeon"]


def test_a_table_has_a_column_for_each_machine(two):
    html = Tables(two.dataset_columns).batch("cpp").html()
    assert html.index("reference") < html.index("AMD EPYC")
    assert "2026-01-02-epyc" in html, "the line under the table names the data set"


@pytest.fixture
def queue(root):
    """Writes the published records of the bench of queues, and says of which sources they are."""
    kept = bench_store.read(paths.ROOT / "results/2026-11-22-full-2-cores/bench/queue", "queue")
    origin = kept[0].provenance

    def put(folder, **changes):
        later = origin.model_copy(update=changes)
        for one in kept:
            changed = one.model_copy(update={"provenance": later})
            bench_store.write(changed, root / folder / "bench/queue")

    return put, origin


OLD = {"source_hash": "0" * 64}


def test_benches_are_those_of_each_data_set_alone(root, two, queue):
    put, origin = queue
    put("results/2026-01-01-full", **OLD)
    put("results/2026-01-02-epyc")
    put("build")
    found = Benches.of_each(two.dataset_columns, root, lambda name: origin.source_hash).all("queue")
    assert [(one.title, one.stale) for one in found] == [("reference", True), ("AMD EPYC", False)]


def test_what_gave_way_does_not_come_back_beside_what_stands_in_for_it(root, two, queue):
    put, origin = queue
    put("results/2026-01-01-full", **OLD)
    put("results/2026-01-02-epyc", machine=origin.machine | EPYC)
    full = root / "results/2026-01-01-full"
    opened = Benches.open(DatasetColumns.open(root, full), root, lambda name: origin.source_hash)
    assert [(one.title, one.stale) for one in opened.all("queue")] == [("AMD EPYC", False)]


def test_what_stands_in_for_the_reference_is_told_of_its_own_column_where_it_has_one(
    root, two, queue
):
    put, origin = queue
    put("results/2026-01-01-full", **OLD)
    put("results/2026-01-02-epyc", machine=origin.machine | EPYC)
    columns = DatasetColumns.open(root, root / "results/2026-01-02-epyc")
    opened = Benches.open(columns, root, lambda name: origin.source_hash)
    (found,) = opened.all("queue")
    (_, own) = columns
    assert (found.key, found.title) == (own.key, own.title) == ("build", "AMD EPYC")
    assert contests_of(opened, own)("queue") is found


def test_claims_have_a_column_for_each_machine(root, two):
    pages = claim_pages(root)
    table = pages.claims_table().html()
    assert table.index("reference") < table.index("AMD EPYC")
    assert "AMD EPYC: holds in 1 of 1" in pages.claim("quick-a")
    assert pages.claim("quick-b").startswith("[✓ holds]"), "the reference is spoken of"
    assert pages.claim("quick-c").startswith("[✓ AMD EPYC: holds]")


def test_claims_that_only_another_machine_has_measured_count_as_their_badges_say(root, write):
    only_a = {cell: mean for cell, mean in HERE.items() if "A" in cell}
    write("results/2026-01-01-full", XEON, only_a, profile="full")
    write("results/2026-01-02-epyc", EPYC, THERE)
    pages = claim_pages(root)
    assert pages.claim("quick-c").startswith("[✓ AMD EPYC: holds]")
    counts = {one: pages.claims_count(one, "course") for one in ("holds", "fails", "not measured")}
    assert counts == {"holds": 2, "fails": 1, "not measured": 0}
    assert "Case B" in pages.claims_list("fails", "course")


def test_claims_on_which_machines_agree_and_differ(root, two):
    pages = claim_pages(root)
    assert pages.claims_on_other_machines("agree") == (
        "\n- [Case A is quick.](/claims.md#claim-quick-a) (reference: ✓ holds, AMD EPYC: ✓ holds)\n"
    )
    assert "Case B is quick." in pages.claims_on_other_machines("differ")
    assert "reference: ✓ holds, AMD EPYC: ✗ fails" in pages.claims_on_other_machines("differ")
    assert [pages.claims_on_other_machines_count(how) for how in ("agree", "differ")] == [1, 1]
    with pytest.raises(FigureError, match="no relation 'quarrel'"):
        pages.claims_on_other_machines("quarrel")


def test_the_machine_of_the_reference_is_another_one_where_sentences_speak_of_a_build(root, write):
    write("results/2026-01-01-full", XEON, HERE, profile="full")
    write("build/records/trimmed", EPYC, THERE)
    pages = claim_pages(root)
    assert "this build: ✗ fails, reference: ✓ holds" in pages.claims_on_other_machines("differ")
    assert [pages.claims_on_other_machines_count(how) for how in ("agree", "differ")] == [1, 1]


def test_without_another_machine_nothing_is_listed(root, write):
    write("results/2026-01-01-full", XEON, profile="full")
    pages = claim_pages(root)
    assert pages.claims_on_other_machines("agree") == "\n- none of them\n"


def test_the_explorer_offers_them(root, two):
    dataset_columns = DatasetColumns.open(root)
    benches = Benches.open(dataset_columns, root)
    exported = export(dataset_columns, benches, two)
    assert [one["title"] for one in exported["sets"]] == ["reference", "AMD EPYC"]
    assert exported["columns"]["length"] == len(HERE) + len(THERE)
    assert list(timeline_scripts(two.dataset_columns)) == []
    page = Explorer(dataset_columns, benches, two).html()
    assert "AMD EPYC (trimmed)" in page
