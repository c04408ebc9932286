"""Which records make a data set, and which are refused."""

import os

import pytest
from course_tests.measure import samples

from course import paths
from course.errors import CourseError, UsageError
from course.model.solutions import SOLUTIONS
from course.process.store import PLAN, read_plan
from course.stats.dataset import Dataset, choose_folder, published, reference_folder
from course.stats.errors import PublishError
from course.stats.records import read_folder


def test_a_whole_run(load):
    dataset = load()
    assert len(dataset.records) == 84
    assert dataset.profile == "trimmed"
    assert dataset.machine["cpu"] == "Synthetic CPU"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda one: one["provenance"]["machine"].update(cpu="Another CPU"),
            "different machines.*Another CPU",
        ),
        (lambda one: one.update(profile="full"), "different profiles: trimmed .* and full"),
        # The others, without one, are of the first.
        (lambda one: one["provenance"].update(workload=2), "workload versions: 1 .* and 2"),
    ],
)
def test_records_that_do_not_belong_together_are_refused(load, change, message):
    records = samples.records()
    change(records[3])
    with pytest.raises(PublishError, match=message):
        load(records)


def test_a_variant_is_a_cell_of_its_own(load):
    g1 = SOLUTIONS["heap-g1"]
    cells = [
        samples.cell(collector="g1", jdk=25, variant=variant)
        for variant in (None, "compact-headers")
    ]
    dataset = load([samples.record(of) for of in cells])
    plain, compact = (of.id for of in cells)
    assert dataset.find(g1, "pool", "A").id == plain
    assert dataset.find(g1, "pool", "A", variant="compact-headers").id == compact
    assert dataset.find(SOLUTIONS["heap-g1-compact"], "pool", "A").id == compact
    assert dataset.find(g1, "pool", "A", variant="large-heap") is None


def test_which_solutions_a_data_set_has(load):
    name = samples.cell("native", collector="zgc", jdk=25).id
    dataset = load([samples.record()], planned={name})
    assert dataset.has(SOLUTIONS["heap-parallel"])
    assert dataset.has(SOLUTIONS["native-zgc"]), "planned, so that its absence is told"
    assert not dataset.has(SOLUTIONS["heap-parallel-25"])
    assert not dataset.has(SOLUTIONS["heap-parallel"], mode="realtime")
    assert not dataset.has(SOLUTIONS["heap-parallel"], variant="large-heap")


def test_a_record_of_before_the_variants_is_still_one(load):
    record = samples.record()
    record["cell"].pop("variant", None)
    assert load([record]).find(SOLUTIONS["heap-parallel"], "pool", "A")


@pytest.mark.parametrize(
    ("where", "value"),
    [
        ("timeline", samples.timeline(length_ms=0)),
        ("pauses", -1),
        ("collector_name", "two\nlines"),
    ],
)
def test_what_is_wrong_inside_is_named(load, where, value):
    record = samples.record()
    record["gc"][where] = value
    with pytest.raises(PublishError, match=rf"gc\.{where}"):
        load([record])


def test_no_records(load, tmp_path):
    with pytest.raises(UsageError, match="no records here"):
        load([])


@pytest.mark.parametrize(
    ("content", "message"),
    [("{", "not JSON"), ('{"schema": 2}', "schema: Input should be 1, not 2")],
)
def test_a_broken_record_is_named(load, tmp_path, content, message):
    load()
    (tmp_path / "records/broken.json").write_text(content)
    with pytest.raises(PublishError, match=f"broken.json: .*({message})") as caught:
        Dataset.load(tmp_path / "records")
    assert "\n" not in str(caught.value)


def test_a_record_under_another_name_is_refused(load, tmp_path):
    load()
    folder = tmp_path / "records"
    (folder / "cpp-pool-A-batch-counter.json").rename(folder / "cpp-pool-B-batch-counter.json")
    with pytest.raises(PublishError, match=r"holds the cell cpp-pool-A-batch-counter"):
        Dataset.load(folder)


def test_half_written_files_are_not_records(load, tmp_path):
    load()
    (tmp_path / "records/.cpp-pool-A-batch-counter.json.tmp").write_text("{")
    (tmp_path / "records/.half.json").write_text("{")
    assert len(read_folder(tmp_path / "records")) == 84


