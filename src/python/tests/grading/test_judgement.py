"""From what was seen to a verdict, without running anything."""

import contextlib
from types import SimpleNamespace
from unittest import mock

import pytest

from course.grading.checks import checks, cpp
from course.grading.checks.judge import Trace, pack, seed, unpack
from course.grading.checks.played import Played
from course.grading.checks.wire import KEY_BYTES, Key, Testimony, reported
from course.grading.verdicts import GraderError, Refused, Verdict
from course.sandbox.process import Ended

RIGHT = pack([1, 2, 3])
TRACE = Trace(b"", RIGHT, lambda words: iter(()))
"""Of no calls: messages number answers."""


def played(
    answers: bytes = RIGHT, code: int = 0, testimony: Testimony | None = (1, 1, 1), **more
) -> Played:
    is_at_its_end = testimony is not None and len(answers) == len(RIGHT)
    said = answers + pack(testimony) if is_at_its_end else answers
    return Played(Ended(code, **more), said, TRACE, 10.0, frozenset({71, 3}))


def verdict(one: Played) -> Verdict | None:
    fault = one.fault()
    return None if fault is None else fault[0]


def test_right_answers_and_a_good_end() -> None:
    assert played().fault() is None


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (played(timed_out=True, code=137), Verdict.TIMEOUT),
        (played(flooded=True, code=137), Verdict.OUTPUT_FLOOD),
        (played(code=71), Verdict.OUT_OF_MEMORY),
        (played(code=3), Verdict.OUT_OF_MEMORY),
        (played(code=3, words="java.lang...: unable to create native thread"), Verdict.CRASH),
        (played(code=137, out_of_memory=True), Verdict.OUT_OF_MEMORY),
        (played(code=137), Verdict.CRASH),
        (played(code=139), Verdict.CRASH),
        (played(pack([1]), code=70, words="driver: threw X\n"), Verdict.CRASH),
        (played(pack([1, 2, 4])), Verdict.WRONG_ANSWER),
        (played(pack([1, 7]), code=0), Verdict.WRONG_ANSWER),
        (played(pack([1, 7]), code=139), Verdict.WRONG_ANSWER),
        (played(pack([1, 7]), code=71), Verdict.OUT_OF_MEMORY),
        (played(pack([1])), Verdict.EARLY_EXIT),
        (played(b"", code=5), Verdict.EARLY_EXIT),
        (played(b""), Verdict.EARLY_EXIT),
        (played(code=5), Verdict.CRASH),
        (played(testimony=None), Verdict.EARLY_EXIT),
    ],
)
def test_what_follows(one: Played, expected: Verdict) -> None:
    assert verdict(one) is expected


def test_messages_say_what_and_where() -> None:
    assert played(pack([1, 7])).fault()[1] == "answer 2 of 3 is 7, not 2"
    assert played(pack([1])).fault()[1] == "it ended with exit code 0 after 1 of 3 answers"
    assert played(code=139).fault()[1] == "it was killed by SIGSEGV"
    words = "driver: threw java.lang.NullPointerException\n    at exercise.LifoPool.take\n"
    assert played(code=70, words=words).fault()[1] == "threw java.lang.NullPointerException"
    words = (
        "driver: threw java.lang.IllegalAccessError: class driver.Main tried to access method 'f()'"
        " (driver.Main and exercise.LifoPool are in unnamed module of loader 'app')\n"
    )
    assert played(code=70, words=words).fault()[1].endswith("method 'f()': it must be public")
    words = "driver: threw java.lang.OutOfMemoryError: Cannot reserve direct buffer memory"
    assert played(code=71, words=words).fault()[1] == "it exceeded its limit of direct memory"


# ---- sanitizers --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "expected", "says"),
    [
        (
            "==2==ERROR: AddressSanitizer: heap-use-after-free on address 0x6 at\n",
            Verdict.UNDEFINED_BEHAVIOUR,
            "heap-use-after-free",
        ),
        (
            "x.cpp:3:5: runtime error: shift exponent 70 is too large\n",
            Verdict.UNDEFINED_BEHAVIOUR,
            "shift exponent 70 is too large",
        ),
        (
            "==2==ERROR: AddressSanitizer: allocation-size-too-big 0x1\n",
            Verdict.OUT_OF_MEMORY,
            "memory limit",
        ),
        ("", Verdict.EARLY_EXIT, "exit code 99"),
    ],
)
def test_address_sanitizer(words, expected, says) -> None:
    with pytest.raises(Refused, match=says) as refused:
        checks._asan(played(b"", code=99, words=words))
    assert refused.value.verdict is expected


