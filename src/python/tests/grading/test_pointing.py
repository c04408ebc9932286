"""Verdicts that point: the call, the shortest trace, the line."""

import functools
import json
import re
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from unittest import mock

import pytest

from course.grading.checks import calls, lines, shortest
from course.grading.checks.judge import Judge, Trace, pack, unpack
from course.grading.checks.subject import Subject
from course.grading.classroom.self_test import SECRET
from course.grading.exercises import exercise as exercises
from course.grading.exercises import specimens
from course.grading.exercises.starter import solution
from course.grading.exercises.submission import take
from course.grading.grader import report
from course.grading.learner import found
from course.sandbox.process import Ended
from course.sandbox.step import Allowance, Kind, Step

from . import tiers
from .tiers import ALL, ATTACKS, MUTANTS

each = pytest.mark.parametrize("exercise", ALL, ids=lambda one: one.name)


# ---- calls -------------------------------------------------------------------------------------


@each
def test_every_word_and_every_answer_belongs_to_a_call(exercise) -> None:
    judge = Judge(exercise.folder)
    trace = judge.trace(b"a", 2_000)
    words, answers = unpack(trace.words), unpack(trace.expected)
    known = list(calls.read(judge.calls, words, answers))
    assert [word for call in known for word in call.words] == words
    assert [one.right for call in known for one in call.asked] == answers
    assert all(call.says and "\n" not in call.line() for call in known)


def test_a_call_that_the_task_does_not_allow_is_none() -> None:
    for name, words in {
        "misses-less": [5, 5, 1, 0, 0],  # looks at a row that was never added
        "hand-off-pool": [0, 1, 1, 2, 7],  # gives back what is not out
        "flat-packet": [4, 4, 4, 9, 1, 0],  # looks at a packet that was not received
    }.items():
        judge = Judge(exercises.find(name).folder)
        with pytest.raises(LookupError):
            list(calls.read(judge.calls, words, [0] * 9))


# ---- the shortest trace ------------------------------------------------------------------------

PUSH, POP = 0, 1


def told(words):
    yield f"stack of {next(words)}", ...
    for word in words:
        if word == PUSH:
            yield (f"push({next(words)})",)
        else:
            yield "pop()", {-1: "nothing"}


def stack(forgets: int):
    """A program that forgets one push after this many in a row."""

    def answers(words: list[int]) -> list[int]:
        _, *rest = words
        held, given, row = [], [], 0
        numbers = iter(rest)
        for word in numbers:
            row = row + 1 if word == PUSH else 0
            if word == PUSH:
                value = next(numbers)
                if row != forgets:
                    held.append(value)
            else:
                given.append(held.pop() if held else -1)
        return given

    return answers


class Program:
    """Replaces a submission that was built."""

    memory_codes = frozenset({71})
    context = SimpleNamespace(threads=lambda: ThreadPoolExecutor(1))

    def __init__(self, answers) -> None:
        self._answers = answers

    def run(self, tool, questions, most) -> tuple[bytes, Ended]:
        return pack([*self._answers(unpack(questions)), 1, 1, 1]), Ended(0)


def test_the_shortest_trace_is_found_among_thousands_of_calls() -> None:
    words = [9]
    for n in range(1, 1_000):
        words += [PUSH, n << 40] if n % 7 in (1, 2, 5) or 600 < n < 604 else [POP]
    ours, theirs = (Program(stack(forgets)) for forgets in (0, 3))
    trace = Trace(pack(words), b"", told)
    failure = shortest.Search(theirs, ours, trace).found()
    assert failure.told() == [
        "stack of 9",
        "push(1)",
        "push(2)",
        "push(3)",
        "pop()",
        "=> pop() is 2, not 3",
    ]


def test_a_trace_that_is_right_has_no_shortest_failure() -> None:
    program = Program(stack(0))
    trace = Trace(pack([9, PUSH, 1, POP]), b"", told)
    assert shortest.Search(program, program, trace).found() is None


# ---- lines -------------------------------------------------------------------------------------

RACE = """==================
WARNING: ThreadSanitizer: data race (pid=3)
  Write of size 8 at 0x7b0c by thread T1:
    #0 SpscRing::try_push(unsigned long) /source/spsc_ring.cpp:31 (tsan-program+0x1)
    #1 operator() /source/play.cpp:30 (tsan-program+0x2)

  Previous read of size 8 at 0x7b0c by main thread:
    #0 SpscRing::try_pop(unsigned long&) /source/spsc_ring.cpp:43 (tsan-program+0x3)

  Location is heap block of size 128
"""
FREED = """==2==ERROR: AddressSanitizer: heap-use-after-free on address 0x6
READ of size 1 at 0x6 thread T0
    #0 0x5 in driver::play(driver::Words&) (/submission/asan-program+0x1)

0x6 is located 0 bytes inside of 9-byte region
freed by thread T0 here:
    #0 0x7 in operator delete(void*) ../asan_new_delete.cpp:152
    #1 0x8 in PacketQueue::push(int) /source/packet_queue.cpp:74
"""


def of(name: str, **said: str) -> SimpleNamespace:
    """A submission that says this under every tool."""
    return SimpleNamespace(
        reference=SimpleNamespace(exercise=exercises.find(name)),
        play=lambda tool, trace, patience: SimpleNamespace(ended=Ended(1, **said)),
    )


