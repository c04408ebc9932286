"""What the page of claims says of its excerpts of logs: it must be so when one is replaced."""

import re
import statistics
from itertools import pairwise

import pytest

from course import paths
from course.model.probes import QUEUE_MS
from course.stats.claims.reader import FOLDER

PAUSE = re.compile(
    r"\[(?P<at>[\d.]+)s\] GC\((?P<number>\d+)\) Pause (?P<kind>Young|Full|Initial Mark|Remark)"
    r"(?: \((?P<cause>[\w ]+)\))? (?P<before>\d+)M->(?P<after>\d+)M\(\d+M\) (?P<ms>[\d.]+)ms"
)
FORECAST = re.compile(
    r"\[(?P<at>[\d.]+)s\] (?P<what>Full after scavenge|Skip scavenge):? "
    r"average_promoted (?P<average>\d+) padded_average_promoted (?P<padded>\d+) "
    r"free in old gen (?P<free>\d+)"
)
WORDS = ("at", "before", "after", "ms", "average", "padded", "free", "number")


def read(name):
    return (paths.ROOT / FOLDER / f"{name}.log").read_text()


def found(pattern, text):
    """Groups of each line that the pattern matches, numbers as numbers."""
    matches = [pattern.match(line) for line in text.splitlines()]
    return [
        {key: float(value) if key in WORDS else value for key, value in match.groupdict().items()}
        for match in matches
        if match
    ]


def kinds(text):
    return [pause["kind"] for pause in found(PAUSE, text)]


@pytest.fixture(scope="module")
def cases():
    """Case -> its part of the excerpt on the forecast."""
    parts = re.split(r"^# case ([ABC])\n", read("parallel-pool-forecast"), flags=re.MULTILINE)
    assert (parts[0], parts[1::2]) == ("", ["A", "B", "C"])
    return dict(zip(parts[1::2], parts[2::2], strict=True))


# ---- Parallel and CMS in real time ------------------------------------------------------------


def test_parallels_log_is_all_there():
    text = read("parallel-pool-A")
    assert "[...]" not in text
    assert [pause["number"] for pause in found(PAUSE, text)] == list(range(text.count("Pause")))


def test_after_the_second_every_collection_is_a_full_one_and_overflows_the_queue():
    pauses = found(PAUSE, read("parallel-pool-A"))
    assert [pause["kind"] for pause in pauses[:2]] == ["Young", "Young"]
    assert {(pause["kind"], pause["cause"]) for pause in pauses[2:]} == {("Full", "Ergonomics")}
    assert min(pause["ms"] for pause in pauses[2:]) > 3 * QUEUE_MS


def test_what_is_left_of_cms_pauses_is_brief():
    text = read("cms-pool-A")
    pauses = found(PAUSE, text)
    built = next(at for at, pause in enumerate(pauses) if pause["kind"] == "Initial Mark")
    assert {pause["kind"] for pause in pauses} == {"Young", "Initial Mark", "Remark"}
    left = max(pause["ms"] for pause in pauses[built:])
    assert left < min(QUEUE_MS, *(pause["ms"] for pause in pauses[:built]))
    assert "Ergonomics" not in text
    assert 13 < pauses[-1]["at"] < 15  # "some fourteen seconds"


# ---- the forecast -----------------------------------------------------------------------------


@pytest.mark.parametrize("case", ["A", "B", "C"])
class TestForecast:
    def test_two_young_collections_promote_the_pool_and_then_every_one_is_full(self, cases, case):
        pauses = found(PAUSE, cases[case])
        young, later = kinds(cases[case])[:2], kinds(cases[case])[2:]
        assert (young, set(later)) == (["Young", "Young"], {"Full"})
        assert len(later) > 2
        promoted = [pauses[0]["after"], pauses[1]["after"] - pauses[0]["after"]]
        assert all(450 < megabytes < 550 for megabytes in promoted)
        assert 1.5 < pauses[1]["at"] < 2.5, "some two seconds"

    def test_each_full_one_follows_a_line_that_says_why(self, cases, case):
        lines = cases[case].splitlines()
        full = [at for at, line in enumerate(lines) if "Pause Full" in line]
        why = [found(FORECAST, lines[at - 1])[0]["what"] for at in full]
        assert why == ["Full after scavenge"] + ["Skip scavenge"] * (len(full) - 1)

    def test_the_forecast_stays_the_same_and_more_than_the_old_generation_has_free(
        self, cases, case
    ):
        told = found(FORECAST, cases[case])
        assert len({(line["average"], line["padded"]) for line in told}) == 1
        assert all(line["padded"] > line["free"] for line in told)

    def test_the_same_number_of_bytes_goes_from_one_to_the_next(self, cases, case):
        full = found(PAUSE, cases[case])[2:]
        eden = [after["before"] - before["after"] for before, after in pairwise(full)]
        assert max(eden) - min(eden) <= 2
        assert all(abs(megabytes - 512) <= 2 for megabytes in eden)


def test_full_collections_become_longer_from_a_to_c(cases):
    means = [
        statistics.fmean(pause["ms"] for pause in found(PAUSE, cases[case])[2:]) for case in "ABC"
    ]
    assert means == sorted(means)
