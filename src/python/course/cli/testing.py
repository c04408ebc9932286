"""`./course test`: every test of every language, and one line that tells how it went."""

import argparse
import re
import shutil
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, dataclass, field, replace
from pathlib import Path
from xml.etree import ElementTree

from course import paths
from course.errors import CourseError
from course.process import times
from course.process.files import read_object, write_object
from course.process.logged import StepFailed, answer_of, last_useful_lines, run_logged
from course.toolchain import build, compiler, jdks
from course.toolchain.fingerprint import Fingerprints, files_in
from course.toolchain.steps import Display

REPORTS = paths.BUILD / "test-reports"
PYTHON = paths.VENV_PYTHON


@dataclass(frozen=True)
class Count:
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: "Count") -> "Count":
        sums = (one + another for one, another in zip(astuple(self), astuple(other), strict=True))
        return Count(*sums)


@dataclass(frozen=True)
class Result:
    """What a suite did. `problem` says in a few words what went wrong beyond single tests."""

    count: Count
    output: str
    problem: str | None = None
    seconds: float = 0
    tests: Mapping[str, float] = field(default_factory=dict)
    """The seconds of single tests, by name, where the tool reports them."""


@dataclass(frozen=True)
class Suite:
    """A set of tests that one tool runs."""

    name: str
    run: Callable[[], Result]
    sources: Sequence[Path] = (paths.ROOT,)
    """Its verdict is a function of these files and folders, of its name, and of the machine."""


def test(args: argparse.Namespace) -> int:
    """Sets up, runs the suites and prints their output and a summary. 0 if nothing failed."""
    from course.toolchain.setup import ensure

    began = time.monotonic()
    ensure(install_without_asking=args.yes)
    marks = QUICK if args.quick else EVERY if args.all else MIDDLE
    passed = None if args.all else Passed()
    results = run_lanes(quick_lanes() if args.quick else full_lanes(marks), passed)
    name = f"./course test{' --quick' * args.quick}{' --all' * args.all}"
    before = times.before()
    total = summarise(results, {one: before.get(f"{name}: {one}") for one in results})
    seconds = time.monotonic() - began
    print(f"in {seconds:.0f} s")
    suites = {f"{name}: {one}": result.seconds for one, result in results.items() if result.seconds}
    times.keep({name: seconds, **suites}, {"./course test": 900, "./course test --quick": 90})
    print(f"{total.passed} passed, {total.failed} failed")
    return 1 if total.failed else 0


# ---- which suites there are --------------------------------------------------------------------


QUICK, MIDDLE, EVERY = "not slow and not all", "not all", ""
"""Which of Python's tests a tier takes, by their marks; see CONTRIBUTING."""


NATIVE = (paths.CPP_SOURCES, paths.NATIVE_SOURCES)
JAVA = (paths.JAVA_SOURCES, *NATIVE)


def full_lanes(marks: str = MIDDLE) -> list[list[Suite]]:
    """Three lanes that share no folder of classes: Python's tests wait for half of their time.

    End to end starts the programs of the release build, which is therefore built again after it.
    """
    benches = "ON" if marks == EVERY else "OFF"
    unchecked = Suite("maven unchecked", lambda: maven("maven-unchecked", ["test"]), JAVA)
    return [
        [*linters(), python_tests("pytest", "src/python/tests", marks)],
        [
            python_tests("end to end", "tests", marks),
            Suite("ctest release", lambda: built("release"), NATIVE),
        ],
        [
            Suite("maven", lambda: maven("maven", [*STYLE_TOO, CHECKED_JNI]), JAVA),
            *([unchecked] if marks == EVERY else []),
            Suite("ctest tsan", lambda: built("tsan", benches), NATIVE),
            Suite("ctest asan", lambda: built("asan", benches), NATIVE),
        ],
    ]


def quick_lanes() -> list[list[Suite]]:
    """The same without the sanitizers, and without what is slow by itself or in its number."""
    return [
        [*linters(), python_tests("pytest", "src/python/tests", QUICK)],
        [
            Suite("ctest release", lambda: built("release"), NATIVE),
            Suite("maven quick", lambda: maven("maven", [*STYLE_TOO, STARTS_NOTHING]), JAVA),
            python_tests("end to end", "tests", QUICK),
        ],
    ]


def linters() -> list[Suite]:
    return [
        Suite("ruff check", lambda: single("ruff-check", [_tool("ruff"), "check", "."])),
        Suite("ruff format", lambda: single("ruff-format", [_tool("ruff"), "format", "--check"])),
        Suite("clang-format", clang_format),
        Suite("spelling", lambda: single("spelling", [_tool("codespell")])),
        Suite("notebook lint", lambda: single("lint", [PYTHON, "-m", "lint"])),
    ]


def python_tests(name: str, folder: str, marks: str) -> Suite:
    """Two tests at a time; those of a group by one process.

    The clone's are a group, which takes as long as all others end to end: they run beside it.
    """
    log = name.replace(" ", "-")
    chosen = ["-m", marks] if marks else []

    def run() -> Result:
        report = _report(log)
        command = [PYTHON, "-m", "pytest", folder, "-q", "-rs", "--color=no", *chosen]
        command += [f"--junitxml={report}", "-n", "2", "--dist", "loadgroup"]
        return counted(report, *logged(log, command))

    return Suite(f"{name} quick" if marks == QUICK else name, run)


