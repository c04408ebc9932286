"""The checks: what each measures, and what follows for a submission.

Each kind has a function that judges a submission, and counted kinds one that counts our solution
when the reference build is made.
"""

import contextlib
import dataclasses
import itertools
import math
import re
import resource
from collections.abc import Callable, Mapping

from course.grading.checks import cpp, lines
from course.grading.checks.played import JVM_OUT_OF_MEMORY, STOPPED, Played
from course.grading.checks.subject import Subject
from course.grading.checks.wire import Testimony
from course.grading.exercises.exercise import Check, Exercise
from course.grading.verdicts import GraderError, Refused, Verdict, rejected

LEAST = 0.2
"""Lower bound, as a fraction of our solution's count. The driver's own work alone takes more."""

PAGE_KB = resource.getpagesize() / 1024
LEFT_KB = 4
"""Memory still in use at exit beyond our solution's: statics and streams keep some."""

FEW_PAGES = 8
"""Differences of fewer pages are noise."""

TRIES = 3
"""Attempts at a run whose pages or time are measured: the kernel may reclaim a page meanwhile."""

PAIRS = 6
"""Pairs of runs, submission and solution, before each look: the minimum and the maximum of six
ratios enclose the median with 97 % certainty. A pair that stays open gets three looks, so its
verdict is less certain than that."""

MOST_PAIRS = 18
MOST_LISTED = 100_000
CERTAINTY = 0.95


@dataclasses.dataclass(frozen=True)
class Outcome:
    verdict: Verdict
    message: str = ""
    measured: Mapping[str, float] = dataclasses.field(default_factory=dict)


PASSED = Outcome(Verdict.PASS)


@dataclasses.dataclass(frozen=True)
class _Kind:
    judge: Callable[[Subject, Check], Outcome]
    count: Callable[[Subject, Check], dict[str, float]] = lambda ours, check: {}
    """Counts our solution, for comparison."""
    java: tuple[str, ...] = ()
    """Tools under which it runs the shared traces. A check of answers has a trace of its own, and a
    timed one has the machine to itself."""
    cpp: tuple[str, ...] = ()
    """Likewise."""


def judge(subject: Subject, check: Check) -> Outcome:
    """Return the outcome, with the lines at fault if it is not passed. Raises CourseError."""
    try:
        found = _KINDS[check.kind].judge(subject, check)
    except Refused as error:
        found = Outcome(error.verdict, error.message)
    # A submission may have written what is read here, so points must not depend on it.
    with contextlib.suppress(Exception):
        where = _where(found, subject, check)
        return dataclasses.replace(found, message=found.message + where)
    return found


def _where(found: Outcome, subject: Subject, check: Check) -> str:
    """Name the submission's lines at fault, which takes another run; empty if none is known."""
    verdict, told, before = found.verdict, None, ": "
    reference = subject.reference
    if verdict is Verdict.RACE and reference.exercise.language == "cpp":
        told = lines.of_race(subject, reference.trace(check.operations))
    elif verdict in (Verdict.LEAK, Verdict.UNDEFINED_BEHAVIOUR):
        told = lines.of_memory(subject, reference.trace(check.operations))
        before = "; allocated in " if verdict is Verdict.LEAK else ": "
    elif verdict is Verdict.CRASH and check.kind == "answers":
        if reference.exercise.language == "cpp":
            told, before = lines.of_memory(subject, subject.own()), " in "
    elif verdict is Verdict.OVER_BUDGET and check.kind in ("garbage", "allocations"):
        listed, by_bytes = _listed(check), "set_up_kb" in found.measured
        told = lines.of_allocations(subject, reference.trace(listed), listed, most_bytes=by_bytes)
        before = "; "
    return before + told if told else ""


def _listed(check: Check) -> int:
    """Operations whose allocations are listed one by one: a long trace has too many."""
    return min(check.operations, MOST_LISTED)


