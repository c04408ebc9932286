"""`./course test`: run all tests of all languages, and sum up the outcome in one line."""

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
    """A suite's outcome. `problem` describes in a few words any failure beyond single tests."""

    count: Count
    output: str
    problem: str | None = None
    seconds: float = 0
    tests: Mapping[str, float] = field(default_factory=dict)
    """Seconds of single tests, by name, if the tool reports them."""


@dataclass(frozen=True)
class Suite:
    """A set of tests that one tool runs."""

    name: str
    run: Callable[[], Result]
    sources: Sequence[Path] = (paths.ROOT,)
    """Its verdict depends on these files and folders, its name and the machine."""


def test(args: argparse.Namespace) -> int:
    """Set up, run the suites, print their output and a summary; return 0 if nothing failed."""
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


# ---- the suites --------------------------------------------------------------------------------


QUICK, MIDDLE, EVERY = "not slow and not all", "not all", ""
"""Expressions that select a tier's Python tests by their marks; see CONTRIBUTING."""


NATIVE = (paths.CPP_SOURCES, paths.NATIVE_SOURCES)
JAVA = (paths.JAVA_SOURCES, *NATIVE)

END_TO_END = paths.ROOT / "tests"
OF_PROGRAMS = [
    END_TO_END / f"test_{name}.py"
    for name in ("allocation_path", "digest", "jcstress", "packet_bytes", "realtime")
]
"""End-to-end tests that run nothing but Java's and C++'s programs."""
COURSE = paths.PYTHON_SOURCES / "course"
SHARED = (
    *(COURSE / one for one in ("model", "process", "toolchain", "errors.py", "paths.py")),
    *(paths.ROOT / one for one in ("locks", "pyproject.toml")),
)
"""All Python tests depend on these."""
PROGRAMS = (
    *JAVA,
    *SHARED,
    *(END_TO_END / one for one in ("oracle.py", "programs.py")),
    *OF_PROGRAMS,
)

TESTS = paths.PYTHON_SOURCES / "tests"
OF_GRADER = TESTS / "grading"
"""Tests that read no chapter, record or measured program."""
GRADER = (
    *SHARED,
    *(COURSE / one for one in ("cli", "grading", "sandbox", "version.py")),
    *(COURSE / f"arguments.{kind}" for kind in ("py", "toml")),
    *sorted(COURSE.rglob("commands.toml")),
    paths.PYTHON_SOURCES / "lint",
    *(TESTS / one for one in ("conftest.py", "programs.py")),
    OF_GRADER,
    paths.ROOT / "exercises",
)


def full_lanes(marks: str = MIDDLE) -> list[list[Suite]]:
    """Three lanes that share no class folder.

    With a fourth lane for the sanitizers, tests whose threads spin took twice as long. The
    end-to-end tests run programs of the release build, so that is only rebuilt after them; tests of
    nothing but programs are a suite of their own, which a change of a page leaves alone.
    """
    benches = "ON" if marks == EVERY else "OFF"
    unchecked = Suite("maven unchecked", lambda: maven("maven-unchecked", ["test"]), JAVA)
    return [
        [
            *linters(),
            *unit_tests(marks),
            Suite("ctest asan", lambda: built("asan", benches), NATIVE),
        ],
        [
            python_tests(
                "end to end", ["tests", *(f"--ignore={one}" for one in OF_PROGRAMS)], marks
            ),
            Suite("ctest release", lambda: built("release"), NATIVE),
        ],
        [
            python_tests("programs", OF_PROGRAMS, marks, PROGRAMS),
            Suite("maven", lambda: maven("maven", [*STYLE_TOO, *CHECKED_JNI]), JAVA),
            *([unchecked] if marks == EVERY else []),
            Suite("ctest tsan", lambda: built("tsan", benches), NATIVE),
        ],
    ]


def quick_lanes() -> list[list[Suite]]:
    """The same without sanitizers, and without tests marked `slow` or `all`."""
    return [
        unit_tests(QUICK),
        [
            *linters(),
            Suite("ctest quick", lambda: built("release", but=WHOLE_PROGRAMS), NATIVE),
            Suite("maven quick", lambda: maven("maven", [*STYLE_TOO, *NOTHING_LONG]), JAVA),
            python_tests("end to end", ["tests"], QUICK),
        ],
    ]


def unit_tests(marks: str) -> list[Suite]:
    """Python's; the grader's are skipped while only chapters, records or the site change."""
    return [
        python_tests("grader", [OF_GRADER], marks, GRADER),
        python_tests("pytest", [TESTS, f"--ignore={OF_GRADER}"], marks),
    ]


