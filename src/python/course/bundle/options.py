"""The options of `./course bundle`."""

import argparse
from pathlib import Path

from course.arguments import Command


def bundle_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="where it goes (default: build/bundle)"
    )
    parser.add_argument(
        "--small",
        action="store_true",
        help="only what reading and the exercises need: nothing to measure with, no kernels",
    )


def bundle(args: argparse.Namespace) -> int:
    from course.bundle import command
    from course.toolchain.setup import ensure

    if not args.small:
        ensure()
    return command.bundle(args)


COMMANDS = {
    "bundle": Command("pack the course for a room without a network", bundle_options, bundle),
}
