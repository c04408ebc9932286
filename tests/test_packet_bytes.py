"""The size of a packet in Java's heap: the declared bytes match the virtual machine's count."""

from __future__ import annotations

import re

import pytest

from course.model.solutions import IMPLEMENTATIONS

from .programs import command, only, require_built, run_program

OBJECTS = {key: one for key, one in IMPLEMENTATIONS.items() if one.packet_bytes}
COLLECTS_NOTHING = (
    *("-Xms1g", "-Xmx1g", "-XX:MaxDirectMemorySize=1g", "-XX:-UseTLAB"),
    *("-XX:+UnlockExperimentalVMOptions", "-XX:+UseEpsilonGC"),
    *("-Xlog:disable", "-Xlog:gc+exit:stderr"),
)
"""Epsilon keeps everything allocated; without TLABs, no byte is reserved in advance."""
BENCH = "allocpool.account.AccountMain"
FEW, MORE = 100_000, 300_000


def used(implementation: str, strategy: str, packets: int, *flags: str) -> tuple[int, int]:
    """Return the bytes in the heap at the end, and the number of packets."""
    lines, log = run_program(
        command(implementation, 25, [*COLLECTS_NOTHING, *flags]),
        *("--case", "A", "--strategy", strategy, "--mode", "batch", "--scale", 100),
        *("--warmup-rounds", 0, "--rounds", 1, "--packets", packets, "--format", "json"),
    )
    bottom, top = re.findall(r"\[(0x[0-9a-f]+), (0x[0-9a-f]+), 0x", log)[-1]
    return int(top, 16) - int(bottom, 16), only("end", lines)["packets"]


def bytes_each(implementation: str, strategy: str, *flags: str) -> float:
    """Return the bytes allocated per additional packet."""
    require_built()
    (less, few), (more, many) = (used(implementation, strategy, one, *flags) for one in (FEW, MORE))
    return (more - less) / (many - few)


@pytest.mark.slow
@pytest.mark.parametrize("implementation", [one for one in OBJECTS if one != "foreign"])
def test_the_declared_bytes_are_those_that_the_virtual_machine_counts(implementation):
    declared = OBJECTS[implementation]
    allocated = bytes_each(implementation, "alloc")
    assert allocated == pytest.approx(declared.packet_bytes, abs=0.5)
    pooled = allocated - bytes_each(implementation, "pool")
    assert pooled == pytest.approx(declared.pooled_bytes, abs=0.5)


def test_escape_analysis_saves_nothing_of_a_packet_in_the_heap():
    without = bytes_each("heap", "alloc", "-XX:-DoEscapeAnalysis")
    assert without == pytest.approx(OBJECTS["heap"].packet_bytes, abs=0.5)


@pytest.mark.slow
def test_slices_of_foreign_memory_are_counted_roughly():
    """Views of a segment depend on what the compiler inlines, which varies between processes."""
    declared = pytest.approx(OBJECTS["foreign"].packet_bytes, rel=0.25)
    assert any(bytes_each("foreign", "alloc") == declared for _ in range(3))


@pytest.mark.slow
def test_the_bench_of_the_items_allocates_what_the_program_does():
    """Otherwise chapter 5's account would be about other packets than those it explains."""
    heap = OBJECTS["heap"]
    assert bench_bytes("FRESH") == pytest.approx(heap.packet_bytes, abs=1)
    assert bench_bytes("POOLED") == pytest.approx(heap.packet_bytes - heap.pooled_bytes, abs=1)


def bench_bytes(messages: str) -> float:
    require_built()
    start = [*command("heap", 25, ["-Xmx1g", "-XX:+UseParallelGC"])[:-1], BENCH]
    lines, _ = run_program(
        start, "--contestant", "x", "--messages", messages, "--linked", "--seconds", 0.1
    )
    (found,) = (line["value"] for line in lines if line.get("metric") == "allocated_bytes")
    return found