def linters() -> list[Suite]:
    return [
        Suite("ruff check", lambda: single("ruff-check", [_tool("ruff"), "check", "."])),
        Suite("ruff format", lambda: single("ruff-format", [_tool("ruff"), "format", "--check"])),
        Suite("clang-format", clang_format),
        Suite("spelling", lambda: single("spelling", [_tool("codespell")])),
        Suite("notebook lint", lambda: single("lint", [PYTHON, "-m", "lint"])),
    ]


def python_tests(
    name: str,
    chosen: Sequence[str | Path],
    marks: str,
    sources: Sequence[Path] = (paths.ROOT,),
) -> Suite:
    """Two tests at a time (three took longer: other lanes' tests did); those of a group by one
    process.

    The clone's are a group, which takes longer than all others end to end: they run beside it.
    """
    log = name.replace(" ", "-")
    marked = ["-m", marks] if marks else []

    def run() -> Result:
        report = _report(log)
        command = [PYTHON, "-m", "pytest", *chosen, "-q", "-rs", "--color=no", *marked]
        command += [f"--junitxml={report}", "-n", "2", "--dist", "loadgroup"]
        return counted(report, *logged(log, command))

    return Suite(f"{name} quick" if marks == QUICK else name, run, sources)


STYLE_TOO = ["test", "checkstyle:check", "--fail-at-end"]

BRIEF = "-XX:TieredStopAtLevel=1"
"""For virtual machines that start to be tested, not measured. `--all` has them as they are, too."""

LIGHT = f"-Dtest.jvm.flags={BRIEF} -XX:+UseSerialGC"

NOTHING_LONG = ["-DexcludedGroups=program | slow", LIGHT]

WHOLE_PROGRAMS = r"(Bench|Program|MachineLimits|Unscaled)\."
"""Suites of C++ tests that start programs or have full sizes: half of all tests' time."""

CHECKED_JNI = [f"{LIGHT} -Xcheck:jni", f"-Dtest.program.flags={BRIEF}"]
"""The check applies to all tests, but not to the programs that they start."""


def _tool(name: str) -> Path:
    return paths.VENV / "bin" / name


# ---- running each kind -------------------------------------------------------------------------


KEEPS_COMPILED = {"PYTHONDONTWRITEBYTECODE": None}
"""Unset the variable, which some containers set: the hundreds of processes started by tests would
each recompile the libraries, which takes longer than most of the tests."""


def logged(
    name: str, command: Sequence[str | Path], folder: Path = paths.ROOT
) -> tuple[str, str | None]:
    """Run a suite's command; return its output and, if it failed, a description of that."""
    began = time.monotonic()
    try:
        return run_logged(f"test-{name}", command, cwd=folder, env=KEEPS_COMPILED), None
    except StepFailed as error:
        return error.output, f"failed after {time.monotonic() - began:.0f} s"


def single(name: str, command: Sequence[str | Path]) -> Result:
    """Run a check that passes or fails as a whole."""
    output, problem = logged(name, command)
    return Result(Count(failed=1) if problem else Count(passed=1), output, problem)


def clang_format() -> Result:
    """Check all C++ sources except honest variants, which keep other people's style."""
    folders = [*NATIVE, paths.PYTHON_SOURCES, paths.ROOT / "exercises"]
    sources = (file for folder in folders for file in files_in(folder))
    ours = [one for one in sources if one.suffix in (".cpp", ".hpp") and "honest" not in one.parts]
    return single("clang-format", [_tool("clang-format"), "--dry-run", "--Werror", *ours])


def ctest(preset: str, through: Sequence[str], but: str) -> Result:
    report = _report(f"ctest-{preset}")
    command = [*through, "ctest", "--preset", preset, "--output-junit", report]
    command += ["--exclude-regex", but] if but else []
    return counted(report, *logged(f"ctest-{preset}", command, paths.CPP_SOURCES))


def built(preset: str, benches: str = "ON", but: str = "") -> Result:
    """Build and run the tests of a CMake preset: set-up builds the programs only.

    but: a pattern of tests to leave out.
    """
    options = [f"-DALLOCPOOL_BENCHES={benches}"]
    through = without_randomised_addresses() if preset == "tsan" else []
    try:
        build.cmake_build(preset, f"test-cpp-{preset}", options=options, through=through)
    except CourseError as error:
        return Result(Count(failed=1), str(error), "build failed")
    return ctest(preset, through, but)


