"""Run one untrusted process: its time, answers and messages are bounded from outside."""

from __future__ import annotations

import contextlib
import dataclasses
import enum
import fcntl
import itertools
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from course.errors import CourseError, os_errors
from course.sandbox import memory
from course.sandbox.step import Step, Taker

LOG, STATUS = "{log}", "{status}"
"""In a command: placeholders for descriptors that only the grader reads."""

WORDS_KEPT = 4096
"""Bytes kept of a process's messages, from the beginning and from the end."""

MOST_WORDS = 16 << 20
"""Debug prints are not held against anybody; more bytes than this are a flood."""

MOST_LOG = 2 << 20
"""Limit of a log. All of it is kept, since a count must occur in it once. Valgrind reports a
thousand different errors at most, so more than this is a flood, too."""

MOST_FILES_MB = 128
"""Limit of what a process adds to the folders that it may write to. A compiler could fill a disk
from a few lines that name a long constant again and again."""

OPENED, WRITTEN = 0o622, 0
"""Modes of a log: one that any uid may open, and one that nobody may open."""

LOOK_EVERY_S = 0.05
PAUSE_S = 1.0
"""If we didn't look for so long, we were stopped ourselves: Ctrl-Z, or a frozen container."""

LINGER_S = 1.0  # while something still holds the pipes of an ended process


class Stop(enum.Enum):
    """Why a process must end before it does so by itself."""

    TIME = enum.auto()
    FLOOD = enum.auto()
    MEMORY = enum.auto()


class SandboxError(CourseError):
    """There is no sandbox, or it could not start something: never the submission's fault."""


@dataclasses.dataclass(frozen=True)
class Ended:
    code: int
    """Exit code; 128 + n if signal n ended it, as bubblewrap reports it."""
    timed_out: bool = False
    flooded: bool = False
    out_of_memory: bool = False
    """Whether a process was killed for its memory meanwhile: by the kernel, or by us."""
    words: str = ""
    """Its stderr: the beginning and the end."""
    log: str = ""
    """What its tool wrote to the grader's descriptor."""
    status: str = ""
    """The sandbox's report on it."""


class Words:
    """Keeps the beginning and the end of a stream."""

    def __init__(self, kept: int = WORDS_KEPT, most: int = MOST_WORDS) -> None:
        """kept: bytes of each of the two. most: bytes that are no flood yet."""
        self._kept = kept
        self._most = most
        self.head = bytearray()
        self._tail = b""
        self._length = 0

    def take(self, data: bytes) -> bool:
        """Take more. False if it is a flood."""
        self._length += len(data)
        room = self._kept - len(self.head)
        self.head += data[:room]
        if len(data) > room:
            self._tail = (self._tail + data[room:])[-self._kept :]
        return self._length <= self._most

    def text(self) -> str:
        """Return what was kept, with a mark where something is missing."""
        missing = self._length > len(self.head) + len(self._tail)
        kept = self.head + (b"\n...\n" if missing else b"") + self._tail
        return kept.decode("utf-8", "replace")


def run(command: Sequence[str], step: Step, memory_mb: int | None = None) -> Ended:
    """Run a step, by this command, to its end, or to the end of its time, or of our patience.

    memory_mb: what it may take together with all that it starts, where nobody else sees to that.
    None of its process group is left when this returns. Raises SandboxError when it cannot be
    started.
    """
    words, log, status = Words(most=MOST_WORDS), Words(MOST_LOG, MOST_LOG), Words()
    with contextlib.ExitStack() as stack:
        stdin = step.stdin
        source = subprocess.DEVNULL if stdin is None else _questions(stdin, stack)
        began = time.monotonic()
        with contextlib.ExitStack() as ours:  # the writing ends, inherited by then
            log_reads, log_writes = _pipe(stack, ours)
            if sys.platform == "linux":
                os.fchmod(log_writes, OPENED if step.opens_log else WRITTEN)
            status_reads, status_writes = _pipe(stack, ours)
            command = [word.replace(LOG, str(log_writes)) for word in command]
            command = [word.replace(STATUS, str(status_writes)) for word in command]
            with os_errors(f"cannot start {command[0]}", SandboxError):
                process = subprocess.Popen(
                    command,
                    stdin=source,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    env=dict(step.env),
                    pass_fds=(log_writes, status_writes),
                    process_group=0,
                )
        stack.callback(_kill, process)
        assert process.stdout is not None and process.stderr is not None
        stack.enter_context(process.stdout)
        stack.enter_context(process.stderr)
        takers = {
            process.stdout.fileno(): step.on_answers,
            process.stderr.fileno(): words.take,
            log_reads: log.take,
            status_reads: status.take,
        }
        folders = [mount.host for mount in step.mounts if mount.writable]
        exceeded = _exceeded(process.pid, memory_mb, folders)
        stopped = _watched(process, takers, began + step.allowance.seconds, exceeded)
        if stopped is not None:
            _kill(process)
        code = process.returncode
        return Ended(
            code=code if code >= 0 else 128 - code,
            timed_out=stopped is Stop.TIME,
            flooded=stopped is Stop.FLOOD,
            out_of_memory=stopped is Stop.MEMORY,
            words=words.text(),
            log=log.text(),
            status=status.text(),
        )


