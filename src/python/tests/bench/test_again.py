"""Groups measured again, into a record that there is: what changes, what stays, what is refused."""

import copy
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from course.bench import again, command
from course.errors import CourseError, UsageError
from course.model import bench_definition, benches

from . import fakes
from .fakes import contestant, of, read, run

pytestmark = pytest.mark.slow  # all of it together

HERE = Path(__file__).parent
SOURCES = HERE.parents[1]

GROUPS = [
    {"key": "one", "label": "The first", "baseline": "a"},
    {"key": "two", "label": "The second", "baseline": "c"},
]
GOALS = [
    {"statement": "b is half of a", "contestant": "b", "metric": "throughput", "against": "a",
     "at_most": 0.5},
    {"statement": "c is short", "contestant": "c", "metric": "throughput", "at_most": 5.0},
    {"statement": "d is half of c", "contestant": "d", "metric": "throughput", "against": "c",
     "at_most": 0.5},
]  # fmt: skip


def two(b="ok:5", c="ok:8", d="ok:2", **changes):
    """Two groups of two contestants."""
    some = [
        contestant("a", "ok:10", group="one"),
        contestant("b", b, group="one"),
        contestant("c", c, group="two"),
        contestant("d", d, group="two"),
    ]
    return fakes.comparison(*some, **({"groups": GROUPS, "goals": GOALS} | changes))


def change(folder, how):
    """Change the record."""
    found = read(folder)
    how(found)
    (folder / "record.json").write_text(json.dumps(found))


@pytest.fixture(scope="module")
def measured_once(tmp_path_factory):
    folder = tmp_path_factory.mktemp("measured")
    assert run(folder, two()) == 0
    return folder


@pytest.fixture
def measured(measured_once, tmp_path):
    """A folder with a record of both groups, of three rounds."""
    shutil.copytree(measured_once, tmp_path, dirs_exist_ok=True)
    return tmp_path


def test_a_group_has_new_figures_and_the_others_keep_theirs(measured, capsys):
    before, ran = read(measured), len(fakes.runs(measured))
    capsys.readouterr()
    assert run(measured, two(c="ok:4"), again="two") == 0
    after = read(measured)
    assert sorted(fakes.runs(measured)[ran:]) == ["c/all"] * 3 + ["d/all"] * 3
    assert [of(after, name) for name in "ab"] == [of(before, name) for name in "ab"]
    assert of(after, "c")["figures"]["throughput"]["values"] == [4, 4, 4]
    assert of(after, "d")["figures"]["throughput"]["ratio"]["median"] == 0.5
    verdicts = [[goal["verdict"] for goal in found["goals"]] for found in (before, after)]
    assert verdicts == [["holds", "fails", "holds"], ["holds", "holds", "holds"]]
    assert after["goals"][2]["figure"]["median"] == 0.5, "of the new rounds"
    (later,) = after.pop("again")
    assert (later["groups"], later["caveats"]) == (["two"], ["trust no figure of a fake"])
    told = later["provenance"]
    assert (told["source_hash"], told["commit"]) == ("5" * 64, "c" * 40)
    assert told["machine"] == fakes.MACHINE
    assert told["started"] >= before["provenance"]["started"]
    for key in after.keys() - {"contestants", "goals"}:
        assert after[key] == before[key], key
    out = capsys.readouterr().out
    assert f"measured again, {told['started']}: two" in out


def test_what_is_measured_twice_again_is_told_once(tmp_path):
    some = fakes.apart("ok:1", "ok:2", "ok:3")
    run(tmp_path, some)
    run(tmp_path, some, again="of-c, of-b")
    assert [one["groups"] for one in read(tmp_path)["again"]] == [["of-b", "of-c"]]
    run(tmp_path, some, again="of-c")
    assert [one["groups"] for one in read(tmp_path)["again"]] == [["of-b"], ["of-c"]]


def test_it_takes_as_many_rounds_as_before_and_as_long(tmp_path):
    run(tmp_path, two(), rounds=2, seconds=0.25)
    run(tmp_path, two(), again="two")
    found = read(tmp_path)
    assert (found["rounds"], found["asked"]["seconds"]) == (2, 0.25)
    assert len(of(found, "c")["turns"]) == 2


def test_who_failed_may_be_measured_now(tmp_path):
    assert run(tmp_path, two(c="fail")) == 1
    assert read(tmp_path)["goals"][1]["verdict"] == "not measured"
    assert run(tmp_path, two(c="ok:4"), again="two") == 0
    found = read(tmp_path)
    assert (of(found, "c")["status"], of(found, "c")["reason"]) == ("ok", None)
    assert of(found, "d")["figures"]["throughput"]["ratio"]["median"] == 0.5
    assert found["goals"][1]["verdict"] == "holds"


