"""The options of the commands of learners and teachers."""

import argparse
from pathlib import Path

from course.arguments import Command, no_options, positive

EXPORTS = ("gradescope", "classroom50", "junit", "moodle", "canvas", "board", "feedback")
WORKSHOPS = ("half-day", "day", "two-days")


def time_of_day(text: str) -> int:
    """An argument type: HH:MM, as minutes since midnight."""
    hours, colon, minutes = text.partition(":")
    if not (colon and hours.isdecimal() and minutes.isdecimal()):
        raise argparse.ArgumentTypeError(f"'{text}' is not a time such as 09:00")
    if int(hours) > 23 or int(minutes) > 59:
        raise argparse.ArgumentTypeError(f"'{text}' is not a time from 00:00 to 23:59")
    return int(hours) * 60 + int(minutes)


def learner_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="an exercise, as ./course exercises lists it")
    parser.add_argument(
        "dir", type=Path, nargs="?", metavar="DIR", help="your folder (default: my-exercises/NAME)"
    )


def check_options(parser: argparse.ArgumentParser) -> None:
    learner_options(parser)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the result to this file")
    parser.add_argument(
        "--require-sandbox",
        action="store_true",
        help="run nothing without a sandbox, as learners' own machines may: for autograders",
    )


def preflight_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="exercises that you will do (default: all)"
    )
    parser.add_argument(
        "--to", type=Path, metavar="DIR", help="the folder where you will hand in, if there is one"
    )


def submit_options(parser: argparse.ArgumentParser) -> None:
    learner_options(parser)
    parser.add_argument(
        "--as",
        dest="who",
        metavar="NAME",
        help="who you are (default: as last time; on a hub, as you logged in)",
    )
    parser.add_argument(
        "--to",
        type=Path,
        metavar="DIR",
        help="where the file goes, such as a shared folder (default: my-exercises/handed-in)",
    )


def roster_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--roster",
        type=Path,
        metavar="FILE",
        help="CSV file of the learners, with the columns learner (name of the folder), name, "
        "email, username, id, section and nickname, of which only the first must be there",
    )


def grade_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "submissions",
        type=Path,
        metavar="SUBMISSIONS",
        help="folder of what was handed in: files of ./course submit, zip files, downloads of a "
        "learning platform, repositories, SUBMISSIONS/LEARNER/EXERCISE/; mixed",
    )
    parser.add_argument(
        "-j",
        "--jobs",
        type=positive(int),
        metavar="N",
        help="submissions at the same time (default: one for each processor)",
    )
    parser.add_argument(
        "--only",
        metavar="NAMES",
        help="the exercises that were set, with commas (default: those that somebody handed in)",
    )
    roster_option(parser)
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
        "these attacks, grade it as any other, and see that each gets what is right; with --only, "
        "everybody else hands in all of these exercises",
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
        "canvas: CSV for their gradebooks; board: a page that shows points by nickname; feedback: "
        "a page for each learner, the class, and typical mistakes",
    )
    parser.add_argument(
        "results",
        type=Path,
        metavar="RESULTS",
        help="folder that ./course grade has filled, or one result.json",
    )
    roster_option(parser)
    parser.add_argument(
        "--out",
        type=Path,
        metavar="PATH",
        help="file, or folder for many (default: RESULTS/exports; of one result: print it)",
    )
    parser.add_argument(
        "--no-names",
        dest="names",
        action="store_false",
        help="the board says how many have solved each exercise, and of nobody who",
    )
    parser.add_argument(
        "--no-zeros", dest="zeros", action="store_false", help="the board leaves out zeros"
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


def exercises(args: argparse.Namespace) -> int:
    from course.grading.learner.learner import list_exercises

    return list_exercises(args)


def start(args: argparse.Namespace) -> int:
    from course.grading.learner.learner import start

    return start(args)


def watch(args: argparse.Namespace) -> int:
    from course.grading.learner.learner import watch

    return watch(args)


def check(args: argparse.Namespace) -> int:
    from course.grading.learner.learner import check

    return check(args)


def preflight(args: argparse.Namespace) -> int:
    from course.grading.learner.preflight import preflight

    return preflight(args)


def submit(args: argparse.Namespace) -> int:
    from course.grading.learner.submit import submit

    return submit(args)


def grade(args: argparse.Namespace) -> int:
    from course.grading.classroom.teacher import grade

    return grade(args)


def export(args: argparse.Namespace) -> int:
    from course.grading.classroom.export import export

    return export(args)


def workshop(args: argparse.Namespace) -> int:
    from course.grading.classroom.workshop import workshop

    return workshop(args)


COMMANDS = {
    "exercises": Command("list the exercises, with your progress", no_options, exercises),
    "preflight": Command(
        "try in two minutes whether this machine can do the exercises", preflight_options, preflight
    ),
    "start": Command("put the starter of an exercise into your folder", learner_options, start),
    "watch": Command("test an exercise at every save, with hints", learner_options, watch),
    "check": Command("grade your exercise as a teacher would", check_options, check),
    "submit": Command("pack your exercise into one file for a teacher", submit_options, submit),
    "grade": Command("grade a folder of submissions", grade_options, grade),
    "export": Command("turn results into files for other platforms", export_options, export),
    "workshop": Command("print a timed plan for a room", workshop_options, workshop),
}
