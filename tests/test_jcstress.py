"""Outcomes that two Java threads may observe of a queue, tested by jcstress.

A run short enough for a test suite tries each state some hundred thousand times, in one compilation
mode. `java -jar build/java/jcstress/jcstress.jar` takes longer and tries all modes.
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
SHOWN = r"\.(DekkerRelease|PlainIndexRing|RunRingGrowth|MagazineHandOver|SecondRelease)$"
"""Tests that chapters show."""


@pytest.mark.slow
@pytest.mark.timeout(900)  # two processors that others use, too
@pytest.mark.parametrize(
    "chosen", [SHOWN, pytest.param(r"\.\w+$", marks=pytest.mark.all)], ids=["shown", "all"]
)
def test_two_threads_see_what_the_contracts_say(tmp_path: Path, chosen: str) -> None:
    """No forbidden outcome in any test, and no test left out."""
    folders = SOURCES.glob("allocpool/*/jcstress/[A-Z]*.java")
    tests = {".".join(file.relative_to(SOURCES).with_suffix("").parts) for file in folders}
    printed = stress(chosen, tmp_path)
    passed = set(re.findall(r"\[OK\] (allocpool\.[\w.]+)", printed))
    assert passed == {name for name in tests if re.search(chosen, name)} != set()


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_wrong_consumer_is_seen_to_be_wrong(tmp_path: Path) -> None:
    """The test would detect an error in the right one, too. A busy machine seldom runs both threads
    at once, so it is repeated until the error appears."""
    for _ in range(20):
        counts = re.findall(r"^ +9, 1 +([\d,]+) ", stress(f"^{MUTANT}$", tmp_path), re.MULTILINE)
        if any(int(count.replace(",", "")) for count in counts):
            return
    pytest.fail(f"{MUTANT} was never seen to overwrite what is being read")


def stress(tests: str, folder: Path) -> str:
    """Return jcstress's output on the tests whose names match; its results go to `folder`."""
    if not JAR.exists():
        pytest.fail(f"not built: {JAR.relative_to(ROOT)}; run ./course setup first")
    java = javas()[max(javas())]
    command = [java, "-jar", JAR, "-v", "-t", tests, *ONE_FORK, *ALIKE]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=780, check=False, cwd=folder
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    return done.stdout