def test_who_still_fails_is_told_and_takes_nothing_from_the_others(tmp_path):
    run(tmp_path, two(c="fail"))
    assert run(tmp_path, two(c="fail", d="ok:3"), again="two") == 1
    found = read(tmp_path)
    assert of(found, "c")["status"] == "failed"
    assert of(found, "d")["figures"]["throughput"]["median"] == 3


@pytest.mark.parametrize("behaviour", ["fail", "skip", "nothing"])
def test_a_failure_leaves_the_record_as_it_was(measured, behaviour):
    before = (measured / "record.json").read_bytes()
    with pytest.raises(CourseError, match=r"^d could not be measured again: .* stays as it was$"):
        run(measured, two(d=behaviour), again="two")
    assert (measured / "record.json").read_bytes() == before


def test_a_record_that_somebody_else_changes_meanwhile_is_left_alone(measured):
    machine = fakes.machine(measured)

    def caveats():
        change(measured, lambda found: found.update(title="Somebody else's"))
        return []

    machine.caveats = caveats
    args = fakes.arguments(json=measured / "record.json", again="two")
    with pytest.raises(CourseError, match="was changed meanwhile"):
        command.run(two(), args, machine)
    assert read(measured)["title"] == "Somebody else's"


def test_why_something_was_skipped_is_kept(tmp_path):
    back = {"name": "round_trip", "title": "Back", "unit": "ns", "caption": "Nothing."}
    metrics = [*fakes.data(contestant("a", ""))["metrics"], back]
    some = two(b="skip-metric", metrics=metrics)
    run(tmp_path, some)
    run(tmp_path, some, again="two")
    assert of(read(tmp_path), "b")["skipped"] == {"round_trip": "no second queue"}


def test_a_metric_that_was_added_is_taken_of_the_rounds_that_were_kept(measured):
    some = two()
    more = copy.deepcopy(fakes.data(contestant("a", ""))["metrics"])
    more.append(more[0] | {"name": "again", "from": "throughput", "main": False})
    assert not bench_definition.is_redefined(read(measured), some)
    added = two(metrics=more)
    assert run(measured, added, again="two") == 0
    found = read(measured)
    assert of(found, "b")["figures"]["again"]["median"] == 5
    assert not bench_definition.is_redefined(found, added)


BOUND = {"generator": "counter", "lines": {"throughput": ["throughput"]}}
COUNT = {"contestant": "a", "run": "A", "command": ["valgrind"],
         "per_packet": {"instructions": 1.0, "d1_misses": 1.0, "ll_misses": 1.0}}  # fmt: skip


@pytest.mark.parametrize(
    ("how", "says"),
    [
        (lambda found: found.update(bench="limit"), "is of bench limit, not of queue"),
        (lambda found: found["asked"].update(quick=True), "the record is of a trimmed choice"),
        (
            lambda found: found["provenance"]["machine"].update(cores=3),
            "the record is of another machine: cores was 3, and is 2",
        ),
        (
            lambda found: found["provenance"].update(source_hash="6" * 64),
            "sources have changed since group one was measured: measure all of it",
        ),
        (lambda found: found.update(counts=[COUNT]), "counts, that belong to all groups"),
    ],
)
def test_a_record_that_does_not_fit_is_refused(measured, how, says):
    change(measured, how)
    refused(measured, two(), says)


@pytest.mark.parametrize("content", [None, "", "{}", "[1]", "\xff"])
def test_what_is_no_record_is_refused(measured, content):
    file = measured / "record.json"
    file.unlink()
    if content is not None:
        file.write_bytes(content.encode("latin-1"))
    refused(measured, two(), "is no record of a bench" if content is not None else "cannot read")


def test_a_record_of_another_version_is_refused(measured):
    found = read(measured) | {"schema": 2}
    (measured / "record.json").write_text(json.dumps(found))
    refused(measured, two(), "is no record of a bench: schema: ")


def test_sources_of_what_was_measured_again_count_too(tmp_path):
    some = fakes.apart("ok:1", "ok:2", "ok:3")
    run(tmp_path, some)
    run(tmp_path, some, again="of-b")
    change(tmp_path, lambda found: found["again"][0]["provenance"].update(source_hash="6" * 64))
    refused(tmp_path, some, "sources have changed since group of-b was measured", again="of-c")
    assert run(tmp_path, some, again="of-b") == 0, "it is not kept then"


ACROSS = {"statement": "s", "contestant": "b", "metric": "throughput", "against": "c",
          "at_most": 1.0}  # fmt: skip


