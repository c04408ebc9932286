"""The options of `./course jdk`."""

import argparse

from course.arguments import Command


def jdk_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("version", metavar="VERSION", help="its feature release, for example 11")
    parser.add_argument("tool", metavar="TOOL", help="for example java or jshell")
    parser.add_argument(
        "arguments", nargs=argparse.REMAINDER, metavar="...", help="what the tool is to get"
    )


def jdk(args: argparse.Namespace) -> int:
    from course.toolchain.jdk_tool import jdk_tool

    return jdk_tool(args)


COMMANDS = {
    "jdk": Command(
        "run a tool of one of this machine's JDKs, wherever it is",
        jdk_options,
        jdk,
        needs_environment=False,
    ),
}
