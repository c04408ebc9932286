"""Supervise one child process: its output as it arrives, its memory, its time."""

import collections
import contextlib
import dataclasses
import os
import selectors
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

from course.process import memory

DIE_WITH_PARENT = Path(__file__).with_name("die_with_parent.py")
LOOK_EVERY_S = 0.05  # memory, deadline, cancellation
LONGEST_LINE = 4 << 20  # a minute of service times has 240,000 slices
TAIL_LINES = 12
TUNING = ("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "GLIBC_TUNABLES")
"""Environment variables that would affect a measurement; so does MALLOC_*."""
LONGEST_LOOK_S = 1.0  # most that counts between two looks: Ctrl-Z may have stopped us
LINGER_S = 1.0  # for processes that still hold an ended program's pipes


class Cancelled(Exception):
    """The sweep was stopped; the child has been killed."""


class ChildError(Exception):
    """The child failed; one line says how, with its last words."""


@dataclasses.dataclass(frozen=True)
class Limits:
    """Limits beyond which a child is killed."""

    seconds: float
    memory_mb: float


@dataclasses.dataclass(frozen=True)
class Ended:
    """A child that ended with exit code 0."""

    peak_rss_mb: float
    duration_s: float


def start(arguments: list[str], cwd: Path, stdin: int, stderr: int) -> subprocess.Popen[bytes]:
    """Start the command in its own process group, tied to the calling thread's life.

    Its stdout is a pipe; stdin and stderr are as Popen's.

    The group shields it from a terminal's Ctrl-C: the sweep decides. On Linux it is killed when the
    calling *thread* ends (see prctl), so a thread must outlive the children it starts.
    """
    die_with_parent = [sys.executable, "-I", "-S", str(DIE_WITH_PARENT), str(os.getpid())]
    return subprocess.Popen(
        [*die_with_parent, *arguments],
        cwd=cwd,
        env={
            name: value
            for name, value in os.environ.items()
            if name not in TUNING and not name.startswith("MALLOC_")
        },
        process_group=0,
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=stderr,
    )


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill the process and its whole group, and reap it. Harmless if it has ended."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def run(
    arguments: list[str],
    *,
    cwd: Path,
    on_line: Callable[[str], bool],
    limits: Limits,
    cancel: threading.Event,
    stdin: "Input | None" = None,
    on_start: Callable[[int], None] | None = None,
) -> Ended:
    """Run the command to its end; on_line receives each line of its stdout as it arrives.

    It returns whether it understood the line. Other lines, like stderr, count among the child's
    last words. It may answer through stdin, and must close that, or the child will wait; without
    stdin the child's is empty.
    on_start receives the process id, which stays the same when the child becomes another program.

    Raises Cancelled once the event is set, and ChildError if the command fails or exceeds a limit.
    No process of the child's group is left when this returns or raises.
    """
    if cancel.is_set():
        raise Cancelled
    try:
        source = subprocess.DEVNULL if stdin is None else subprocess.PIPE
        started = start(arguments, cwd, stdin=source, stderr=subprocess.PIPE)
    except OSError as error:
        raise ChildError(f"could not be started: {error.strerror}") from error
    with started as process:
        if stdin is not None:
            assert process.stdin
            stdin.attach(process.stdin)
        try:
            if on_start is not None:
                on_start(process.pid)
            return _Watch(process, on_line, limits, cancel).to_the_end()
        finally:
            kill(process)


