"""wrk, the loader that waits for an answer before it sends again: a closed model."""

import dataclasses
import json
import threading
from pathlib import Path
from typing import Any

from course import paths
from course.loadtest import echo
from course.loadtest.errors import LoaderError
from course.process import child

SCRIPT = Path(__file__).with_name("wrk.lua")
MEMORY_MB = 1024
BEYOND_S = 60.0


@dataclasses.dataclass(frozen=True)
class Counted:
    """wrk's report on a load."""

    requests: int
    """Complete answers."""
    seconds: float
    percentiles: dict[str, float]
    """Microseconds from sending to the complete answer, as wrk reports them, which differs from
    what it measured (see chapter 16)."""


def load(program: str, port: int, content: Path, connections: int, seconds: int) -> Counted:
    """Send a file's content over that many connections, for whole seconds.

    Raises LoaderError if an answer is missing, or has the wrong length.
    """
    command = [program, "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout=30s"]
    command += ["-s", str(SCRIPT), f"http://127.0.0.1:{port}/echo", "--", str(content)]
    said: list[dict[str, Any]] = []

    def understands(line: str) -> bool:
        if line.startswith("{"):
            said.append(json.loads(line))
            return True
        return False

    try:
        child.run(
            command,
            cwd=paths.ROOT,
            on_line=understands,
            limits=child.Limits(seconds + BEYOND_S, MEMORY_MB),
            cancel=threading.Event(),
        )
    except (child.ChildError, ValueError) as error:
        raise LoaderError(f"wrk: {error}") from error
    if len(said) != 1:
        raise LoaderError("wrk printed nothing; does it support scripts?")
    return _checked(said[0], len(echo.answer_to(content.read_bytes())), connections)


def _checked(said: dict[str, Any], length: int, connections: int) -> Counted:
    """Return wrk's report if the answers have the right length: wrk does not check them."""
    failed = {what: count for what, count in said["errors"].items() if count}
    if failed:
        raise LoaderError(f"wrk reported errors: {failed}")
    requests, read = said["requests"], said["bytes"]
    under_way = connections * length  # answers that wrk has not read to the end
    if not requests or not length * requests <= read <= length * requests + under_way:
        raise LoaderError(
            f"wrk read {read} bytes in {requests} answers, which should have {length} each"
        )
    return Counted(requests, said["duration_us"] * 1e-6, said["percentiles"])