def runs(exercise: Exercise) -> list[tuple[str, int]]:
    """Tool and operations of each run that the checks after the first one begin with, once each.

    Runs that need no program of their own come first: others are compiled meanwhile.
    """
    found = dict.fromkeys(
        (tool, check.operations)
        for check in exercise.checks[1:]
        for tool in getattr(_KINDS[check.kind], exercise.language)
    )
    return sorted(found, key=lambda run: run[0] in cpp.VARIANTS)


def count(ours: Subject, check: Check) -> dict[str, float]:
    """Count what the check compares with in our solution; makes the traces that it needs."""
    ours.reference.trace(check.operations)
    facts = _KINDS[check.kind].count(ours, check)
    fault = ours.played("plain", check.operations).fault()
    if fault is not None:
        raise GraderError(f"check {check.name}: our own solution gets {fault[0]}: {fault[1]}")
    return facts


def _facts(subject: Subject, check: Check) -> Mapping[str, float]:
    return subject.reference.facts[check.name]


def _sound(played: Played) -> Played:
    """Return a run that ended well, with right answers. Raises Refused for any other."""
    fault = played.fault()
    if fault is not None:
        raise Refused(*fault)
    return played


# ---- tools that do not work --------------------------------------------------------------------

_BROKEN = {
    "asan": (1, "Shadow memory range interleaves with an existing memory mapping"),
    "tsan": (cpp.TSAN_CODE, "FATAL: ThreadSanitizer"),
}
"""Sanitizer -> exit code and message where it does not work."""


def _run(tool: str, subject: Subject, check: Check) -> Played:
    """Return the run under a tool. Raises CourseError if the tool does not work here. A submission
    can feign that, so it is believed only if our solution's run looks the same."""
    played = subject.played(tool, check.operations)
    if _broken(tool, played):
        with subject.reference.anew() as ours:
            _by_ours(tool, ours, check.operations)
    return played


def _by_ours(tool: str, ours: Subject, operations: int) -> Played:
    """Run our solution. Raises CourseError if the tool does not work here."""
    played = ours.played(tool, operations)
    if _broken(tool, played):
        told = (played.ended.log + played.ended.words).strip()[-200:]
        raise GraderError(f"{tool} does not work in this sandbox: {told}")
    return played


def _broken(tool: str, played: Played) -> bool:
    ended = played.ended
    if tool in cpp.TOOLS:
        stopped = ended.timed_out or ended.flooded or ended.out_of_memory
        return not stopped and not cpp.is_whole(tool, ended.log)
    code, says = _BROKEN[tool]
    return ended.code == code and says in ended.words


# ---- answers -----------------------------------------------------------------------------------


def _answers(subject: Subject, check: Check) -> Outcome:
    _sound(subject.play("plain", subject.own()))
    return PASSED


# ---- garbage: Java under a collector that never collects ---------------------------------------


def _garbage(subject: Subject, check: Check) -> Outcome:
    """The driver reports the heap after a quarter of the trace, and at the end."""
    operations = f"{check.operations:,} operations"
    played = subject.played("epsilon", check.operations)
    fault = played.fault()
    if fault is not None and played.ended.code == JVM_OUT_OF_MEMORY:
        return Outcome(
            Verdict.OVER_BUDGET, f"{operations} filled the heap, which is never collected"
        )
    set_up_kb, more_kb = _beyond_ours(_sound(played), _facts(subject, check), 1 / 1024)
    if set_up_kb > check.set_up_kb + subject.library_kb:
        message = (
            f"the constructor and the first quarter of {operations} take {set_up_kb:,.0f} KB more "
            f"than ours; at most {check.set_up_kb:g} allowed"
        )
        return Outcome(Verdict.OVER_BUDGET, message, {"set_up_kb": set_up_kb})
    message = (
        f"after the first quarter of {operations}, {more_kb:,.0f} KB more than ours are allocated; "
        f"at most {check.slack_kb:g} allowed"
    )
    return _within(more_kb <= check.slack_kb, message, {"more_kb": more_kb})


