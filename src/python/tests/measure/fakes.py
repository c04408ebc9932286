"""A root with fake programs, and sweeps over them."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from course.measure import command
from course.measure.programs import Programs
from course.measure.provenance import Provenance

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


class Root:
    """A folder that looks like a built repository."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.out = folder / "records"
        folder.mkdir(exist_ok=True)
        for name in ("java", "build/cpp/bin/analyser-cpp", "build/cpp/bin/analyser-cpp-flat"):
            self.stub(name)
        jars = folder / "build/java/lib"
        jars.mkdir(parents=True, exist_ok=True)
        (jars / "fake.jar").touch()
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
        """The Java runtimes: v11='parallel cms', for example; none given: both, complete."""
        both = {"v11": "parallel cms g1", "v25": "parallel g1 zgc"}
        (self.folder / "jdks.json").write_text(json.dumps(collectors or both))

    def find_jdk(self, version: int) -> Jdk | None:
        found = json.loads((self.folder / "jdks.json").read_text()).get(f"v{version}")
        if found is None:
            return None
        return Jdk(self.folder / "java", frozenset(found.split()))

    def runs(self) -> list[str]:
        """Keys of the workload's runs since the last call."""
        return [line.split()[0] for line in self._log() if line.split()[0] != "analyser"]

    def pids(self) -> list[int]:
        """All processes that ever logged a run."""
        return [int(line.split()[1]) for line in self._log(keep=True)]

    def _log(self, keep: bool = False) -> list[str]:
        file = self.folder / "runs.log"
        seen = self.folder / "runs.seen"
        lines = file.read_text().splitlines() if file.exists() else []
        if keep:
            return lines
        start = int(seen.read_text()) if seen.exists() else 0
        seen.write_text(str(len(lines)))
        return lines[start:]

    def sweep(self, only: str | None = None, **options: Any) -> int:
        """Run a sweep in this process."""
        given = {"profile": "smoke", "out": self.out, "jobs": 1, "fresh": False, "dry_run": False}
        machine = options.pop("machine", samples.MACHINE)
        source = options.pop("source", "a")
        args = argparse.Namespace(only=only, **(given | options))
        provenance = Provenance.find(self.folder, machine, lambda _: source * 64)
        return command.run(args, Programs(self.folder, self.find_jdk), provenance)

    def start(self, only: str, profile: str = "smoke", **popen: Any) -> subprocess.Popen[str]:
        """Run a sweep as a process of its own."""
        environment = os.environ | {"PYTHONPATH": str(SOURCES)}
        return subprocess.Popen(
            [sys.executable, str(HERE / "fake_sweep.py"), str(self.folder), only, profile],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            **popen,
        )

    def records(self) -> dict[str, Any]:
        """The records by cell id, read without any of the course's code."""
        return {file.stem: json.loads(file.read_text()) for file in self.out.glob("*.json")}

    def record(self, cell_id: str) -> Any:
        return self.records()[cell_id]


def alive(pid: int) -> bool:
    """Whether the process runs; a zombie does not."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    if sys.platform != "linux":
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, 0)
            return True
    return False


def eventually(condition: Any, seconds: float = 20.0) -> bool:
    """Whether the condition comes true in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return bool(condition())