@pytest.mark.parametrize(
    ("some", "says"),
    [
        (two(b="ok:6"), "b, of group one, is no longer what it was when it was measured"),
        (two(groups=[GROUPS[0] | {"baseline": "b"}, GROUPS[1]]), "a, of group one, is no longer"),
        (two(goals=[ACROSS]), "groups one and two are compared round by round: name both"),
        (
            two(groups=[GROUPS[0], GROUPS[1] | {"baseline": "a"}]),
            "groups one and two are compared round by round: name both",
        ),
        (two(bound=BOUND), "bench queue has a lower bound"),
    ],
)
def test_a_bench_that_does_not_allow_it_is_refused(measured, some, says):
    refused(measured, some, says)


def test_whoever_is_no_longer_there_or_elsewhere_is_refused(measured):
    gone = [contestant("a", "ok:10", group="one"), contestant("c", "ok:8", group="two")]
    refused(measured, fakes.comparison(*gone, groups=GROUPS), "b, of group one, is no longer")
    behaviours = {"a": "ok:10", "b": "ok:5", "d": "ok:2"}
    moved = [contestant(*pair, group="one") for pair in behaviours.items()]
    moved.append(contestant("c", "ok:8", group="two"))
    refused(measured, fakes.comparison(*moved, groups=GROUPS), "d, of group two, is no longer")


def test_of_older_records_nobody_knows_what_ran(measured):
    change(measured, lambda found: [one.pop("definition") for one in found["contestants"]])
    assert run(measured, two(b="ok:6"), again="two") == 0
    found = read(measured)
    assert [name for name in "abcd" if "definition" in of(found, name)] == ["c", "d"]
    assert of(found, "b")["figures"]["throughput"]["median"] == 5


def refused(folder, some, says, groups="two", **changes):
    """One line, exit code 2; nothing ran, and the file is as it was."""
    file, ran = folder / "record.json", fakes.runs(folder)
    before = file.read_bytes() if file.exists() else None
    with pytest.raises(UsageError) as caught:
        run(folder, some, **({"again": groups} | changes))
    assert says in str(caught.value)
    assert str(caught.value).startswith("--again: ")
    assert "\n" not in str(caught.value)
    assert fakes.runs(folder) == ran
    assert (file.read_bytes() if file.exists() else None) == before


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"again": "jni,x"}, "--again: no group 'x'; there are "),
        ({"again": ",".join(group.key for group in benches.load("queue").groups)}, "all group"),
        ({"again": "jni", "rounds": 2}, "--again: not with --rounds"),
        ({"again": "jni", "seconds": 2.0}, "--again: not with --seconds"),
        ({"again": "jni", "only": "run-ring"}, "--again: not with --only"),
        ({"again": "jni", "quick": True}, "--again: not with --quick"),
        ({"again": "jni", "count": True}, "--again: not with --count"),
        ({"again": "jni", "list": True}, "--again: not with --list"),
        ({"again": "jni", "json": Path("absent/queue.json")}, "--again: cannot read absent/queue"),
    ],
)
def test_bad_arguments_take_one_line_before_anything_is_built(changes, says):
    with pytest.raises(UsageError, match=says) as caught:
        command.check(fakes.arguments(**changes))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("name", "together"), [("queue", [{"jni", "calls"}]), ("buffers", [])])
def test_which_groups_of_our_benches_go_together(name, together):
    pairs = again._compared(benches.load(name))
    assert [pair for pair in pairs if len(pair) == 2] == together


def start(folder, *behaviours):
    return subprocess.run(
        [sys.executable, HERE / "fake_bench.py", folder, "--again", "of-b", *behaviours],
        env=os.environ | {"PYTHONPATH": str(SOURCES)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("behaviour", "code"),
    [("interrupt-parent", 128 + signal.SIGINT), ("kill-parent", -signal.SIGKILL)],
)
def test_half_way_ctrl_c_or_a_kill_leaves_the_record_as_it_was(tmp_path, behaviour, code):
    run(tmp_path, fakes.apart("ok:1", "ok:2"))
    before = (tmp_path / "record.json").read_bytes()
    (tmp_path / "runs.log").unlink()
    done = start(tmp_path, "ok:1", behaviour)
    assert done.returncode == code, done.stderr
    assert fakes.runs(tmp_path) == ["b/all", "b/all"], "in the second round"
    assert "round 1 of 3 is done" in done.stderr
    assert (tmp_path / "record.json").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["built", "record.json", "runs.log"]
    if code > 0:
        last = done.stderr.splitlines()[-1]
        assert last.startswith("stopped by SIGINT after 1 of 3 rounds: ")
        assert last.endswith("record.json stays as it was")