def _pipe(reading: contextlib.ExitStack, writing: contextlib.ExitStack) -> tuple[int, int]:
    reads, writes = os.pipe()
    reading.callback(os.close, reads)
    writing.callback(os.close, writes)
    return reads, writes


def _questions(data: bytes, stack: contextlib.ExitStack) -> int:
    """Return a descriptor from which the data is read, and through which nobody can change it.

    A process can reopen its standard input, by the file's name in /proc. Under our own uid it could
    do so for writing, and change the file's mode as easily; a seal is never broken.
    """
    if sys.platform == "linux":
        number = os.memfd_create("questions", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        file = stack.enter_context(os.fdopen(number, "w+b"))
    else:  # there is no sandbox, either
        file = stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115 - the stack closes it
    file.write(data)
    file.seek(0)
    if sys.platform == "linux":
        seals = fcntl.F_SEAL_WRITE | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_SEAL
        fcntl.fcntl(file, fcntl.F_ADD_SEALS, seals)
    return file.fileno()


def _files_mb(folders: Sequence[Path]) -> float:
    """What the files below take up on the disk."""
    blocks = 0
    with contextlib.suppress(OSError):  # one has been removed meanwhile
        for file in itertools.chain.from_iterable(one.rglob("*") for one in folders):
            blocks += file.lstat().st_blocks
    return blocks / 2048


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Like course.process.child, but without psutil, which ./course doctor may lack."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _watched(
    process: subprocess.Popen[bytes],
    takers: Mapping[int, Taker],
    deadline: float,
    exceeded: Iterator[Stop | None],
) -> Stop | None:
    """Read a process's output until it has ended; return why if it must end before that.

    Its time stands still while we are stopped, and so may it be.
    """
    looks_at, ended_at, before = 0.0, None, time.monotonic()
    with selectors.DefaultSelector() as selector:
        for stream, taker in takers.items():
            selector.register(stream, selectors.EVENT_READ, taker)
        while selector.get_map():
            now = time.monotonic()
            if now - before > PAUSE_S:
                deadline += now - before
            before = now
            if now > deadline:
                return Stop.TIME
            if now >= looks_at:
                looks_at = now + LOOK_EVERY_S
                if (stop := next(exceeded)) is not None:
                    return stop
            if process.poll() is not None:
                ended_at = ended_at or now
                if now - ended_at > LINGER_S:
                    break
            for key, _ in selector.select(LOOK_EVERY_S):
                data = os.read(key.fd, 1 << 16)
                if not data:
                    selector.unregister(key.fd)
                elif not key.data(data):
                    return Stop.FLOOD
    try:
        process.wait(max(0.0, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        return Stop.TIME
    return None


def _exceeded(pid: int, memory_mb: int | None, folders: Sequence[Path]) -> Iterator[Stop | None]:
    """Yield, at each look, whether the process has taken too much.

    Twice in a row must be too much memory: LeakSanitizer's process has the same memory as the one
    that it looks at, and is there for a moment.
    """
    most_files_mb, looks = _files_mb(folders) + MOST_FILES_MB, 0
    while True:
        is_more = memory_mb is not None and memory.taken_mb(pid) > memory_mb
        looks = looks + 1 if is_more else 0
        if _files_mb(folders) > most_files_mb:
            yield Stop.FLOOD
        yield Stop.MEMORY if looks > 1 else None