class Input:
    """The stdin of a child that reads lines. Any thread may write; no call blocks."""

    def __init__(self) -> None:
        self._pipe: IO[bytes] | None = None
        self._is_closed = False
        self._lock = threading.Lock()

    def attach(self, pipe: IO[bytes]) -> None:
        """Write to the pipe from now on."""
        os.set_blocking(pipe.fileno(), False)
        with self._lock:
            self._pipe = pipe
            if self._is_closed:
                pipe.close()

    def send(self, line: str) -> None:
        """Write a line; ignored if the child has ended, as its exit code tells why.

        Raises ChildError if the child has left too many lines unread.
        """
        with self._lock:
            if self._pipe is None or self._pipe.closed:
                return
            try:
                with contextlib.suppress(BrokenPipeError):
                    os.write(self._pipe.fileno(), f"{line}\n".encode())
            except BlockingIOError:
                raise ChildError("reads nothing of what it is asked") from None

    def close(self) -> None:
        """End the input. May be called again, and before the child has started."""
        with self._lock:
            self._is_closed = True
            if self._pipe is not None:
                self._pipe.close()


@dataclasses.dataclass
class _Watch:
    process: subprocess.Popen[bytes]
    on_line: Callable[[str], bool]
    limits: Limits
    cancel: threading.Event

    def __post_init__(self) -> None:
        self.peak_mb = self.watched_s = 0.0
        self.started = self.looked = time.monotonic()
        self.last_words: collections.deque[str] = collections.deque(maxlen=TAIL_LINES)
        assert self.process.stdout and self.process.stderr
        self.stdout, stderr = self.process.stdout.fileno(), self.process.stderr.fileno()
        self.unfinished = {self.stdout: b"", stderr: b""}

    def to_the_end(self) -> Ended:
        ended_at = None
        with selectors.DefaultSelector() as selector:
            for pipe in self.unfinished:
                selector.register(pipe, selectors.EVENT_READ)
            while selector.get_map():
                for key, _ in selector.select(LOOK_EVERY_S):
                    if not self._read(key.fd):
                        selector.unregister(key.fd)
                self._look()
                if self.process.poll() is not None:
                    ended_at = ended_at or time.monotonic()
                    if time.monotonic() - ended_at > LINGER_S:
                        break
        while self.process.poll() is None:  # it closed its output but goes on
            self._look()
            time.sleep(LOOK_EVERY_S)
        duration_s = time.monotonic() - self.started
        for pipe, rest in self.unfinished.items():
            if rest:
                self._take(pipe, rest)
        if code := self.process.returncode:
            how = f"exit code {code}" if code > 0 else f"killed by {signal_name(-code)}"
            raise self._error(how)
        return Ended(self.peak_mb, duration_s)

    def _read(self, pipe: int) -> bool:
        data = os.read(pipe, 1 << 16)
        *lines, rest = (self.unfinished[pipe] + data).split(b"\n")
        for line in lines:
            self._take(pipe, line)
        if len(rest) > LONGEST_LINE:
            raise self._error(f"printed a line of more than {LONGEST_LINE} bytes")
        self.unfinished[pipe] = rest
        return bool(data)

    def _take(self, pipe: int, line: bytes) -> None:
        text = line.decode("utf-8", "replace")
        if pipe == self.stdout and self.on_line(text):
            return
        words = " ".join(text.split()).strip("# ")
        # Keep a Java stack trace's message, which the frames would push out.
        if words and not words.startswith("at "):
            self.last_words.append(words)

    def _look(self) -> None:
        if self.cancel.is_set():
            raise Cancelled
        now = time.monotonic()
        self.watched_s += min(now - self.looked, LONGEST_LOOK_S)
        self.looked = now
        if self.watched_s > self.limits.seconds:
            raise self._error(f"timed out after {self.limits.seconds:g} s")
        now_mb, peak_mb = memory.resident_mb(self.process.pid)
        self.peak_mb = max(self.peak_mb, peak_mb)
        limit_mb = self.limits.memory_mb
        if now_mb > limit_mb:
            raise self._error(f"stopped at {now_mb:.0f} MB of memory; its limit is {limit_mb:.0f}")

    def _error(self, what: str) -> ChildError:
        return ChildError(": ".join(filter(None, (what, " | ".join(self.last_words)))))


def signal_name(number: int) -> str:
    """``SIGSEGV``, for example."""
    with contextlib.suppress(ValueError):
        return signal.Signals(number).name
    return f"signal {number}"
