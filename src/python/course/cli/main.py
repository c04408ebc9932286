"""`./course`: the list of all commands, and the steps before and after each.

The commands are declared in ``commands.toml`` of each part.
"""

import argparse
import itertools
import os
import signal
import sys
from pathlib import Path

from course import arguments as declared
from course.arguments import Command, Parser
from course.errors import CourseError
from course.toolchain.tools import help_text

IN_ORDER = """
    run test setup doctor jdk sweep bench calibrate advise gclog compare merge notebooks lab site
    serve exercises preflight start watch check submit grade export workshop bundle
"""
_PARTS = [file.parent for file in Path(__file__).parents[1].glob("*/commands.toml")]
_KNOWN = {name: one for part in _PARTS for name, one in declared.commands(part).items()}
COMMANDS = {name: _KNOWN[name] for name in IN_ORDER.split()}
"""In the order of `--help`."""


def parser() -> Parser:
    top = Parser(
        prog="./course",
        description="To allocate or to pool? A course that measures on your machine.",
        epilog="Start with `./course run`. Each command has its own --help.",
        allow_abbrev=False,
    )
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, command in COMMANDS.items():
        sub = commands.add_parser(
            name,
            help=command.summary,
            description=command.summary[0].upper() + command.summary[1:] + ".",
            allow_abbrev=False,
            epilog=help_text() if name == "setup" else command.notes,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.add_options(sub)
    return top


def parse(arguments: list[str]) -> argparse.Namespace:
    """Parse the command line; exit with one line and code 2 if it is invalid."""
    known = ", ".join(COMMANDS)
    top = parser()
    if not arguments:
        top.error(f"no command given; valid: {known}")
    if not arguments[0].startswith("-") and arguments[0] not in COMMANDS:
        top.error(f"unknown command '{arguments[0]}'; valid: {known}")
    command = COMMANDS.get(arguments[0])
    if command is None or not command.takes_program:
        return top.parse_args(arguments)
    # The words after two dashes are a program's, options and all; argparse would mix them in.
    own = [*itertools.takewhile(lambda word: word != "--", arguments)]
    args = top.parse_args(own)
    args.program = arguments[len(own) + 1 :] if len(own) < len(arguments) else None
    return args


def prepare(command: Command, args: argparse.Namespace, arguments: list[str]) -> None:
    """Make sure that the command can run, and enter the course's environment.

    Returns in that environment, or at once if the command needs none. Missing tools are reported
    before anything else is done.
    """
    from course.toolchain import environment, tools

    if environment.active():
        if command.needs_environment and not environment.ready():
            environment.leave(arguments)
        return
    if command.needs_tools:
        tools.require(install_without_asking=args.yes)
    if command.needs_environment:
        environment.ensure()
        environment.enter(arguments)


def _stand_in(name: str, number: int) -> None:
    """Print nowhere if that stream is closed: its number would be the next file's."""
    if getattr(sys, name) is None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), number)
        os.set_inheritable(number, True)
        setattr(sys, name, os.fdopen(number, "w"))


def main(arguments: list[str]) -> int:
    args = parse(arguments)
    name, command = f"./course {args.command}", COMMANDS[args.command]
    # Whoever started us may ignore it, and then no exit code of a child can be known.
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    _stand_in("stdout", 1)
    _stand_in("stderr", 2)
    # A learner's name may have letters that the terminal's encoding lacks.
    sys.stdout.reconfigure(errors="backslashreplace")
    try:
        prepare(command, args, arguments)
        if command.needs_set_up:
            from course.toolchain.setup import ensure

            ensure()
        code = command.run(args)
        sys.stdout.flush()  # write errors show up here, not when Python ends
        return code
    except CourseError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print(f"{name}: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader of our output has gone (`./course doctor | head`), so print nothing more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        # For example, a full disk or a read-only folder.
        where = f"{error.filename}: " if error.filename else ""
        print(f"{name}: {where}{error.strerror or error}", file=sys.stderr)
        return 1