def _testimony(played: Played) -> Testimony:
    """Return the driver's report. Raises Refused for an impossible one: neither a clock nor a total
    ever decreases."""
    assert played.testimony is not None  # the run was sound
    until_mark, whole, nanoseconds = played.testimony
    if not 0 < until_mark <= whole or nanoseconds <= 0:
        raise rejected("the driver was kept from reporting its memory and time")
    return played.testimony


def _beyond_ours(played: Played, ours: Mapping[str, float], unit_kb: float) -> tuple[float, float]:
    """KB more than our solution takes until the mark, and after it."""
    until_mark, whole, _ = _testimony(played)
    set_up = until_mark - ours["until_mark"]
    return set_up * unit_kb, (whole - ours["whole"] - set_up) * unit_kb


def _count_garbage(ours: Subject, check: Check) -> dict[str, float]:
    ours.reference.trace(_listed(check))
    until_mark, whole, _ = _testimony(_sound(ours.played("epsilon", check.operations)))
    return {"until_mark": until_mark, "whole": whole}


# ---- counts: C++ under valgrind ----------------------------------------------------------------


def _allocations(subject: Subject, check: Check) -> Outcome:
    played = _sound(_run("memcheck", subject, check))
    theirs = cpp.counted(played.ended.log, "allocations")
    _at_least(
        check.least, theirs, f"{theirs:,} allocations: the driver alone makes {check.least:,}"
    )
    facts = _facts(subject, check)
    ours = facts["allocations"]
    more = theirs - ours
    message = (
        f"{abs(more):,.0f} allocations {'fewer' if more < 0 else 'more'} than our solution, which "
        f"makes {ours:,.0f}, constructors included; at most {check.more:g} more allowed"
    )
    if more <= check.more and check.in_calls is not None:
        idle = _sound(subject.played("memcheck", 0))
        later = more - (cpp.counted(idle.ended.log, "allocations") - facts["idle"])
        if later > check.in_calls:
            message = (
                f"{later:,.0f} allocations more than our solution after the constructors; at most "
                f"{check.in_calls:g} allowed"
            )
            return Outcome(Verdict.OVER_BUDGET, message, {"more_allocations": later})
    return _within(more <= check.more, message, {"more_allocations": more})


def _at_least(least: float, found: float, message: str) -> None:
    """Raise Refused for a count too low for any honest program."""
    if found < least:
        raise rejected(message)


def _within(budget: bool, message: str, measured: Mapping[str, float]) -> Outcome:
    """Pass if it is within the budget; report the measurement either way."""
    return Outcome(Verdict.PASS if budget else Verdict.OVER_BUDGET, message, measured)


def _count_allocations(ours: Subject, check: Check) -> dict[str, float]:
    """A trace without operations calls nothing but constructors, as many as any other."""
    whole, idle = (
        cpp.counted(_by_ours("memcheck", ours, operations).ended.log, "allocations")
        for operations in (check.operations, 0)
    )
    return {"allocations": whole, "idle": idle}


_WORDS = {
    "instructions": "instructions",
    "d1_misses": "first-level cache misses",
    "ll_misses": "last-level cache misses",
}


def _counted(subject: Subject, check: Check) -> Outcome:
    (tool,) = _KINDS[check.kind].cpp
    played = _sound(_run(tool, subject, check))
    facts = _facts(subject, check)
    theirs = cpp.counted(played.ended.log, check.kind) - facts["empty"]
    ours = facts["count"] - facts["empty"]
    ratio = round(theirs / max(1.0, ours), 3)
    what = _WORDS[check.kind]
    _at_least(
        LEAST, ratio, f"{ratio:.2f} times the {what} of our solution: the driver alone takes more"
    )
    message = (
        f"{ratio:.2f} times the {what} of our solution, which has {ours:,.0f} or "
        f"{ours / check.operations:.3g} per operation; at most {check.ratio:g} times allowed"
    )
    return _within(ratio <= check.ratio, message, {"ratio": ratio})


