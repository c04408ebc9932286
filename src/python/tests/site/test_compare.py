"""`./course compare`: what it measures, shows and opens."""

import argparse
import shutil

import pytest
from course_tests.measure import samples

from course.cli import compare
from course.errors import UsageError
from course.stats.dataset import Dataset


def arguments(**changes):
    given = {"profile": None, "only": None, "records": None, "no_open": False}
    return argparse.Namespace(**(given | changes))


@pytest.fixture
def calls(monkeypatch, tmp_path):
    """What is done, instead of doing it."""
    made = []

    def measure(profile, only):
        made.append(("sweep", profile, only))
        records = [samples.record(samples.cell("cpp"), profile)]
        samples.write(tmp_path / "records" / profile, records)
        return 0

    monkeypatch.setattr(compare, "measure", measure)
    monkeypatch.setattr(compare, "publish", lambda out, yours: made.append(("site", yours)))
    monkeypatch.setattr(compare.paths, "RECORDS", tmp_path / "records")
    monkeypatch.setattr(compare, "has_display", lambda: True)
    monkeypatch.setattr(compare.webbrowser, "open", lambda url: made.append(("open", url)) or True)
    return made


def test_it_measures_builds_and_opens(calls, tmp_path, capsys):
    assert compare.compare(arguments(only="case=A")) == 0
    assert calls[:2] == [("sweep", "trimmed", "case=A"), ("site", tmp_path / "records/trimmed")]
    assert calls[2] == ("open", (compare.SITE / "results.html").as_uri())
    assert "say nothing" not in capsys.readouterr().out


def test_given_records_are_shown_without_measuring(calls, tmp_path):
    samples.write(tmp_path / "mine", [samples.record()])
    assert compare.compare(arguments(records=tmp_path / "mine", no_open=True)) == 0
    assert calls == [("site", tmp_path / "mine")]


def test_a_partial_measurement_is_shown_as_far_as_it_goes(calls, tmp_path):
    samples.write(tmp_path / "mine", [samples.record()])
    (tmp_path / "mine/cells.txt").write_text(f"{samples.cell().id}\nanother\n")
    compare.compare(arguments(records=tmp_path / "mine", no_open=True))
    assert calls == [("site", tmp_path / "mine")]
    assert len(Dataset.load(tmp_path / "mine").records) == 1, "a site can be made of it"


def test_scaled_figures_are_said_to_mean_nothing(calls, capsys):
    compare.compare(arguments(profile="smoke"))
    assert "so these figures say nothing" in capsys.readouterr().out


@pytest.mark.parametrize("reason", ["no-open", "no display", "no browser"])
def test_where_nothing_can_be_opened_the_page_is_named(calls, capsys, monkeypatch, reason):
    if reason == "no display":
        monkeypatch.setattr(compare, "has_display", lambda: False)
    if reason == "no browser":
        monkeypatch.setattr(compare.webbrowser, "open", lambda url: False)
    compare.compare(arguments(no_open=reason == "no-open"))
    assert not [call for call in calls if call[0] == "open"]
    assert f"the comparison is {compare.SITE / 'results.html'}" in capsys.readouterr().out


def test_a_stopped_sweep_ends_it(calls, monkeypatch):
    monkeypatch.setattr(compare, "measure", lambda *_: 130)
    assert compare.compare(arguments()) == 130
    assert calls == []


def test_wrong_arguments(calls, tmp_path):
    with pytest.raises(UsageError, match="--only: not allowed with --records"):
        compare.compare(arguments(records=tmp_path, only="case=A"))
    with pytest.raises(UsageError, match="--profile: not allowed with --records"):
        compare.compare(arguments(records=tmp_path, profile="full"))
    with pytest.raises(UsageError, match="nowhere: no such folder of records"):
        compare.compare(arguments(records=tmp_path / "nowhere"))
    with pytest.raises(UsageError, match=r"no records here; \./course sweep writes them"):
        compare.compare(arguments(records=tmp_path))
    assert calls == []


def test_the_published_records_are_not_compared_with_themselves(calls, tmp_path, monkeypatch):
    ours = tmp_path / "results/2026-01-01-ours"
    samples.write(ours, [samples.record()])
    monkeypatch.setattr(compare.paths, "ROOT", tmp_path)
    shutil.copytree(ours, tmp_path / "copy")
    for folder in (ours, tmp_path / "copy"):
        with pytest.raises(UsageError, match="contains the published records"):
            compare.compare(arguments(records=folder))
    assert calls == []
    samples.write(tmp_path / "copy", [samples.record(samples.cell("cpp"))])
    compare.compare(arguments(records=tmp_path / "copy", no_open=True))
    assert calls == [("site", tmp_path / "copy")]


def test_it_says_when_nothing_published_can_stand_beside(calls, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(compare.paths, "ROOT", tmp_path)
    mine = tmp_path / "mine"
    samples.write(mine, [samples.record()])
    compare.compare(arguments(records=mine))
    assert "there are no published records here" in capsys.readouterr().out
    other = samples.record(samples.cell("cpp"))
    other["provenance"]["workload"] = 1000
    samples.write(tmp_path / "results/2026-01-01-ours", [other])
    compare.compare(arguments(records=mine))
    assert "from another version of the workload" in capsys.readouterr().out


def test_an_empty_selection_is_passed_on_as_it_is(monkeypatch):
    monkeypatch.setattr(compare, "sweep", lambda args: [args.only, args.profile, args.jobs])
    assert compare.measure("smoke", "") == ["", "smoke", 1]
    assert compare.measure("full", None) == [None, "full", 1]


@pytest.mark.parametrize(
    ("platform", "variables", "seen"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("darwin", {}, True),
    ],
)
def test_displays(monkeypatch, platform, variables, seen):
    monkeypatch.setattr(compare.sys, "platform", platform)
    monkeypatch.setattr(compare.os, "environ", variables)
    assert compare.has_display() is seen
