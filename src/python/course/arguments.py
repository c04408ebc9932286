"""What commands are made of: their options, their types, their one line about a wrong one.

A part of the course declares its commands in a file ``commands.toml``::

    [serve]
    summary = "build the site and serve it on this machine"
    code = "course.site.command:serve"          # a function that gets the arguments
    # needs_tools, needs_environment, needs_set_up, takes_program, notes: see Command
    # one_of = ["--quick", "--all"]: of these, one at most may be given

    [serve.options]
    "--records DIR" = "shared"                  # arguments.toml says what it is
    "--force" = "its help"                      # without a metavar it is a flag
    "-p --port N" = { kind = "port", default = 8000, help = "its help" }

The rest of an option's keys are those of argparse, but `choices` may be a pattern: the names of the
files that fit. Only the standard library is imported here, and a command's own code only when it
runs: the launcher starts before the environment exists, and `--help` answers at once.
"""

import argparse
import importlib
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

SHARED: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
"""Options that several commands have."""


@dataclass(frozen=True)
class Command:
    """A command: what it does in one line, its code, its options, what must be there before."""

    summary: str
    code: str
    options: Mapping[str, Any] = field(default_factory=dict)
    one_of: tuple[str, ...] = ()
    needs_tools: bool = False  # compilers and the like: missing ones are named before all else
    needs_environment: bool = True
    needs_set_up: bool = False  # programs and kernels are brought up to date first
    takes_program: bool = False  # what follows ``--`` is a program with its arguments
    notes: str | None = None  # what its --help says after the options

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        exclusive = parser.add_mutually_exclusive_group() if self.one_of else parser
        for usage, said in self.options.items():
            told = SHARED[usage] if said == "shared" else said
            told = dict(told) if isinstance(told, dict) else {"help": told}
            names = usage.split()
            if len(names) > 1:
                told["metavar"] = names.pop()
            elif not told.keys() & {"choices", "kind"}:
                told.setdefault("action", "store_true")
            if isinstance(told.get("choices"), str):
                files = Path(__file__).parent.glob(told["choices"])
                told["choices"] = sorted(file.stem for file in files)
            if "kind" in told:
                told["type"] = KINDS[told.pop("kind")]
            (exclusive if usage in self.one_of else parser).add_argument(*names, **told)

    def run(self, args: argparse.Namespace) -> int:
        """Runs its code; returns the exit code."""
        module, _, name = self.code.partition(":")
        return getattr(importlib.import_module(module), name)(args)

    def request(self, **given: object) -> argparse.Namespace:
        """The arguments of a call from code: the options' defaults, except for the given ones."""
        parser = argparse.ArgumentParser(add_help=False)
        self.add_options(parser)
        known = {action.dest: action.default for action in parser._actions}
        if unknown := given.keys() - known.keys():
            raise TypeError(f"no such options: {', '.join(sorted(unknown))}")
        return argparse.Namespace(**{**known, **given})


def commands(part: Path) -> dict[str, Command]:
    """Those that the folder of a part declares, by their names."""
    declared = tomllib.loads((part / "commands.toml").read_text("utf-8"))
    return {name: Command(**told) for name, told in declared.items()}


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


def time_of_day(text: str) -> int:
    """An argument type: HH:MM, as minutes since midnight."""
    hours, colon, minutes = text.partition(":")
    if not (colon and hours.isdecimal() and minutes.isdecimal()):
        raise argparse.ArgumentTypeError(f"'{text}' is not a time such as 09:00")
    if int(hours) > 23 or int(minutes) > 59:
        raise argparse.ArgumentTypeError(f"'{text}' is not a time from 00:00 to 23:59")
    return int(hours) * 60 + int(minutes)


KINDS: Mapping[str, Callable[[str], Any]] = {
    "path": Path,
    "int": positive(int),
    "float": positive(float),
    "port": port,
    "time": time_of_day,
}
"""Kind of a value in ``commands.toml`` -> what makes it of a text, or refuses that."""