def _count_counted(ours: Subject, check: Check) -> dict[str, float]:
    """An empty trace counts what every program does before and after its work."""
    (tool,) = _KINDS[check.kind].cpp
    empty, whole = (
        cpp.counted(_by_ours(tool, ours, operations).ended.log, check.kind)
        for operations in (0, check.operations)
    )
    return {"empty": empty, "count": whole}


# ---- memory and races: C++ under sanitizers, Java under its optimizing compiler ----------------

_TOO_MUCH = re.compile(
    r"hard rss limit exhausted|out-of-memory|allocation-size-too-big|exceeds maximum supported"
)
_ASAN = re.compile(r"AddressSanitizer: ([\w-]+)|runtime error: (.+)")
_RACE = re.compile(r"WARNING: ThreadSanitizer: (.+?) \(pid")


def _memory(subject: Subject, check: Check) -> Outcome:
    """Run both tools, since a submission can blind one of them. Memory freed at the very end is no
    leak to either, so the trace's end must not need more than its beginning."""
    _asan(_run("asan", subject, check))
    _memcheck(_run("memcheck", subject, check), _facts(subject, check)["left_bytes"])
    return _growth(subject, check)


def _growth(subject: Subject, check: Check) -> Outcome:
    """Both limits must hold in the same run: one may take early what another takes late."""
    trace, ours = subject.reference.trace(check.operations), _facts(subject, check)
    grows_most = max(check.grows_kb, FEW_PAGES * PAGE_KB)
    for _ in range(TRIES):
        begins_kb, grows_kb = _beyond_ours(_sound(subject.play("plain", trace)), ours, PAGE_KB)
        if begins_kb <= check.set_up_kb and grows_kb <= grows_most:
            return PASSED
    quarter = f"the first quarter of {check.operations:,} operations"
    if grows_kb > grows_most:
        more = f"memory grows by {grows_kb:,.0f} KB more than ours; at most {grows_most:g} allowed"
        return Outcome(Verdict.LEAK, f"after {quarter}, {more}")
    more = f"{begins_kb:,.0f} KB more memory than ours; at most {check.set_up_kb:g} allowed"
    return Outcome(Verdict.OVER_BUDGET, f"{quarter} touches {more}")


def _count_memory(ours: Subject, check: Check) -> dict[str, float]:
    trace = ours.reference.trace(check.operations)
    counts = [_testimony(_sound(ours.play("plain", trace))) for _ in range(TRIES)]
    until_mark, whole, _ = map(min, zip(*counts, strict=True))
    log = _by_ours("memcheck", ours, check.operations).ended.log
    left_bytes = cpp.counted(log, "left_bytes")
    return {"until_mark": until_mark, "whole": whole, "left_bytes": left_bytes}


def _asan(played: Played) -> None:
    words = played.ended.words
    if played.ended.code == cpp.ASAN_CODE:
        if _TOO_MUCH.search(words):
            raise Refused(Verdict.OUT_OF_MEMORY, "it exceeded its memory limit")
        found = _ASAN.search(words)
        if found:
            raise Refused(Verdict.UNDEFINED_BEHAVIOUR, (found[1] or found[2]).strip()[:200])
    _sound(played)


def _memcheck(played: Played, ours: float) -> None:
    """Raise Refused for Memcheck's findings. ours: bytes that our solution leaves."""
    log = played.ended.log
    if "ERROR SUMMARY" not in log:
        _sound(played)  # it may have ended before Memcheck could report
    if cpp.counted(log, "errors"):
        raise Refused(Verdict.UNDEFINED_BEHAVIOUR, cpp.headline(log))
    _sound(played)
    left_bytes = cpp.counted(log, "left_bytes")
    if cpp.counted(log, "lost_bytes") or left_bytes > ours + LEFT_KB * 1024:
        raise Refused(Verdict.LEAK, "some allocated memory is never freed")


