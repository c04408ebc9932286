"""The commands of `./course` and their options.

Only the standard library is imported here, and every command's own code only when it runs: the
launcher starts before the environment exists, and `--help` has to answer at once.
"""

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from course.errors import CourseError

PROFILES = ("smoke", "trimmed", "full")
BENCHES = tuple(
    sorted(file.stem for file in (Path(__file__).parents[1] / "model" / "benches").glob("*.toml"))
)
"""Each is a file: see `course.model.benches`, which reads them."""
EXPORTS = ("gradescope", "classroom50", "junit", "moodle", "canvas", "board")
WORKSHOPS = ("half-day", "day", "two-days")

PROFILE_HELP = (
    "smoke: scaled down a hundredfold, about a minute; trimmed: full sizes, little time per cell; "
    "full: long cells in several processes, hours (default: %(default)s)"
)


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


def forks(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 100:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number between 1 and 100")
    return int(text)


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


def profile_option(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument("--profile", choices=PROFILES, default=default, help=PROFILE_HELP)


# ---- what each command takes -------------------------------------------------------------------


def run_options(parser: argparse.ArgumentParser) -> None:
    profile_option(parser, "trimmed")
    parser.add_argument("--serve", action="store_true", help="serve the site when it is built")
    yes_option(parser)


def yes_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--yes", action="store_true", help="install what the machine lacks without asking"
    )


def setup_options(parser: argparse.ArgumentParser) -> None:
    yes_option(parser)
    parser.add_argument(
        "--lab",
        action="store_true",
        help="also JupyterLab, which ./course lab would install the first time",
    )


def test_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--quick",
        action="store_true",
        help="leave out the sanitizers, the end-to-end tests and those marked slow",
    )
    yes_option(parser)


def doctor_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seconds",
        type=positive(float),
        default=3.0,
        metavar="N",
        help="how long the fitness reading spins (default: %(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def jdk_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("version", metavar="VERSION", help="its feature release, for example 11")
    parser.add_argument("tool", metavar="TOOL", help="for example java or jshell")
    parser.add_argument(
        "arguments", nargs=argparse.REMAINDER, metavar="...", help="what the tool is to get"
    )


def sweep_options(parser: argparse.ArgumentParser) -> None:
    profile_option(parser, "trimmed")
    parser.add_argument(
        "--part", metavar="NAMES", help="only these parts of the profile, for example 'article,cms'"
    )
    only_option(parser)
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="where records go (default: build/records/PROFILE)"
    )
    parser.add_argument(
        "--forks",
        type=forks,
        metavar="N",
        help="processes for each cell (default: as the profile says)",
    )
    parser.add_argument(
        "--jobs",
        type=positive(int),
        default=1,
        metavar="N",
        help="cells at the same time; more than 1 disturbs what is measured (default: 1)",
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


def bench_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "bench",
        choices=BENCHES,
        metavar="BENCH",
        help="queue: clock queues and their peers, C++ and Java; limit: C++ step by step to the "
        "machine's limit, and flat Java; addresses: flat Java without its handles; allocators: "
        "malloc and its peers; threads: packets handed from thread to thread; pools: what backs a "
        "pool of objects in Java; buffers: allocators of byte buffers; service: a small HTTP "
        "server under load",
    )
    parser.add_argument(
        "--rounds",
        type=positive(int),
        metavar="N",
        help="how often each contestant runs (default: so that it takes some minutes)",
    )
    parser.add_argument(
        "--seconds",
        type=positive(float),
        metavar="S",
        help="how long a program measures at a time (default: as the bench says)",
    )
    parser.add_argument(
        "--only", metavar="NAMES", help="only these contestants, with commas, and their baselines"
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="only the trimmed choice of contestants and time that ./course run takes",
    )
    parser.add_argument(
        "--again",
        metavar="GROUPS",
        help="measure these groups again, with commas, as long as before, and put them into the "
        "record that there is; the others keep their figures, and the record tells which are which",
    )
    parser.add_argument(
        "--json",
        type=Path,
        metavar="FILE",
        help="where the record goes, or is (default: build/bench/BENCH.json)",
    )
    parser.add_argument("--list", action="store_true", help="list the contestants, one a line")
    parser.add_argument(
        "--count",
        action="store_true",
        help="limit: count cache misses in a simulated cache, too, which takes a minute or two",
    )


def gclog_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "logs", type=Path, nargs="+", metavar="LOG", help="written by java -Xlog:gc*:file=LOG"
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
    parser.add_argument("--json", action="store_true", help="print the figures only, as JSON")


def only_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--only",
        metavar="EXPR",
        help="only these cells, for example 'implementation=heap,case=C'",
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


def notebooks_options(parser: argparse.ArgumentParser) -> None:
    profile_option(parser, "trimmed")
    parser.add_argument("--only", metavar="NAME", help="only this notebook, e.g. 03-gc-theory")
    parser.add_argument("--force", action="store_true", help="execute even when nothing changed")
    parser.add_argument(
        "--strict", action="store_true", help="fail for a notebook whose kernel is missing, too"
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


def records_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--records", type=Path, metavar="DIR", help="the records to publish (default: the last run)"
    )


