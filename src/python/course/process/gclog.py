"""Client of the GC log analyser: one long-lived process for all logs."""

import contextlib
import json
import os
import select
import subprocess
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from course.model.record import Pair, Pause
from course.model.strict import Line, Nonnegative, Number, Open, Truth, problem
from course.process import child

ANSWER_WITHIN_S = 60.0

FLAGS_FOR_ANY_LOG = ("-Xmx160m", "-XX:+UseSerialGC")
"""For use while nothing is measured: full compilation, and bounded memory for any log."""

Window = tuple[float, float]  # start and end as JVM uptimes, ms


class _Timeline(Open):
    pauses: list[Pause] = Field(max_length=500)
    heap: list[Pair] = Field(max_length=500)
    truncated: Truth


class _Figures(Open):
    max_pause_ms: Nonnegative
    avg_pause_ms: Nonnegative
    pauses: Number
    pauses_per_s: Nonnegative
    fraction_pct: Nonnegative
    concurrent_ms: Nonnegative | None
    collector_name: Line
    source: Literal["gctoolkit", "log", "jfr"]
    stalls: Number
    max_stall_ms: Nonnegative
    stalled_ms: Nonnegative
    safepoints: Number
    max_to_safepoint_ms: Nonnegative
    to_safepoint_ms: Nonnegative
    timelines: list[_Timeline] | None = None


class GcLogError(Exception):
    """The log could not be analysed; one line says why."""


class Analyser:
    """Queries the analyser process, and starts it: at the first query, and again if it died.

    Any thread may query; queries take turns. The querying thread must outlive the analyser (see
    :func:`course.process.child.start`). Close it at the end.
    """

    def __init__(self, command: list[str], root: Path, within_s: float = ANSWER_WITHIN_S) -> None:
        """command: the analyser's, to be run in root. Nothing is started yet.

        within_s: time limit for an answer, after which the process counts as dead.
        """
        self._within_s = within_s
        self._command = command
        self._root = root
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def figures(
        self,
        log: Path,
        from_ms: float,
        to_ms: float,
        timelines: Sequence[Window] = (),
        **others: Any,
    ) -> dict[str, Any]:
        """GC figures of the log between two JVM uptimes, and a timeline for each window.

        The answer's ``timelines`` has one for each window, or is missing: not every analyser makes
        them. others: further fields of the query, for logs that are not the course's own (parts,
        run, lenient; see GcLogMain). Raises GcLogError, which names the log once, without its
        folder.
        """
        question = {"log": str(log), "from_ms": from_ms, "to_ms": to_ms}
        question |= {"timelines": [list(window) for window in timelines], **others}
        with self._lock:
            try:
                answer = self._ask(question)
            except (OSError, EOFError):  # it died since the last query, or of this one
                self._stop()
                try:
                    answer = self._ask(question)
                except (OSError, EOFError) as error:
                    self._stop()
                    raise GcLogError(f"the GC log analyser died twice: {error}") from error
        if answer.get("ok") is not True:
            reason = str(answer.get("error", "the analyser gave no reason"))
            raise GcLogError(f"{log.name}: {reason.removeprefix(f'{log}: ')}")
        if wrong := problem(_Figures, answer):
            raise GcLogError(f"the GC log analyser's answer is wrong: {wrong[:200]}")
        given = len(answer.get("timelines", timelines))
        if given != len(timelines):
            raise GcLogError(f"the GC log analyser gave {given} timelines, not {len(timelines)}")
        return answer

    def close(self) -> None:
        """End the analyser process, if there is one."""
        with self._lock:
            self._stop()

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        if self._process is None:
            pipes = {"stdin": subprocess.PIPE, "stderr": subprocess.DEVNULL}
            self._process = child.start(self._command, self._root, **pipes)
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(question).encode() + b"\n")
        self._process.stdin.flush()
        line = self._read_line(self._process)
        try:
            answer = json.loads(line, parse_constant=lambda name: None)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise EOFError(f"it answered {line[:100]!r}")
        return answer

    def _read_line(self, process: subprocess.Popen[bytes]) -> bytes:
        # Bypass the buffered file, whose buffer select does not see. There is never more than one
        # pending answer.
        assert process.stdout is not None
        pipe = process.stdout.fileno()
        deadline = time.monotonic() + self._within_s
        answer = bytearray()
        while not answer.endswith(b"\n"):
            ready, _, _ = select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                raise EOFError(f"no answer within {self._within_s:g} s")
            data = os.read(pipe, 1 << 16)
            if not data:
                raise EOFError("it ended without an answer")
            answer += data
        return bytes(answer)

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        child.kill(process)
        with contextlib.suppress(OSError):  # an unwritten query is lost
            process.communicate()
