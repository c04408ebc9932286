"""The rules are data: the command, the page and the notebook make the same of the same numbers."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from course_tests import programs
from course_tests.site.scripts import runner

from course import paths
from course.model.advice_text import say
from course.model.decision import FILE, rules, value
from course.stats.prices import METRICS
from course.toolchain import jdks

CASES = json.loads(Path(__file__).with_name("decision_cases.json").read_text())
SCRIPT = paths.ROOT / "chapters/assets/decide/rules.js"

RUN = """
for (const file of %s) require(file);
const { evaluate, verdict, sentences, nativeAdvice, say } = globalThis.courseDecide;
const given = JSON.parse(require("fs").readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(given.cases.map((known) => { %s })));
"""

TOLD = """
    const values = evaluate(given.rules, known);
    const found = verdict(given.rules, values);
    return {
        verdict: found?.name ?? null,
        said: [...(found ? [found] : []), ...sentences(given.rules, values)].map((one) =>
            say(one.say, values)),
        time: [values.time_low, values.time_high],
    };"""


def told_by_the_command(known):
    values = rules().evaluate(known)
    verdict = rules().verdict(values)
    said = [*([verdict] if verdict else []), *rules().sentences(values)]
    return {
        "verdict": verdict and verdict.name,
        "said": [say(one.say, values) for one in said],
        "time": [values["time_low"], values["time_high"]],
    }


@pytest.fixture(scope="module")
def told():
    return [told_by_the_command(case) for case in CASES]


def agrees(one, other):
    assert (one["verdict"], one["said"]) == (other["verdict"], other["said"])
    assert one["time"] == pytest.approx(other["time"])


def test_the_page_says_the_same(told):
    given = {"rules": json.loads(FILE.read_text()), "cases": CASES}
    for ours, theirs in zip(told, runner(RUN, [SCRIPT])(TOLD, given), strict=True):
        agrees(ours, theirs)


@pytest.mark.slow
def test_the_notebook_says_the_same(told):
    jdk = jdks.compiling()
    if jdk is None:
        pytest.skip("no JDK compiles")
    words = (jdk.java, "-cp", paths.ROOT / "build/java/lib/*", "allocpool.teaching.Rules")
    asked = "".join(f"{json.dumps(case)}\n" for case in CASES)
    plain = {**os.environ, "JAVA_TOOL_OPTIONS": ""}
    done = programs.run(*words, input=asked, timeout=60, check=True, env=plain)
    for ours, theirs in zip(told, map(json.loads, done.stdout.splitlines()), strict=True):
        agrees(ours, theirs)


def test_the_cases_reach_every_verdict_and_every_sentence(told):
    """So what all three agree on is all that there is."""
    verdicts = {one["verdict"] for one in told}
    assert verdicts == {None} | {rule.name for rule in rules().verdicts}
    reached = set()
    for case in CASES:
        reached |= {rule.say for rule in rules().sentences(rules().evaluate(case))}
    assert reached == {rule.say for rule in rules().advice}


def named(told, of):
    return next(one for case, one in zip(CASES, told, strict=True) if case["of"].startswith(of))


def test_no_sentence_contradicts_the_verdict(told):
    """A larger heap comes before the pool, once; nothing is pooled that has no room."""
    first, *others = named(told, "a larger heap first")["said"]
    assert first.startswith("Try a larger heap first")
    assert not any("larger heap" in one for one in others)
    assert named(told, "a pool that serves nothing")["verdict"] == "leave"
    for case, one in zip(CASES, told, strict=True):
        if one["verdict"] == "pool":
            assert case["pool_mb"] < case["room_mb"]


def test_a_percentile_counts_how_rare_pauses_are(told):
    """A request arrives at any time: in a pause with the probability of its share, and then waits
    for anything up to all of it. Half of the 2 % in pauses wait for more than 30 ms of 60."""
    values = rules().evaluate(next(one for one in CASES if one["of"].startswith("a percentile")))
    share, late = values["share"], 1 - values["percentile"]
    waits = sorted(max(0.0, 60 * (1 - at / share)) for at in (n / 100_000 for n in range(100_000)))
    assert values["wait_ms"] == pytest.approx(waits[round((1 - late) * len(waits)) - 1], abs=0.1)
    assert values["wait_pool_ms"] == pytest.approx(0)
    assert named(told, "a percentile")["verdict"] == "measure-pool"


def test_a_busy_program_makes_more_input_late():
    """229 of 8,000 requests are late, and the 99th percentile is beyond the slowest 80 of them."""
    values = rules().evaluate(next(one for one in CASES if one["of"].startswith("chapter 16")))
    assert values["wait_ms"] == pytest.approx(40 * (1 - 80 / 229), rel=0.002)


def test_what_is_not_known_is_no_reason():
    assert value(["+", 1, "missing"], {}) is None
    assert value(["/", 1, 0], {}) is None
    assert not value(["<", "missing", 1], {})
    assert value(["or", ["known", "missing"], ["not", "missing"]], {})


def test_prices_have_the_names_that_benches_give():
    assert [one["name"] for one in rules().prices] == list(METRICS)


def test_collectors_are_called_as_logs_call_them():
    assert set(rules().collectors) >= {"G1", "Parallel", "Serial", "The Z Garbage Collector"}