def site_options(parser: argparse.ArgumentParser) -> None:
    records_option(parser)
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="where the site goes (default: build/site)"
    )
    parser.add_argument(
        "--pdf", action="store_true", help="print the whole course into one PDF, too, by Chromium"
    )


def serve_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port", type=port, default=8000, help="port on this machine (default: %(default)s)"
    )
    records_option(parser)


def no_options(parser: argparse.ArgumentParser) -> None:
    """The command takes none."""


def learner_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="an exercise, as ./course exercises lists it")
    parser.add_argument(
        "dir", type=Path, nargs="?", metavar="DIR", help="your folder (default: my-exercises/NAME)"
    )


def check_options(parser: argparse.ArgumentParser) -> None:
    learner_options(parser)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the result to this file")


def grade_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "submissions",
        type=Path,
        metavar="SUBMISSIONS",
        help="folder of submissions: SUBMISSIONS/LEARNER/EXERCISE/ holds the files",
    )
    parser.add_argument(
        "-j",
        "--jobs",
        type=positive(int),
        metavar="N",
        help="submissions at the same time (default: one for each processor)",
    )
    parser.add_argument("--only", metavar="NAME", help="only this exercise")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="where results, gradebook and secret go (default: build/grades/SUBMISSIONS)",
    )
    parser.add_argument("--fresh", action="store_true", help="grade again what has a result")
    parser.add_argument(
        "--self-test",
        action="store_true",
        help="the folders in SUBMISSIONS are attacks or mutants: see that each gets its verdict",
    )
    parser.add_argument(
        "--cohort",
        type=positive(int),
        metavar="N",
        help="with --self-test: make up a class of N learners, one in five of whom hands in one of "
        "these attacks, grade it as any other, and see that each gets what is right",
    )
    parser.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="grade on the workers of the Dask scheduler at tcp://HOST:PORT, one submission at a "
        "time on each; results come here",
    )


def export_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "format",
        choices=EXPORTS,
        metavar="FORMAT",
        help="gradescope and classroom50: what their autograders write; junit: XML; moodle and "
        "canvas: CSV for their gradebooks; board: a page that shows points by nickname",
    )
    parser.add_argument(
        "results",
        type=Path,
        metavar="RESULTS",
        help="folder that ./course grade has filled, or one result.json",
    )
    parser.add_argument(
        "--roster",
        type=Path,
        metavar="FILE",
        help="CSV file of the learners, with the columns learner (name of the folder), name, "
        "email, username, id, section and nickname, of which only the first must be there",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="PATH",
        help="file, or folder for many (default: RESULTS/exports; of one result: print it)",
    )


def workshop_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "length", choices=WORKSHOPS, metavar="LENGTH", help=f"one of {', '.join(WORKSHOPS)}"
    )
    parser.add_argument(
        "--start",
        type=time_of_day,
        default="09:00",
        metavar="HH:MM",
        help="when a day begins (default: %(default)s)",
    )
    parser.add_argument(
        "--language", choices=("java", "cpp"), help="only exercises in this language"
    )
    parser.add_argument("--only", metavar="NAMES", help="these exercises, with commas")


def bundle_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="where it goes (default: build/bundle)"
    )
    parser.add_argument(
        "--small",
        action="store_true",
        help="only what reading and the exercises need: nothing to measure with, no kernels",
    )


def setup_notes() -> str:
    from course.toolchain.tools import help_text

    return help_text()


# ---- what each command runs --------------------------------------------------------------------


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
    from course.grading.sandbox.sandbox import why_none
    from course.toolchain.doctor import doctor

    return doctor(args, why_none())


def jdk(args: argparse.Namespace) -> int:
    from course.toolchain.jdk_tool import jdk_tool

    return jdk_tool(args)


def sweep(args: argparse.Namespace) -> int:
    from course.measure import command
    from course.toolchain.setup import ensure

    command.check(args)  # a bad selection is told before anything is built
    if not args.dry_run and args.dask is None:  # else it is the workers that run programs
        ensure()
    return command.sweep(args)


def bench(args: argparse.Namespace) -> int:
    from course.bench import command
    from course.toolchain.setup import ensure

    command.check(args)  # a bad selection is told before anything is built
    if not args.list:
        ensure()
    return command.bench(args)


def gclog(args: argparse.Namespace) -> int:
    from course.advice.command import report
    from course.toolchain.setup import ensure

    ensure()
    return report(args)


def merge(args: argparse.Namespace) -> int:
    from course.measure.merge import merge

    return merge(args)


def compare(args: argparse.Namespace) -> int:
    from course.cli.compare import compare

    return compare(args)


def notebooks(args: argparse.Namespace) -> int:
    from course.site.command import notebooks
    from course.toolchain.setup import ensure

    ensure()
    return notebooks(args)


