"""The shortest trace that still fails: what a learner is shown in the place of thousands of calls.

Delta debugging (Zeller and Hildebrandt, 2002), bounded in time. What is right on a shortened trace
is what our solution answers, and calls that it cannot answer are none that the task allows.
"""

from __future__ import annotations

import dataclasses
import itertools
import time
from collections.abc import Sequence

from course.grading.checks import calls
from course.grading.checks.calls import Call
from course.grading.checks.judge import WORD_BYTES, Trace, pack, unpack
from course.grading.checks.subject import Subject, TraceFile
from course.grading.sandbox.process import Ended
from course.grading.verdicts import Verdict

SECONDS = 12.0
MOST_WORDS = 1 << 20
LARGE = 1 << 20
"""Numbers above it are there for being different, and smaller ones are easier to read."""

FAILS = frozenset({Verdict.WRONG_ANSWER, Verdict.CRASH, Verdict.EARLY_EXIT})


@dataclasses.dataclass(frozen=True)
class Failure:
    """Calls of which the last one fails, and how."""

    calls: tuple[Call, ...]
    says: str
    """What the last call gives, and what it must."""

    @property
    def words(self) -> list[int]:
        return [word for call in self.calls for word in call.words]

    @property
    def answers(self) -> list[int]:
        """The right ones."""
        return [one.right for call in self.calls for one in call.asked]

    def lines(self) -> list[str]:
        """What people read: of the set-up only what is used."""
        after = " ".join(call.says for call in self.calls if not call.is_set_up)
        return [
            call.line()
            for call in self.calls[:-1]
            if not call.is_set_up or call.says.partition(" = ")[0] in after or "=" not in call.says
        ] + [self.calls[-1].says]


def shortest(subject: Subject, ours: Subject, trace: TraceFile) -> Failure | None:
    """The shortest failure that is found in time; None if the trace does not fail again.

    subject, ours: both built. trace: of the first check.
    """
    if trace.calls is None:
        return None
    return _Search(subject, ours, trace).found()


class _Search:
    def __init__(self, subject: Subject, ours: Subject, trace: TraceFile) -> None:
        self._subject = subject
        self._ours = ours
        self._trace = trace
        self._until = time.monotonic() + SECONDS
        self._tried: dict[tuple[int, ...], Failure | None] = {}

    def found(self) -> Failure | None:
        found = self._try(unpack(self._trace.words.read_bytes()))
        if found is None:
            return None
        found = self._recent(found)
        while True:
            before = len(found.calls)
            found = self._reduced(found)
            if len(found.calls) == before or self._is_late():
                return self._plain(found)

    def _is_late(self) -> bool:
        return time.monotonic() > self._until

    def _recent(self, failure: Failure) -> Failure:
        """Only the last calls, where they are enough: twice as many each time."""
        set_up, rest = _parts(failure)
        for power in itertools.count():
            last = rest[-(1 << power) :]
            if len(last) == len(rest) or self._is_late():
                return failure
            shorter = self._try(_words((*set_up, *last)))
            if shorter is not None:
                return shorter
        raise AssertionError

    def _reduced(self, failure: Failure) -> Failure:
        """Without every part that can be left out, from halves down to single calls."""
        size = max(1, len(failure.calls) // 2)
        while size and not self._is_late():
            place = 0
            while not self._is_late():
                set_up, rest = _parts(failure)
                if place >= len(rest) - 1:
                    break
                less = (*rest[:place], *rest[min(place + size, len(rest) - 1) :])
                shorter = self._try(_words((*set_up, *less)))
                if shorter is None:
                    place += size
                else:
                    failure = shorter
            size //= 2
        return failure

    def _plain(self, failure: Failure) -> Failure:
        """With small numbers instead of large ones, if it fails as well."""
        small = {word: n for n, word in enumerate(_large(failure.words), start=1)}
        if not small or self._is_late():
            return failure
        return self._try([small.get(word, word) for word in failure.words]) or failure

    def _try(self, words: Sequence[int]) -> Failure | None:
        """The failure on a trace, up to the call that fails; None if all is well, or the trace is
        not allowed."""
        key = tuple(words)
        if key not in self._tried:
            self._tried[key] = self._played(words)
        return self._tried[key]

    def _played(self, words: Sequence[int]) -> Failure | None:
        assert self._trace.calls is not None
        file = self._subject.workspace / "shortened.words"
        trace = TraceFile.write(Trace(pack(words), b""), file)
        answers = _answers(self._ours, trace)
        if answers is None:
            return None
        try:
            known = list(calls.read(self._trace.calls, words, answers))
        except LookupError:
            return None
        if not answers or sum(len(call.asked) for call in known) != len(answers):
            return None
        right = TraceFile(file, pack(answers), self._trace.calls)
        played = self._subject.play("plain", right)
        fault = played.fault()
        if fault is None or fault[0] not in FAILS:
            return None
        wrong = played.answers.wrong
        failing = calls.at(
            self._trace.calls,
            words,
            answers,
            min(played.answers.given if wrong is None else wrong[0], len(answers) - 1),
        )
        end = failing.number + sum(call.is_set_up for call in known)
        says = fault[1] if wrong is None else failing.asked.wrong(wrong[1])
        return Failure(tuple(known[:end]), says)


def _parts(failure: Failure) -> tuple[list[Call], list[Call]]:
    set_up = [call for call in failure.calls if call.is_set_up]
    return set_up, list(failure.calls[len(set_up) :])


def _words(known: Sequence[Call]) -> list[int]:
    return [word for call in known for word in call.words]


def _large(words: Sequence[int]) -> dict[int, None]:
    return dict.fromkeys(word for word in words if word > LARGE)


def _answers(ours: Subject, trace: TraceFile) -> list[int] | None:
    """What our solution answers; None if it does not come to an end with them."""
    given = bytearray()

    def take(data: bytes) -> bool:
        given.extend(data)
        return len(given) <= MOST_WORDS * WORD_BYTES

    ended: Ended = ours.run("plain", trace, take)
    if ended.code or ended.timed_out or ended.flooded or len(given) % WORD_BYTES:
        return None
    return unpack(bytes(given))
