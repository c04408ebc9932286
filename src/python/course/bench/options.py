"""The options of `./course bench`."""

import argparse
from pathlib import Path

from course.arguments import Command, positive

BENCHES = tuple(
    sorted(file.stem for file in (Path(__file__).parents[1] / "model" / "benches").glob("*.toml"))
)
"""Each is a file: see `course.model.benches`, which reads them."""


def bench_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "bench",
        choices=BENCHES,
        metavar="BENCH",
        help="queue: clock queues and their peers, C++ and Java; limit: C++ step by step to the "
        "machine's limit, and flat Java; addresses: flat Java without its handles; allocators: "
        "malloc and its peers; threads: packets handed from thread to thread; pools: what backs a "
        "pool of objects in Java; buffers: allocators of byte buffers; service: a small HTTP "
        "server under load",
    )
    parser.add_argument(
        "--rounds",
        type=positive(int),
        metavar="N",
        help="how often each contestant runs (default: so that it takes some minutes)",
    )
    parser.add_argument(
        "--seconds",
        type=positive(float),
        metavar="S",
        help="how long a program measures at a time (default: as the bench says)",
    )
    parser.add_argument(
        "--only", metavar="NAMES", help="only these contestants, with commas, and their baselines"
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="only the trimmed choice of contestants and time that ./course run takes",
    )
    parser.add_argument(
        "--group",
        metavar="GROUPS",
        help="only these groups, with commas, and those that they are compared with round by "
        "round; the others keep their records, and pages tell which were measured when",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="where the records go, one for each group (default: build/bench/BENCH)",
    )
    parser.add_argument("--list", action="store_true", help="list the contestants, one a line")
    parser.add_argument(
        "--count",
        action="store_true",
        help="limit: count cache misses in a simulated cache, too, which takes a minute or two",
    )


def bench(args: argparse.Namespace) -> int:
    from course.bench import command
    from course.toolchain.setup import ensure

    command.check(args)  # a bad selection is told before anything is built
    if not args.list:
        ensure()
    return command.bench(args)


COMMANDS = {
    "bench": Command("compare implementations in one run, round by round", bench_options, bench),
}
