"""Sweeps over fake programs: what is measured, kept, skipped, failed, and said."""

import json

import pytest

from course.errors import CourseError, UsageError
from course.measure.cells import profiles, runner
from course.process import store

from . import samples

pytestmark = pytest.mark.slow  # all of it together

POOL = "cpp-pool-A-batch-counter"
JAVA = "heap-g1-25-pool-A-batch-counter"
ONLY_POOL = "implementation=cpp,strategy=pool,case=A,mode=batch"
ONLY_JAVA = "implementation=heap,collector=g1,jdk=25,strategy=pool,case=A,mode=batch"


def test_a_whole_smoke_sweep(root):
    assert root.sweep(jobs=2) == 0
    records = root.records()
    assert len(records) == 104
    for name, record in records.items():
        store.validate(record)
        assert record["status"] == "ok"
        assert samples.Cell(**record["cell"]).id == name
    others = {path.name for path in root.out.iterdir() if path.suffix != ".json"}
    assert others == {".lock", ".parts", "cells.txt"}
    assert set((root.out / "cells.txt").read_text().split()) == set(records)


def test_a_java_record(root):
    root.sweep(ONLY_JAVA)
    record = root.record(JAVA)
    times = record["batch"]["ns_per_packet"]
    # The first round only tells that it has settled, and G1's first window after waiting is a lead.
    assert times["samples"] == [40.0, 41.0, 40.0]
    assert (times["median"], times["min"], times["max"], times["iqr"]) == (40, 40, 41, 0.5)
    assert times["mean"] == pytest.approx(121 / 3)
    assert record["batch"]["packets"] == 1500
    assert record["gc"] == {
        "max_pause_ms": 5.0,
        "avg_pause_ms": 4.0,
        "pauses": 3,
        "pauses_per_s": 10.0,
        "fraction_pct": 0.6,
        "live_objects_million": 2.0,
        "ns_per_object": 2.0,
        "concurrent_ms": None,
        "collector_name": "Fake",
        "stalls": 1,
        "max_stall_ms": 2.0,
        "stalled_ms": 2.0,
        "safepoints": 2,
        "max_to_safepoint_ms": 0.2,
        "to_safepoint_ms": 0.3,
        "source": "gctoolkit",
        "timeline": {
            "length_ms": 300,
            "pauses": [[1.23, 4.0, "young"]],
            "heap": [[5.24, 13]],
            "losses": [],
            "truncated": False,
        },
    }
    assert record["provenance"]["workload"] == 1
    assert record["digest"]["value"] == record["digest"]["expected"]
    assert record["peak_rss_mb"] > 1
    command = record["provenance"]["command"]
    assert {"-Xms64m", "-Xmx64m", "-XX:+UseG1GC", "-XX:MaxGCPauseMillis=80"} <= set(command)


def test_resume_measures_only_what_is_missing(root):
    root.sweep(ONLY_POOL)
    assert root.runs() == ["cpp-pool-A-batch"]
    root.sweep("implementation=cpp,strategy=pool,mode=batch")
    assert sorted(root.runs()) == ["cpp-pool-B-batch", "cpp-pool-C-batch"]
    root.sweep(ONLY_POOL, fresh=True)
    assert root.runs() == ["cpp-pool-A-batch"]


@pytest.mark.parametrize(
    "change",
    [{"source": "b"}, {"machine": samples.MACHINE | {"cpu": "Other CPU"}}, {"profile": "full"}],
)
def test_another_origin_is_measured_again(root, change):
    root.sweep(ONLY_POOL)
    root.runs()
    root.behave_at("*", "die")  # full would take its time, and only that it runs matters here
    with pytest.raises(CourseError, match="no cell could be measured"):
        root.sweep(ONLY_POOL + ",generator=counter", **change)
    assert set(root.runs()) == {"cpp-pool-A-batch"}


def test_an_unimportant_change_of_the_machine(root):
    root.sweep(ONLY_POOL)
    root.runs()
    root.sweep(ONLY_POOL, machine=samples.MACHINE | {"memory_mb": 8190, "kernel": "6.0.1"})
    assert root.runs() == []