def test_stale_names_the_implementation_that_changed(load):
    records = samples.records()
    assert load(records).stale(load(records).records.values()) == []
    for record in records:
        if record["cell"]["implementation"] == "cpp":
            record["provenance"]["source_hash"] = "6" * 64
    dataset = load(records)
    assert dataset.stale(dataset.records.values()) == ["cpp"]


def test_what_is_planned_and_not_measured_yet_says_so(load):
    name = "heap-parallel-11-pool-A-batch-counter"
    records = [r for r in samples.records() if samples.Cell(**r["cell"]).id != name]
    parallel = SOLUTIONS["heap-parallel"]
    planned = load(records, planned={name})
    found = planned.find(parallel, "pool", "A")
    assert found.status == "skipped"
    assert found.reason.startswith("not measured yet; ./course sweep --profile trimmed")
    assert planned.stale([found]) == []
    assert load(records).find(parallel, "pool", "A") is None  # left out by design


def test_the_plan_lies_beside_the_records(tmp_path):
    assert read_plan(tmp_path) == []
    (tmp_path / PLAN).write_text("cpp-pool-A-batch-counter\ncpp-pool-B-batch-counter\n")
    assert read_plan(tmp_path) == ["cpp-pool-A-batch-counter", "cpp-pool-B-batch-counter"]


def test_the_reference_is_the_newest_full_data_set_that_is_complete(tmp_path):
    assert reference_folder(tmp_path) is None
    for name, profile in (("2026-01-01-a", "full"), ("2026-01-02-b", "full"),
                          ("2026-01-03-c", "trimmed"), ("2026-01-04-part", "full")):  # fmt: skip
        samples.write(tmp_path / "results" / name, [samples.record(profile=profile)])
    (tmp_path / "results/2026-01-04-part" / PLAN).write_text("cpp-pool-B-batch-counter\n")
    assert reference_folder(tmp_path).name == "2026-01-02-b"


def test_a_published_set_of_today_s_sources_is_shown_where_the_reference_is_stale(
    tmp_path, monkeypatch
):
    results = tmp_path / "results"
    today = samples.record()["provenance"]["source_hash"]
    for name, profile, source in (("2026-01-01-a", "full", "0" * 64),
                                  ("2026-01-02-b", "trimmed", "1" * 64),
                                  ("2026-01-03-c", "trimmed", "0" * 64),
                                  ("2026-01-04-part", "full", "1" * 64)):  # fmt: skip
        record = samples.record(profile=profile)
        record["provenance"]["source_hash"] = source
        samples.write(results / name, [record])
    (results / "2026-01-04-part" / PLAN).write_text("cpp-pool-B-batch-counter\n")
    for present, shown in (("0" * 64, "2026-01-01-a"), ("1" * 64, "2026-01-02-b"),
                           (today, "2026-01-01-a")):  # fmt: skip
        monkeypatch.setattr(
            "course.stats.dataset.present_source_hash", lambda name, present=present: present
        )
        assert choose_folder(tmp_path) == results / shown
        assert reference_folder(tmp_path) == results / "2026-01-01-a"


def test_the_newest_run_is_chosen_and_smoke_is_the_last_resort(tmp_path):
    with pytest.raises(CourseError, match="no measurements yet"):
        choose_folder(tmp_path)
    one = tmp_path / "results/2026-01-02-reference"
    samples.write(tmp_path / "results/2026-01-01-reference", [samples.record()])
    samples.write(one, [samples.record()])
    assert choose_folder(tmp_path) == one
    runs = tmp_path / "build/records"
    samples.write(runs / "smoke", [samples.record(profile="smoke")])
    assert choose_folder(tmp_path) == runs / "smoke"
    for age, profile in ((100, "full"), (200, "trimmed")):
        samples.write(runs / profile, [samples.record(profile=profile)])
        for file in (runs / profile).iterdir():
            os.utime(file, (age, age))
    assert choose_folder(tmp_path) == runs / "trimmed"
    assert choose_folder(tmp_path, "elsewhere").name == "elsewhere"


@pytest.mark.parametrize("folder", published(paths.ROOT), ids=lambda folder: folder.name)
def test_what_is_published_was_planned(folder):
    assert {record.id for record in read_folder(folder)} <= {*read_plan(folder)}
