"""A submission, or our solution: built once, and run once in each way."""

from __future__ import annotations

import abc
import dataclasses
import re
import signal
import tempfile
import threading
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

from course.grading.checks.judge import Trace
from course.grading.checks.played import BY_KERNEL, KILLED, OUT_OF_MEMORY, Played
from course.grading.checks.wire import TESTIMONY_BYTES, Key
from course.grading.verdicts import GraderError, Refused, Verdict
from course.sandbox.process import Ended, Words
from course.sandbox.step import Allowance, Kind, Mount, Step

if TYPE_CHECKING:
    from course.grading.checks.reference_build import ReferenceBuild

COMPILE_SECONDS = 20
"""CPU limit of a compiler. Wall time depends on other jobs too, not only on the submission."""

COMPILE_WALL_SECONDS = 60.0
COMPILE_MB = 768
OUT_OF_TIME = "CPU time limit exceeded"
"""Message of the compiler driver when the compiler proper exceeds its CPU limit."""

ENDLESS = "the compiler did not finish"
_KILLED = re.compile(r"fatal error: (?:Killed signal|ld terminated with signal 9)")
"""How a compiler tells that the kernel has killed a part of it."""

NOT_STARTED = (126,)
"""Exit codes of the launcher when there is no such program, or it cannot be run."""

ROOM_MB = 64
"""Where less can be written, a compiler's failure is not held against a submission."""

LINES = 12
"""Lines of compiler messages that a result keeps."""


class Once:
    """Makes each value once; concurrent callers wait for it."""

    def __init__(self) -> None:
        self._made: dict[Hashable, Future[Any]] = {}
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """Return the value, or raise the exception that making it raised."""
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
    """True if a time limit killed the compiler."""
    out_of_time = ended.code == 128 + signal.SIGXCPU or OUT_OF_TIME in ended.words
    return ended.timed_out or (ended.code != 0 and out_of_time)


class Subject(abc.ABC):
    """Shared by the context's threads."""

    memory_codes = frozenset({OUT_OF_MEMORY})
    library_kb: float = 0
    """Heap that the runtime library itself takes, beyond the submission's allocations."""

    def __init__(self, reference: ReferenceBuild, workspace: Path, digest: str = "") -> None:
        """workspace: holds the sources. digest: of a submission, which gets a trace of its own."""
        self.context = reference.context
        self.reference = reference
        self.workspace = workspace
        self.source = Mount(workspace / "source", "/source")
        self.out = Mount(workspace / "out", "/out", writable=True)
        self.built = Mount(workspace / "out", "/submission")
        self.given = Mount(reference.folder / "given", "/given")
        self._digest = digest
        self._once = Once()
        self._is_built = any((workspace / "out").iterdir())
        """True for our solution in a finished reference build."""

    @abc.abstractmethod
    def build(self) -> None:
        """Build what the first check needs. Raises Refused, and CourseError."""

    @abc.abstractmethod
    def prepare(self, tool: str, operations: int) -> None:
        """Do what a run needs beforehand, on a free thread, while the first answers are awaited.
        Raises as build does."""

    @abc.abstractmethod
    def program(self, tool: str) -> Step:
        """Return how to run it under a tool, built for that first. Raises as build does."""

    @abc.abstractmethod
    def lock(self) -> str | None:
        """Return the first lock that its built code takes; None if there is none."""

    def unordered(self) -> str | None:
        """Return which Java method lacks an ordered read or write; None if there is none."""
        return None

    def has_fence(self) -> bool:
        """True if a C++ submission, compiled for ThreadSanitizer, uses a fence."""
        return False

    def own(self) -> Trace:
        """The trace that only this submission gets. Raises CourseError."""
        return self._once.get("own", lambda: self.reference.own_trace(self._digest))

    def played(self, tool: str, operations: int) -> Played:
        """Return the run under a tool on the shared trace; it is made only once."""
        return self._once.get(
            (tool, operations), lambda: self.play(tool, self.reference.trace(operations))
        )

    def play(self, tool: str, trace: Trace, patience: float = 1) -> Played:
        """Run it on this trace once more, for as many times its limit."""
        most = len(trace.expected) + TESTIMONY_BYTES
        said, ended = self.run(tool, trace.words, most, patience)
        seconds = patience * self.program(tool).allowance.seconds
        return Played(ended, said, trace, seconds, self.memory_codes)

    def run(
        self, tool: str, questions: bytes, most: int, patience: float = 1
    ) -> tuple[bytes, Ended]:
        """Return what its driver said, of which more than `most` bytes are a flood."""
        step, key, said = self.program(tool), Key(questions), Words(most, most)
        seconds = patience * step.allowance.seconds
        step = dataclasses.replace(
            step,
            stdin=key.ahead + questions,
            on_answers=said.take,
            allowance=dataclasses.replace(step.allowance, seconds=seconds),
        )
        ended = self.context.box.run(step)
        return key.plain(said.head), ended

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
            self._require_room()
            raise Refused(verdict, self._messages(ended))
        return ended

    def _require_room(self) -> None:
        """Raise GraderError if files cannot be written: then no compiler can work. Whether that is
        for the disk, a quota or the number of files is only found out by writing."""
        try:
            with tempfile.TemporaryFile(dir=self.workspace) as file:
                for _ in range(ROOM_MB):
                    file.write(bytes(1 << 20))
        except OSError as error:
            told = f"cannot write {ROOM_MB} MB to {self.workspace.parent}: {error.strerror}"
            raise GraderError(told) from error

    def tried(self, words: Sequence[str], mounts: Sequence[Mount], verdict: Verdict) -> Ended:
        """Run a compiler, which may fail. Raises Refused if it does not finish."""
        ended = self.context.box.run(Step(Kind.COMPILE, words, mounts, compiling()))
        if ended.flooded or endless(ended):
            raise Refused(verdict, ENDLESS)
        if ended.code == KILLED or (ended.code != 0 and _KILLED.search(ended.words)):
            raise Refused(verdict, f"the compiler: {BY_KERNEL}")
        return ended

    def _messages(self, ended: Ended) -> str:
        """Return the first lines, with paths as the learner knows them."""
        text = ended.words
        for mount in (self.source, self.out):
            text = text.replace(f"{self.context.box.inside(mount)}/", "")
        lines = [line.rstrip() for line in text.split("\n") if line.strip()]
        return "\n".join(lines[:LINES]) or f"the compiler ended with exit code {ended.code}"