def test_other_settings_are_measured_again(root):
    root.sweep(ONLY_POOL)
    root.runs()
    file = root.out / f"{POOL}.json"
    record = json.loads(file.read_text())
    record["provenance"]["command"].append("--older-flag")
    file.write_text(json.dumps(record))
    root.forget_rounds()
    root.sweep(ONLY_POOL)
    assert root.runs() == ["cpp-pool-A-batch"]


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        ("die", "exit code 3: first | second | last words"),
        ("out-of-memory", "exit code 1: java.lang.OutOfMemoryError: Java heap space"),
        ("crash", "killed by SIGSEGV: A fatal error has been detected"),
        ("garbage", "printed an unknown event: Hello, World!"),
        ("nan", "printed an unknown event: "),
        ("endless-line", "printed a line of more than"),
        ("wrong-digest", "wrong digest after 1000 packets: 0123456789abcdef, expected "),
        ("other-strategy", "ran with strategy alloc, asked for pool"),
        ("other-workload", "does version 2 of the workload, not 1"),
        ("no-end", "ended normally, but printed no end event"),
        ("die-after-end", "exit code 1"),
        ("eat-memory", "MB of memory; its limit is 200"),
    ],
)
def test_a_failing_program(root, monkeypatch, what, reason):
    monkeypatch.setattr(runner, "BEYOND_HEAP_MB", 200)
    root.behave_at("cpp-pool-A-batch", what)
    assert root.sweep("implementation=cpp,strategy=pool|mix,case=A,mode=batch") == 0
    record = root.record(POOL)
    store.validate(record)
    assert record["status"] == "failed"
    assert reason in record["reason"]
    assert root.record("cpp-mix-A-batch-counter")["status"] == "ok"
    root.behave()
    root.runs()
    root.sweep("implementation=cpp,strategy=pool|mix,case=A,mode=batch")
    assert root.runs() == ["cpp-pool-A-batch"]
    assert root.record(POOL)["status"] == "ok"


def test_dummy_has_no_digest(root):
    root.sweep("implementation=cpp,strategy=dummy,case=A")
    digest = root.record("cpp-dummy-A-batch-counter")["digest"]
    assert digest == {"value": None, "expected": None, "packets": 1000}


def test_a_missing_runtime_is_skipped(root, capsys):
    root.has_jdks(v17="g1", v25="serial parallel g1 zgc shenandoah")
    assert root.sweep("implementation=heap,strategy=pool,case=A,mode=batch") == 0
    cms = root.record("heap-cms-11-pool-A-batch-counter")
    store.validate(cms)
    assert cms["status"] == "skipped"
    assert "no Java runtime of version 11" in cms["reason"]
    assert root.record(JAVA)["status"] == "ok"
    assert "no Java runtime of version 11" in capsys.readouterr().err


def test_a_missing_collector_is_skipped_until_it_is_there(root):
    only = "implementation=heap,jdk=11,strategy=pool,case=A,mode=batch"
    root.has_jdks(v11="parallel g1")
    root.sweep(only)
    name = "heap-cms-11-pool-A-batch-counter"
    before = (root.out / f"{name}.json").read_bytes()
    assert "has no cms collector" in root.record(name)["reason"]
    root.sweep(only)
    assert (root.out / f"{name}.json").read_bytes() == before
    root.has_jdks(v11="parallel cms")
    root.sweep(only)
    assert root.record(name)["status"] == "ok"


def test_a_record_outlives_its_runtime(root):
    only = "implementation=heap,jdk=11,strategy=pool,case=A,mode=batch"
    root.sweep(only)
    measured = root.records()
    assert {record["status"] for record in measured.values()} == {"ok"}
    root.has_jdks(v25="g1")
    assert root.sweep(only) == 0
    assert root.records() == measured


def test_no_runtime_at_all(root):
    root.has_jdks(v8="parallel")
    with pytest.raises(CourseError, match=r"no cell could be measured.*no Java runtime"):
        root.sweep("implementation=heap,case=A")
    assert {record["status"] for record in root.records().values()} == {"skipped"}