COMMAND = "==2== Command: /submission/plain-program\n"
CLEAN = f"""{COMMAND}
==2== HEAP SUMMARY:
==2==     in use at exit: 0 bytes in 0 blocks
==2==   total heap usage: 1,003 allocs, 1,003 frees, 76,544 bytes allocated
==2== All heap blocks were freed -- no leaks are possible
==2== ERROR SUMMARY: 0 errors from 0 contexts (suppressed: 0 from 0)
"""
LEAKING = CLEAN.replace(
    "All heap blocks were freed -- no leaks are possible",
    "LEAK SUMMARY:\n==2==    definitely lost: 1,024 bytes in 1 blocks",
)
KEEPING = CLEAN.replace("exit: 0 bytes", "exit: 8,000 bytes")
FAULTY = "==2== Invalid read of size 4\n" + CLEAN.replace("SUMMARY: 0 err", "SUMMARY: 3 err")


def test_memcheck() -> None:
    assert cpp.counted(CLEAN, "allocations") == 1003
    checks._memcheck(played(log=CLEAN), 0)
    checks._memcheck(played(log=KEEPING), 4096)


@pytest.mark.parametrize(
    ("one", "expected", "says"),
    [
        (played(log=LEAKING), Verdict.LEAK, "never freed"),
        (played(log=KEEPING), Verdict.LEAK, "never freed"),
        (played(log=FAULTY), Verdict.UNDEFINED_BEHAVIOUR, "^Invalid read of size 4$"),
        (played(log=FAULTY, code=139), Verdict.UNDEFINED_BEHAVIOUR, "^Invalid read of size 4$"),
        (played(log=LEAKING, code=139), Verdict.CRASH, "SIGSEGV"),
        (played(log="", timed_out=True), Verdict.TIMEOUT, "still running"),
        (played(log=COMMAND), Verdict.REJECTED, "kept from counting errors"),
    ],
)
def test_what_memcheck_finds(one, expected, says) -> None:
    with pytest.raises(Refused, match=says) as refused:
        checks._memcheck(one, 0)
    assert refused.value.verdict is expected


@pytest.mark.parametrize(
    "log",
    [
        f"{LEAKING}==2== ERROR SUMMARY: 0 errors\n",
        f"{LEAKING}==2== definitely lost: 0 bytes\n",
        f"{LEAKING}==2== in use at exit: 0 bytes\n",
        f"{CLEAN}==2== Command: /usr/bin/true\n",
        f"{COMMAND}{CLEAN}",
        CLEAN.replace("/submission/plain-program", "/usr/bin/true"),
        CLEAN.replace(COMMAND, ""),
    ],
)
def test_a_log_that_was_written_into_or_is_another_program_s_is_rejected(log) -> None:
    with pytest.raises(Refused, match=r".") as refused:
        checks._memcheck(played(log=log), 0)
    assert refused.value.verdict is Verdict.REJECTED


MISSES = f"""{COMMAND}==2== I   refs:      12,345,678
==2== D1  misses:  1,234 ( 1,000 rd)
==2== LLd misses:  567 ( 500 rd)
"""


def test_cachegrind() -> None:
    assert cpp.counted(MISSES, "instructions") == 12_345_678
    assert cpp.counted(MISSES, "d1_misses") == 1234


# ---- tools that do not work --------------------------------------------------------------------

WELL = {"memcheck": CLEAN, "cachegrind": MISSES, "misses": MISSES}
"""What Valgrind's tools say of our solution; the sanitizers say nothing."""

BROKEN = {
    "asan": played(
        code=1, words="==1==Shadow memory range interleaves with an existing memory mapping.\n"
    ),
    "tsan": played(code=66, words="FATAL: ThreadSanitizer: unexpected memory mapping\n"),
    **dict.fromkeys(WELL, played(b"", code=1, log="valgrind: failed to start tool\n")),
}

