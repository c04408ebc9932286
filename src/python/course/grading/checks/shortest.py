"""The shortest trace that still fails, shown to a learner in place of thousands of calls.

Delta debugging (Zeller and Hildebrandt, 2002), bounded in time. Our solution's answers to a
shortened trace are the right ones; calls that it cannot answer are not allowed by the task.
"""

import dataclasses
import functools
import itertools
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence

from course.grading.checks import calls
from course.grading.checks.calls import Call
from course.grading.checks.judge import WORD_BYTES, Trace, pack, unpack
from course.grading.checks.played import Played
from course.grading.checks.subject import Subject
from course.grading.checks.wire import TESTIMONY_BYTES
from course.grading.verdicts import Verdict

SECONDS = 20.0
WIDE, AT_EACH_END = 96, 10
A_KIND = 3
"""Least number of calls of a kind that justifies a run without them."""

RELATED = 6
"""Steps in which related calls are tried, twice as many each time."""

MOST_WORDS = 1 << 20
LARGE = 1 << 20
"""Larger numbers only have to differ, and smaller ones are easier to read."""

FAILS = frozenset({Verdict.WRONG_ANSWER, Verdict.CRASH, Verdict.EARLY_EXIT})


@dataclasses.dataclass(frozen=True)
class Failure:
    """Calls of which the last one fails, and how."""

    calls: tuple[Call, ...]
    says: str
    """The last call's answer, and the right one."""
    fell: bool
    """Whether the process crashed before it could answer: the call at fault is unknown."""

    def lines(self) -> list[str]:
        """Lines for people: set-up only if it is used."""
        after = " ".join(call.says for call in self.calls if not call.is_set_up)
        used = [
            call
            for call in self.calls
            if not call.is_set_up or call.says.partition(" = ")[0] in after or "=" not in call.says
        ]
        return [*(call.line() for call in used[:-1]), used[-1].says]

    def told(self) -> list[str]:
        """Lines to show: the first and the last of many, none of them long."""
        lines = [line if len(line) <= WIDE else f"{line[:WIDE]}..." for line in self.lines()]
        if len(lines) > 2 * AT_EACH_END:
            left_out = f"... {len(lines) - 2 * AT_EACH_END} calls ..."
            lines = [*lines[:AT_EACH_END], left_out, *lines[-AT_EACH_END:]]
        return [*lines, f"=> {self.says}"]


