"""What is looked at: a submission, or our solution, built, and played in every way once."""

from __future__ import annotations

import abc
import contextlib
import dataclasses
import shutil
import signal
import threading
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

from course.grading.checks import calls
from course.grading.checks.calls import Answered, Calls
from course.grading.checks.judge import Trace, unpack
from course.grading.checks.played import OUT_OF_MEMORY, Played
from course.grading.checks.wire import Answers, Key, Wire
from course.grading.verdicts import GraderError, Refused, Verdict
from course.sandbox.process import Ended, Taker
from course.sandbox.sandbox import Allowance, Kind, Mount, Step

if TYPE_CHECKING:
    from course.grading.checks.reference_build import ReferenceBuild

COMPILE_SECONDS = 20
"""That a compiler may compute: how long it takes beside others is not a submission's doing."""

COMPILE_WALL_SECONDS = 60.0
COMPILE_MB = 768
OUT_OF_TIME = "CPU time limit exceeded"
"""What a compiler's front says of its part that has computed for too long."""

ENDLESS = "the compiler did not finish"

NOT_STARTED = (126,)
"""Exit codes of the launcher when there is no such program, or it cannot be run."""

FULL_MB = 64
"""With less room than this a compiler's failure is not held against a submission."""

LINES = 12
"""Of a compiler's messages that a result keeps."""


@dataclasses.dataclass(frozen=True)
class TraceFile:
    """A trace whose words lie in a file."""

    words: Path
    expected: bytes
    calls: Calls | None = None
    """What its words mean."""

    @staticmethod
    def write(trace: Trace, file: Path, calls: Calls | None = None) -> TraceFile:
        """Put the words into the file. Only the grader opens it: a run gets a copy."""
        file.write_bytes(trace.words)
        return TraceFile(file, trace.expected, calls)

    def answered(self, place: int) -> Answered | None:
        """Whose answer is at a place; None if nobody can tell."""
        if self.calls is None:
            return None
        words, answers = unpack(self.words.read_bytes()), unpack(self.expected)
        with contextlib.suppress(LookupError):
            return calls.at(self.calls, words, answers, place)
        return None


class Once:
    """Makes each thing once; who asks for one that is being made waits for it."""

    def __init__(self) -> None:
        self._made: dict[Hashable, Future[Any]] = {}
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """The thing, or the exception that came instead of it."""
        with self._lock:
            mine = key not in self._made
            future = self._made.setdefault(key, Future())
        if mine:
            try:
                future.set_result(make())
            except BaseException as error:
                future.set_exception(error)
        return future.result()


def compiling() -> Allowance:
    return Allowance(
        COMPILE_WALL_SECONDS, COMPILE_MB, data_mb=COMPILE_MB, cpu_seconds=COMPILE_SECONDS
    )


def endless(ended: Ended) -> bool:
    """Whether a compiler was ended for its time."""
    out_of_time = ended.code == 128 + signal.SIGXCPU or OUT_OF_TIME in ended.words
    return ended.timed_out or (ended.code != 0 and out_of_time)


class Subject(abc.ABC):
    """The context's threads use it together."""

    memory_codes = frozenset({OUT_OF_MEMORY})
    library_kb: float = 0
    """Heap that the runtime's own library takes, beside what the submission asks for."""

    def __init__(
        self, reference: ReferenceBuild, workspace: Path, own: Future[TraceFile] | None = None
    ) -> None:
        """workspace: has the sources. own: the trace that only this submission gets, which may
        still be in the making while this is compiled; our own solution has none.
        """
        self.context = reference.context
        self.reference = reference
        self.workspace = workspace
        self.source = Mount(workspace / "source", "/source")
        self.out = Mount(workspace / "out", "/out", writable=True)
        self.built = Mount(workspace / "out", "/submission")
        self.given = Mount(reference.folder / "given", "/given")
        self._own = own
        self._once = Once()
        self._is_built = any((workspace / "out").iterdir())
        """Our solution in a reference build is, once that is made."""

    @abc.abstractmethod
    def build(self) -> None:
        """What the first check needs. Raises Refused, and CourseError."""

    @abc.abstractmethod
    def prepare(self, tool: str, operations: int) -> None:
        """What is best done of a run before the first answers are known, by a thread that is free.

        Raises as build does.
        """

    @abc.abstractmethod
    def program(self, tool: str) -> Step:
        """How it is run under a tool, after it was built for that. Raises as build does."""

    @abc.abstractmethod
    def lock(self) -> str | None:
        """The first lock that its code takes, once it was built; None if there is none."""

    def unordered(self) -> str | None:
        """Which method of a Java submission reads or writes nothing with an order, where there is
        one."""
        return None

    def has_fence(self) -> bool:
        """Whether a C++ submission, compiled for ThreadSanitizer, orders anything by a fence."""
        return False

    @property
    def own(self) -> TraceFile:
        """The trace that only this submission gets. Raises CourseError."""
        assert self._own is not None
        return self._own.result()

    def played(self, tool: str, operations: int) -> Played:
        """The run under a tool on the shared trace; made once."""
        return self._once.get(
            (tool, operations), lambda: self.play(tool, self.reference.trace(operations))
        )

    def play(self, tool: str, trace: TraceFile) -> Played:
        """A run of its own."""
        answers, key = Answers(trace.expected), Key(trace.words.stat().st_size)
        wire = Wire(answers, key)
        ended = self.run(tool, trace, key, wire.take)
        seconds = self.program(tool).allowance.seconds
        return Played(ended, answers, seconds, self.memory_codes, wire.testimony, trace.answered)

    def run(self, tool: str, trace: TraceFile, key: Key, on_answers: Taker) -> Ended:
        """A run whose answers nobody has compared yet."""
        step = self.program(tool)
        step = dataclasses.replace(step, stdin=trace.words, ahead=key.ahead, on_answers=on_answers)
        return self.context.box.run(step)

    def compile(
        self,
        words: Sequence[str],
        mounts: Sequence[Mount],
        verdict: Verdict = Verdict.COMPILE_ERROR,
    ) -> Ended:
        """Run a compiler or a linker. Raises Refused when it fails, and CourseError."""
        ended = self.tried(words, mounts, verdict)
        if ended.code in NOT_STARTED:
            raise GraderError(f"cannot start {words[0]}: {ended.words.strip()[:200]}")
        if ended.code != 0:
            free_mb = shutil.disk_usage(self.workspace).free >> 20
            if free_mb < FULL_MB:  # then no compiler can work
                where = self.workspace.parent
                raise GraderError(f"only {free_mb} MB are free on the disk of {where}")
            raise Refused(verdict, self._messages(ended))
        return ended

    def tried(self, words: Sequence[str], mounts: Sequence[Mount], verdict: Verdict) -> Ended:
        """Run a compiler, which may fail. Raises Refused when it does not come to an end."""
        ended = self.context.box.run(Step(Kind.COMPILE, words, mounts, compiling()))
        if ended.flooded or endless(ended):
            raise Refused(verdict, ENDLESS)
        return ended

    def _messages(self, ended: Ended) -> str:
        """The first of them, with paths as the learner knows them."""
        text = ended.words
        for mount in (self.source, self.out):
            text = text.replace(f"{self.context.box.inside(mount)}/", "")
        lines = [line.rstrip() for line in text.splitlines() if line.strip()]
        return "\n".join(lines[:LINES]) or f"the compiler ended with exit code {ended.code}"
