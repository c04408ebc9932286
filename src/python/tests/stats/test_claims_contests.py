"""Claims about benches: read from their files, and judged round by round."""

from __future__ import annotations

import math
import re

import pytest

from course.model.pairs import NO_PRIOR, Prior
from course.stats.benches import BenchRecord
from course.stats.claims.contests import contest
from course.stats.claims.model import Bench, Contest
from course.stats.claims.reader import read_file
from course.stats.errors import PublishError

HEAD = '[source]\nkey = "x"\ntitle = "X"\nauthor = "A"\nyear = 2020\n'
CLAIM = '[[claim]]\nid = "c"\nstatement = "S."\nwhere = "w"\nkind = "rule"\n[[claim.test]]\n'
GOOD = """bench = "limit"
metric = "ns_c"
relation = "less"
left = { contestant = "cpp-limit" }
right = { contestant = "cpp-flat" }
factor = 0.5
"""


def read(tmp_path, test):
    file = tmp_path / "claims.toml"
    file.write_text(HEAD + CLAIM + test)
    return read_file(file)[0].tests[0]


def test_a_test_of_a_bench_is_read(tmp_path):
    left, right = Contest("cpp-limit", "ns_c"), Contest("cpp-flat", "ns_c")
    assert read(tmp_path, GOOD) == Bench("limit", "less", left, right, 0.5)


def test_a_side_may_have_a_metric_of_its_own_and_the_right_one_a_value(tmp_path):
    own = GOOD.replace('"cpp-flat" }', '"cpp-limit", metric = "ns_a" }')
    assert read(tmp_path, own).right == Contest("cpp-limit", "ns_a")
    assert read(tmp_path, GOOD.replace('{ contestant = "cpp-flat" }', "{ value = 20 }")).right == 20


@pytest.mark.parametrize(
    ("of", "to", "said"),
    [
        ("limit", "speed", "no bench 'speed'"),
        ("ns_c", "ns_z", "no metric 'ns_z'"),
        ("cpp-flat", "cpp-round", "no contestant 'cpp-round'"),
        ('"less"', '"rises"', "no relation 'rises'"),
        ("factor", "over", "no key 'over'"),
    ],
)
def test_what_the_bench_does_not_have_is_refused(tmp_path, of, to, said):
    with pytest.raises(PublishError, match=said):
        read(tmp_path, GOOD.replace(of, to))


def contestant(values, *, reason=None):
    figures = {"ns": {"values": values}} if values else {}
    return {"label": "one", "reason": reason, "skipped": {}, "figures": figures}


def judged(relation, left, right, again=None, prior=NO_PRIOR, **changed):
    """The outcome of a test over rounds; a list is a contestant's, a number itself.

    again: the hour in which the right one was measured again; the left one was in that of 0.
    prior: of the metric's ratios.
    """
    of_number = not isinstance(right, list)
    contestants = [contestant(left) | {"id": "a", "started": "2020-01-01T00:00:00Z"}]
    later = f"2020-01-01T{again or 0:02}:00:00Z"
    other = contestant(right, reason="broke") | {"id": "b", "started": later}
    contestants += [] if of_number else [other]
    raw = {"metrics": [{"name": "ns", "title": "Time", "unit": "ns"}], "contestants": contestants}
    raw["priors"] = {"ns": prior}
    raw["again"] = [] if again is None else [{"groups": ["two"]}]
    record = BenchRecord(raw, "build", stale=False)
    other = right if of_number else Contest("b", "ns")
    test = Bench("some", relation, Contest("a", "ns"), other, **changed)
    return contest(test, {"some": record}.get)[1]


@pytest.mark.parametrize(
    ("relation", "left", "right", "changed", "verdict"),
    [
        ("less", [1, 2, 3], [2, 4, 6], {}, "holds"),
        ("less", [1, 2, 3], [2, 4, 6], {"factor": 0.4}, "fails"),
        ("greater", [1, 2, 3], [2, 4, 6], {"factor": 0.4}, "holds"),
        ("less", [1, 6, 2], [2, 4, 2], {}, "inconclusive"),
        ("alike", [10, 11, 10], [10, 10, 10], {"tolerance": 0.2}, "holds"),
        ("alike", [10, 21, 20], [10, 10, 10], {"tolerance": 0.2}, "inconclusive"),
        ("alike", [20, 21, 20], [10, 10, 10], {"tolerance": 0.2}, "fails"),
        ("less", [8.8, 9.0, 9.1], 10, {}, "holds"),
        ("greater", [8.8, 9.0, 9.1], 10, {}, "fails"),
        ("less", [6, 9, 9], 10, {}, "inconclusive"),  # three in a row are no proof
        ("less", [0, 0, 0], 10, {}, "holds"),
        ("less", [1, None, 3, 2], [2, 4, None, 4], {}, "holds"),
        ("less", [1, None, 3], [2, 4, None], {}, "inconclusive"),  # one round of both
        ("less", [1, None], [None, 4], {}, "not measured"),
    ],
)
def test_a_relation_holds_where_the_rounds_agree(relation, left, right, changed, verdict):
    assert judged(relation, left, right, **changed).verdict == verdict


@pytest.mark.parametrize(
    ("left", "again", "verdict", "reason"),
    [
        ([8.8, 9.0, 9.1], None, "holds", ""),
        ([8.8, 9.0, 9.1], 1, "holds", ""),
        ([8.8, 9.0, 9.1], 2, "inconclusive", "measured hours apart"),
        ([4, 5, 5], 2, "holds", ""),
        ([20, 21, 20], 2, "fails", ""),
        ([11, 11, 11], 2, "inconclusive", "measured hours apart"),
    ],
)
def test_hours_between_two_groups_take_more_than_they_may_change(left, again, verdict, reason):
    outcome = judged("less", left, [10, 10, 10], again)
    assert (outcome.verdict, outcome.reason) == (verdict, reason)


@pytest.mark.parametrize("left", [[6, 9, 11], [7, 9, 10.5]])
def test_as_many_rounds_as_it_says_would_decide(left):
    said = re.fullmatch(
        r"undecided after 3 rounds; about (\d+) would decide", judged("less", left, [10] * 3).reason
    )
    assert said
    more = left * math.ceil(int(said[1]) / 3)
    assert judged("less", more, [10] * len(more)).verdict == "holds"


@pytest.mark.parametrize(
    ("relation", "left", "reason"),
    [
        ("less", [8, 9.9, 12], "undecided after 3 rounds; more than 100 would decide"),
        ("less", [8, None, None], ""),  # a single round has no spread
    ],
)
def test_what_cannot_be_decided_soon_says_so(relation, left, reason):
    outcome = judged(relation, left, [10, 10, 10])
    assert (outcome.verdict, outcome.reason) == ("inconclusive", reason)


def test_how_little_ratios_vary_says_nothing_of_a_machine_that_changes():
    """All take twice as long in one round as in another, side by side."""
    ratios = Prior(1e-4, 4, 40)
    moods, half = [6, 12, 8], [3, 6, 4]
    assert judged("less", half, moods, prior=ratios, factor=0.52).verdict == "holds"
    assert judged("less", moods, 15, prior=ratios).verdict == "inconclusive"


def test_a_contestant_without_figures_says_why():
    outcome = judged("less", [1], [])
    assert (outcome.verdict, outcome.reason) == ("not measured", "broke")


def test_a_data_set_without_the_bench_has_no_outcome():
    test = Bench("some", "less", Contest("a", "ns"), 3.0)
    assert contest(test, None)[1] is None
    assert contest(test, {}.get)[1] is None
