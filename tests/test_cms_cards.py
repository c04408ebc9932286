"""Why a pause of CMS is long where next to nothing is alive: the cards, as chapter 5 says."""

from __future__ import annotations

import re

import pytest

from .programs import command, javas, require_built, run_program

CHUNKS = ("-XX:+UnlockDiagnosticVMOptions", "-XX:ParGCCardsPerStrideChunk=4096")


def shortest_pause_ms(*flags: str) -> float:
    """Of the young collections beside the dummy packet: load makes pauses longer, not shorter."""
    logged = ("-XX:+UseConcMarkSweepGC", "-XX:+AlwaysPreTouch", "-Xlog:disable", "-Xlog:gc:stderr")
    _, log = run_program(
        command("heap", 11, [*flags, *logged]),
        *("--case", "A", "--strategy", "dummy", "--mode", "batch", "--format", "json"),
        *("--warmup-rounds", 0, "--rounds", 2, "--packets", 5_000_000),
    )
    pauses = [float(one) for one in re.findall(r"Pause Young .* ([0-9.]+)ms", log)]
    assert len(pauses) > 3
    return min(pauses)


def test_larger_chunks_of_cards_or_a_smaller_heap_shorten_the_pauses():
    require_built()
    if 11 not in javas():
        pytest.skip("JDK 11 is the last one here that has CMS")
    plain = shortest_pause_ms("-Xms2g", "-Xmx2g")
    assert shortest_pause_ms("-Xms2g", "-Xmx2g", *CHUNKS) < plain / 2
    assert shortest_pause_ms("-Xms512m", "-Xmx512m") < plain / 2
