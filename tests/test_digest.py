"""Every implementation does the same work, with one digest in all languages and strategies.

The C++ programs start in milliseconds, so they run through every combination. A JVM does not, so
its runs are chosen such that in each Java program each case meets each strategy under each
generator once, with the packet counts and the JDKs rotating underneath. The full sizes have the
runs that scaled ones cannot replace: a pool of a million packets, a queue and a store of half a
million.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

import pytest

from course.model.solutions import IMPLEMENTATIONS as DECLARED
from course.toolchain import libraries

from .oracle import SIZES, expected
from .programs import (
    BATCH,
    CPP,
    MAIN_CLASSES,
    command,
    javas,
    oldest_jdk,
    only,
    require_built,
    run_program,
)

OF_A_BENCH = ("flat-address", "flat-mapped")
SLABS = (*OF_A_BENCH, *(key for key, one in DECLARED.items() if "alloc" not in one.strategies))
"""Implementations that allocate nothing: besides dummy they have only the strategy pool."""
JAVA_SLABS = [name for name in SLABS if name in MAIN_CLASSES]
REGIONS = [("region", "alloc"), ("region", "pool")]
"""Java's regions, and their ways of getting memory."""
IMPLEMENTATIONS = (*DECLARED, *OF_A_BENCH)
CASES = tuple(SIZES)
STRATEGIES = ("alloc", "mix", "pool")
GENERATORS = ("counter", "random")
SCALE = 100


def counts(case: str) -> tuple[int, ...]:
    """Return packet counts at which something changes for the first time, or has changed often."""
    size = SIZES[case] // SCALE
    return (
        1,
        size,  # the queue is full and nothing has been processed
        size + 1,  # the first packet is processed; it is number 0: a TCP packet under `counter`
        3 * size + 7,  # the store is partly filled; no multiple of a chunk
        20 * size + 13,  # `counter` has gone round the store: packets in it are replaced
    )


def has_dummy(implementation: str) -> bool:
    """True if it has the strategy that reuses one packet."""
    return implementation not in DECLARED or "dummy" in DECLARED[implementation].strategies


JAVA_RUNS = [
    (case, strategy, generator, counts(case)[index % len(counts(case))])
    for index, (case, strategy, generator) in enumerate(product(CASES, STRATEGIES, GENERATORS))
]
SLAB_RUNS = [
    (case, generator, counts(case)[-1 - index % 2])
    for index, (case, generator) in enumerate(product(CASES, GENERATORS))
]


LIKE_ANOTHER = ("native", "foreign", "flat-foreign", *OF_A_BENCH)
"""They have their own packets but share the code of rounds and of dummy with heap and flat."""


def marked(implementations: Iterable[str]) -> list:
    """Mark all but one of the implementations that share the tested code as redundant."""
    return [
        pytest.param(name, marks=pytest.mark.all) if name in LIKE_ANOTHER else name
        for name in implementations
    ]


QUICK_STEP, MIDDLE_STEP = 5, 3
"""Every fifth Java run is in the quick tests, with each case, strategy, generator and JDK. Every
third is in the middle tier, too."""


def numbered(runs: list) -> list:
    """Return the runs' numbers as parameters named after the runs."""

    def marks(number: int) -> list:
        if number % QUICK_STEP == 0:
            return []
        return [pytest.mark.slow] if number % MIDDLE_STEP == 0 else [pytest.mark.all]

    return [pytest.param(n, id=str(run), marks=marks(n)) for n, run in enumerate(runs)]


@pytest.fixture(autouse=True, scope="module")
def built() -> None:
    """Require built programs for all tests here."""
    require_built()


class Run(NamedTuple):
    """One run of exactly that many packets."""

    case: str
    strategy: str
    generator: str
    scale: int
    packets: int


def strategies(implementation: str) -> tuple[str, ...]:
    """Return an implementation's strategies without dummy; the most common one comes first."""
    own = DECLARED[implementation].strategies if implementation in DECLARED else ("pool",)
    return tuple(strategy for strategy in ("mix", "pool", "alloc") if strategy in own)