class Search:
    """The search for the shortest failure, from a trace that fails: that of the first check."""

    def __init__(self, subject: Subject, ours: Subject, trace: Trace) -> None:
        """subject, ours: both built."""
        self._subject = subject
        self._ours = ours
        self._trace = trace
        self._until = time.monotonic() + SECONDS
        self._tried_on = functools.cache(self._played)

    def found(self) -> Failure | None:
        """Return the shortest failure found in time; None if the trace does not fail again."""
        found = self._tried_on(tuple(unpack(self._trace.words)))
        if found is None:
            return None
        set_up, rest = _parts(found)
        few = itertools.chain(_related(rest), _recent(rest))
        shorter = (self._try([*set_up, *some]) for some in few if not self._is_late())
        found = self._without_kinds(next(filter(None, shorter), found))
        while True:
            before = len(found.calls)
            found = self._reduced(found)
            if len(found.calls) == before or self._is_late():
                return self._plain(found)

    def _is_late(self) -> bool:
        return time.monotonic() > self._until

    def _without_kinds(self, failure: Failure) -> Failure:
        """Leave out whole kinds of calls, the most frequent first: all that were refused, say."""
        often = Counter(_kind(call) for call in _parts(failure)[1])
        for kind, times in often.most_common():
            set_up, rest = _parts(failure)
            less = [call for call in rest[:-1] if _kind(call) != kind]
            if times < A_KIND or self._is_late() or len(less) == len(rest) - 1:
                continue
            failure = self._try([*set_up, *less, rest[-1]]) or failure
        return failure

    def _reduced(self, failure: Failure) -> Failure:
        """Leave out every part that is not needed, from halves down to single calls."""
        size = max(1, len(failure.calls) // 2)
        while size and not self._is_late():
            place = 0
            while not self._is_late():
                set_up, rest = _parts(failure)
                end = len(rest) - (not failure.fell)
                if place >= end:
                    break
                less = (*rest[:place], *rest[min(place + size, end) :])
                shorter = self._try([*set_up, *less])
                if shorter is None:
                    place += size
                else:
                    failure = shorter
            size //= 2
        return failure

    def _plain(self, failure: Failure) -> Failure:
        words = [word for call in failure.calls for word in call.words]
        large = dict.fromkeys(word for word in words if word > LARGE)
        small = {word: n for n, word in enumerate(large, start=1)}
        if not small or self._is_late():
            return failure
        return self._tried_on(tuple(small.get(word, word) for word in words)) or failure

    def _try(self, known: Sequence[Call]) -> Failure | None:
        """As below, except that calls that the task does not allow are not played."""
        words = tuple(word for call in known for word in call.words)
        answers = [one.right for call in known for one in call.asked]
        try:
            for _ in calls.read(self._trace.calls, words, answers):
                pass
        except LookupError:
            return None
        return self._tried_on(words)

    def _played(self, words: tuple[int, ...]) -> Failure | None:
        """Return the failure on a trace, up to the failing call; None if all is well, or the trace
        is not allowed."""
        questions, most = pack(words), MOST_WORDS * WORD_BYTES
        with self._subject.context.threads() as threads:
            (expected, our_end), (said, ended) = threads.map(
                lambda subject: subject.run("plain", questions, most), (self._ours, self._subject)
            )
        if our_end.code or our_end.timed_out or our_end.flooded:
            return None
        # The driver's report comes after the last answer.
        right = Trace(questions, expected[:-TESTIMONY_BYTES], self._trace.calls)
        answers = unpack(right.expected)
        try:
            known = list(calls.read(right.calls, words, answers))
        except LookupError:
            return None
        if not answers or sum(len(call.asked) for call in known) != len(answers):
            return None
        played = Played(ended, said, right, SECONDS, self._subject.memory_codes)
        fault, wrong = played.fault(), played.wrong
        if fault is None or fault[0] not in FAILS:
            return None
        if fault[0] is Verdict.CRASH and ended.code > 128:  # and a signal's number
            return Failure(tuple(known), fault[1], fell=True)
        place = played.given if wrong is None else wrong[0]
        failing = calls.at(right.calls, words, answers, min(place, len(answers) - 1))
        end = failing.number + sum(call.is_set_up for call in known)
        says = fault[1] if wrong is None else failing.asked.wrong(wrong[1])
        return Failure(tuple(known[:end]), says, fell=False)


def _related(rest: Sequence[Call]) -> Iterator[list[Call]]:
    """Yield only the calls most related to the failing one."""
    names = [set(re.findall(r"\w+(?:\[\d+\])?", call.line())) for call in rest]
    often = Counter(itertools.chain.from_iterable(names))
    common = [  # rare names in common count for more
        (sum(1 / often[name] for name in names[-1] & these), n)
        for n, these in enumerate(names[:-1])
    ]
    common.sort(reverse=True)
    for power in range(RELATED):
        chosen = sorted(n for _, n in common[: (1 << power) - 1])
        yield [*(rest[n] for n in chosen), rest[-1]]


def _recent(rest: Sequence[Call]) -> Iterator[Sequence[Call]]:
    """Yield only the last calls, twice as many each time."""
    size = 1
    while size < len(rest):
        yield rest[-size:]
        size *= 2


def _parts(failure: Failure) -> tuple[list[Call], list[Call]]:
    set_up = [call for call in failure.calls if call.is_set_up]
    return set_up, list(failure.calls[len(set_up) :])


def _kind(call: Call) -> str:
    return re.sub(r"\d+", "", call.line())