def test_a_program_that_was_not_built(root):
    (root.folder / "build/cpp/bin/analyser-cpp-flat").unlink()
    with pytest.raises(CourseError, match=r"analyser-cpp-flat was not built; run \./course setup"):
        root.sweep()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "not JSON"),
        (b'{"schema": 1, "cell"', "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[]", "should be a valid dictionary"),
        (b'{"schema": 1}', "required"),
        (json.dumps(samples.record()).encode(), "it holds the cell heap-parallel-11"),
    ],
)
def test_a_corrupt_record_is_set_aside_and_measured_again(root, capsys, content, why):
    root.out.mkdir()
    (root.out / f"{POOL}.json").write_bytes(content)
    (root.out / f".{POOL}.1.2.tmp").write_text("half")
    root.sweep(ONLY_POOL)
    said = capsys.readouterr().err
    assert f"{POOL}.json isn't a valid record" in said
    assert why in said
    assert root.record(POOL)["status"] == "ok"
    assert (root.out / "set-aside" / f"{POOL}.json").read_bytes() == content
    assert not list(root.out.glob(".*.tmp"))


def test_two_corrupt_records_of_a_cell_are_both_kept(root):
    root.out.mkdir()
    for content in ("one", "two"):
        (root.out / f"{POOL}.json").write_text(content)
        root.sweep(ONLY_POOL)
    kept = {file.read_text() for file in (root.out / "set-aside").iterdir()}
    assert kept == {"one", "two"}


def test_dry_run_measures_and_writes_nothing(root, capsys):
    assert root.sweep(ONLY_JAVA, dry_run=True) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"measure  {JAVA}: about 1 s, at least 1 x ")
    assert "allocpool.heap.HeapMain --case A" in out
    assert not root.out.exists()
    root.sweep(ONLY_JAVA)
    capsys.readouterr()
    root.sweep(ONLY_JAVA, dry_run=True)
    assert capsys.readouterr().out == f"kept     {JAVA}\n"


def test_only_the_sweep_that_has_the_folder_clears_its_scratch(root):
    log = root.out / ".scratch" / "of-another" / "gc.log"
    log.parent.mkdir(parents=True)
    log.touch()
    root.sweep(ONLY_JAVA, dry_run=True)
    with store.Store(root.out).locked():
        assert log.exists()
        with pytest.raises(store.StoreError, match="another sweep"):
            root.sweep(ONLY_JAVA)
        assert log.exists()
    assert not log.exists()


@pytest.mark.parametrize(
    ("only", "message"),
    [
        ("collectr=g1", "unknown key 'collectr'; valid keys: language, implementation, collector"),
        ("variant=huge", "unknown variant 'huge'; valid values: none, compact-headers, huge-pages"),
        ("case=D", "unknown case 'D'; valid values: A, B, C"),
        ("case=A|", "unknown case ''; valid values"),
        ("case", "'case' is not key=value; valid keys"),
        ("", "'' is not key=value"),
        ("case=A,case=B", "given twice; combine values as case=x|y"),
        ("implementation=cpp,collector=g1", "no cell of profile smoke .*valid: language="),
    ],
)
def test_a_wrong_selection(root, only, message):
    with pytest.raises(UsageError, match=message.replace("|", r"\|")) as caught:
        root.sweep(only)
    assert caught.value.exit_code == 2
    assert "\n" not in str(caught.value)


def test_a_wrong_profile(root):
    with pytest.raises(UsageError, match="'huge'; valid profiles: smoke, trimmed, full"):
        root.sweep(profile="huge")


def test_jobs_are_for_smoke_only(root):
    with pytest.raises(UsageError, match="valid only with --profile smoke"):
        root.sweep(profile="trimmed", jobs=2)


def test_one_analyser_reads_the_logs_of_all_bouts(root):
    """On Linux a program ends with the thread that has started it, and a bout has its own."""
    root.sweep("implementation=heap,collector=g1,strategy=pool,mode=batch")
    assert len(root.runs()) > 1
    assert (root.folder / "runs.log").read_text().count("analyser ") == 1