def without_randomised_addresses() -> list[str]:
    """Return a command prefix that disables address randomisation, if possible.

    ThreadSanitizer of older compilers cannot map its shadow memory under the stronger randomisation
    of newer kernels.
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
    """Sum up the counts in Maven's output, from each module's last line, which names no class."""
    line = r"^\[\w+\]\s+Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)\s*$"
    modules = [map(int, numbers) for numbers in re.findall(line, output, re.MULTILINE)]
    counts = (Count(tests - failed - broken - skipped, failed + broken, skipped)
              for tests, failed, broken, skipped in modules)  # fmt: skip
    return sum(counts, Count())


def counted(report: Path, output: str, problem: str | None) -> Result:
    """Return the result with the counts of a JUnit report; a missing report is a failure."""
    try:
        count, tests = of_junit(report)
    except (OSError, ElementTree.ParseError):
        count, tests, problem = Count(), {}, problem or "no report written"
    return Result(_at_least_one(count, problem), output, problem, tests=tests)


def of_junit(report: Path) -> tuple[Count, dict[str, float]]:
    """Return the counts of a JUnit report, from its test cases, and each one's seconds, including
    its set-up, by file and name."""
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
    """Count a suite that failed before any test did, or found no test, as one failure."""
    none_told = (problem and not count.failed) or count == Count()
    return count + Count(failed=1) if none_told else count


def _report(name: str) -> Path:
    """Return the path of a suite's report, and remove an earlier run's."""
    REPORTS.mkdir(parents=True, exist_ok=True)
    report = REPORTS / f"{name}.xml"
    report.unlink(missing_ok=True)
    return report


# ---- running and reporting ---------------------------------------------------------------------


class Passed:
    """Suites that passed before, with the fingerprint of everything they depend on. Threads may
    share it, if each suite is used by one thread."""

    def __init__(self) -> None:
        self._tools = f"{sys.version} {compiler.find()} {jdks.compiling()}"

    def fingerprint(self, suite: Suite) -> str:
        """Return the current fingerprint of everything that the suite's verdict depends on."""
        return Fingerprints().of(suite.sources, suite.name, self._tools)

    def before(self, suite: Suite, fingerprint: str) -> Count | None:
        """Return the count of a former pass with this fingerprint, or None."""
        found = read_object(self._file(suite))
        if found.get("fingerprint") != fingerprint:
            return None
        return Count(found["passed"], 0, found["skipped"])

    def note(self, suite: Suite, fingerprint: str, count: Count) -> None:
        """Store a pass, or delete the former one on failure. Fingerprint: from before the run."""
        if count.failed:
            self._file(suite).unlink(missing_ok=True)
            return
        counts = {"passed": count.passed, "skipped": count.skipped}
        write_object(self._file(suite), {"fingerprint": fingerprint, **counts})

    def _file(self, suite: Suite) -> Path:
        return REPORTS / "passed" / f"{suite.name.replace(' ', '-')}.json"


def run_lanes(lanes: Sequence[Sequence[Suite]], passed: Passed | None = None) -> dict[str, Result]:
    """Run the suites of each lane in order, and the lanes in parallel. A failure stops none.

    Suites that passed and whose dependencies are unchanged are skipped, unless `passed` is None.
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
        except BaseException:  # Ctrl-C ends the running suites and should end the lanes
            interrupted.set()
            raise
    return {suite.name: results[suite.name] for lane in lanes for suite in lane}


LONGEST, NAME = 10, 84  # tests named in the summary, and columns for a name
EXCERPT = 40  # lines of a failed suite's output repeated in the summary

# Starts of lines that name a failure or its reason, by pytest, GoogleTest, ctest and Maven.
FAILURE = re.compile(
    r"^(?:FAILED|ERROR|E  |\[ERROR\] +\S|\[  FAILED|.*\*\*\*\w|.*\((?:Failed|Timeout)\))"
)


def failures(output: str) -> list[str]:
    """Return the first lines of a suite's output that name failures, or else its last lines."""
    named = [line.rstrip() for line in output.splitlines() if FAILURE.match(line)]
    return named[:EXCERPT] or last_useful_lines(output)


def summarise(
    results: Mapping[str, Result], before: Mapping[str, float | None] | None = None
) -> Count:
    """Print failures, a line for each suite, and the longest tests; return the total count.

    `before`: seconds that a suite took the last time. Failures come before the tables, because the
    end of a long log may be all that is read.
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