BY_TOOL = {
    "memory": ("asan", "memcheck"),
    "races": ("tsan",),
    "allocations": ("memcheck",),
    "instructions": ("cachegrind",),
    "d1_misses": ("misses",),
    "ll_misses": ("misses",),
}
LOOKS = [(kind, tool) for kind, tools in BY_TOOL.items() for tool in tools]


def run_well(tool: str) -> Played:
    return played(log=WELL.get(tool, ""))


def looked_at(kind: str, tool: str, theirs: Played, ours: Played) -> checks.Outcome:
    """A check by tools of runs that have been: under one tool these, and under the others good
    ones."""
    subject, solution = (
        SimpleNamespace(
            played=lambda under, operations, one=one: one if under == tool else run_well(under),
            play=lambda under, trace: run_well(under),
        )
        for one in (theirs, ours)
    )
    subject.reference = SimpleNamespace(
        exercise=SimpleNamespace(language="cpp"),
        anew=lambda: contextlib.nullcontext(solution),
        facts={
            "it": {
                **{"allocations": 1003, "empty": 0, "count": 1},
                **{"until_mark": 1, "whole": 1, "left_bytes": 0},
            }
        },
        trace=lambda operations: None,
    )
    limits = {"more": 0, "ratio": 1.0}
    check = SimpleNamespace(name="it", kind=kind, operations=1, limits=limits)
    return checks.judge(subject, check)


@pytest.mark.parametrize(("kind", "tool"), LOOKS)
def test_a_tool_that_does_not_work_is_nobody_s_fault(kind, tool) -> None:
    with pytest.raises(GraderError, match=f"{tool} does not work in this sandbox"):
        looked_at(kind, tool, BROKEN[tool], BROKEN[tool])


@pytest.mark.parametrize(("kind", "tool"), LOOKS)
def test_a_submission_alone_is_not_believed_that_a_tool_does_not_work(kind, tool) -> None:
    outcome = looked_at(kind, tool, BROKEN[tool], run_well(tool))
    assert (outcome.verdict, outcome.message) == BROKEN[tool].fault()


@pytest.mark.parametrize(("kind", "tool"), [one for one in LOOKS if one[1] in WELL])
def test_a_missing_count_is_nobody_s_fault_if_ours_is_missing_too(kind, tool) -> None:
    silent = played(log=COMMAND)
    outcome = looked_at(kind, tool, silent, run_well(tool))
    assert outcome.verdict is Verdict.REJECTED
    assert "kept from counting" in outcome.message
    with pytest.raises(GraderError, match=f"{tool} does not work in this sandbox"):
        looked_at(kind, tool, silent, silent)


@pytest.mark.parametrize("kind", ["allocations", "instructions"])
def test_what_was_ended_for_something_else_says_nothing_of_its_tool(kind) -> None:
    """Ours need not run again: a program that never ends would double the grader's work."""
    (tool,) = BY_TOOL[kind]
    endless = played(timed_out=True, code=137)
    assert looked_at(kind, tool, endless, BROKEN[tool]).verdict is Verdict.TIMEOUT


def test_a_reference_build_is_not_made_with_a_tool_that_does_not_work() -> None:
    ours = SimpleNamespace(played=lambda tool, operations: BROKEN[tool])
    for count in (checks._count_allocations, checks._count_counted):
        with pytest.raises(GraderError, match="does not work in this sandbox: valgrind: failed"):
            count(ours, SimpleNamespace(kind="instructions", operations=1))


# ---- what the driver testifies to --------------------------------------------------------------