def test_the_analyser_is_started_again(root):
    root.behave_at("analyser", "die-once")
    root.sweep("implementation=heap,collector=g1,strategy=pool,mode=batch")
    assert all(record["gc"] for record in root.records().values())


@pytest.mark.parametrize(
    ("what", "reason"),
    [("die", "died twice"), ("garbage", "died twice"), ("refuse", "gc.log: not a log")],
)
def test_no_gc_figures(root, capsys, what, reason):
    root.behave_at("analyser", what)
    root.sweep(ONLY_JAVA)
    record = root.record(JAVA)
    store.validate(record)
    assert (record["status"], record["gc"]) == ("ok", None)
    assert reason in record["gc_reason"]
    assert reason in capsys.readouterr().err
    root.behave()
    root.sweep(ONLY_JAVA)
    assert root.record(JAVA)["gc"]["pauses"] == 3


def test_impossible_figures_fail_the_cell_only(root):
    root.behave_at("analyser", "impossible")
    with pytest.raises(CourseError, match=r"no valid record: gc\.fraction_pct: .*, not 101"):
        root.sweep(ONLY_JAVA)
    assert root.record(JAVA)["status"] == "failed"


def test_a_program_without_uptime(root):
    root.behave_at("heap-pool-A-batch", "no-uptime")
    root.sweep(ONLY_JAVA)
    assert root.record(JAVA)["gc_reason"] == "the program did not say when it measured"


def test_plain_lines(root, capsys):
    root.sweep("implementation=cpp,strategy=alloc|pool,case=A,mode=batch")
    said = capsys.readouterr().err
    assert "profile smoke: 2 cells to measure, about " in said
    assert "decided 0 of 1" in said  # a pair needs more than the one round of smoke
    assert "2 cells: 2 ok, 0 failed, 0 skipped" in said


PAIR = "implementation=cpp-flat,strategy=alloc|pool,case=A,mode=batch,generator=counter"
SIDES = ["cpp-flat-alloc-A-batch", "cpp-flat-pool-A-batch"]


def test_the_sides_of_a_pair_are_measured_in_the_same_rounds(root):
    root.sweep(PAIR, profile="full")
    assert sorted(root.runs()) == sorted(SIDES * 2)
    alloc, pool = (root.record(f"{side}-counter")["batch"]["ns_per_packet"] for side in SIDES)
    assert (pool["forks"], pool["rounds"], len(pool["samples"])) == (2, 6, 12)
    turns = [one["turn"] for one in pool["processes"]]
    assert turns == [one["turn"] for one in alloc["processes"]]
    assert len(set(turns)) == 2
    assert pool["processes"][0]["mean"] == 40.5


def test_a_side_that_fails_leaves_the_other_its_rounds(root):
    root.behave_at("cpp-flat-pool-*", "die")
    root.sweep(PAIR, profile="full")
    runs = root.runs()
    assert runs.count("cpp-flat-pool-A-batch") == 1
    assert runs.count("cpp-flat-alloc-A-batch") == 2
    assert root.record("cpp-flat-pool-A-batch-counter")["reason"].startswith("exit code 3")
    assert root.record("cpp-flat-alloc-A-batch-counter")["status"] == "ok"


def test_given_rounds_are_measured_whatever_they_show(root):
    """Neither a verdict nor a profile's own least and largest number ends them."""
    root.sweep(PAIR, profile="full", rounds=3)
    assert sorted(root.runs()) == sorted(3 * SIDES)
    root.sweep(PAIR, profile="full", rounds=3)
    assert root.runs() == []
    root.sweep(PAIR, profile="full", rounds=4)
    assert sorted(root.runs()) == SIDES