STYLE_TOO = ["test", "checkstyle:check", "--fail-at-end"]

STARTS_NOTHING = "-DexcludedGroups=program"

CHECKED_JNI = "-Dtest.jvm.flags=-Xcheck:jni"
"""Reaches all tests, but none of the programs that they start."""


def _tool(name: str) -> Path:
    return paths.VENV / "bin" / name


# ---- how each kind is run ----------------------------------------------------------------------


KEEPS_COMPILED = {"PYTHONDONTWRITEBYTECODE": None}
"""Where that is set, as in some containers, each of some hundred processes that tests start would
compile the libraries anew, which takes longer than most of them."""


def logged(
    name: str, command: Sequence[str | Path], folder: Path = paths.ROOT
) -> tuple[str, str | None]:
    """Runs a suite's command; returns its output and, if it failed, that in words."""
    began = time.monotonic()
    try:
        return run_logged(f"test-{name}", command, cwd=folder, env=KEEPS_COMPILED), None
    except StepFailed as error:
        return error.output, f"failed after {time.monotonic() - began:.0f} s"


def single(name: str, command: Sequence[str | Path]) -> Result:
    """A check that passes or fails as a whole."""
    output, problem = logged(name, command)
    return Result(Count(failed=1) if problem else Count(passed=1), output, problem)


def clang_format() -> Result:
    """But for honest variants, which are written as others would write them."""
    folders = [*NATIVE, paths.PYTHON_SOURCES, paths.ROOT / "exercises"]
    sources = (file for folder in folders for file in files_in(folder))
    ours = [one for one in sources if one.suffix in (".cpp", ".hpp") and "honest" not in one.parts]
    return single("clang-format", [_tool("clang-format"), "--dry-run", "--Werror", *ours])


def ctest(preset: str, through: Sequence[str] = ()) -> Result:
    report = _report(f"ctest-{preset}")
    command = [*through, "ctest", "--preset", preset, "--output-junit", report]
    return counted(report, *logged(f"ctest-{preset}", command, paths.CPP_SOURCES))


def built(preset: str, benches: str = "ON") -> Result:
    """The tests of a CMake preset, after building them: set-up makes the programs only."""
    options = [f"-DALLOCPOOL_BENCHES={benches}"]
    through = without_randomised_addresses() if preset == "tsan" else []
    try:
        build.cmake_build(preset, f"test-cpp-{preset}", options=options, through=through)
    except CourseError as error:
        return Result(Count(failed=1), str(error), "build failed")
    return ctest(preset, through)


def without_randomised_addresses() -> list[str]:
    """The command that runs another one at fixed addresses, where that is possible.

    ThreadSanitizer of older compilers cannot map its shadow memory beside the widely scattered
    addresses of newer kernels.
    """
    command = ["setarch", "-R"]
    return command if shutil.which("setarch") and answer_of([*command, "true"])[0] == 0 else []


def maven(name: str, goals: list[str]) -> Result:
    try:
        output, problem = build.maven(f"test-{name}", goals), None
    except StepFailed as error:
        output, problem = error.output, "failed"
    return Result(_at_least_one(of_maven(output), problem), output, problem)


def of_maven(output: str) -> Count:
    """The counts of Maven's output: of each module's last line, which names no class."""
    line = r"^\[\w+\]\s+Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)\s*$"
    modules = [map(int, numbers) for numbers in re.findall(line, output, re.MULTILINE)]
    counts = (Count(tests - failed - broken - skipped, failed + broken, skipped)
              for tests, failed, broken, skipped in modules)  # fmt: skip
    return sum(counts, Count())


def counted(report: Path, output: str, problem: str | None) -> Result:
    """The result with the counts of a JUnit report; a lost report is a failure."""
    try:
        count, tests = of_junit(report)
    except (OSError, ElementTree.ParseError):
        count, tests, problem = Count(), {}, problem or "no report written"
    return Result(_at_least_one(count, problem), output, problem, tests=tests)


def of_junit(report: Path) -> tuple[Count, dict[str, float]]:
    """The counts of a JUnit report, taken from the single test cases; and what each of them took,
    in seconds, by its file and name. What was set up for it is part of that."""
    total, took = Count(), {}
    for case in ElementTree.parse(report).iter("testcase"):
        file = case.get("classname", "").rpartition(".")[2]
        took[f"{file}: {case.get('name')}"] = float(case.get("time", 0))
        children = {child.tag for child in case}
        if children & {"failure", "error"}:
            total += Count(failed=1)
        elif "skipped" in children or case.get("status") in ("notrun", "disabled"):
            total += Count(skipped=1)
        else:
            total += Count(passed=1)
    return total, took


def _at_least_one(count: Count, problem: str | None) -> Count:
    """A suite that failed before any test did, or that found no test, counts as one failure."""
    none_told = (problem and not count.failed) or count == Count()
    return count + Count(failed=1) if none_told else count


