"""vegeta, the loader that sends at a constant rate: an open model."""

import base64
import csv
import threading
from pathlib import Path

import numpy as np

from course import paths
from course.loadtest.errors import LoaderError
from course.loadtest.waits import Answers
from course.process import child

LOOKED_AT = 64
"""Number of bytes of each answer's content that are compared."""

MEMORY_MB = 2048
BEYOND_S = 60.0
"""Seconds it may take in addition to the load, to wait for answers."""

# The columns that we read from the output of `vegeta encode -to csv`.
SENT, CODE, TOOK, ERROR, CONTENT, NUMBER = 0, 1, 2, 5, 6, 8


class Vegeta:
    """Sends a file's content to a server repeatedly."""

    def __init__(self, program: Path, port: int, content: Path, scratch: Path) -> None:
        """program: vegeta; scratch: a folder for its files."""
        self._program = program
        self._content = content
        self._targets = scratch / "targets"
        self._results = scratch / "results"
        self._table = scratch / "results.csv"
        self._targets.write_text(f"POST http://127.0.0.1:{port}/echo\n", encoding="utf-8")

    def attack(self, rate: int, seconds: float, workers: int | None = None) -> Answers:
        """Send at that rate for a while, and wait for all answers.

        workers: most requests in flight; None: unlimited. Requests unsent at the end are dropped.
        Raises LoaderError if an answer is wrong or missing.
        """
        command = [
            "attack",
            f"-targets={self._targets}",
            f"-body={self._content}",
            f"-rate={rate}/1s",
            f"-duration={round(seconds * 1000)}ms",
            "-timeout=30s",
            f"-max-body={LOOKED_AT}B",
            f"-output={self._results}",
        ]
        if workers is not None:
            command += [f"-workers={workers}", f"-max-workers={workers}"]
        self._run(command, seconds)
        self._run(["encode", "-to=csv", f"-output={self._table}", str(self._results)], 0.0)
        return read(self._table, self._content.read_bytes(), 1_000_000_000 // rate)

    def _run(self, arguments: list[str], seconds: float) -> None:
        try:
            child.run(
                [str(self._program), *arguments],
                cwd=paths.ROOT,
                on_line=lambda line: False,
                limits=child.Limits(seconds + BEYOND_S, MEMORY_MB),
                cancel=threading.Event(),
            )
        except child.ChildError as error:
            raise LoaderError(f"vegeta {arguments[0]}: {error}") from error


def read(table: Path, content: bytes, interval_ns: int) -> Answers:
    """Return the answers to requests with that content. Raises LoaderError if one is wrong."""
    expected = base64.b64encode(content[:LOOKED_AT]).decode()
    rows = []
    wrong = []
    with table.open(encoding="utf-8", newline="") as lines:
        for row in csv.reader(lines):
            if row[CODE] != "200" or row[ERROR]:
                wrong.append(f"{row[CODE]} {row[ERROR]}")
            elif row[CONTENT] != expected:
                wrong.append("the body differs from the one sent")
            rows.append((int(row[NUMBER]), int(row[SENT]), int(row[TOOK])))
    if not rows:
        raise LoaderError("vegeta sent nothing")
    if wrong:
        raise LoaderError(f"{len(wrong)} of {len(rows)} answers are wrong; the first: {wrong[0]}")
    rows.sort()
    numbers, sent, took = np.array(rows, dtype=np.int64).T
    if not np.array_equal(numbers, np.arange(len(rows))):
        raise LoaderError("vegeta does not report all requests it sent")
    return Answers(interval_ns, sent, took)
