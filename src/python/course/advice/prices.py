"""What zeros and lines of memory take: on this machine, if it was measured here."""

import dataclasses
from collections.abc import Iterator
from pathlib import Path

from course import paths
from course.model.decision import rules
from course.stats.benches import BUILT, FOLDER, BenchColumn, Benches
from course.stats.dataset import published
from course.stats.prices import METRICS, prices

HOW_TO_MEASURE = (
    "./course bench buffers --only allocated,cleared-near",
    "./course bench limit --only machine-latency",
)


@dataclasses.dataclass(frozen=True)
class Prices:
    """Nanoseconds by their names in the rules, and where they come from."""

    values: dict[str, float]
    told: str
    """A sentence without its full stop."""


def known() -> Prices:
    """Those of this machine; for what was not measured on it, the newest published ones."""
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
        commands = " and ".join(HOW_TO_MEASURE)
        told = f"Costs not measured here are from {borrowed}; to measure yours: {commands}"
    else:
        told = "The costs of zeroing and cache lines were measured on this machine"
    return Prices({**rest, **found}, told)


def _folders() -> Iterator[tuple[Path, str]]:
    """Where there may be prices, and whose they are; empty: this machine's."""
    yield paths.ROOT / BUILT, ""
    for folder in reversed(published(paths.ROOT)):
        yield folder / FOLDER, f"the published set {folder.name}"
