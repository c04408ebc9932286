"""The options of the commands that need all parts of the course."""

import argparse
from pathlib import Path

from course.arguments import (
    PROFILE_HELP,
    PROFILES,
    Command,
    minutes_option,
    only_option,
    port,
    positive,
    profile_option,
    yes_option,
)


def setup_notes() -> str:
    from course.toolchain.tools import help_text

    return help_text()


def run_options(parser: argparse.ArgumentParser) -> None:
    profile_option(parser, "trimmed")
    minutes_option(parser)
    parser.add_argument("--serve", action="store_true", help="serve the site when it is built")
    yes_option(parser)


def test_options(parser: argparse.ArgumentParser) -> None:
    tier = parser.add_mutually_exclusive_group()
    tier.add_argument(
        "--quick",
        action="store_true",
        help="leave out the sanitizers, the end-to-end tests and those marked slow",
    )
    tier.add_argument(
        "--all",
        action="store_true",
        help="also the tests of which others cover the same, such as every attack on the grader",
    )
    yes_option(parser)


def setup_options(parser: argparse.ArgumentParser) -> None:
    yes_option(parser)
    parser.add_argument(
        "--lab",
        action="store_true",
        help="also JupyterLab, which ./course lab would install the first time",
    )


def doctor_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seconds",
        type=positive(float),
        default=3.0,
        metavar="N",
        help="how long the fitness reading spins (default: %(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def compare_options(parser: argparse.ArgumentParser) -> None:
    # No default: what was not said may stand beside --records, and what was said may not.
    parser.add_argument(
        "--profile", choices=PROFILES, help=PROFILE_HELP.replace("%(default)s", "trimmed")
    )
    only_option(parser)
    parser.add_argument(
        "--records", type=Path, metavar="DIR", help="show these records, measure nothing"
    )
    parser.add_argument(
        "--no-open", action="store_true", help="say where the page is, don't open it"
    )


def lab_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "notebook",
        nargs="?",
        metavar="NOTEBOOK",
        help="a chapter's number, a notebook's name, e.g. 3 or 03-gc-theory, or an exercise that "
        "you have begun, which opens with your code (default: a list of notebooks)",
    )
    parser.add_argument(
        "--port", type=port, default=8888, help="port on this machine (default: %(default)s)"
    )
    parser.add_argument(
        "--no-open", action="store_true", help="say where the page is, don't open it"
    )


def run(args: argparse.Namespace) -> int:
    from course.cli.run import run

    return run(args)


def test(args: argparse.Namespace) -> int:
    from course.cli.testing import test

    return test(args)


def setup(args: argparse.Namespace) -> int:
    from course.cli import lab
    from course.toolchain.setup import setup

    code = setup(args)
    if args.lab:
        lab.ensure_installed()
    return code


def doctor(args: argparse.Namespace) -> int:
    from course.sandbox.sandbox import why_none
    from course.toolchain.doctor import doctor

    return doctor(args, why_none())


def compare(args: argparse.Namespace) -> int:
    from course.cli.compare import compare

    return compare(args)


def lab(args: argparse.Namespace) -> int:
    from course.cli.lab import check, lab
    from course.toolchain.setup import ensure

    check(args)  # a notebook that is not there is told of before anything is built
    ensure()
    return lab(args)


COMMANDS = {
    "run": Command(
        "set up, measure, execute the notebooks, build the site", run_options, run, needs_tools=True
    ),
    "test": Command("set up, then run every test", test_options, test, needs_tools=True),
    "setup": Command(
        "make the environment and build the programs",
        setup_options,
        setup,
        needs_tools=True,
        notes=setup_notes,
    ),
    "doctor": Command(
        "say what this machine has and what may be trusted on it",
        doctor_options,
        doctor,
        needs_environment=False,
    ),
    "compare": Command(
        "measure, and show this machine beside the published ones", compare_options, compare
    ),
    "lab": Command("open a notebook or an exercise in JupyterLab, with kernels", lab_options, lab),
}
