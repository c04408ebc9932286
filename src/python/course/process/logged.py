"""Run a tool: briefly for its output, or as a step with a log."""

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from course import paths
from course.errors import CourseError, os_errors

PROBE_SECONDS = 20.0  # a tool that takes longer counts as broken


def answer_of(
    command: Sequence[str | Path],
    *,
    env: Mapping[str, str] | None = None,
    text: str | None = None,
    seconds: float = PROBE_SECONDS,
) -> tuple[int, str]:
    """Exit code and merged output of a short command; 127 and the reason if it cannot run."""
    try:
        done = subprocess.run(
            [str(part) for part in command],
            input=text or "",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "LC_ALL": "C.UTF-8", **(env or {})},
            encoding="utf-8",
            errors="replace",
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return 127, f"no answer within {seconds:.0f} s"
    except OSError as error:
        return 127, error.strerror or str(error)
    return done.returncode, done.stdout


class StepFailed(CourseError):
    """A logged command failed; contains its output."""

    def __init__(self, message: str, output: str) -> None:
        super().__init__(message)
        self.output = output


def run_logged(
    name: str,
    command: Sequence[str | Path],
    *,
    cwd: Path | None = None,
    env: Mapping[str, str | None] | None = None,
    lock: int | None = None,
    append: bool = False,
) -> str:
    """Run a command with its output in build/log/NAME.log, and return that output.

    A None in `env` removes the variable. The command inherits the file descriptor `lock`, so the
    lock is held for as long as it runs, even if this process is killed.
    Raises StepFailed with the last useful lines and the log's path if the command fails.
    """
    log = paths.LOGS / f"{name}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    environment: dict[str, str | None] = {**os.environ, **(env or {})}
    with log.open("a" if append else "w", encoding="utf-8") as sink:
        sink.write(f"$ {' '.join(str(part) for part in command)}\n")
        sink.flush()
        start = sink.tell()
        began = time.monotonic()
        with os_errors(f"{name}: cannot run {command[0]}"):
            code = subprocess.run(
                [str(part) for part in command],
                cwd=cwd,
                stdin=subprocess.DEVNULL,
                stdout=sink,
                stderr=subprocess.STDOUT,
                env={key: value for key, value in environment.items() if value is not None},
                pass_fds=() if lock is None else (lock,),
                check=False,
            ).returncode
        seconds = time.monotonic() - began
    with log.open(encoding="utf-8", errors="replace") as source:
        source.seek(start)
        output = source.read()
    if code != 0:
        reason = "\n".join(f"    {line}" for line in last_useful_lines(output))
        raise StepFailed(
            f"{name} failed after {seconds:.0f} s (exit code {code}); "
            f"the whole log is {paths.shown(log)}\n{reason}",
            output,
        )
    return output


NOISE = ("[INFO]", "[ERROR] -> [Help", "[ERROR] To see", "[ERROR] Re-run", "[ERROR] For more")

COMMAND_LENGTH = 300  # longer lines are a compiler's command line


def last_useful_lines(output: str, count: int = 12) -> list[str]:
    """A log's lines from its first error on, or its last ones; without build tools' noise."""
    lines = [line.rstrip() for line in output.splitlines()]
    useful = [
        line
        for line in lines
        if line.strip() not in ("", "[ERROR]")
        and not line.strip().startswith(NOISE)
        and len(line) <= COMMAND_LENGTH
    ]
    first = next((n for n, line in enumerate(useful) if "error" in line.lower()), None)
    chosen = useful[-count:] if first is None else useful[first : first + count]
    return chosen or ["(no output)"]
