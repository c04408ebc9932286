"""``./course advise``: advice from logs and recordings."""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console

from course import paths
from course.advice import candidates, command, native, recordings
from course.advice.candidates import Candidate
from course.advice.recordings import Recording
from course.advice.rules import advice
from course.errors import UsageError
from course.model.decision import rules
from course.stats.benches import BUILT, FOLDER, BenchColumn, Benches
from course.stats.dataset import published
from course.stats.prices import METRICS, prices
from course.toolchain.setup import ensure

HOW_TO = Path(__file__).with_name("how_to.txt")


def known_prices() -> tuple[dict[str, float], str]:
    """Return this machine's prices; for what was not measured on it, the newest published ones.

    In ns, by their names in the rules; and where they come from, a sentence without its full stop.
    """
    found: dict[str, float] = {}
    borrowed = ""
    for folder, machine in _folders():
        missing = METRICS.keys() - found.keys()
        if not missing:
            break
        place = BenchColumn("build", "", [folder])
        ours = prices(Benches([place]).primary)
        new = {name: ours[name] for name in missing if ours[name] is not None}
        found |= new
        borrowed = borrowed or (machine if new else "")
    rest = {one["name"]: one["start"] for one in rules().prices if one["name"] not in found}
    if rest:
        told = "Some costs of zeroing and cache lines aren't measured; round numbers replace them"
    elif borrowed:
        told = (
            f"Costs not measured here are from {borrowed}; to measure yours: ./course bench "
            "buffers --only allocated,cleared-near and ./course bench limit --only machine-latency"
        )
    else:
        told = "The costs of zeroing and cache lines were measured on this machine"
    return {**rest, **found}, told


def _folders() -> Iterator[tuple[Path, str]]:
    """Where there may be prices, and whose they are; empty: this machine's."""
    yield paths.ROOT / BUILT, ""
    for folder in reversed(published(paths.ROOT)):
        yield folder / FOLDER, f"the published set {folder.name}"


def advise(args: argparse.Namespace) -> int:
    """Advise on files, or on a program to start. Raises UsageError for both, or an empty one."""
    if args.program is not None:
        if args.logs:
            raise UsageError("give either files or, after --, a program")
        if not args.program:
            raise UsageError("a program must follow --")
    ensure()
    return run(args) if args.program is None else native.run(args.program)


def run(args: argparse.Namespace) -> int:
    """Advise on the given files; without any, print how to make one."""
    if not args.logs:
        text = HOW_TO.read_text(encoding="utf-8")
        print(text.format(record=recordings.HOW_TO_RECORD, jdk_8=command.JDK_8_FLAGS), end="")
        return 0
    found = [path for path in args.logs if recordings.is_recording(path)]
    args.logs = [path for path in args.logs if path not in found]
    pool = command.pool_of(args)
    known, origin = known_prices() if found else ({}, "")
    told = [recordings.read(path, args.after) for path in found]
    if args.json:
        both = command.as_dicts(args) if args.logs else []
        print(json.dumps(both + [_to_dict(one, known) for one in told], indent=1))
        return 0
    console = Console(highlight=False)
    for one in told:
        made = candidates.candidates(one, known)
        _show(console, one, origin, made, list(advice(one.figures, args.deadline, pool)))
    return command.report(args) if args.logs else 0


def _show(
    console: Console, recording: Recording, origin: str, made: list[Candidate], general: list[str]
) -> None:
    command.heading(console, f"{recording.name}: {recording.figures.collector}, {recording.jvm}")
    console.print(command.table(recording.figures, _rows(recording)))
    command.tell(console, _notes(recording, origin))
    for number, one in enumerate(made, 1):
        title, *lines = one.lines
        console.print(f"{number}. {title}.", style="bold", markup=False, soft_wrap=True)
        for line in lines:
            console.print(f"   {line.removesuffix('.')}.", markup=False, soft_wrap=True)
    rest = [candidates.rest(recording, len(made))] if recording.sites else []
    command.tell(console, (), (*candidates.direct_buffers(recording), *general, *rest))


def _rows(recording: Recording) -> list[tuple[str, str]]:
    raw = recording.raw
    direct = f"{raw['direct_buffers']:,}, {raw['direct_mb']:,.0f} MB"
    return [
        ("most direct buffers", direct),
        ("allocated per second, from events", f"{recording.allocated_mb_s:,.0f} MB"),
    ]


def _notes(recording: Recording, origin: str) -> list[str]:
    raw = recording.raw
    notes = [*recording.figures.notes, origin]
    if not raw["allocation_events"]:
        notes.append(f"It contains no allocation events; to record them: "
                     f"{recordings.HOW_TO_RECORD}")  # fmt: skip
    elif not raw["sizes_known"]:
        notes.append(f"It contains no sizes, so there are no verdicts; to record sizes: "
                     f"{recordings.HOW_TO_RECORD}")  # fmt: skip
    else:
        notes.append(
            "The shares of classes are samples. A loop with a repeating allocation pattern can "
            "distort them, but not their sum"
        )
    if recording.figures.to_safepoint_ms is None:
        notes.append(f"It contains no safepoints; to record them: {recordings.HOW_TO_RECORD}")
    return [note[0].upper() + note[1:] for note in notes]


def _to_dict(recording: Recording, known: dict[str, float]) -> dict[str, Any]:
    found = recording.figures
    return {
        **command.to_dict(recording.name, found),
        "jvm": recording.jvm,
        "allocated_mb_s": recording.allocated_mb_s,
        "direct_buffers": recording.raw["direct_buffers"],
        "candidates": [
            {
                "class": one.site.type,
                "site": one.site.place,
                "mb_s": one.site.mb_s,
                "share": one.site.share,
                "bytes": one.site.size,
                "alive_mb": one.site.alive_mb,
                "time_low": one.values["time_low"],
                "time_high": one.values["time_high"],
                "verdict": one.verdict,
            }
            for one in candidates.candidates(recording, known)
        ],
    }