def _races(subject: Subject, check: Check) -> Outcome:
    if subject.reference.exercise.language == "java":
        # No tool detects Java's races: the optimizing compiler exposes some of them, unless a call
        # that it cannot see into prevents that.
        found = subject.unordered()
        if found is not None:
            return Outcome(Verdict.RACE, found)
        _sound(subject.played("speed", check.operations))
        return PASSED
    played = _run("tsan", subject, check)
    if played.ended.code == cpp.TSAN_CODE:
        found = _RACE.search(played.ended.words)
        if found:
            told = found[1].strip()[:200]
            if subject.has_fence():  # then it may be none
                told += " (ThreadSanitizer does not see fences: read the task)"
            return Outcome(Verdict.RACE, told)
    _sound(played)
    return PASSED


# ---- locks: the code is read, and each thread must go on while the other one is stopped ----------

_STOPPED = re.compile(r"^driver: stopped (.+)", re.MULTILINE)
"""The driver's message about a call that waits, fails or computes for long."""

_PERHAPS_SLOW = "computes for long"
"""The only one of these that may be the machine's fault."""


def _no_lock(subject: Subject, check: Check) -> Outcome:
    subject.build()
    found = subject.lock()
    if found is not None:
        return Outcome(Verdict.OVER_BUDGET, found)
    return PASSED if subject.reference.exercise.language == "java" else _goes_on(subject, check)


def _goes_on(subject: Subject, check: Check) -> Outcome:
    """Check that each thread makes progress wherever the other one is stopped."""
    trace = subject.reference.trace(check.operations)
    for _ in range(TRIES):
        played = subject.play(cpp.PAUSED, trace)
        told = _STOPPED.search(played.ended.words)
        if played.ended.code != STOPPED or (told and _PERHAPS_SLOW not in told[1]):
            break
    if played.ended.timed_out or played.ended.code == STOPPED:
        waits = "a call waits while the other one is stopped"
        return Outcome(Verdict.OVER_BUDGET, told[1][:200] if told else waits)
    _sound(played)
    return PASSED


# ---- time: a ratio, and its uncertainty --------------------------------------------------------


def _time(subject: Subject, check: Check) -> Outcome:
    reference = subject.reference
    ours = reference.ours()
    trace, limit = reference.trace(check.operations), check.ratio
    tool = "speed" if reference.exercise.language == "java" else "plain"
    ratios: list[float] = []
    while len(ratios) < MOST_PAIRS:
        for turn in range(PAIRS):
            took = {}
            for one in (subject, ours) if turn % 2 else (ours, subject):
                _, _, took[one] = _testimony(_sound(one.play(tool, trace)))
            ratios.append(took[subject] / took[ours])
        low, high = interval(ratios)
        if high <= limit:
            return PASSED
        if low > limit:
            return Outcome(
                Verdict.OVER_BUDGET,
                f"consistently takes more than {limit:g} times as long as our solution",
            )
    return Outcome(
        Verdict.TOO_NOISY, f"sometimes below {limit:g} times our solution's time, sometimes above"
    )


def interval(ratios: list[float]) -> tuple[float, float]:
    """Return where the median of the ratios lies, with at least :data:`CERTAINTY`.

    By order statistics: nothing is assumed about the ratios' distribution.
    """
    ordered, number = sorted(ratios), len(ratios)
    outside = itertools.accumulate(2 * math.comb(number, n) / 2**number for n in range(number // 2))
    left_out = max(0, sum(doubt <= 1 - CERTAINTY for doubt in outside) - 1)
    return ordered[left_out], ordered[number - 1 - left_out]


_KINDS = {
    "answers": _Kind(_answers),
    "garbage": _Kind(_garbage, _count_garbage, java=("epsilon",)),
    "allocations": _Kind(_allocations, _count_allocations, cpp=("memcheck",)),
    "instructions": _Kind(_counted, _count_counted, cpp=("cachegrind",)),
    "d1_misses": _Kind(_counted, _count_counted, cpp=("misses",)),
    "ll_misses": _Kind(_counted, _count_counted, cpp=("misses",)),
    "memory": _Kind(_memory, _count_memory, cpp=("memcheck", "asan")),
    "races": _Kind(_races, java=("speed",), cpp=("tsan",)),
    "no_lock": _Kind(_no_lock),
    "time": _Kind(_time),
}
