"""A tool of one of this machine's JDKs, run in the place of this process."""

import argparse
import os

from course.errors import CourseError, UsageError
from course.toolchain import jdks


def jdk_tool(args: argparse.Namespace) -> int:
    """Runs `bin/TOOL` of the installation of a feature release; does not come back.

    Raises CourseError when there is no such installation, or when it has no such tool.
    """
    if not args.version.isdecimal():
        raise UsageError(f"'{args.version}' is not a JDK release; valid: a number such as 11")
    found = jdks.find(int(args.version))
    if found is None:
        known = ", ".join(sorted({str(jdk.version) for jdk in jdks.all()}, key=int)) or "none"
        raise CourseError(
            f"JDK {args.version} was not found (found: {known}); `./course setup` shows how to "
            "install it"
        )
    folder = found.home / "bin"
    tools = sorted(file.name for file in folder.iterdir() if os.access(file, os.X_OK))
    if args.tool not in tools:
        raise CourseError(f"{folder} has no '{args.tool}'; it has {', '.join(tools)}")
    os.execv(folder / args.tool, [args.tool, *args.arguments])