def _report(name: str) -> Path:
    """Where a suite's report goes; what an earlier run left there is removed."""
    REPORTS.mkdir(parents=True, exist_ok=True)
    report = REPORTS / f"{name}.xml"
    report.unlink(missing_ok=True)
    return report


# ---- running and showing -----------------------------------------------------------------------


class Passed:
    """What passed here before, by the fingerprint of all that it depends on. For one thread each
    suite; threads may share it."""

    def __init__(self) -> None:
        self._tools = f"{sys.version} {compiler.find()} {jdks.compiling()}"

    def fingerprint(self, suite: Suite) -> str:
        """Of all that its verdict is a function of, as it is now."""
        return Fingerprints().of(suite.sources, suite.name, self._tools)

    def before(self, suite: Suite, fingerprint: str) -> Count | None:
        """How many tests passed when all that matters was so."""
        found = read_object(self._file(suite))
        if found.get("fingerprint") != fingerprint:
            return None
        return Count(found["passed"], 0, found["skipped"])

    def note(self, suite: Suite, fingerprint: str, count: Count) -> None:
        """Keeps what passed, and forgets what did not. Fingerprint: from before it ran."""
        if count.failed:
            self._file(suite).unlink(missing_ok=True)
            return
        counts = {"passed": count.passed, "skipped": count.skipped}
        write_object(self._file(suite), {"fingerprint": fingerprint, **counts})

    def _file(self, suite: Suite) -> Path:
        return REPORTS / "passed" / f"{suite.name.replace(' ', '-')}.json"


def run_lanes(lanes: Sequence[Sequence[Suite]], passed: Passed | None = None) -> dict[str, Result]:
    """Runs the suites of each lane in order, the lanes at the same time. A failure stops none.

    What passed before and depends on nothing that changed is not run; without `passed`, all is.
    """
    results: dict[str, Result] = {}
    display = Display()
    interrupted = threading.Event()

    def go(lane: Sequence[Suite]) -> None:
        for suite in lane:
            if interrupted.is_set():
                return
            fingerprint = passed.fingerprint(suite) if passed else ""
            before = passed.before(suite, fingerprint) if passed else None
            if before:
                results[suite.name] = Result(before, "", "unchanged since it passed")
                display.say(f"{suite.name}: unchanged since it passed")
                continue
            began = time.monotonic()
            with display.step(suite.name):
                try:
                    result = suite.run()
                except CourseError as error:
                    result = Result(Count(failed=1), str(error), "could not run")
            results[suite.name] = replace(result, seconds=time.monotonic() - began)
            if passed:
                passed.note(suite, fingerprint, result.count)
            if result.count.failed:
                display.say(f"---- {suite.name}\n{result.output.rstrip()}\n----")

    with display.shown(), ThreadPoolExecutor(max_workers=len(lanes)) as pool:
        try:
            for future in [pool.submit(go, lane) for lane in lanes]:
                future.result()
        except BaseException:  # Ctrl-C, which ends the suites under way and should end the lanes
            interrupted.set()
            raise
    return {suite.name: results[suite.name] for lane in lanes for suite in lane}


LONGEST, NAME = 10, 84  # tests that the summary names, and columns for a name
EXCERPT = 40  # lines of a failed suite's output that the summary repeats

# How pytest, GoogleTest, ctest and Maven begin a line that names a failure, or its reason.
FAILURE = re.compile(
    r"^(?:FAILED|ERROR|E  |\[ERROR\] +\S|\[  FAILED|.*\*\*\*\w|.*\((?:Failed|Timeout)\))"
)


def failures(output: str) -> list[str]:
    """The first lines of a suite's output that name failures, or else its last ones."""
    named = [line.rstrip() for line in output.splitlines() if FAILURE.match(line)]
    return named[:EXCERPT] or last_useful_lines(output)


def summarise(
    results: Mapping[str, Result], before: Mapping[str, float | None] | None = None
) -> Count:
    """Prints what failed, a line for each suite, and the longest tests; returns the sums.

    `before` says how many seconds a suite took the last time. Failures stand before the tables,
    as the end of a long log is often all that somebody sees of it.
    """
    for name, result in results.items():
        if result.count.failed:
            print(f"\n---- failures in {name}")
            print("\n".join(failures(result.output)))
    width = max(len(name) for name in results)
    print(f"\n{'suite':{width}}  passed  failed  skipped       s  before")
    for name, result in results.items():
        count = result.count
        line = f"{name:{width}}  {count.passed:6}  {count.failed:6}  {count.skipped:7}"
        last = (before or {}).get(name)
        line += f"  {result.seconds:6.0f}  {'' if last is None else f'{last:.0f}':>6}"
        print(f"{line}  {result.problem}" if result.problem else line)
    tests = {name: s for result in results.values() for name, s in result.tests.items()}
    if tests:
        print(f"\n{'longest tests':{NAME}}       s")
    for name in sorted(tests, key=lambda name: -tests[name])[:LONGEST]:
        print(f"{name[:NAME]:{NAME}}  {tests[name]:6.0f}")
    return sum((result.count for result in results.values()), Count())
