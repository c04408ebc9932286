"""A machine with fake contestants, and comparisons of them."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
import threading
from pathlib import Path
from typing import Any

from course.bench import command, record
from course.bench.session import Session
from course.model import benches
from course.model.bench import Comparison
from course.process.provenance import Provenance

FAKE = Path(__file__).with_name("fake_contestant.py")

MACHINE = {
    "cpu": "Synthetic CPU",
    "cores": 2,
    "memory_mb": 8192,
    "kernel": "6.0.0-synthetic",
    "os": "Synthetic Linux",
    "virtual": True,
    "thp": "madvise",
    "governor": None,
}


@dataclasses.dataclass
class Machine:
    """What a bench finds; see course.bench.turn.Machine and course.bench.command.Machine."""

    root: Path
    javas: tuple[int, ...] = (25,)
    mebibytes: int = 8192
    allocators: dict[str, Path] = dataclasses.field(default_factory=dict)

    def java(self, version: int) -> Path | None:
        return Path(sys.executable) if version in self.javas else None

    def memory_mb(self) -> int:
        return self.mebibytes

    def allocator(self, name: str) -> Path | None:
        return self.allocators.get(name)

    def why_no_allocator(self, name: str) -> str | None:
        return None if name in self.allocators else f"lib{name}.so is not installed"

    def provenance(self) -> Provenance:
        return Provenance("c" * 40, False, MACHINE, lambda name: "5" * 64)

    def caveats(self) -> list[str]:
        return ["trust no figure of a fake"]


def contestant(key: str, behaviour: str, **changes: Any) -> dict[str, Any]:
    """A contestant as a file says it, run by the fake program."""
    return {
        "id": key,
        "label": f"label of {key}",
        "group": "all",
        "program": "fake",
        "arguments": [key, behaviour],
        **changes,
    }


def data(*contestants: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A comparison as its file says it; the first contestant is the baseline."""
    return {
        "title": "A fake bench",
        "rounds": 3,
        "seconds": 0.1,
        "timeout_s": 30,
        "groups": [{"key": "all", "label": "All", "baseline": contestants[0]["id"]}],
        "metrics": [
            {
                "name": "throughput",
                "title": "Throughput",
                "unit": "ns",
                "caption": "Nothing is measured.",
                "main": True,
            }
        ],
        "programs": {
            "fake": {"command": [sys.executable, "-S", str(FAKE)], "file": "built"},
        },
        "contestants": list(contestants),
        **changes,
    }


def comparison(*contestants: dict[str, Any], **changes: Any) -> Comparison:
    """The same, read."""
    return benches.parse("queue", data(*contestants, **changes))


def apart(*behaviours: str, **changes: Any) -> Comparison:
    """Contestants a, b, ... with these behaviours, each in a group of its own: of-a, of-b, ..."""
    names = "abcdef"[: len(behaviours)]
    made = [
        contestant(name, behaviour, group=f"of-{name}")
        for name, behaviour in zip(names, behaviours, strict=True)
    ]
    groups = [{"key": f"of-{name}", "label": f"{name} alone", "baseline": name} for name in names]
    return comparison(*made, **({"groups": groups} | changes))


def machine(folder: Path, **changes: Any) -> Machine:
    """A machine whose root has what the fake program needs."""
    (folder / "built").touch()
    return Machine(folder, **changes)


def session(
    some: Comparison, folder: Path, rounds: int = 3, **changes: Any
) -> tuple[Session, list[str]]:
    """The rounds of a comparison, prepared; and the lines that it says."""
    said: list[str] = []
    made = Session(
        some,
        machine(folder, **changes),
        rounds=rounds,
        seconds=0.1,
        cancel=threading.Event(),
        say=said.append,
    )
    made.prepare()
    return made, said


def runs(folder: Path) -> list[str]:
    """Who ran, in order: NAME/CASE."""
    log = folder / "runs.log"
    return log.read_text().splitlines() if log.exists() else []


def arguments(**changes: Any) -> argparse.Namespace:
    """What the command line gives."""
    given = dict.fromkeys(("rounds", "seconds", "only", "json", "again"))
    flags = dict.fromkeys(("list", "count", "quick"), False)
    return argparse.Namespace(**({"bench": "queue"} | given | flags | changes))


def run(folder: Path, some: Comparison, **changes: Any) -> int:
    """The bench, as the command runs it, into the folder's record; its exit code."""
    return command.run(some, arguments(json=folder / "record.json", **changes), machine(folder))


def read(folder: Path) -> dict[str, Any]:
    """The folder's record, checked."""
    found = json.loads((folder / "record.json").read_text())
    record.validate(found)
    return found


def of(found: dict[str, Any], name: str) -> dict[str, Any]:
    """What a record says of a contestant."""
    return next(one for one in found["contestants"] if one["id"] == name)
