"""The options of the commands that measure cells."""

import argparse
from pathlib import Path

from course.arguments import Command, minutes_option, only_option, positive, profile_option


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
    from course.measure import command
    from course.toolchain.setup import ensure

    command.check(args)  # a bad selection is told before anything is built
    if not args.dry_run and args.dask is None:  # else it is the workers that run programs
        ensure()
    return command.sweep(args)


def merge(args: argparse.Namespace) -> int:
    from course.measure.merge import merge

    return merge(args)


def calibrate(args: argparse.Namespace) -> int:
    from course.measure.calibrate import calibrate
    from course.toolchain.setup import ensure

    ensure()
    return calibrate(args)


COMMANDS = {
    "sweep": Command("measure cells and keep one record each", sweep_options, sweep),
    "calibrate": Command(
        "measure how often the verdicts of a sweep are wrong", calibrate_options, calibrate
    ),
    "merge": Command("join folders of records without mixing machines", merge_options, merge),
}
