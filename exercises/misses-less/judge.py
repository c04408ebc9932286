"""Draws operations that fill, change and search tables of flows, and computes what is found."""

from __future__ import annotations

import dataclasses
from array import array
from collections.abc import Iterator
from random import Random
from typing import Any

from course.grading.checks.judge import drawn, signed, unsigned

ROWS = 12_000
"""Most rows. Their deadlines alone are larger than the simulated first-level cache, the fields that
packets change fit into the last-level one, and whole flows exceed it by far."""

FEW = range(1, 400)
"""Most rows of a second table, without which a static one would suffice."""

SELDOM = 0.02
"""Fraction of operations on the second table."""

SPARE = 5
"""Rows that fit into the second table, but are never added. The first one gets full."""

ADD, AT, NOTE, OVERDUE = 0, 1, 2, 3
ADDS = 0.98
"""Fraction of operations that add a row, until all are there."""

OVERDUES, ATS = 0.0025, 0.2
"""Fractions of the others that search the table or read one row; the rest are packets. Searches are
so few that the cost of packets shows."""

NEWEST = 0.05
"""Fraction of the reads that are of the row added last: the last of all, once a table is full."""

ODD = 1 / 100
"""Fraction of numbers drawn from all that their type has, or its extremes; sums wrap around."""

EARLY = 1 / 70
"""Fraction of deadlines before the last time that is searched for, so few rows are overdue. That
time is drawn from nearly the whole range of 32 bits."""

OPENING_WORDS = 12


@dataclasses.dataclass(slots=True)
class Flow:
    """A row."""

    seed: int
    deadline: int
    bytes: int
    packets: int


def trace(chance: Random, operations: int) -> tuple[array[int], array[int]]:
    """Return words and answers of this many operations; driver/play.cpp explains them."""
    rows = min(ROWS, (operations + 1) // 2), chance.choice(FEW)
    last = int((1 << 32) * chance.uniform(0.1, 0.9))
    words, answers = array("q", [rows[0], rows[1] + SPARE]), array("q")
    tables: tuple[list[Flow], list[Flow]] = ([], [])
    for _ in range(operations):
        which = int(chance.random() < SELDOM)
        flows = tables[which]
        if len(flows) < rows[which] and chance.random() < ADDS:
            flow = Flow(
                seed=chance.getrandbits(62),
                deadline=deadline(chance, last),
                bytes=anything(chance, 64) if chance.random() < ODD else chance.getrandbits(48),
                packets=anything(chance, 32) if chance.random() < ODD else chance.getrandbits(31),
            )
            flows.append(flow)
            words.extend((ADD, which, flow.seed, flow.deadline, signed(flow.bytes), flow.packets))
            continue
        kind = chance.random()
        if kind < OVERDUES or not flows:
            time = asked_for(chance, flows, last)
            words.extend((OVERDUE, which, time))
            found = [flow.bytes for flow in flows if flow.deadline < time]
            answers.extend((len(found), signed(sum(found))))
            continue
        reads = kind < OVERDUES + ATS
        newest = reads and chance.random() < NEWEST
        row = len(flows) - 1 if newest else int(chance.random() * len(flows))
        flow = flows[row]
        if reads:
            factor = chance.getrandbits(62) | 1
            words.extend((AT, which, row, factor))
            answers.append(digest(flow, factor))
        else:
            size = 40 + int(chance.random() * 1461)
            if chance.random() < ODD:
                size = anything(chance, 32)
            flow.bytes = (flow.bytes + size) % (1 << 64)
            flow.packets = (flow.packets + 1) % (1 << 32)
            flow.deadline = deadline(chance, last)
            words.extend((NOTE, which, row, size, flow.deadline))
    return words, answers


def anything(chance: Random, bits: int) -> int:
    """Draw a number of this many bits, or the least or the greatest."""
    return chance.choice((chance.getrandbits(bits), 0, (1 << bits) - 1))


def deadline(chance: Random, last: int) -> int:
    """Draw a deadline, rarely before `last`; sometimes the first or the last that there is."""
    if chance.random() < ODD:
        return chance.choice((0, (1 << 32) - 1))
    if chance.random() < EARLY:
        return int(chance.random() * last)
    return last + int(chance.random() * ((1 << 32) - last))


def asked_for(chance: Random, flows: list[Flow], last: int) -> int:
    """Draw a time: often a flow's exact deadline, when it isn't overdue yet, or one more."""
    time = int(chance.random() * last)
    exact = next((flow.deadline for flow in flows if time <= flow.deadline < last), time)
    return exact + int(chance.random() * 2)


def digest(flow: Flow, factor: int) -> int:
    """Return the driver's digest of a whole flow, a signed word."""
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
        *(word * 31 for word in opening),
    ):
        result = ((result ^ result >> 32) * factor + value) % (1 << 64)
    return signed(result)


def calls(words: Iterator[int]) -> Iterator[tuple[Any, ...]]:
    """Translate the trace into the task's calls."""
    rows = [0, 0]
    for which in range(len(rows)):
        yield f"FlowTable table{which}{{{next(words)}}}", ...
    for word in words:
        which = next(words)
        table = f"table{which}"
        if word == ADD:
            _, before, size, packets = (next(words) for _ in range(4))
            what = f"deadline {before}, {unsigned(size)} bytes, {packets} packets"
            yield (f"{table}.add(flow{rows[which]}): {what}",)
            rows[which] += 1
            continue
        argument = next(words)
        if word == OVERDUE:
            text = f"{table}.overdue({argument})"
            yield text, (f"{text}.flows", {}), (f"{text}.bytes", unsigned)
            continue
        if argument >= rows[which]:
            raise LookupError(f"no row {argument}")
        if word == AT:
            next(words)  # the factor
            yield f"{table}.at({argument})", (f"the flow that {table}.at({argument}) returns", None)
        else:
            yield (f"{table}.note({argument}, {next(words)}, {next(words)})",)
