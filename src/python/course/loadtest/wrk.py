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
    """What wrk tells of a load."""

    requests: int
    """Answers that came in whole."""
    seconds: float
    percentiles: dict[str, float]
    """Microseconds from sending to the whole answer: as wrk tells them, which is not as it
    measured them (see chapter 16)."""


def load(program: str, port: int, content: Path, connections: int, seconds: int) -> Counted:
    """Send the content of a file from so many connections, for whole seconds.

    Raises LoaderError when an answer is missing, or not as long as it should be.
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
    """What wrk said, if its answers have the right length: it does not look into them."""
    failed = {what: count for what, count in said["errors"].items() if count}
    if failed:
        raise LoaderError(f"wrk reported errors: {failed}")
    requests, read = said["requests"], said["bytes"]
    under_way = connections * length  # answers of which wrk has not seen the end
    if not requests or not length * requests <= read <= length * requests + under_way:
        raise LoaderError(
            f"wrk read {read} bytes in {requests} answers, which should have {length} each"
        )
    return Counted(requests, said["duration_us"] * 1e-6, said["percentiles"])
