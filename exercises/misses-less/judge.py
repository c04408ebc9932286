"""A table of flows that fills, changes and is searched, and what is found in it."""

from __future__ import annotations

import dataclasses
from array import array
from collections.abc import Iterator
from random import Random
from typing import Any

from course.grading.checks.judge import drawn

ROWS = 12_000
"""At most: their deadlines by themselves are larger than the simulated first-level cache, what
packets change fits the last-level one, and all of the flows do not by far."""

SPARE = 5
"""Rows that there is room for and that are never added."""

ADD, AT, NOTE, OVERDUE = 0, 1, 2, 3
ADDS = 0.98
"""Share of the operations that add a row, until all are there."""

OVERDUES, ATS = 0.0025, 0.2
"""Shares of the others that search the table, and that look at one row; the rest are packets.
What packets cost shows beside so few searches."""

EARLY = (1 << 32) // 50
"""Times that are asked for are below it, and deadlines anywhere in 32 bits: few are overdue."""

OPENING_WORDS = 12


@dataclasses.dataclass(slots=True)
class Flow:
    """A row."""

    seed: int
    deadline: int
    bytes: int
    packets: int


def trace(chance: Random, operations: int) -> tuple[array[int], array[int]]:
    """Words and answers of so many operations; see driver/play.cpp for their meaning."""
    rows = min(ROWS, (operations + 1) // 2)
    words, answers = array("q", [rows + SPARE]), array("q")
    flows: list[Flow] = []
    for _ in range(operations):
        if len(flows) < rows and chance.random() < ADDS:
            flow = Flow(
                seed=chance.getrandbits(62),
                deadline=chance.getrandbits(32),
                bytes=chance.getrandbits(40),
                packets=chance.getrandbits(16),
            )
            flows.append(flow)
            words.extend((ADD, flow.seed, flow.deadline, flow.bytes, flow.packets))
            continue
        kind = chance.random()
        if kind < OVERDUES or not flows:
            time = asked_for(chance, flows)
            words.extend((OVERDUE, time))
            found = [flow.bytes for flow in flows if flow.deadline < time]
            answers.extend((len(found), sum(found)))
            continue
        row = int(chance.random() * len(flows))
        flow = flows[row]
        if kind < OVERDUES + ATS:
            words.extend((AT, row))
            answers.append(digest(flow))
        else:
            size = 40 + int(chance.random() * 1461)
            flow.bytes += size
            flow.packets += 1
            flow.deadline = chance.getrandbits(32)
            words.extend((NOTE, row, size, flow.deadline))
    return words, answers


def asked_for(chance: Random, flows: list[Flow]) -> int:
    """A time: often the very deadline of a flow, which is not overdue then, or one more."""
    time = int(chance.random() * EARLY)
    exact = next((flow.deadline for flow in flows if time <= flow.deadline < EARLY), time)
    return exact + int(chance.random() * 2)


def digest(flow: Flow) -> int:
    """Of all that is known of a flow, as the driver takes it: a signed word."""
    source, destination, *opening = drawn(flow.seed, 2 + OPENING_WORDS)
    result = 0
    for value in (
        source % (1 << 32),
        destination % (1 << 32),
        (source >> 32) % (1 << 16),
        (destination >> 32) % (1 << 16),
        flow.deadline,
        flow.bytes,
        flow.packets,
        *opening,
    ):
        result = result * 31 + value
    result %= 1 << 64
    return result - (1 << 64) if result >> 63 else result


def calls(words: Iterator[int]) -> Iterator[tuple[Any, ...]]:
    """What the trace does, in the terms of the task."""
    yield f"FlowTable table{{{next(words)}}}", ...
    rows = 0
    for word in words:
        if word == ADD:
            _, deadline, size, packets = (next(words) for _ in range(4))
            yield (f"table.add(flow{rows}): deadline {deadline}, {size} bytes, {packets} packets",)
            rows += 1
            continue
        argument = next(words)
        if word == OVERDUE:
            text = f"table.overdue({argument})"
            yield text, (f"{text}.flows", {}), (f"{text}.bytes", {})
            continue
        if argument >= rows:
            raise LookupError(f"no row {argument}")
        if word == AT:
            yield f"table.at({argument})", (f"the flow that table.at({argument}) returns", None)
        else:
            yield (f"table.note({argument}, {next(words)}, {next(words)})",)
