"""Run the measured programs and the launcher from outside, like a user."""

from __future__ import annotations

import importlib.util
import json
import os
import platform
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from types import ModuleType

import psutil
import pytest

from course.model.solutions import IMPLEMENTATIONS
from course.toolchain import jdks

ROOT = Path(__file__).resolve().parent.parent
JARS = ROOT / "build/java/lib"
CPP = ROOT / "build/cpp"
MAIN_CLASSES = {key: one.main_class for key, one in IMPLEMENTATIONS.items() if one.is_java} | {
    "flat-address": "allocpool.flat.address.FlatAddressMain",
    "flat-mapped": "allocpool.flat.address.FlatMappedMain",
}
"""The Java implementations, and those that only a bench runs."""
BATCH = {key: ROOT / one.program for key, one in IMPLEMENTATIONS.items() if one.program}
"""The C++ implementations' executables."""


@lru_cache(maxsize=1)
def javas() -> dict[int, Path]:
    """Return the `java` of each installed feature release from 11 on."""
    versions = sorted({jdk.version for jdk in jdks.all() if jdk.version >= 11})
    return {version: jdk.java for version in versions if (jdk := jdks.find(version))}


def require_built() -> None:
    """Fail, naming the command to run, if the programs have not been built."""
    missing = [path for path in (JARS, CPP / "lib", *BATCH.values()) if not path.exists()]
    if missing:
        names = ", ".join(str(path.relative_to(ROOT)) for path in missing)
        pytest.fail(f"not built: {names}; run ./course setup first")


def oldest_jdk(implementation: str) -> int:
    """Return the first JDK that compiles and runs it."""
    declared = IMPLEMENTATIONS.get(implementation)
    return 25 if declared is None else declared.jdk_from or 11  # those of a bench


def command(implementation: str, jdk: int | None = None, flags: Sequence[str] = ()) -> list[str]:
    """Return an implementation's command, by default with the newest JDK.

    Skips the test if this machine's JDK cannot build the implementation.
    """
    if implementation not in MAIN_CLASSES:
        return [str(BATCH[implementation])]
    compiling, oldest = jdks.compiling(), oldest_jdk(implementation)
    if compiling is None or compiling.version < oldest:
        pytest.skip(f"{implementation} is built by a JDK of at least {oldest}")
    version = jdk or max(javas())
    native = ["--enable-native-access=ALL-UNNAMED"] if version >= 17 else []
    return [
        str(javas()[version]),
        *flags,
        *native,
        f"-Djava.library.path={CPP / 'lib'}",
        *("-cp", f"{JARS}/*", MAIN_CLASSES[implementation]),
    ]


def events(output: str) -> list[dict]:
    """Parse the JSON lines of a program's standard output: anything else there is an error."""
    return [json.loads(line) for line in output.splitlines()]


def only(kind: str, lines: list[dict]) -> dict:
    """Return the only event of its kind."""
    (event,) = (line for line in lines if line["event"] == kind)
    return event


def _default_signals() -> None:
    for ignored in (signal.SIGINT, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_DFL)


def run_program(
    start: Sequence[str], *arguments: object, timeout: float = 100
) -> tuple[list[dict], str]:
    """Run a measured program to its end; return its events and its standard error.

    Background jobs of a shell inherit an ignored SIGINT, and those of nohup an ignored SIGHUP,
    which checked JNI mistakes for another handler. So the program gets the default ones.
    """
    done = subprocess.run(
        [*start, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
        preexec_fn=_default_signals,
    )
    assert done.returncode == 0, f"{done.args}: exit {done.returncode}\n{done.stderr[-2000:]}"
    return events(done.stdout), done.stderr


def course(
    *arguments: object, root: Path = ROOT, timeout: float = 500, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run `./course` to its end, without checking its exit code."""
    return subprocess.run(
        [root / "course", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
        cwd=root,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
    )


@contextmanager
def course_in_background(
    *arguments: object, root: Path = ROOT, log: Path
) -> Iterator[subprocess.Popen[bytes]]:
    """Run `./course` in the background, in its own process group like a terminal would.

    All processes it leaves behind are killed at the end, even after a failing test.
    """
    with log.open("wb") as output:
        process = subprocess.Popen(
            [root / "course", *map(str, arguments)],
            cwd=root,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, MARK: str(log)},
            process_group=0,
        )
        try:
            yield process
        finally:
            for left in marked(log):
                with suppress(psutil.NoSuchProcess):  # it may end by itself
                    left.kill()
            process.wait()


MARK = "COURSE_TEST"
"""Variable that marks the processes of one background run: children inherit it, even orphans."""


def marked(log: Path) -> list[psutil.Process]:
    """Return the living processes of the background run that writes to `log`, orphans included."""
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            if process.environ().get(MARK) == str(log) and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
    return found


MEASURED_PROGRAM = re.compile(r"bin/analyser-cpp|(Heap|Native|Foreign|Flat|Region)Main")


def measuring(sweep: subprocess.Popen[bytes]) -> bool:
    """True if a sweep has a measured program running."""
    for process in _descendants(sweep.pid):
        with suppress(psutil.Error):
            if MEASURED_PROGRAM.search(" ".join(process.cmdline())):
                return True
    return False


def _descendants(pid: int) -> list[psutil.Process]:
    """Return the living processes below one; none if it has ended."""
    with suppress(psutil.Error):
        return psutil.Process(pid).children(recursive=True)
    return []


def loaded(path: Path) -> ModuleType:
    """Load a file that belongs to no package as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def wait_until(what: str, condition: Callable[[], bool], seconds: float) -> None:
    """Wait for a condition, and fail with its name if it stays false for too long."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            pytest.fail(f"after {seconds} s still not: {what}")
        time.sleep(0.02)


def one_clear_line(text: str) -> str:
    """Return the single line of an error message; fail for a traceback or more lines."""
    lines = [line for line in text.splitlines() if line.strip()]
    assert len(lines) == 1, f"expected one line, got:\n{text}"
    assert "Traceback" not in lines[0]
    return lines[0]


def interrupt(process: subprocess.Popen[bytes]) -> None:
    """Act like Ctrl-C: send SIGINT to every process of the terminal's foreground group."""
    os.killpg(process.pid, signal.SIGINT)


LINUX = platform.system() == "Linux"
PYTHON = sys.executable
