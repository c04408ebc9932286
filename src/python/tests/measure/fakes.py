"""A root with fake programs, and sweeps over them."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from course.measure.cells import command
from course.model.solutions import IMPLEMENTATIONS
from course.process import child
from course.process.machine import memory_mb
from course.process.provenance import Provenance

from . import samples

HERE = Path(__file__).parent
SOURCES = HERE.parents[1]
STUB = """#!/bin/sh
FAKE_NAME={name} exec {python} -S {fake} "$@"
"""


@dataclasses.dataclass(frozen=True)
class Jdk:
    """A fake Java runtime."""

    java: Path
    collectors: frozenset[str]


@dataclasses.dataclass(frozen=True)
class Means:
    """How the fake programs of a folder are found; see course.measure.here."""

    root: Path
    machine: dict[str, Any] = dataclasses.field(default_factory=lambda: samples.MACHINE)
    source: str = "a"  # of which the hash consists
    unfit: str | None = None

    def find_jdk(self, version: int) -> Jdk | None:
        return find_jdk(self.root, version)

    def provenance(self) -> Provenance:
        # A worker's environment can make it another machine, or have it other sources.
        machine = self.machine | {"cpu": os.environ.get("FAKE_CPU", self.machine["cpu"])}
        source = os.environ.get("FAKE_SOURCE", self.source)
        return Provenance.find(self.root, machine, lambda _: source * 64)

    def memory_mb(self) -> int:
        return memory_mb()

    def outdated(self) -> str | None:
        return None

    def why_unfit(self) -> str | None:
        return self.unfit


class Root:
    """A folder that looks like a built repository."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.out = folder / "records"
        folder.mkdir(exist_ok=True)
        for name in ("java", *(one.program for one in IMPLEMENTATIONS.values() if one.program)):
            self.stub(name)
        jars = folder / "build/java/lib"
        jars.mkdir(parents=True, exist_ok=True)
        for jar in {one.jar for one in IMPLEMENTATIONS.values() if one.jar}:
            (jars / f"{jar}-1.0.0.jar").touch()
        if not (folder / "behaviour.json").exists():
            self.behave()
        if not (folder / "jdks.json").exists():
            self.has_jdks()

    def stub(self, name: str) -> None:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        text = STUB.format(python=sys.executable, name=file.name, fake=HERE / "fake_program.py")
        file.write_text(text)
        file.chmod(0o755)

    def behave(self) -> None:
        """All programs do what they should."""
        (self.folder / "behaviour.json").write_text("{}")

    def behave_at(self, pattern: str, what: str) -> None:
        """The programs whose key matches do what the fake program lists under that name."""
        (self.folder / "behaviour.json").write_text(json.dumps({pattern: what}))

    def has_jdks(self, **collectors: str) -> None:
        """The Java runtimes: v11='parallel cms', for example; none given: all, complete."""
        since = "serial parallel g1 zgc shenandoah"
        complete = {"v11": f"{since} cms", "v17": since, "v25": since}
        (self.folder / "jdks.json").write_text(json.dumps(collectors or complete))

    def forget_rounds(self) -> None:
        """Leave nothing of a sweep but its records."""
        shutil.rmtree(self.out / ".parts")

    def runs(self) -> list[str]:
        """Keys of the workload's runs since the last call."""
        return [line.split()[0] for line in self._log() if line.split()[0] != "analyser"]

    def pids(self) -> list[int]:
        """All processes that ever logged a run."""
        return [int(line.split()[1]) for line in self._log(keep=True)]

    def logged(self, word: str) -> bool:
        """Whether a line of the log begins with the word."""
        return any(line.startswith(word) for line in self._log(keep=True))

    def _log(self, keep: bool = False) -> list[str]:
        file = self.folder / "runs.log"
        seen = self.folder / "runs.seen"
        lines = file.read_text().splitlines() if file.exists() else []
        if keep:
            return lines
        start = int(seen.read_text()) if seen.exists() else 0
        seen.write_text(str(len(lines)))
        return lines[start:]

    def means(self, **changes: Any) -> Means:
        """What a sweep over this folder finds, here or on a worker."""
        return Means(self.folder, **changes)

    def sweep(self, only: str | None = None, **options: Any) -> int:
        """Run a sweep in this process."""
        given = {"profile": "smoke", "out": self.out, "jobs": 1, "fresh": False, "dry_run": False}
        given |= {"part": None, "minutes": None, "rounds": None, "dask": None}
        names = ("machine", "source", "unfit")
        means = {name: options.pop(name) for name in names if name in options}
        args = argparse.Namespace(only=only, **(given | options))
        return command.run(args, self.means(**means))

    def start(
        self, only: str, profile: str = "smoke", dask: str | None = None, **popen: Any
    ) -> subprocess.Popen[str]:
        """Run a sweep as a process of its own; on a cluster if given its address."""
        environment = os.environ | {"PYTHONPATH": str(SOURCES)}
        return subprocess.Popen(
            [sys.executable, str(HERE / "fake_sweep.py"), str(self.folder), only, profile]
            + ([dask] if dask else []),
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            **popen,
        )

    def records(self, folder: Path | None = None) -> dict[str, Any]:
        """The records by cell id, read without any of the course's code."""
        files = (folder or self.out).glob("*.json")
        return {file.stem: json.loads(file.read_text()) for file in files}

    def record(self, cell_id: str) -> Any:
        return self.records()[cell_id]


def find_jdk(root: Path, version: int) -> Jdk | None:
    """The fake Java runtime of a root, as :meth:`Root.has_jdks` said."""
    found = json.loads((root / "jdks.json").read_text()).get(f"v{version}")
    return None if found is None else Jdk(root / "java", frozenset(found.split()))


def alive(pid: int) -> bool:
    """Whether the process runs; a zombie does not."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    if sys.platform != "linux":
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, 0)
            return True
    return False


def eventually(condition: Any, seconds: float = 120.0) -> bool:
    """Whether the condition comes true in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return bool(condition())


def run_child(
    arguments: list[str],
    folder: Path,
    on_line: Callable[[str], bool],
    seconds: float = 60.0,
    stdin: child.Input | None = None,
) -> None:
    """Run a program as a cell does."""
    limits, cancel = child.Limits(seconds, 1000), threading.Event()
    child.run(arguments, cwd=folder, on_line=on_line, limits=limits, cancel=cancel, stdin=stdin)