def check(start: list[str], run: Run) -> None:
    """Check that the program reports the oracle's counts."""
    lines, _ = run_program(
        start,
        *("--mode", "batch", "--case", run.case, "--strategy", run.strategy),
        *("--generator", run.generator, "--scale", run.scale, "--packets", run.packets),
        *("--warmup-rounds", 0, "--rounds", 1, "--settle", 0),
    )
    end = only("end", lines)
    want = expected(run.case, run.scale, run.generator, run.packets)
    reported = (end["packets"], end["processed"], end["tcp"], end["digest"])
    assert reported == (run.packets, want.processed, want.tcp, want.digest)


@pytest.mark.parametrize("implementation", [*BATCH])
@pytest.mark.parametrize("case", CASES)
def test_cpp_scaled(implementation: str, case: str) -> None:
    """Each strategy, generator and count."""
    for strategy, generator, packets in product(
        strategies(implementation), GENERATORS, counts(case)
    ):
        check(command(implementation), Run(case, strategy, generator, SCALE, packets))


def test_regions_that_are_heaps_of_mimalloc() -> None:
    """A bench's program, with mimalloc preloaded."""
    library = libraries.allocator("mimalloc")
    if library is None:
        pytest.skip(f"{libraries.why_no_allocator('mimalloc')}")
    start = ["env", f"LD_PRELOAD={library}", f"{CPP / 'bin/analyser-cpp-region-mimalloc'}"]
    for generator, packets in product(GENERATORS, counts("A")):
        check(start, Run("A", "alloc", generator, SCALE, packets))


@pytest.mark.parametrize("implementation", ["heap", "native", "foreign"])
@pytest.mark.parametrize("index", numbered(JAVA_RUNS))
def test_java_scaled(implementation: str, index: int) -> None:
    """Each case, strategy and generator, with counts and suitable JDKs in rotation."""
    case, strategy, generator, packets = JAVA_RUNS[index]
    java = command(implementation, rotated(implementation, index), BRIEF)
    check(java, Run(case, strategy, generator, SCALE, packets))


@pytest.mark.parametrize(
    ("implementation", "strategy"), [*((name, "pool") for name in JAVA_SLABS), *REGIONS]
)
@pytest.mark.parametrize("index", numbered(SLAB_RUNS))
def test_java_slab_scaled(implementation: str, strategy: str, index: int) -> None:
    """Each case and generator likewise, for slabs and regions."""
    case, generator, packets = SLAB_RUNS[index]
    java = command(implementation, rotated(implementation, index), BRIEF)
    check(java, Run(case, strategy, generator, SCALE, packets))


BRIEF = ("-XX:TieredStopAtLevel=1",)
"""For runs that are hardly more than a start; both compilers meet at full size."""


def rotated(implementation: str, index: int) -> int:
    """Return a JDK that can run the implementation, another one for the next index."""
    oldest = oldest_jdk(implementation)
    versions = [version for version in javas() if version >= oldest] or [oldest]
    return versions[index % len(versions)]


