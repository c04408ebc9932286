"""What commands are made of: their options, their types, their one line about a wrong one.

Only the standard library is imported here and in every module of options, and a command's own code
only when it runs: the launcher starts before the environment exists, and `--help` answers at once.
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

PROFILES = ("smoke", "trimmed", "full")
PROFILE_HELP = (
    "smoke: scaled down a hundredfold, about a minute; trimmed: full sizes, little time per cell; "
    "full: long cells in several processes, hours (default: %(default)s)"
)


@dataclass(frozen=True)
class Command:
    """A command: what it does in one line, its options, its code, what must be there before."""

    summary: str
    options: Callable[[argparse.ArgumentParser], None]
    function: Callable[[argparse.Namespace], int]
    needs_tools: bool = False  # compilers and the like: missing ones are named before all else
    needs_environment: bool = True
    notes: Callable[[], str | None] = lambda: None  # what its --help says after the options


class Parser(argparse.ArgumentParser):
    """Reports bad arguments in one line, naming the command whose help says more."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see `{self.prog} --help`)\n")


def positive(kind: type) -> Callable[[str], float]:
    """An argument type: a number of the given kind, above zero."""

    def parse(text: str) -> float:
        try:
            value = kind(text)
        except ValueError:
            value = 0
        if not 0 < value < float("inf"):
            raise argparse.ArgumentTypeError(f"'{text}' is not a number above 0")
        return value

    return parse


def port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"'{text}' is not a port between 0 and 65535")
    return int(text)


def profile_option(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument("--profile", choices=PROFILES, default=default, help=PROFILE_HELP)


def yes_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--yes", action="store_true", help="install what the machine lacks without asking"
    )


def minutes_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--minutes",
        type=positive(float),
        metavar="N",
        help="time for measuring, that of earlier runs in the same folder included (default: as "
        "the profile says); it ends sooner when every pair is decided",
    )


def only_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--only",
        metavar="EXPR",
        help="only these cells, for example 'implementation=heap,case=C'",
    )


def no_options(parser: argparse.ArgumentParser) -> None:
    """The command takes none."""


def request(
    options: Callable[[argparse.ArgumentParser], None], **given: object
) -> argparse.Namespace:
    """What a command gets that is called by code: the defaults of its options, but for some."""
    parser = argparse.ArgumentParser(argument_default=None)
    options(parser)
    defaults = {action.dest: action.default for action in parser._actions if action.dest != "help"}
    unknown = given.keys() - defaults.keys()
    if unknown:
        raise TypeError(f"no such options: {', '.join(sorted(unknown))}")
    return argparse.Namespace(**{**defaults, **given})
