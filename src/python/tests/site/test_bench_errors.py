"""JMH's error beside what it does not see."""

import pytest
from course_tests.measure.benches import made
from course_tests.site import shown

from course.model.bench import Metric
from course.site.bench_tables import BenchTables
from course.stats.errors import FigureError
from course.stats.numbers import DASH

USED = Metric("used", "Used", "ns", "A caption.", source="ns_per_op")


def turn(number, mean, error):
    result = {"metric": "ns_per_op", "unit": "ns", "value": mean}
    result |= {} if error is None else {"error": error}
    other = {"metric": "gc_count", "unit": "collections", "value": 7.0, "error": 700.0}
    return {
        "round": number,
        "run": "used",
        "started": "2020-01-01T00:00:00Z",
        "duration_s": 1.0,
        "peak_rss_mb": None,
        "results": [result, other],
    }


def gave(means, errors):
    return {"turns": [turn(n, *pair) for n, pair in enumerate(zip(means, errors, strict=True), 1)]}


@pytest.fixture
def table(measured):
    """The rows of the table of a record of these contestants."""

    def rows(metric="used", **contestants):
        group = {"structures": ("One thread", next(iter(contestants)))}
        some = made.bench("pools", group, dict.fromkeys(contestants, "structures"), [USED])
        benches = measured(some, contestants)
        table = BenchTables(benches).errors_table("pools", metric, "structures")
        return shown.rows(shown.soup(table))

    return rows


def test_what_iterations_and_what_processes_say_stand_beside_each_other(table):
    steady = gave([10.0, 10.0, 10.0], [1.0, 2.0, 0.5])
    jumping = gave([5.0, 10.0, 20.0], [0.05, 0.1, 0.2])
    assert table(steady=steady, jumping=jumping) == [
        ["the steady", "10", f"10 5{DASH}20", "0"],
        ["the jumping", f"10 5{DASH}20", "1", "75"],
    ]


def test_a_record_from_before_errors_were_kept_has_none(table):
    assert table(old=gave([8.0, 10.0, 12.5], [None] * 3)) == [
        ["the old", f"10 8{DASH}12.5", DASH, "23"]
    ]


def test_what_was_not_measured_says_why(table):
    failed = {"status": "failed", "reason": "it fell over"}
    assert table(failed=failed) == [["the failed", "failed 1", DASH, DASH]]


def test_unknown_names_are_refused_with_those_that_are_known(table):
    with pytest.raises(FigureError, match="'speed'; valid: 'used'"):
        table("speed", old=gave([8.0], [None]))
