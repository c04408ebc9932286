"""The options of the commands that look at other programs."""

import argparse
from pathlib import Path
from typing import Any

from course.arguments import Command, positive

LOG_HELP = (
    "written by java -Xlog:gc*:file=LOG, with any decorations; gzip will do, and - for the "
    "standard input. LOG.0, LOG.1 and so on beside it are parts of it"
)


def gclog_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("logs", type=Path, nargs="+", metavar="LOG", help=LOG_HELP)
    _log_options(parser)


def advise_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "logs",
        type=Path,
        nargs="*",
        metavar="FILE",
        help=f"a recording of Flight Recorder, or a log {LOG_HELP}",
    )
    _log_options(parser)
    parser.set_defaults(program=None)
    parse = parser.parse_known_args

    def up_to_dashes(words: list[str], namespace: argparse.Namespace | None = None) -> Any:
        """What follows ``--`` is a program's, options and all; argparse would mix it in."""
        if "--" not in words:
            return parse(words, namespace)
        at = words.index("--")
        found, unknown = parse(words[:at], namespace)
        found.program = words[at + 1 :]
        return found, unknown

    parser.parse_known_args = up_to_dashes  # type: ignore[method-assign,assignment]


def _log_options(parser: argparse.ArgumentParser) -> None:
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


def advise(args: argparse.Namespace) -> int:
    from course.errors import UsageError
    from course.toolchain.setup import ensure

    if args.program is not None:
        if args.logs:
            raise UsageError("give files, or -- and a program, not both")
        if not args.program:
            raise UsageError("after -- comes a program, with its arguments")
        from course.advice import native

        ensure()
        return native.run(args.program)
    from course.advice.advise import run

    ensure()
    return run(args)


def _native_notes() -> str:
    return (
        "A native program is traced while it runs: ./course advise -- PROGRAM ARGUMENTS. "
        "Without a file: how to record a running Java program."
    )


COMMANDS = {
    "advise": Command(
        "say for a recording, a log or a native program whether a pool would pay",
        advise_options,
        advise,
        notes=_native_notes,
    ),
    "gclog": Command("say what a collector's log tells, and what follows", gclog_options, gclog),
}
