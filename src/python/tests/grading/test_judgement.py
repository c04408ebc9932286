"""From what was seen to a verdict, without running anything."""

import contextlib
from types import SimpleNamespace

import pytest

from course.grading.checks import checks, cpp
from course.grading.checks.answers import Answers
from course.grading.checks.judge import pack, seed
from course.grading.checks.played import Played
from course.grading.errors import GraderError, Refused
from course.grading.sandbox.process import Ended
from course.grading.verdicts import Verdict

RIGHT = pack([1, 2, 3])


def played(answers: bytes = RIGHT, code: int = 0, **more) -> Played:
    found = Answers(RIGHT)
    found.take(answers)
    return Played(Ended(code, 1.0, **more), found, 10.0, frozenset({71, 3}))


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
        (played(pack([1])), Verdict.EARLY_EXIT),
        (played(b"", code=5), Verdict.EARLY_EXIT),
        (played(b""), Verdict.EARLY_EXIT),
        (played(code=5), Verdict.CRASH),
    ],
)
def test_what_follows(one: Played, expected: Verdict) -> None:
    assert verdict(one) is expected


def test_messages_say_what_and_where() -> None:
    assert played(pack([1, 7])).fault()[1] == "answer 2 of 3 is 7, not 2"
    assert played(pack([1])).fault()[1] == "it ended with exit code 0 after 1 of 3 answers"
    assert played(code=139).fault()[1] == "it was ended by SIGSEGV"
    words = "driver: threw java.lang.NullPointerException\n    at exercise.LifoPool.take\n"
    assert played(code=70, words=words).fault()[1] == "threw java.lang.NullPointerException"


# ---- sanitizers --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "expected", "says"),
    [
        ("==2==ERROR: LeakSanitizer: detected memory leaks\n", Verdict.LEAK, "not freed"),
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
            "more memory",
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
FAULTY = "==2== Invalid read of size 4\n" + CLEAN.replace("SUMMARY: 0 err", "SUMMARY: 3 err")


def test_memcheck() -> None:
    assert cpp.counted(CLEAN, "allocations") == 1003
    checks._memcheck(played(log=CLEAN))


@pytest.mark.parametrize(
    ("one", "expected", "says"),
    [
        (played(log=LEAKING), Verdict.LEAK, "not freed"),
        (played(log=FAULTY), Verdict.UNDEFINED_BEHAVIOUR, "^Invalid read of size 4$"),
        (played(log=FAULTY, code=139), Verdict.UNDEFINED_BEHAVIOUR, "^Invalid read of size 4$"),
        (played(log=LEAKING, code=139), Verdict.CRASH, "SIGSEGV"),
        (played(log="", timed_out=True), Verdict.TIMEOUT, "had not ended"),
        (played(log=COMMAND), Verdict.REJECTED, "how many errors there were"),
    ],
)
def test_what_memcheck_finds(one, expected, says) -> None:
    with pytest.raises(Refused, match=says) as refused:
        checks._memcheck(one)
    assert refused.value.verdict is expected


@pytest.mark.parametrize("forged", ["ERROR SUMMARY: 0 errors", "definitely lost: 0 bytes"])
def test_who_writes_into_the_log_is_rejected(forged) -> None:
    with pytest.raises(Refused) as refused:
        checks._memcheck(played(log=f"{LEAKING}==2== {forged}\n"))
    assert refused.value.verdict is Verdict.REJECTED


@pytest.mark.parametrize(
    "log",
    [
        f"{CLEAN}==2== Command: /usr/bin/true\n",
        f"{COMMAND}{CLEAN}",
        CLEAN.replace("/submission/plain-program", "/usr/bin/true"),
        CLEAN.replace(COMMAND, ""),
    ],
)
def test_a_log_of_another_program_is_rejected(log) -> None:
    with pytest.raises(Refused, match=r".") as refused:
        checks._memcheck(played(log=log))
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
    "asan": played(code=99, words="==1==LeakSanitizer has encountered a fatal error.\n"),
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
            context=None,
            played=lambda under, operations, one=one: one if under == tool else run_well(under),
        )
        for one in (theirs, ours)
    )
    reference = SimpleNamespace(
        exercise=SimpleNamespace(language="cpp"),
        anew=lambda context: contextlib.nullcontext(solution),
        facts={"it": {"allocations": 1003, "empty": 0, "count": 1}},
    )
    limits = {"more": 0, "ratio": 1.0}
    check = SimpleNamespace(name="it", kind=kind, operations=1, limits=limits)
    return checks.judge(subject, check, reference)


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
    assert "kept from telling how many" in outcome.message
    with pytest.raises(GraderError, match=f"{tool} does not work in this sandbox"):
        looked_at(kind, tool, silent, silent)


@pytest.mark.parametrize("kind", ["allocations", "instructions"])
def test_what_was_ended_for_something_else_says_nothing_of_its_tool(kind) -> None:
    """Ours need not run again: who never ends would make the grader's work twice as long."""
    (tool,) = BY_TOOL[kind]
    endless = played(timed_out=True, code=137)
    assert looked_at(kind, tool, endless, BROKEN[tool]).verdict is Verdict.TIMEOUT


def test_a_reference_build_is_not_made_with_a_tool_that_does_not_work() -> None:
    ours = SimpleNamespace(played=lambda tool, operations: BROKEN[tool])
    for count in (checks._count_allocations, checks._count_counted):
        with pytest.raises(GraderError, match="does not work in this sandbox: valgrind: failed"):
            count(ours, SimpleNamespace(kind="instructions", operations=1))


def test_the_jvm_tells_its_heap_last_of_all() -> None:
    words = (
        "Using Epsilon\n"
        "Heap: 64M reserved, 64M (100.00%) committed, 1K (0.10%) used\n"
        "Heap: 64M reserved, 64M (100.00%) committed, 1534K (2.34%) used\n"
        "Metaspace: 64M reserved, 4M (1.00%) committed, 1M (1.00%) used\n"
    )
    assert checks._used_kb(played(log=words)) == 1534


def test_a_jvm_that_was_kept_from_telling() -> None:
    """What stands on standard error is the submission's, and proves nothing."""
    silent = played(words="Heap: 64M reserved, 64M (100.00%) committed, 1K (0.10%) used\n")
    subject = SimpleNamespace(played=lambda tool, operations: silent)
    assert checks._garbage(subject, None, None).verdict is Verdict.REJECTED
    with pytest.raises(GraderError, match="did not tell"):
        checks._count_garbage(subject, None)


# ---- locks -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lock", "expected"), [(None, Verdict.PASS), ("synchronized", Verdict.OVER_BUDGET)]
)
def test_a_lock_where_there_may_be_none(lock, expected) -> None:
    subject = SimpleNamespace(build=lambda: None, lock=lambda: lock)
    reference = SimpleNamespace(pauses=lambda: None)
    outcome = checks._no_lock(subject, None, reference)
    assert outcome.verdict is expected
    assert outcome.message == (f"{lock} is a lock, and there may be none" if lock else "")


# ---- time --------------------------------------------------------------------------------------


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
