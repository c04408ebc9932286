"""The options of the commands that measure."""

import argparse
from pathlib import Path

from course.arguments import Command, minutes_option, only_option, positive, profile_option

BENCHES = tuple(
    sorted(file.stem for file in (Path(__file__).parents[1] / "model" / "benches").glob("*.toml"))
)
"""Each is a file: see `course.model.benches`, which reads them."""


def sweep_options(parser: argparse.ArgumentParser) -> None:
    profile_option(parser, "trimmed")
    parser.add_argument(
        "--part", metavar="NAMES", help="only these parts of the profile, for example 'article,cms'"
    )
    only_option(parser)
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="where records go (default: build/records/PROFILE)"
    )
    minutes_option(parser)
    parser.add_argument(
        "--jobs",
        type=positive(int),
        default=1,
        metavar="N",
        help="rounds at the same time; more than 1 disturbs what is measured (default: 1)",
    )
    parser.add_argument("--fresh", action="store_true", help="measure again what has a record")
    parser.add_argument(
        "--dry-run", action="store_true", help="list the cells and their times, measure nothing"
    )
    parser.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="measure on the workers of the Dask scheduler at tcp://HOST:PORT, one cell at a time "
        "on each machine. Each kind of machine measures all cells, into a folder of its own in DIR "
        "(default: build/records/dask-PROFILE), so that figures of different machines never mix",
    )


def bench_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "bench",
        choices=BENCHES,
        metavar="BENCH",
        help="queue: clock queues and their peers, C++ and Java; limit: C++ step by step to the "
        "machine's limit, and flat Java; addresses: flat Java without its handles; allocators: "
        "malloc and its peers; threads: packets handed from thread to thread; pools: what backs a "
        "pool of objects in Java; buffers: allocators of byte buffers; packet: the items of a "
        "packet's time; service: a small HTTP server under load; tools: the course's own log "
        "reader and site builder",
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
    parser.add_argument(
        "--fresh", action="store_true", help="begin anew instead of going on after an interruption"
    )
    parser.add_argument("--list", action="store_true", help="list the contestants, one a line")
    parser.add_argument(
        "--count",
        action="store_true",
        help="limit: count cache misses in a simulated cache, too, which takes a minute or two",
    )


def merge_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("dirs", type=Path, nargs="+", metavar="DIR", help="folders of records")
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="DIR",
        help="where the joined folders go, one for each machine and profile: PROFILE-MACHINE",
    )
    parser.add_argument(
        "--same-speed",
        action="store_true",
        help="join only what took about the same time to measure a common cell: for hosted "
        "machines, which differ though their descriptions are equal",
    )
    parser.add_argument(
        "--fill",
        action="store_true",
        help="give each folder a 'skipped' record of every cell that only another one has",
    )


def calibrate_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--comparisons",
        type=positive(int),
        default=200,
        metavar="N",
        help="of programs with themselves, of about 20 s each (default: 200)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="the record (default: build/records/calibration.json); what is in it is kept",
    )
    parser.add_argument("--fresh", action="store_true", help="replace what is in the record")


def sweep(args: argparse.Namespace) -> int:
    from course.measure.cells import command
    from course.measure.here import Here
    from course.toolchain.setup import ensure

    command.check(args)  # a bad selection is told before anything is built
    if not args.dry_run and args.dask is None:  # else it is the workers that run programs
        ensure()
    return command.run(args, Here())


def bench(args: argparse.Namespace) -> int:
    from course.measure.benches import command
    from course.measure.here import Here
    from course.toolchain.setup import ensure

    command.check(args)
    if not args.list:
        ensure()
    return command.bench(args, Here())


def merge(args: argparse.Namespace) -> int:
    from course.process.merge import merge

    return merge(args)


def calibrate(args: argparse.Namespace) -> int:
    from course.measure.cells.calibrate import run
    from course.measure.here import Here
    from course.toolchain.setup import ensure

    ensure()
    return run(args, Here())


COMMANDS = {
    "sweep": Command("measure cells and keep one record each", sweep_options, sweep),
    "bench": Command("compare implementations in one run, round by round", bench_options, bench),
    "calibrate": Command(
        "measure how often the verdicts of a sweep are wrong", calibrate_options, calibrate
    ),
    "merge": Command("join folders of records without mixing machines", merge_options, merge),
}