def budget(kind: str, *testimonies: Testimony | None) -> tuple[checks.Outcome, int]:
    """What a check of memory finds in these runs, and how many of them it looked at. Ours takes
    1000 and in the end 1500 pages, or as many kilobytes of heap."""
    unit = 1024 if kind == "garbage" else 1
    scaled = [one and (one[0] * unit, one[1] * unit, *one[2:]) for one in testimonies]
    runs = iter([played(log=CLEAN, testimony=one) for one in scaled])
    facts = {"it": {"until_mark": 1000 * unit, "whole": 1500 * unit, "left_bytes": 0}}
    subject = SimpleNamespace(
        library_kb=0,
        played=lambda tool, operations: next(runs) if tool == "epsilon" else run_well(tool),
        play=lambda tool, trace: next(runs),
        reference=SimpleNamespace(trace=lambda operations: None, facts=facts),
    )
    limits = {"set_up_kb": 100 * checks.PAGE_KB, "slack_kb": 8, "grows_kb": 8 * checks.PAGE_KB}
    if kind == "garbage":
        limits["set_up_kb"] = 100
    check = SimpleNamespace(name="it", kind=kind, operations=1, many=1, **limits)
    with mock.patch.object(checks, "_where", lambda *arguments: None):
        found = checks.judge(subject, check)
    return found, len(testimonies) - sum(1 for _ in runs)


@pytest.mark.parametrize("kind", ["garbage", "memory"])
@pytest.mark.parametrize(
    ("testimony", "expected"),
    [
        ((1000, 1500, 1), Verdict.PASS),
        ((1100, 1608, 1), Verdict.PASS),
        ((500, 508, 1), Verdict.PASS),
        ((1101, 1601, 1), Verdict.OVER_BUDGET),
        ((1000, 1509, 1), None),
        ((900, 1500, 1), None),  # what the set-up did not take is not left for later
        ((1000, 999, 1), Verdict.REJECTED),
        ((0, 1, 1), Verdict.REJECTED),
        ((-1, 1, 1), Verdict.REJECTED),
        ((1000, 1500, 0), Verdict.REJECTED),
    ],
)
def test_a_budget_is_not_payable_from_the_set_up_s(kind, testimony, expected) -> None:
    outcome, _ = budget(kind, *[testimony] * checks.TRIES)
    grown = Verdict.OVER_BUDGET if kind == "garbage" else Verdict.LEAK
    assert outcome.verdict is (expected or grown)


def test_pages_are_counted_again_where_the_kernel_took_some() -> None:
    outcome, runs = budget("memory", (1000, 9000, 1), (1000, 1500, 1), (1000, 1500, 1))
    assert (outcome.verdict, runs) == (Verdict.PASS, 2)


def test_one_run_does_not_pay_for_another() -> None:
    outcome, _ = budget("memory", (1000, 9000, 1), (9000, 9500, 1), (1000, 9000, 1))
    assert outcome.verdict is Verdict.LEAK


@pytest.mark.parametrize(
    ("kind", "tool"), [("instructions", "cachegrind"), ("d1_misses", "misses")]
)
def test_counts_that_no_honest_program_has_are_rejected(kind, tool) -> None:
    log = MISSES.replace("12,345,678", "100").replace("1,234", "100")
    reference = SimpleNamespace(facts={"it": {"empty": 0, "count": 1000}})
    subject = SimpleNamespace(played=lambda under, operations: played(log=log), reference=reference)
    check = SimpleNamespace(name="it", kind=kind, operations=1, ratio=2)
    outcome = checks.judge(subject, check)
    assert outcome.verdict is Verdict.REJECTED
    assert "the driver alone takes more" in outcome.message


def test_a_program_allocates_no_less_than_its_driver() -> None:
    log = CLEAN.replace("1,003 allocs", "1 allocs")
    reference = SimpleNamespace(facts={"it": {"allocations": 4}})
    subject = SimpleNamespace(played=lambda under, operations: played(log=log), reference=reference)
    check = SimpleNamespace(name="it", kind="allocations", operations=1, more=8, least=2)
    assert checks.judge(subject, check).verdict is Verdict.REJECTED


@pytest.mark.parametrize(("idle", "verdict"), [(19, Verdict.PASS), (18, Verdict.OVER_BUDGET)])
def test_calls_allocate_no_more_even_if_constructors_allocate_less(idle, verdict) -> None:
    logs = {0: CLEAN.replace("1,003", str(idle)), 9: CLEAN}
    reference = SimpleNamespace(facts={"it": {"allocations": 1003, "idle": 21}})
    subject = SimpleNamespace(
        played=lambda under, operations: played(log=logs[operations]), reference=reference
    )
    limits = {"more": 8, "least": 2, "in_calls": 2}
    check = SimpleNamespace(name="it", kind="allocations", operations=9, **limits)
    assert checks.judge(subject, check).verdict is verdict


