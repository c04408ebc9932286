"""The advice for the server, from the reference's record."""

import math

import pytest

from course import paths
from course.model.pairs import Verdict
from course.stats import advised_service
from course.stats.advised_service import NAMES, services
from course.stats.benches import FOLDER, BenchColumn, Benches
from course.stats.dataset import reference_folder
from course.stats.prices import METRICS, prices

NAME = next(iter(NAMES))


@pytest.fixture(scope="module")
def benches():
    place = BenchColumn("reference", "", [reference_folder(paths.ROOT) / FOLDER])
    return Benches([place], source_hash=lambda _: "")


def test_the_server_is_advised_from_its_runs_with_new_buffers(benches):
    bench = benches.primary(NAME)
    found = {one.advised.of["collector"]: one for one in services(bench, prices(benches.primary))}
    assert list(found) == ["g1", "parallel", "zgc"]
    for key, one in found.items():
        assert one.advised.values["alive_mb"] == 192
        assert one.advised.values["pool_mb"] == pytest.approx(16 * 24_704 / 2**20)
        assert 0.95 < one.advised.values["pool_share"] < 1, "sessions aren't pooled"
        assert bool(one.advised.values.get("visits")) == (key == "parallel")
        assert one.advised.low < one.advised.high
        assert f"{100 * one.advised.low:.0f} %" in one.advice
        new, pooled = (bench.rounds(f"heap-{kind}-{key}", "rate") for kind in ("new", "pool"))
        logs = [math.log(new[turn] / pooled[turn]) for turn in new]
        assert math.log(one.advised.ratio) == pytest.approx(sum(logs) / len(logs))
        faster = one.advised.measured.verdict is Verdict.FASTER
        assert faster <= (one.advised.ratio < 1)


def test_the_sizes_of_its_buffers_are_those_of_its_sources():
    sources = paths.ROOT / "src/java/service/src/main/java/allocpool/service"
    limits, head = ((sources / f"{one}.java").read_text() for one in ("Limits", "ResponseHead"))
    assert advised_service._INPUT == 8 << 10
    assert " HEAD = 8 << 10;" in limits
    assert f" MOST = {advised_service._HEAD};" in head


def test_nothing_is_advised_where_prices_or_runs_are_missing(benches):
    assert not [*services(benches.primary(NAME), dict.fromkeys(METRICS))]
    none = Benches([]).primary(NAME)
    assert not [*services(none, prices(benches.primary))]
