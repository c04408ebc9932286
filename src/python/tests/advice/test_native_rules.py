"""What the rules say of a place where a native program allocates; nothing is run here."""

import json
import re

import pytest
from course_tests.site.scripts import runner

from course import paths
from course.advice.native import advice
from course.advice.sites import Site, by_site
from course.advice.trace import FREED, Sample, Trace
from course.model.advice_text import say
from course.model.decision import NATIVE_FILE, native_rules

from .test_decision import RUN
from .test_decision import SCRIPT as RULES_JS

SITE = {
    "name": "make", "bytes": 1e9, "count": 1e7, "sizes": (1500, 1500), "life_bytes": 1e4,
    "pair_ns": 50.0, "alive_mb": 1.0, "to_the_end": 0.0, "together": 0.0,
    "elsewhere": 0.0, "resized": 0.0, "samples": 1000,
}  # fmt: skip


def said(**others):
    return " ".join(advice([Site(**{**SITE, **others})], cpu_s=2.0))


@pytest.mark.parametrize(
    ("others", "words"),
    [
        ({}, "make: pool this size, 1,500 bytes. About 1 MB are alive at any time. malloc"),
        ({"alive_mb": 33.0}, "What's alive doesn't fit into a cache"),
        ({"sizes": (1032, 1032)}, "Up to 1,032 bytes, the C library's own cache is such a pool"),
        ({"sizes": (64, 64)}, "embed these objects in those that own them. With at most 64 bytes"),
        ({"sizes": (100, 126)}, "Its sizes range from 100 to 126 bytes, and it takes 25 %"),
        ({"resized": 0.5}, "reserve the size in advance. Of its bytes, 50 % are"),
        ({"to_the_end": 1.0}, "leave it. Of its bytes, all live until the end"),
        ({"together": 0.6}, "60 % die together, so one release"),
        ({"elsewhere": 0.25, "together": 1.0}, "If threads share a burst"),
        ({"elsewhere": 0.25}, "Another thread frees 25 % of the bytes"),
        ({"count": 1e5, "elsewhere": 0.5}, "Leave it: malloc and free take about 0.2"),
        ({"samples": 29}, "it allocates too little for more advice"),
    ],
)
def test_each_rule_has_its_case(others, words):
    assert words in said(**others)


def test_a_cache_is_named_for_pools_alone():
    assert "cache" not in said(elsewhere=1.0, alive_mb=33.0, sizes=(512, 512))


def pair_ns(*kinds):
    """The estimate from samples: ns above the clock's own time, and period."""
    some = [
        Sample(FREED, 1, 1, 20 + ns, 20, 100, period, 0, 1, at, at + 100, (1,))
        for at, (ns, period) in enumerate(kinds * 20)
    ]
    (site,) = by_site(Trace(1, 0, 1, 1.0, 20, some, ""))
    return site.pair_ns


def test_times_shorter_than_a_step_of_the_clock_count():
    assert 2 < pair_ns((0, 1), (0, 1), (0, 1), (10, 1), (10, 1)) < 5


def test_a_tenth_of_slow_calls_counts():
    """As in case C, where that many blocks come from the kernel; their median is that of others."""
    assert 150 < pair_ns(*[(20, 1)] * 9, (1800, 1)) < 220


def test_the_start_does_not_count_for_more_than_its_calls():
    """There, samples are dense: the first ones stand for fewer calls than later ones."""
    assert pair_ns((1800, 1), (20, 100_000)) < 22


CASES = [
    {},
    {"low": 1e6, "high": 1e6, "alive_mb": 1234.5},
    {"low": 65, "high": 70, "time": 0.0123},
    {"high": 64, "low": 1},
    {"low": 16},
    {"resized": 0.5},
    {"to_the_end": 0.995},
    {"together": 0.5},
    {"elsewhere": 0.25},
    {"time": 0.0099},
    {"time": 0.0099, "elsewhere": 0.25},
]


def test_the_page_says_what_the_command_says():
    given = json.loads(NATIVE_FILE.read_text())
    usual = {one["name"]: one["start"] * one["scale"] for one in given["inputs"]}
    cases = [usual | case for case in CASES]
    told, names = [], set()
    for case in cases:
        samples = {"samples": given["limits"]["enough_samples"]}
        values = given["limits"] | samples | case | {"alive_bytes": 1e6 * case["alive_mb"]}
        rules = native_rules().sentences(values)
        told.append([say(rule.say, values) for rule in rules])
        names |= {rule.say for rule in rules}
    page = runner(RUN, [RULES_JS])(
        "return nativeAdvice(given.rules, known);", {"rules": given, "cases": cases}
    )
    assert page == told
    every = {rule.say for rule in (*native_rules().verdicts, *native_rules().pools)}
    assert {rule.name for rule in native_rules().verdicts if rule.say in every - names} == {
        "too-few"
    }


def test_the_page_has_a_row_for_each_verdict_in_their_order():
    page = (paths.ROOT / "chapters/decide.md").read_text(encoding="utf-8")
    table = page.split("| what to do |\n|---|---|\n")[1].split("\n\n")[0]
    rows = [row.removesuffix(" |").rpartition(" | ") for row in table.splitlines()]
    for rule, (memory, _, action) in zip(native_rules().verdicts, rows, strict=True):
        limits = native_rules().limits.keys() & set(re.findall(r"\w+", str(rule.when)))
        assert set(re.findall(r"native_limits\.(\w+)", memory)) == limits
        assert action.startswith(re.split("[.,;]", rule.say)[0])