def test_a_run_that_only_explains_has_more_time() -> None:
    """On a busy machine, too, the message is the same."""
    begun: list[Step] = []
    one = mock.Mock(program=lambda tool: Step(Kind.JAVA, [], [], Allowance(10, 64)))
    one.context.box.run = lambda step: begun.append(step) or Ended(0)
    one.run, one.play = (functools.partial(each, one) for each in (Subject.run, Subject.play))
    trace = Trace(b"", b"", told)
    one.play("plain", trace)
    lines.of_allocations(one, trace, 1)
    assert [step.allowance.seconds for step in begun] == [10, 10 * lines.PATIENCE]


def test_a_race_names_both_accesses() -> None:
    assert lines.of_race(of("spsc-ring-cpp", words=RACE), None) == (
        "SpscRing::try_push (spsc_ring.cpp:31) writes data that "
        "SpscRing::try_pop (spsc_ring.cpp:43) reads in another thread"
    )
    assert lines.of_race(of("spsc-ring-cpp", words="nothing"), None) is None


def test_a_use_after_free_names_the_line_that_freed() -> None:
    assert lines.of_memory(of("leak-and-double-free", words=FREED), None) == (
        "used by the driver; freed in PacketQueue::push (packet_queue.cpp:74)"
    )
    undefined = "/source/packet_queue.cpp:9:3: runtime error: shift exponent 70 is too large"
    assert (
        lines.of_memory(of("leak-and-double-free", words=undefined), None) == "packet_queue.cpp:9"
    )


def test_allocations_are_told_by_line() -> None:
    jvm = "allocates 20 640 java.util.HashMap$Node LifoPool.java:31 take\n"
    told_of = lines.of_allocations(of("zero-alloc-pool", words=jvm), None, 10)
    assert told_of.startswith("64.0 bytes per operation in 10: 20 allocations of 640 bytes at ")
    assert told_of.endswith("at LifoPool.java:31, HashMap$Node in take")
    dhat = {
        "dhatFileVersion": 2,
        "pps": [{"tb": 80, "tbk": 10, "fs": [1, 2]}],
        "ftbl": [
            "[root]",
            "0x1: malloc (in /usr/lib/x.so)",
            "0x2: SpscRing::try_push(long) (spsc_ring.cpp:31)",
        ],
    }
    log = json.dumps(dhat, separators=(",", ":"))
    told_of = lines.of_allocations(of("spsc-ring-cpp", log=log), None, 10)
    assert told_of.startswith("8.0 bytes per operation in 10: 10 allocations of 80 bytes at ")
    assert told_of.endswith("at SpscRing::try_push (spsc_ring.cpp:31)")


# ---- with the tools themselves -----------------------------------------------------------------

POINTS = {
    ("spsc-ring-cpp", "relaxed-tail"): "SpscRing::try_push (spsc_ring.cpp:",
    ("spsc-ring-cpp", "cpp-orders-by-fences"): "(ThreadSanitizer does not see fences: read the",
    ("spsc-ring-cpp", "allocates-each-push"): "at SpscRing::try_push (spsc_ring.cpp:",
    ("leak-and-double-free", "deletes-what-it-lent"): "PacketQueue::push (packet_",
    # The tool may name any of several leaks first.
    ("leak-and-double-free", "releases-the-dropped-one"): "(packet_queue.cpp:",
    ("zero-alloc-pool", "remembers-in-a-set"): "LifoPool.java:31, HashMap$Node in take",
    ("zero-alloc-pool", "throws-on-a-double-release"): "at LifoPool.release(LifoPool.java:",
}


@pytest.mark.slow
@pytest.mark.timeout(240)
@pytest.mark.parametrize(
    ("name", "mutant"), [pytest.param(*one, marks=tiers.of_one_worker(one[0])) for one in POINTS]
)
def test_a_mutant_is_told_where(shut_in, tmp_path, name, mutant) -> None:
    exercise = exercises.find(name)
    known = [one for one in (*MUTANTS, *ATTACKS) if one.exercise.name == name]
    specimen = next(one for one in known if one.name == mutant)
    specimen.write(tmp_path)
    told_of = report(shut_in, exercise, take(tmp_path, exercise), SECRET)
    assert POINTS[name, mutant] in told_of.message


@pytest.mark.slow
@pytest.mark.timeout(240)
@tiers.of_one_worker("spsc-ring-cpp")
def test_what_was_found_is_played_until_it_is_right(shut_in, tmp_path) -> None:
    exercise = exercises.find("spsc-ring-cpp")
    specimen = specimens.read(exercise.folder / "mutants" / "keeps-a-slot-free")
    specimen.write(tmp_path)
    (tmp_path / "tests").mkdir()
    failure = report(shut_in, exercise, take(tmp_path, exercise), SECRET, shorten=True).failure
    assert len(failure.calls) <= 4, "an empty ring's answer, a ring, and pushes until it's full"
    file = found.keep(exercise, tmp_path, failure)
    assert file == tmp_path / "tests" / "found_1.txt"
    assert found.keep(exercise, tmp_path, failure) == file, "once"
    passed, told = found.play(shut_in, exercise, tmp_path, SECRET)
    # Which ring comes first, and how large it is, depends on the questions drawn.
    says = r"tests/found_1\.txt: call [23]: ring\d\.try_push\([12]\) is false, not true\n"
    assert not passed and re.fullmatch(says, told), told
    for source, text in solution(exercise).items():
        (tmp_path / source).write_bytes(text)
    assert found.play(shut_in, exercise, tmp_path, SECRET) == (
        True,
        "tests/found_1.txt: right now\n",
    )
