"""Groups measured alone: what is replaced, what goes with them, what stays and what is refused."""

import shutil

import pytest

from course.errors import UsageError
from course.measure.benches import selection
from course.model import benches

from . import fakes
from .fakes import contestant, of, read, run

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("sitting")]  # all of it together

GROUPS = [
    {"key": "one", "label": "The first", "baseline": "a"},
    {"key": "two", "label": "The second", "baseline": "c"},
    {"key": "three", "label": "The third", "baseline": "e"},
]
ACROSS = {"statement": "c is shorter than a", "contestant": "c", "metric": "throughput",
          "against": "a", "at_most": 1.0}  # fmt: skip


def bench(c="ok:8", **changes):
    """Three groups, one of a contestant alone."""
    behaviours = {"a": "ok:10", "b": "ok:5", "c": c, "d": "ok:2", "e": "ok:1"}
    group = dict(zip("abcde", ("one", "one", "two", "two", "three"), strict=True))
    some = [contestant(*pair, group=group[pair[0]]) for pair in behaviours.items()]
    return fakes.comparison(*some, **({"groups": GROUPS} | changes))


def files(folder):
    return {one.stem: one.read_bytes() for one in (folder / "queue").iterdir()}


@pytest.fixture(scope="module")
def sitting(tmp_path_factory):
    """A folder with the records of all groups, made once; tests leave it as it is."""
    folder = tmp_path_factory.mktemp("sitting")
    assert run(folder, bench(), rounds=2) == 0
    for group in fakes.records(folder):
        fakes.change(folder, group, started="2020-01-01T00:00:00Z")
    return folder


@pytest.fixture
def measured(sitting, tmp_path):
    """The same, of an earlier sitting, for a test to change."""
    return shutil.copytree(sitting, tmp_path, dirs_exist_ok=True)


def test_each_group_has_a_file_of_its_own(measured):
    found = fakes.records(measured)
    assert {group: [one.id for one in told.contestants] for group, told in found.items()} == {
        "one": ["a", "b"],
        "two": ["c", "d"],
        "three": ["e"],
    }


def test_a_group_has_new_figures_and_the_others_keep_theirs(measured, capsys):
    before, ran = files(measured), len(fakes.runs(measured))
    some = bench(c="ok:4")
    assert run(measured, some, group="two", rounds=2) == 0
    assert sorted(fakes.runs(measured)[ran:]) == ["c/all"] * 2 + ["d/all"] * 2
    after = files(measured)
    assert [key for key in after if after[key] != before[key]] == ["two"]
    found = read(measured, some)
    assert of(found, "c")["figures"]["throughput"]["values"] == [4, 4]
    assert of(found, "d")["figures"]["throughput"]["ratio"].value == 0.5
    assert [one["groups"] for one in found["again"]] == [["two"]]
    assert "compared with" not in capsys.readouterr().err


def test_groups_that_are_compared_round_by_round_are_measured_together(measured, capsys):
    some = bench(goals=[ACROSS])
    assert run(measured, some, group="one") == 0
    assert (
        "also measuring two, which are compared with them in the same rounds"
        in capsys.readouterr().err
    )
    found = read(measured, some)
    assert [one["groups"] for one in found["again"]] == [["one", "two"]]
    assert found["goals"][0]["verdict"] == "holds"


@pytest.mark.parametrize(
    ("changes", "asked", "together"),
    [
        ({}, "two", {"two"}),
        ({}, "two, three", {"two", "three"}),
        ({"goals": [ACROSS]}, "two", {"one", "two"}),
        ({"groups": [*GROUPS[:2], GROUPS[2] | {"baseline": "a"}], "goals": [ACROSS]}, "three",
         {"one", "two", "three"}),
        ({"bound": {"generator": "counter", "lines": {"throughput": ["throughput"]}}}, "one",
         {"one", "two", "three"}),
    ],
)  # fmt: skip
def test_which_groups_go_together(changes, asked, together):
    chosen = selection.of_groups(bench(**changes), asked)
    assert {one.group for one in chosen.contestants} == together


@pytest.mark.parametrize(("name", "together"), [("queue", {"jni", "calls"}), ("pools", None)])
def test_which_groups_of_our_benches_go_together(name, together):
    some = benches.load(name)
    for group in some.groups:
        expected = together if together and group.key in together else {group.key}
        assert some.together([group.key]) == expected


@pytest.mark.parametrize("changes", [{"rounds": 1}, {"seconds": 0.05}, {"quick": True}])
def test_less_does_not_take_the_place_of_more(measured, capsys, changes):
    before = files(measured)
    assert run(measured, bench(), group="two", **({"rounds": 2} | changes)) == 0
    assert files(measured) == before
    assert "better records of two: more or longer rounds" in capsys.readouterr().err


def test_a_metric_that_is_skipped_now_stays(measured):
    told = fakes.records(measured)["two"].model_dump()["contestants"]
    told[0]["turns"][0]["results"].append({"metric": "back", "unit": "ns", "value": 1.0})
    fakes.change(measured, "two", contestants=told)
    before = files(measured)
    assert run(measured, bench(), group="two", rounds=2) == 0
    assert files(measured) == before


def test_who_fails_now_takes_nothing_from_what_was_measured(tmp_path, capsys):
    some = bench(c="fail-later", goals=[ACROSS])
    assert run(tmp_path, some, rounds=1) == 0
    before = files(tmp_path)
    assert run(tmp_path, some, rounds=1) == 1
    after = files(tmp_path)
    assert [key for key in after if after[key] != before[key]] == ["three"]
    assert "has better records of one, two" in capsys.readouterr().err, "one is compared with two"


@pytest.mark.parametrize(
    "change", [{"source_hash": "6" * 64}, {"machine": fakes.MACHINE | {"cores": 3}}]
)
def test_what_would_not_stand_beside_it_is_refused_before_anything_runs(measured, change):
    fakes.change(measured, "one", **change)
    before, ran = files(measured), fakes.runs(measured)
    with pytest.raises(UsageError, match="have changed since group one was measured; measure the"):
        run(measured, bench(), group="two")
    assert (files(measured), fakes.runs(measured)) == (before, ran)
    assert run(measured, bench()) == 0, "all of it replaces anything"


def test_what_is_no_record_is_refused_in_one_line(measured):
    for content in (b"", b"{}", b"[1]", b"\xff", b'{"schema": 3}'):
        (measured / "queue/one.json").write_bytes(content)
        with pytest.raises(UsageError, match=r"^--group: .*one\.json: .*measure it again$") as said:
            run(measured, bench(), group="two")
        assert "\n" not in str(said.value)
    assert run(measured, bench()) == 0, "all of it replaces anything"
