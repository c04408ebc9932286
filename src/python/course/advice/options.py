"""The options of the commands that read other programs' logs."""

import argparse
from pathlib import Path

from course.arguments import Command, positive


def gclog_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "logs",
        type=Path,
        nargs="+",
        metavar="LOG",
        help="written by java -Xlog:gc*:file=LOG, with any decorations; gzip will do, and - for "
        "the standard input. LOG.0, LOG.1 and so on beside it are parts of it",
    )
    parser.add_argument(
        "--after",
        type=positive(float),
        default=0.0,
        metavar="S",
        help="leave out so many seconds after the start (default: none)",
    )
    parser.add_argument(
        "--deadline",
        type=positive(float),
        metavar="MS",
        help="for how long the program may stand still, for example what a queue holds",
    )
    parser.add_argument(
        "--pool-percent",
        type=positive(float),
        metavar="N",
        help="a pool that one thinks of: how much of what is allocated it would serve",
    )
    parser.add_argument(
        "--pool-mb", type=positive(float), metavar="MB", help="and how much it would keep alive"
    )
    parser.add_argument(
        "--run",
        type=positive(int),
        metavar="N",
        help="where a program was started several times: which of them (default: the last one "
        "that tells of a collection)",
    )
    parser.add_argument("--json", action="store_true", help="print the figures only, as JSON")


def gclog(args: argparse.Namespace) -> int:
    from course.advice.command import report
    from course.toolchain.setup import ensure

    ensure()
    return report(args)


def advise_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "program",
        nargs="+",
        metavar="PROGRAM",
        help="after --: a native program and its arguments, which is run and looked at (Linux)",
    )


def advise(args: argparse.Namespace) -> int:
    from course.advice.native import run
    from course.toolchain.setup import ensure

    ensure()
    return run(args.program)


COMMANDS = {
    "gclog": Command("say what a collector's log tells, and what follows", gclog_options, gclog),
    "advise": Command("run a program and say what to pool of it", advise_options, advise),
}