def test_a_budget_ends_what_is_more_than_a_first_round(root):
    root.behave_at("cpp-flat-*", "noisy")
    root.sweep(PAIR, profile="full", minutes=0.0001)
    assert sorted(root.runs()) == SIDES
    # What was spent counts: the same budget buys nothing more, and a larger one goes on.
    root.sweep(PAIR, profile="full", minutes=0.0001)
    assert root.runs() == []
    root.sweep(PAIR, profile="full")
    more = len(root.runs()) // 2
    assert 1 <= more < profiles.load("full").most_rounds
    forks = root.record(f"{SIDES[0]}-counter")["batch"]["ns_per_packet"]["forks"]
    assert forks == 1 + more


def test_further_rounds_are_for_the_pair_alone(root):
    root.behave_at("cpp-flat-*", "noisy")
    trio = PAIR.replace("alloc|pool", "alloc|mix|pool")
    root.sweep(trio, profile="full")
    runs = root.runs()
    assert runs.count("cpp-flat-mix-A-batch") == 2  # as many as the profile's forks
    assert runs.count("cpp-flat-pool-A-batch") == runs.count("cpp-flat-alloc-A-batch") > 2
    root.sweep(trio, profile="full")  # those rounds count
    assert root.runs() == []


def test_rounds_of_an_earlier_sweep_count(root):
    root.sweep(PAIR, profile="full")
    root.runs()
    root.sweep(PAIR, profile="full")
    assert root.runs() == []
    (root.out / "cpp-flat-pool-A-batch-counter.json").unlink()
    root.sweep(PAIR, profile="full")  # its rounds are there, and one more rewrites the record
    assert root.runs() == []
    assert root.record("cpp-flat-pool-A-batch-counter")["batch"]["ns_per_packet"]["forks"] == 2


@pytest.mark.parametrize("dry_run", [True, False])
def test_an_unfit_machine_measures_no_real_time(root, capsys, dry_run):
    only = "implementation=cpp,strategy=pool,case=A,generator=counter"
    assert root.sweep(only, profile="trimmed", unfit="a gap of 120 ms", dry_run=dry_run) == 0
    said = capsys.readouterr().err
    if dry_run:
        assert "reading" not in said, "a dry run takes no time for it"
        return
    assert "1 cells unfit: a gap of 120 ms" in said
    assert "2 cells: 1 ok, 0 failed, 0 skipped, 1 unfit" in said
    assert set(root.runs()) == {"cpp-pool-A-batch"}
    unfit = root.record("cpp-pool-A-realtime-counter")
    store.validate(unfit)
    assert (unfit["status"], unfit["reason"]) == ("unfit", "a gap of 120 ms")
    # As soon as the machine is quiet, they are measured.
    assert root.sweep(only, profile="trimmed") == 0
    assert root.runs() == ["cpp-pool-A-realtime"]
    assert root.record("cpp-pool-A-realtime-counter")["status"] == "ok"


def test_fitness_does_not_matter_to_smoke(root):
    assert root.sweep("implementation=cpp,case=A,mode=realtime", unfit="a gap of 120 ms") == 0
    assert {record["status"] for record in root.records().values()} == {"ok"}


def test_parts_of_a_profile(root, capsys):
    def measured(**options):
        root.sweep(profile="full", dry_run=True, **options)
        out, err = capsys.readouterr()
        return {line.split()[1] for line in out.splitlines() if line.startswith("measure")}, err

    whole, said = measured()
    first, second, *_ = parts = profiles.load("full").parts
    for part in parts:
        assert f"part {part}: " in said
    one, said = measured(part=first)
    assert f"part {second}: " not in said
    both, _ = measured(part=f"{first}, {second}")
    assert set() < one < both <= whole
    cpp, _ = measured(part=first, only="implementation=cpp")
    assert set() < cpp < one


@pytest.mark.parametrize(
    ("profile", "part", "message"),
    [
        ("full", "nonsense", "unknown part 'nonsense'; valid parts: article"),
        ("full", "", "unknown part ''; valid parts: "),
        ("full", "article,", "unknown part ''; valid parts: "),
        ("smoke", "article", "unknown part 'article'; valid parts: none, profile smoke has no"),
    ],
)
def test_a_wrong_part(root, profile, part, message):
    with pytest.raises(UsageError, match=message) as caught:
        root.sweep(profile=profile, part=part)
    assert "\n" not in str(caught.value)
