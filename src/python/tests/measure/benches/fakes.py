"""A machine with fake contestants, and comparisons of them."""

from __future__ import annotations

import argparse
import dataclasses
import io
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from rich.console import Console

from course.measure.benches import command, selection
from course.measure.benches.sitting import Sitting
from course.measure.play import Play
from course.measure.progress import Reporter
from course.model import bench_summary as summary
from course.model import benches
from course.model.bench import Comparison
from course.model.bench_record import GroupRecord
from course.process import bench_store
from course.process.provenance import Provenance
from course.process.stop import Stop

from .made import ORIGIN

FAKE = Path(__file__).with_name("fake_contestant.py")

MACHINE = ORIGIN["machine"]


@dataclasses.dataclass
class Machine:
    """What a bench finds; see course.measure.here."""

    root: Path
    javas: tuple[int, ...] = (25,)
    mebibytes: int = 8192
    allocators: dict[str, Path] = dataclasses.field(default_factory=dict)

    def find_jdk(self, version: int) -> SimpleNamespace | None:
        return SimpleNamespace(java=Path(sys.executable)) if version in self.javas else None

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


def sitting(
    some: Comparison, folder: Path, rounds: int = 3, **changes: Any
) -> tuple[Sitting, list[str]]:
    """The rounds of a comparison, prepared; and the lines that it says."""
    said: list[str] = []
    asked = dataclasses.replace(some, rounds=rounds, seconds=0.1)
    here, where = machine(folder, **changes), folder / some.name
    made = Sitting(asked, here, threading.Event(), said.append, where)
    made.prepare()
    return made, said


def play(made: Sitting) -> None:
    """All rounds of the sitting."""
    reporter = Reporter(Console(file=io.StringIO()))
    Play(reporter, ThreadPoolExecutor(1), made.measure, Stop(made._cancel)).run([made])


def played(some: Comparison, folder: Path, **changes: Any) -> tuple[Sitting, list[str]]:
    """The same, when all rounds are over."""
    made, said = sitting(some, folder, **changes)
    play(made)
    return made, said


def runs(folder: Path) -> list[str]:
    """The contestants that ran, in order: NAME/CASE."""
    log = folder / "runs.log"
    return log.read_text().splitlines() if log.exists() else []


def arguments(**changes: Any) -> argparse.Namespace:
    """What the command line gives."""
    given = dict.fromkeys(("rounds", "seconds", "only", "out", "group"))
    flags = dict.fromkeys(("list", "count", "quick", "fresh"), False)
    return argparse.Namespace(**({"bench": "queue"} | given | flags | changes))


def run(folder: Path, some: Comparison, **changes: Any) -> int:
    """The bench, as the command runs it, into the folder's records; its exit code."""
    args = arguments(out=folder / "queue", **changes)
    return command.bench(args, machine(folder), selection.of_groups(some, args.group))


def records(folder: Path) -> dict[str, GroupRecord]:
    """Group -> its record in the folder."""
    return {one.group: one for one in bench_store.read(folder / "queue", "queue")}


def read(folder: Path, some: Comparison) -> dict[str, Any]:
    """What the folder's records say together."""
    return summary.of(records(folder).values(), some)


def change(folder: Path, group: str, **changes: Any) -> None:
    """Rewrite the group's record, with these changes of its content or its provenance."""
    told = records(folder)[group].model_dump(by_alias=True)
    for key, value in changes.items():
        (told if key in told else told["provenance"])[key] = value
    bench_store.write(GroupRecord(**told), folder / "queue")


def of(found: dict[str, Any], name: str) -> dict[str, Any]:
    """What a summary says of a contestant."""
    return next(one for one in found["contestants"] if one["id"] == name)
