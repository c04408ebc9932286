"""One run of a submission on a trace, and its assessment."""

import dataclasses
import functools
import re
import signal

from course.grading.checks.calls import cut
from course.grading.checks.judge import WORD_BYTES, Trace, unpack
from course.grading.checks.wire import Testimony, reported
from course.grading.verdicts import Verdict
from course.process.child import signal_name
from course.sandbox.process import Ended

THREW, OUT_OF_MEMORY, STOPPED = 70, 71, 72
"""Exit codes of the drivers, documented in exercises/README.md."""

JVM_OUT_OF_MEMORY = 3
"""Exit code of a JVM with -XX:+ExitOnOutOfMemoryError."""

NO_THREAD = "unable to create native thread"
"""A JVM's message at a limit of threads, which it reports as a lack of memory."""

NO_DIRECT = "direct buffer memory"
"""Part of a JVM's message when it runs out of that."""

KILLED = 128 + signal.SIGKILL
BY_KERNEL = "it was killed by SIGKILL"
"""Nobody else does that behind our back, where memory ends: perhaps others' memory."""

_DRIVER = re.compile(r"^driver: (.+)(?:\n    at (?:[\w.$]+\.)?(\w+\.\w+\(.+\)))?", re.MULTILINE)
"""A driver's message about an exception, and the first place in the submission it names."""

_HIDDEN = re.compile(r" \([^()]* in unnamed module .*")
"""What the JVM adds to its message about a class or a member that isn't public."""

Fault = tuple[Verdict, str]


@dataclasses.dataclass(frozen=True)
class Played:
    ended: Ended
    said: bytes
    """What its driver said: the answers and, if it has come to its end, its report."""
    trace: Trace
    seconds: float
    """Its time limit."""
    memory_codes: frozenset[int] = frozenset({OUT_OF_MEMORY})

    @property
    def _answers(self) -> bytes:
        return self.said[: len(self.trace.expected)]

    @property
    def testimony(self) -> Testimony | None:
        """The driver's report; None if it did not reach its end."""
        return reported(self.said[len(self.trace.expected) :])

    @property
    def _asked(self) -> int:
        return len(self.trace.expected) // WORD_BYTES

    @property
    def given(self) -> int:
        """Number of answers received, without a part of another one."""
        return len(self._answers) // WORD_BYTES

    @functools.cached_property
    def wrong(self) -> tuple[int, int, int] | None:
        """The first wrong answer: its index, from 0; its value; the right value."""
        if self.trace.expected.startswith(self._answers):
            return None
        pairs = enumerate(zip(unpack(self._answers), unpack(self.trace.expected), strict=False))
        return next(((place, *pair) for place, pair in pairs if pair[0] != pair[1]), None)

    def fault(self) -> Fault | None:
        """Return the verdict and why; None if all is well. A wrong answer comes before a later
        crash or endless wait, which it may explain."""
        return self._stopped() or self._wrong() or self._fell()

    def _stopped(self) -> Fault | None:
        code, words = self.ended.code, self.ended.words
        if self.ended.timed_out:
            too_long = f"it was still running after {self.seconds:g} seconds"
            return self._wrong() or (Verdict.TIMEOUT, too_long)
        if self.ended.flooded:
            return Verdict.OUTPUT_FLOOD, "it wrote more than was asked for"
        if code in self.memory_codes and NO_THREAD in words:
            return Verdict.CRASH, "it could not start a thread"
        if code in self.memory_codes and NO_DIRECT in words:
            return Verdict.OUT_OF_MEMORY, "it exceeded its limit of direct memory"
        if code in self.memory_codes or (code == KILLED and self.ended.out_of_memory):
            return Verdict.OUT_OF_MEMORY, "it exceeded its memory limit"
        return None

    def _wrong(self) -> Fault | None:
        if self.wrong is None:
            return None
        place, got, expected = self.wrong
        found = self.trace.answered(place)
        is_secret = self.trace.is_shared
        if found is None:
            right = "which is wrong" if is_secret else f"not {expected}"
            told = f"answer {place + 1:,} of {self._asked:,} is {got}, {right}"
            return Verdict.WRONG_ANSWER, told
        said, wrong = cut(found.call.says), found.asked.wrong(got, is_secret=is_secret)
        of = "" if said in wrong else f", {said}"
        return Verdict.WRONG_ANSWER, f"call {found.number:,}{of}: {wrong}"

    def _fell(self) -> Fault | None:
        """Report a run that ended by itself, and not as it should."""
        code = self.ended.code
        if code == THREW:
            told = _DRIVER.findall(self.ended.words)
            if not told:
                return Verdict.CRASH, f"exit code {code}"
            what, where = told[-1]
            if _HIDDEN.search(what):
                what = _HIDDEN.sub(": it must be public", what)
            elif self.trace.is_shared:  # its text could tell of the trace
                what = what.partition(": ")[0]
            return Verdict.CRASH, f"{what[:200]}{f' at {where}' if where else ''}{self._before()}"
        if code == KILLED:
            return Verdict.CRASH, BY_KERNEL
        if code > 128:
            return Verdict.CRASH, f"it was killed by {signal_name(code - 128)}"
        if len(self._answers) < len(self.trace.expected):
            after = f"after {self.given:,} of {self._asked:,} answers{self._before()}"
            return Verdict.EARLY_EXIT, f"it ended with exit code {code} {after}"
        if code:
            return Verdict.CRASH, f"it ended with exit code {code} after its last answer"
        if self.testimony is None:
            return Verdict.EARLY_EXIT, "it ended with exit code 0 after its last answer"
        return None

    def _before(self) -> str:
        """Name the first call without an answer."""
        found = self.trace.answered(self.given)
        if found is None:
            return ""
        return f", before it answered call {found.number:,}, {cut(found.call.says)}"
