"""The server's process, from its start to its last line."""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any

from course import paths
from course.loadtest.errors import ServiceError
from course.process import child

ANSWER_WITHIN_S = 60.0
"""Long enough for pending collections, or for making the live set."""

REST_S = 0.005
"""Seconds between two checks for open connections."""

Totals = dict[str, Any]
"""The server's counts since its start; see ServiceReport.java."""


class Server:
    """A running server. It is killed at the end of its ``with`` block, even after an error."""

    def __init__(self, command: list[str], scratch: Path) -> None:
        """Start it in the repository's root, and wait until it listens.

        scratch: a folder for its stderr. Raises ServiceError.
        """
        self._stderr = scratch / "server.err"
        self._rest = b""
        errors = os.open(self._stderr, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        try:
            self._process = child.start(command, paths.ROOT, subprocess.PIPE, errors)
        except OSError as error:
            raise ServiceError(f"cannot start {command[0]}: {error.strerror}") from error
        finally:
            os.close(errors)
        try:
            self.start = self._event("start")
        except BaseException:
            self._kill()
            raise

    @property
    def port(self) -> int:
        """Port on this machine's loopback address."""
        return self.start["parameters"]["port"]

    def totals(self) -> Totals:
        """Return its totals so far. Raises ServiceError if it has died."""
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # the missing answer below tells why
            self._process.stdin.write(b"totals\n")
            self._process.stdin.flush()
        return self._event("result")

    def totals_at_rest(self) -> Totals:
        """Return its totals once no client is connected.

        A client's remaining requests are served after it has gone. Raises ServiceError if a
        connection stays open.
        """
        deadline = time.monotonic() + ANSWER_WITHIN_S
        while (totals := self.totals())["open"]:
            if time.monotonic() > deadline:
                raise ServiceError(f"{totals['open']} connections to the server stay open")
            time.sleep(REST_S)
        return totals

    def end(self) -> Totals:
        """End it, and return its last totals. Raises ServiceError unless it ends successfully."""
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        last = self._event("result")
        self._event("end")
        try:
            code = self._process.wait(ANSWER_WITHIN_S)
        except subprocess.TimeoutExpired:
            raise ServiceError("the server does not exit") from None
        if code != 0:
            raise ServiceError(f"the server ended with exit code {code}{self.last_words()}")
        return last

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._kill()

    def _kill(self) -> None:
        child.kill(self._process)
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):  # an unwritten question can be dropped
                pipe.close()

    def _event(self, kind: str) -> dict[str, Any]:
        line = self._line(kind)
        try:
            event = json.loads(line)
            said = event["event"]
        except (ValueError, TypeError, KeyError):
            raise ServiceError(f"the server printed an unknown event: {line[:200]!r}") from None
        if said != kind:
            raise ServiceError(f"the server said {said}, not {kind}")
        return event

    def _line(self, kind: str) -> bytes:
        # Read below the buffered file, because select does not see its buffer.
        assert self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        deadline = time.monotonic() + ANSWER_WITHIN_S
        while b"\n" not in self._rest:
            ready, _, _ = select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                raise ServiceError(f"the server gave no {kind} event in {ANSWER_WITHIN_S:g} s")
            data = os.read(pipe, 1 << 16)
            if not data:
                raise ServiceError(f"the server ended without a {kind} event{self.last_words()}")
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def last_words(self) -> str:
        """Return the end of its stderr on one line, after a colon; empty if there is none."""
        lines = self._stderr.read_text(encoding="utf-8", errors="replace").splitlines()
        words = " | ".join(line.strip() for line in lines[-3:] if line.strip())
        return f": {words}" if words else ""
