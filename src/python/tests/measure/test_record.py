"""A record's model accepts what a sweep writes, and nothing that a page could misread."""

import copy

import pytest

from course.model.record import CellRecord
from course.model.strict import problem

from . import samples


def is_valid(record):
    return problem(CellRecord, record) is None


@pytest.mark.parametrize("without_cms", [False, True])
def test_a_whole_run_is_valid(without_cms):
    records = samples.records(without_cms=without_cms)
    assert len({samples.Cell(**one["cell"]).id for one in records}) == len(records) == 84
    for one in records:
        assert is_valid(one)


def broken(path, value):
    one = copy.deepcopy(samples.record())
    *parents, last = path.split(".")
    target = one
    for name in parents:
        target = target[name]
    if value is ...:
        del target[last]
    else:
        target[last] = value
    return one


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("schema", 2),
        ("profile", "huge"),
        ("status", "maybe"),
        ("status", "failed"),  # figures of a failed cell
        ("reason", "a reason though ok"),
        ("batch", None),
        ("batch.packets", 0),
        ("batch.ns_per_packet.samples", []),
        ("batch.ns_per_packet.median", -1),
        ("batch.ns_per_packet.median", "84"),
        ("realtime", samples.realtime(samples.cell())),  # of a batch cell
        ("gc.source", "guess"),
        ("gc.fraction_pct", 101),
        ("digest", None),
        ("digest.value", "xyz"),
        ("cell.collector", None),
        ("cell.case", "D"),
        ("cell.heap", None),
        ("cell.implementation", "cpp"),  # with a collector
        ("provenance.source_hash", "short"),
        ("provenance.command", []),
        ("provenance.started", "yesterday"),
        ("provenance.machine.cpu", ...),
        ("provenance.extra", 1),
        ("peak_rss_mb", ...),
    ],
)
def test_refused(path, value):
    assert not is_valid(broken(path, value))


def test_reason_is_one_line():
    one = samples.record(status="failed", reason="two\nlines")
    assert not is_valid(one)


@pytest.mark.parametrize(
    ("pause", "valid"),
    [
        ([1.0, 2, "young"], True),
        ([1.0, 2.0], False),
        ([1.0, "2", "young"], False),
        ([1.0, -2.0, "young"], False),
        ([1.0, 2.0, "young", 3], False),
    ],
)
def test_a_pause_is_a_moment_a_length_and_a_name(pause, valid):
    timeline = {"length_ms": 9, "pauses": [pause], "heap": [], "losses": [], "truncated": False}
    assert is_valid(broken("gc.timeline", timeline)) == valid
