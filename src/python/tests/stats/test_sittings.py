"""Cells of different sweeps are compared by what a program differs from itself between sweeps."""

from __future__ import annotations

import dataclasses
import itertools

from course import paths
from course.model.pairs import ERROR, Verdict
from course.stats.dataset import Dataset, reference_folder
from course.stats.rounds import Rounds, took_turns


def by_sweep(rounds: Rounds) -> list[Rounds]:
    """The same cell's rounds, sweep by sweep."""
    parts: dict[str, dict] = {}
    for turn, level in rounds.levels.items():
        parts.setdefault(turn.split("/")[0], {})[turn] = level
    return [dataclasses.replace(rounds, levels=levels) for levels in parts.values()]


def test_a_program_seldom_differs_from_itself_in_another_sweep():
    """In the published set: no more often than a verdict may be wrong."""
    dataset = Dataset.load(reference_folder(paths.ROOT))
    cells = [
        dataset.rounds(record)
        for record in dataset.records.values()
        if record.status == "ok" and record.cell["mode"] == "batch" and took_turns(record)
    ]
    found = [
        one.against(other).verdict
        for rounds in cells
        for one, other in itertools.combinations(by_sweep(rounds), 2)
    ]
    wrong = [verdict for verdict in found if verdict in (Verdict.FASTER, Verdict.SLOWER)]
    assert len(found) > 200
    assert len(wrong) <= ERROR * len(found)
