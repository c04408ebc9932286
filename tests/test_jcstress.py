"""What two threads of Java may see of a queue, tried out by jcstress.

A run that is short enough for a test suite tries each state some hundred thousand times, in one
way of compilation. `java -jar build/java/jcstress/jcstress.jar` takes its time and tries them all.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from .programs import ROOT, javas

JAR = ROOT / "build/java/jcstress/jcstress.jar"
SOURCES = ROOT / "src/java/jcstress/src/main/java"
ONE_FORK = ("-m", "quick", "-iters", "1", "-time", "400", "-sc", "false")
ALIKE = ("-jvmArgs", "-XX:-TieredCompilation")
"""One process for each test, and both actors compiled alike."""


MUTANT = "allocpool.queues.jcstress.DualArrayEarlyGiveBack"


@pytest.mark.slow
@pytest.mark.timeout(900)  # two processors that others use, too
def test_two_threads_see_what_the_contracts_say(tmp_path: Path) -> None:
    """No forbidden outcome in any test, and no test left out; the wrong consumer is seen."""
    if not JAR.exists():
        pytest.fail(f"not built: {JAR.relative_to(ROOT)}; run ./course setup first")
    printed = stress(r"^allocpool\.", tmp_path)
    passed = re.findall(r"\[OK\] (allocpool\.[\w.]+)", printed)
    folders = SOURCES.glob("allocpool/*/jcstress/*.java")
    tests = {".".join(file.relative_to(SOURCES).with_suffix("").parts) for file in folders}
    assert set(passed) == {name for name in tests if not name.endswith("package-info")}
    # A busy machine seldom runs both threads at once, and then shows nothing at the first try.
    tries = 1
    while not overwritten(printed) and tries < 20:
        printed, tries = stress(f"^{MUTANT}$", tmp_path), tries + 1
    assert overwritten(printed), f"{MUTANT} was never seen to be wrong in {tries} runs"


def stress(tests: str, folder: Path) -> str:
    """What jcstress prints of the `tests` whose names match; it writes its results to `folder`."""
    java = javas()[max(javas())]
    command = [java, "-jar", JAR, "-v", "-t", tests, *ONE_FORK, *ALIKE]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=780, check=False, cwd=folder
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    return done.stdout


def overwritten(printed: str) -> bool:
    """Whether a number was overwritten before it was read, which only the mutant allows."""
    counts = re.findall(r"^ +9, 1 +([\d,]+) ", printed, re.MULTILINE)
    return any(int(count.replace(",", "")) for count in counts)