def lab(args: argparse.Namespace) -> int:
    from course.cli.lab import check, lab
    from course.toolchain.setup import ensure

    check(args)  # a notebook that is not there is told of before anything is built
    ensure()
    return lab(args)


def site(args: argparse.Namespace) -> int:
    from course.site.command import site

    return site(args)


def serve(args: argparse.Namespace) -> int:
    from course.site.command import serve

    return serve(args)


def exercises(args: argparse.Namespace) -> int:
    from course.grading.learner.learner import list_exercises

    return list_exercises(args)


def start(args: argparse.Namespace) -> int:
    from course.grading.learner.learner import start

    return start(args)


def check(args: argparse.Namespace) -> int:
    from course.grading.learner.learner import check

    return check(args)


def watch(args: argparse.Namespace) -> int:
    from course.grading.learner.learner import watch

    return watch(args)


def grade(args: argparse.Namespace) -> int:
    from course.grading.classroom.teacher import grade

    return grade(args)


def export(args: argparse.Namespace) -> int:
    from course.grading.classroom.export import export

    return export(args)


def workshop(args: argparse.Namespace) -> int:
    from course.grading.classroom.workshop import workshop

    return workshop(args)


def bundle(args: argparse.Namespace) -> int:
    from course.bundle import command
    from course.toolchain.setup import ensure

    if not args.small:
        ensure()
    return command.bundle(args)


@dataclass(frozen=True)
class Command:
    """A command: what it does in one line, its options, its code, what must be there before."""

    summary: str
    options: Callable[[argparse.ArgumentParser], None]
    function: Callable[[argparse.Namespace], int]
    needs_tools: bool = False  # compilers and the like: missing ones are named before all else
    needs_environment: bool = True
    notes: Callable[[], str | None] = lambda: None  # what its --help says after the options


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
    "jdk": Command(
        "run a tool of one of this machine's JDKs, wherever it is",
        jdk_options,
        jdk,
        needs_environment=False,
    ),
    "sweep": Command("measure cells and keep one record each", sweep_options, sweep),
    "bench": Command("compare implementations in one run, round by round", bench_options, bench),
    "gclog": Command("say what a collector's log tells, and what follows", gclog_options, gclog),
    "compare": Command(
        "measure, and show this machine beside the published ones", compare_options, compare
    ),
    "merge": Command("join folders of records without mixing machines", merge_options, merge),
    "notebooks": Command("execute the notebooks", notebooks_options, notebooks),
    "lab": Command("open a notebook or an exercise in JupyterLab, with kernels", lab_options, lab),
    "site": Command("build the site from records", site_options, site),
    "serve": Command("build the site and serve it on this machine", serve_options, serve),
    "exercises": Command("list the exercises, with your progress", no_options, exercises),
    "start": Command("put the starter of an exercise into your folder", learner_options, start),
    "watch": Command("test an exercise at every save, with hints", learner_options, watch),
    "check": Command("grade your exercise as a teacher would", check_options, check),
    "grade": Command("grade a folder of submissions", grade_options, grade),
    "export": Command("turn results into files for other platforms", export_options, export),
    "workshop": Command("print a timed plan for a room", workshop_options, workshop),
    "bundle": Command("pack the course for a room without a network", bundle_options, bundle),
}


def parser() -> Parser:
    top = Parser(
        prog="./course",
        description="To allocate or to pool? A course that measures on your own machine.",
        epilog="Start with `./course run`. Each command has a --help of its own.",
        allow_abbrev=False,
    )
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, command in COMMANDS.items():
        sub = commands.add_parser(
            name,
            help=command.summary,
            description=command.summary[0].upper() + command.summary[1:] + ".",
            allow_abbrev=False,
            epilog=command.notes(),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.options(sub)
    return top


def parse(arguments: list[str]) -> argparse.Namespace:
    """Parses the command line; leaves the process with one line and code 2 if it is wrong."""
    known = ", ".join(COMMANDS)
    top = parser()
    if not arguments:
        top.error(f"a command is missing; there are {known}")
    if not arguments[0].startswith("-") and arguments[0] not in COMMANDS:
        top.error(f"unknown command '{arguments[0]}'; there are {known}")
    return top.parse_args(arguments)


def prepare(command: Command, args: argparse.Namespace, arguments: list[str]) -> None:
    """Sees to it that the command can run, and moves into the course's environment.

    Returns in that environment, or at once for a command that needs none. Missing tools are named
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


def main(arguments: list[str]) -> int:
    """Runs one command and returns its exit code."""
    args = parse(arguments)
    command = COMMANDS[args.command]
    try:
        prepare(command, args, arguments)
        return command.function(args)
    except CourseError as error:
        print(f"{program(args)}: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print(f"{program(args)}: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader of our output went away (`./course doctor | head`): no more can be said.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def program(args: argparse.Namespace) -> str:
    return f"./course {args.command}"
