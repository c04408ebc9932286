"""The quick oracle agrees with the naive one, and is quick."""

import json
import random
import time

import pytest

from course.measure.events import expected_digest
from course.model import oracle

from . import naive

COUNTS = [0, 1, 2, 15, 16, 17, 99, 100, 101, 116, 117, 1_699, 1_700, 1_701, 1_717, 40_000]


@pytest.mark.parametrize("generator", ["counter", "random"])
@pytest.mark.parametrize("packets", COUNTS)
def test_case_a_scaled(generator, packets):
    assert oracle.expected("A", 100, generator, packets) == naive.digest(
        "A", 100, generator, packets
    )


@pytest.mark.parametrize("generator", ["counter", "random"])
@pytest.mark.parametrize(("case", "scale"), [("B", 100), ("C", 100), ("A", 1)])
def test_other_sizes(generator, case, scale):
    size = naive.SIZES[case] // scale
    draw = random.Random(f"{generator}{case}{scale}")
    for packets in [size - 1, size + 1, draw.randrange(size, 12 * size)]:
        assert oracle.expected(case, scale, generator, packets) == naive.digest(
            case, scale, generator, packets
        )


def test_a_slot_keeps_the_last_of_a_chunk(monkeypatch):
    # One chunk holds many packets for the same slot; chunks of one packet cannot.
    whole = oracle.expected("A", 100, "random", 20_000)
    monkeypatch.setattr(oracle, "CHUNK", 7)
    assert oracle.expected("A", 100, "random", 20_000) == whole


def test_known_digest():
    # Found once by the naive oracle, which takes a minute for it.
    assert oracle.expected("C", 1, "counter", 10_500_000) == "8d6885379a728f89"


def test_counter_takes_no_longer_for_more_packets():
    began = time.perf_counter()
    oracle.expected("C", 1, "counter", 10**9)
    assert time.perf_counter() - began < 10  # a loop over them would take minutes


def test_cache(tmp_path, monkeypatch):
    digest = expected_digest("A", 100, "random", 5_000, tmp_path)
    monkeypatch.setattr(oracle, "expected", lambda *_: "f" * 16)
    assert expected_digest("A", 100, "random", 5_000, tmp_path) == digest
    assert expected_digest("A", 100, "random", 5_001, tmp_path) == "f" * 16


@pytest.mark.parametrize("content", ["", "{", "[1]", '{"digest": "short"}', "\xff"])
def test_damaged_cache_is_not_believed(tmp_path, content):
    digest = expected_digest("A", 100, "random", 5_000, tmp_path)
    (file,) = tmp_path.iterdir()
    file.write_text(content, encoding="latin-1")
    assert expected_digest("A", 100, "random", 5_000, tmp_path) == digest
    assert json.loads(file.read_text()) == {"digest": digest}


def test_cache_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("in the way")
    digest = expected_digest("A", 100, "random", 5_000, tmp_path / "file")
    assert digest == naive.digest("A", 100, "random", 5_000)