# ---- the wire ----------------------------------------------------------------------------------


def under_key(key: Key, words: list[int]) -> bytes:
    """As a driver would write them."""
    mask = unpack(key.ahead[:KEY_BYTES])
    return pack([word ^ mask[place % len(mask)] for place, word in enumerate(words)])


@pytest.mark.parametrize("left_out", [0, 1, 7, 8, 4096])
def test_answers_come_back_under_the_key(left_out) -> None:
    key = Key(bytes(8 * 4000))
    assert unpack(key.ahead)[-1] == 1000
    words = [*range(1000), 5, 6, 7]
    sent = under_key(key, words)[: 8 * len(words) - left_out]
    assert key.plain(sent) == pack(words)[: len(sent)]


def test_what_comes_without_the_key_is_no_answer() -> None:
    assert played(Key(bytes(8)).plain(RIGHT)).wrong is not None


@pytest.mark.parametrize(
    ("data", "expected"),
    [(pack([5, 6, 7]), (5, 6, 7)), (pack([5, 6]), None), (pack([5, 6, 7])[:-1], None), (b"", None)],
)
def test_a_report_is_whole_or_none(data, expected) -> None:
    assert reported(data) == expected


# ---- locks -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lock", "expected"), [(None, Verdict.PASS), ("synchronized", Verdict.OVER_BUDGET)]
)
def test_a_lock_where_there_may_be_none(lock, expected) -> None:
    reference = SimpleNamespace(exercise=SimpleNamespace(language="java"))
    subject = SimpleNamespace(build=lambda: None, lock=lambda: lock, reference=reference)
    outcome = checks._no_lock(subject, None)
    assert outcome.verdict is expected
    assert outcome.message == (lock or "")


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (played(), ""),
        (played(b"", code=72, words="x\ndriver: stopped a() waits\n"), "a() waits"),
        (played(b"", timed_out=True, code=137), "a call waits while the other one is stopped"),
    ],
)
def test_a_call_is_stopped(one, expected) -> None:
    subject = SimpleNamespace(reference=mock.Mock(), play=lambda tool, trace: one)
    outcome = checks._goes_on(subject, mock.Mock())
    assert outcome.verdict is (Verdict.OVER_BUDGET if expected else Verdict.PASS)
    assert outcome.message == expected


def test_a_stopped_call_that_loses_something_is_wrong() -> None:
    one = played(pack([1, 2, 4]))
    subject = SimpleNamespace(reference=mock.Mock(), play=lambda tool, trace: one)
    with pytest.raises(Refused, match="is 4, not 3"):
        checks._goes_on(subject, mock.Mock())


# ---- time --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("took", "expected"), [(299, Verdict.PASS), (301, Verdict.OVER_BUDGET)])
def test_time_is_what_the_driver_testifies_to(took, expected) -> None:
    subject, ours = (
        mock.Mock(play=lambda tool, trace, one=one: played(testimony=(1, 1, one)))
        for one in (took, 100)
    )
    subject.reference.ours = lambda: ours
    check = SimpleNamespace(name="it", kind="time", operations=1, ratio=3)
    assert checks.judge(subject, check).verdict is expected


def test_six_ratios_enclose_their_median() -> None:
    assert checks.interval([3, 1, 2, 6, 5, 4]) == (1, 6)


def test_of_more_ratios_the_outermost_are_left_out() -> None:
    assert checks.interval(list(range(12))) == (2, 9)
    assert checks.interval(list(range(18))) == (4, 13)


def test_few_ratios_prove_little() -> None:
    assert checks.interval([1, 9]) == (1, 9)


# ---- seeds -------------------------------------------------------------------------------------


def test_a_seed_depends_on_all_that_it_is_made_from() -> None:
    seeds = {
        seed(b"s", b"ab", b"c"),
        seed(b"s", b"a", b"bc"),
        seed(b"s", b"abc"),
        seed(b"t", b"ab", b"c"),
    }
    assert len(seeds) == 4
    assert seed(b"s", b"ab", b"c") in seeds