FULL_SIZES = [
    *(
        (implementation, "A", strategy, generator, 250_003)
        for implementation in ("cpp", "cpp-flat")
        for strategy, generator in product(STRATEGIES, GENERATORS)
    ),
    ("heap", "A", "alloc", "counter", 250_003),
    ("heap", "A", "mix", "random", 250_003),
    ("heap", "A", "pool", "counter", 250_003),
    ("native", "A", "mix", "random", 250_003),
    ("foreign", "A", "alloc", "counter", 250_003),
    ("heap", "B", "mix", "counter", 450_001),
    ("native", "B", "alloc", "random", 450_001),
    ("foreign", "B", "mix", "counter", 450_001),
    ("cpp", "B", "mix", "counter", 450_001),
    ("cpp-flat", "B", "pool", "random", 450_001),
    # more packets alive at once than the mix pool holds, nearly as many as the pool does
    ("heap", "C", "alloc", "counter", 1_200_007),
    ("heap", "C", "pool", "random", 1_200_007),
    ("native", "C", "mix", "counter", 1_200_007),
    ("native", "C", "pool", "random", 1_200_007),
    ("foreign", "C", "alloc", "counter", 1_200_007),
    ("foreign", "C", "pool", "random", 1_200_007),
    ("cpp", "C", "mix", "counter", 1_200_007),
    ("cpp", "C", "pool", "random", 1_200_007),
    ("cpp-flat", "C", "alloc", "counter", 1_200_007),
    ("cpp-flat", "C", "pool", "random", 1_200_007),
    ("cpp-region", "A", "alloc", "counter", 250_003),
    ("cpp-region", "C", "alloc", "random", 1_200_007),
    ("cpp-limit", "A", "pool", "counter", 250_003),
    ("cpp-limit", "C", "pool", "random", 1_200_007),
    ("flat", "C", "pool", "random", 1_200_007),
    ("flat-foreign", "C", "pool", "random", 1_200_007),
    ("flat-address", "C", "pool", "random", 1_200_007),
    ("region", "A", "alloc", "counter", 250_003),
    ("region", "C", "pool", "random", 1_200_007),
    ("flat-mapped", "C", "pool", "random", 1_200_007),
]


IN_MIDDLE = {row[0]: row for row in FULL_SIZES if row[1] == "C" and row[0] not in OF_A_BENCH}
"""Each implementation's last run of the largest case, with a pool if it has one; for a bench's
variants the scaled sizes will do. All use the same numbers, since the oracle takes longer than most
programs."""


@pytest.mark.parametrize(
    ("implementation", "case", "strategy", "generator", "packets"),
    [
        pytest.param(*row, marks=pytest.mark.slow if row in IN_MIDDLE.values() else pytest.mark.all)
        for row in FULL_SIZES
    ],
)
def test_full_size(
    implementation: str, case: str, strategy: str, generator: str, packets: int
) -> None:
    """The real sizes of the three cases."""
    start = command(implementation, flags=["-Xmx3g", "-XX:+UseParallelGC"])
    check(start, Run(case, strategy, generator, 1, packets))


@pytest.mark.parametrize("implementation", marked(IMPLEMENTATIONS))
def test_rounds_and_settling_do_not_change_the_work(implementation: str) -> None:
    """Warm-up, extra rounds until the store is steady and measured rounds are one stream."""
    lines, _ = run_program(
        command(implementation),
        "--mode",
        "batch",
        "--case",
        "A",
        "--strategy",
        strategies(implementation)[0],
        "--generator",
        "random",
        "--scale",
        SCALE,
        "--packets",
        700,
        "--warmup-rounds",
        2,
        "--rounds",
        3,
    )
    rounds = [line for line in lines if line["event"] == "round"]
    measured = [line for line in rounds if not line["warmup"]]
    settled = sum(line["packets"] for line in rounds if line["warmup"])
    assert [line["packets"] for line in measured] == [700] * 3
    assert settled >= 100 + 48 * 100, "the steady state of case A at this scale"
    end = only("end", lines)
    assert end["packets"] == sum(line["packets"] for line in rounds)
    assert end["digest"] == expected("A", SCALE, "random", end["packets"]).digest


@pytest.mark.parametrize("implementation", marked(filter(has_dummy, IMPLEMENTATIONS)))
def test_dummy_has_no_digest(implementation: str) -> None:
    """One packet for all: stored data is overwritten, so there is nothing to compare."""
    lines, _ = run_program(
        command(implementation),
        "--mode",
        "batch",
        "--case",
        "A",
        "--strategy",
        "dummy",
        "--scale",
        SCALE,
        "--packets",
        5000,
        "--warmup-rounds",
        0,
        "--rounds",
        1,
        "--settle",
        0,
    )
    assert only("end", lines)["digest"] is None
