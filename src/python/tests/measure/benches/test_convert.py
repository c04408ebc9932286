"""Records in the old format, a file for all groups: every figure is what it was."""

import copy
import json

import pytest

from course.model import bench_summary as summary
from course.process import bench_convert as convert
from course.process import bench_store as record

from . import fakes, made
from .fakes import of

SPREAD = ("median", "low", "high")


def turn(number, value):
    result = {"metric": "throughput", "unit": "ns", "value": value, "samples": [value]}
    return {"round": number, "run": "all", "started": made.STARTED, "duration_s": 1.0,
            "peak_rss_mb": 12.5, "results": [result]}  # fmt: skip


def told(name, group, values, spread):
    figure = {"values": values, **dict(zip(SPREAD, spread, strict=True))}
    return {
        "id": name,
        "label": f"label of {name}",
        "group": group,
        "definition": "d" * 64,
        "status": "ok",
        "reason": None,
        "skipped": {"back": "no second queue"},
        "commands": {"all": ["fake", name]},
        "runtime": {"name": "Fake", "version": "1", "vendor": "nobody", "flags": ["-f"]},
        "turns": [turn(number, value) for number, value in enumerate(values, 1)],
        "figures": {"throughput": figure},
    }


LATER = made.ORIGIN | {"commit": "d" * 40, "started": "2020-01-02T00:00:00Z"}
FAILED = {
    "id": "c", "label": "label of c", "group": "one", "status": "failed", "reason": "it fell over",
    "skipped": {}, "commands": {}, "runtime": None, "turns": [], "figures": {},
}  # fmt: skip
OLD = {
    "schema": 1,
    "bench": "queue",
    "title": "A fake bench",
    "rounds": 3,
    "asked": {"rounds": 5, "seconds": 0.5, "seed": 1},
    "groups": [{"key": "one", "label": "One", "baseline": "a"},
               {"key": "two", "label": "Two", "baseline": "d"}],
    "metrics": [{"name": "throughput", "title": "Throughput", "unit": "ns", "better": "smaller",
                 "caption": "Nothing is measured.", "main": True}],
    "contestants": [
        told("a", "one", [10.0, 20.0, 40.0], (20.0, 12.0, 36.0)),
        told("b", "one", [5.0, 20.0, 10.0], (10.0, 6.0, 18.0)),
        FAILED,
        told("d", "two", [3.0, 3.5, 7.25], (3.5, 3.1, 6.5)),
    ],
    "goals": [{"statement": "b is half of a", "contestant": "b", "against": "a",
               "metric": "throughput", "at_most": 0.95,
               "figure": {"median": 0.5, "low": 0.3, "high": 0.9}, "verdict": "holds"}],
    "bounds": [],
    "counts": [{"contestant": "d", "run": "A", "command": ["valgrind"],
                "per_packet": {"instructions": 9.0, "d1_misses": 2.0, "ll_misses": 1.0}}],
    "caveats": ["times drift"],
    "again": [{"groups": ["two"], "caveats": ["trust less"], "provenance": LATER}],
    "provenance": made.ORIGIN,
}  # fmt: skip
"""As it was written then."""

SOME = fakes.comparison(
    *(fakes.contestant(one["id"], "ok:1", group=one["group"]) for one in OLD["contestants"]),
    groups=OLD["groups"],
    goals=[{key: OLD["goals"][0][key]
            for key in ("statement", "contestant", "against", "metric", "at_most")}],
)  # fmt: skip


@pytest.fixture
def file(tmp_path):
    file = tmp_path / "queue.json"
    file.write_text(json.dumps(OLD))
    return file


def test_every_figure_is_what_it_was_and_so_is_its_origin(file, capsys):
    before = file.read_bytes()
    assert convert.main([str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: 2 groups\n"
    assert file.read_bytes() == before
    found = summary.of(record.read(file.with_suffix(""), "queue"), SOME)
    same = ("bench", "title", "rounds", "groups", "metrics", "counts", "caveats", "again",
            "provenance")  # fmt: skip
    assert {key: found[key] for key in same} == {key: OLD[key] for key in same}
    assert found["asked"] == OLD["asked"] | {"quick": False}
    for one in OLD["contestants"]:
        now = of(found, one["id"])
        for key, value in one.items():
            if key != "figures" and now[key] != value:
                pytest.fail(f"{one['id']}: {key} is {now[key]}, was {value}")
        for metric, figure in one["figures"].items():
            kept = now["figures"][metric]
            assert kept["values"] == figure["values"]
            assert [kept[key] for key in SPREAD] == pytest.approx([figure[key] for key in SPREAD])


def test_of_contestants_without_a_hash_nothing_is_known():
    old = copy.deepcopy(OLD)
    for one in old["contestants"]:
        one.pop("definition", None)
    (first, *_), *_ = (one.contestants for one in convert.converted(old))
    assert first.definition is None


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "not a bench record in the old format: FileNotFoundError"),
        ("{", "not a bench record in the old format"),
        ("[]", "not a bench record in the old format"),
        ('{"schema": 2}', "schema: is not 1"),
        (json.dumps(OLD | {"rounds": 0}), "rounds: Input should be greater than 0, not 0"),
    ],
)
def test_what_is_none_is_told_in_one_line_and_nothing_is_written(file, content, says, capsys):
    file.unlink() if content is None else file.write_text(content)
    assert convert.main([str(file)]) == 2
    err = capsys.readouterr().err
    assert says in err
    assert err.count("\n") == 1
    assert not file.with_suffix("").exists()


def test_nothing_is_written_over(file, capsys):
    convert.main([str(file)])
    before = {one: one.read_bytes() for one in file.with_suffix("").iterdir()}
    assert convert.main([str(file)]) == 2
    assert "already exists; move it away" in capsys.readouterr().err
    assert {one: one.read_bytes() for one in file.with_suffix("").iterdir()} == before


def test_it_is_refused_with_the_command_that_converts_it(file):
    with pytest.raises(ValueError, match="in an old format; convert it: ") as caught:
        record.read(file.with_suffix(""), "queue")
    assert str(caught.value).endswith(f"python -m course.process.bench_convert {file}")
