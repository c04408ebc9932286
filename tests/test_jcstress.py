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


@pytest.mark.slow
@pytest.mark.timeout(800)  # two processors that others use, too
def test_two_threads_see_what_the_contracts_say(tmp_path: Path) -> None:
    """No forbidden outcome in any test, and no test left out."""
    if not JAR.exists():
        pytest.fail(f"not built: {JAR.relative_to(ROOT)}; run ./course setup first")
    done = subprocess.run(
        [javas()[max(javas())], "-jar", JAR, "-v", "-t", r"^allocpool\.", *ONE_FORK, *ALIKE],
        capture_output=True,
        text=True,
        timeout=780,
        check=False,
        cwd=tmp_path,  # it writes its results there
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    passed = re.findall(r"\[OK\] (allocpool\.[\w.]+)", done.stdout)
    folders = SOURCES.glob("allocpool/*/jcstress/*.java")
    tests = {".".join(file.relative_to(SOURCES).with_suffix("").parts) for file in folders}
    assert set(passed) == {name for name in tests if not name.endswith("package-info")}
    # The wrong consumer is seen to be wrong, so the right one would be.
    overwritten = re.findall(r"^ +9, 1 +([\d,]+) ", done.stdout, re.MULTILINE)
    assert sum(int(many.replace(",", "")) for many in overwritten) > 0
