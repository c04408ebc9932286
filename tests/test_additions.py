"""An implementation and a collector, added to a copy of the tree as CONTRIBUTING says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from .programs import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

SOLUTIONS = "src/python/course/model/solutions.toml"
PROFILES = "src/python/course/measure/cells/profiles.toml"
SIGNS = "src/python/course/site/signs.py"
PACKAGES = Path("src/java/analysers/src/main/java/allocpool")

CELLS = """
[[smoke.cells]]
implementations = ["{implementation}"]
runtimes = ["{runtime}"]
strategies = ["pool"]
cases = ["A"]
load = "batch"
heap = "{heap}"
seconds = 0.6
"""
IMPLEMENTATION = """
[implementations.mirror]
label = "Java, mirrored buffers"
name = "Java mirror"
main_class = "allocpool.mirror.MirrorMain"
jar = "allocpool-analysers"
sources = ["src/java/analysers/src/main/java/allocpool/mirror", "@java"]
heap = "2g"
cut = "dotted"

[[solutions]]
implementations = ["mirror"]
runtimes = ["g1 25"]
"""
COLLECTOR = """
[collectors.epsilon]
label = "Epsilon"
flags = ["-XX:+UseEpsilonGC"]
flags_on.25 = ["-XX:+UnlockExperimentalVMOptions"]
jdk = 25
outline = "hexagon"
colour = ["#3f6212", "#a3e635"]

[[solutions]]
implementations = ["heap"]
runtimes = ["epsilon 25"]
"""

BUILD = """
from course.toolchain import build
goals = ["package", "-Dmaven.test.skip=true", "--projects", "analysers", "--also-make"]
build.maven("java", goals)
"""
SWEEP = """
import sys
from course.cli.main import parse
from course.measure.cells import command
from course.measure.here import Here
sys.exit(command.run(parse(["sweep", "--profile", "smoke", "--only", sys.argv[1]]), Here()))
"""
TABLE = """
import sys
from course import paths
from course.site.tables import Tables
from course.stats.columns import DatasetColumns
columns = DatasetColumns.open(paths.ROOT, paths.RECORDS / "smoke")
print(Tables(columns).batch(sys.argv[1]).html())
"""


class Copy:
    """A copy of git's files, with the programs that are built here."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.changed: set[str] = set()
        names = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True)
        for name in filter(None, names.split("\0")):
            if (ROOT / name).is_file():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, root / name)
        (root / "build/java").mkdir(parents=True)
        (root / "build/cpp").symlink_to(ROOT / "build/cpp")
        shutil.copytree(ROOT / "build/java/lib", root / "build/java/lib")
        for tools in (".venv", ".toolchain"):
            (root / tools).symlink_to(ROOT / tools)

    def change(self, name: str, changed: Callable[[str], str]) -> None:
        before = (self.root / name).read_text()
        after = changed(before)
        assert after != before, name
        (self.root / name).write_text(after)
        self.changed.add(name)

    def declare(self, tables: str, **cell: str) -> None:
        """Add tables to solutions.toml, and a cell to the smoke profile."""
        self.change(SOLUTIONS, lambda text: before("\n[groups]\n", text, tables))
        self.change(PROFILES, lambda text: before("\n[trimmed]", text, CELLS.format(**cell)))

    def python(self, script: str, *arguments: str) -> str:
        """Run a script on the copy's own code; return its output."""
        environment = os.environ | {"PYTHONPATH": str(self.root / "src/python")}
        done = subprocess.run(
            [sys.executable, "-c", script, *arguments],
            cwd=self.root,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def before(mark: str, text: str, addition: str) -> str:
    place = text.index(mark)
    return text[:place] + addition + text[place:]


def named_in_contributing(section: str) -> set[str]:
    """Return the files of the course that a section links to."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    (words,) = re.findall(rf"^## {section}\n(.*?)^## ", text, re.M | re.S)
    return set(re.findall(r"\]\((src/[^)]+)\)", words))


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path / "copy")


def rows_of(table: str) -> list[str]:
    return [row.get_text(" ", strip=True) for row in BeautifulSoup(table, "html.parser")("tr")]


def test_a_java_implementation_takes_its_package_and_three_files(copy: Copy) -> None:
    packages = copy.root / PACKAGES
    (packages / "mirror").mkdir()
    for file in (packages / "heap").iterdir():
        text = file.read_text().replace("allocpool.heap", "allocpool.mirror")
        text = text.replace("Heap", "Mirror").replace('"heap"', '"mirror"')
        (packages / "mirror" / file.name.replace("Heap", "Mirror")).write_text(text)
    copy.declare(IMPLEMENTATION, implementation="mirror", runtime="g1 25", heap="64m")
    last = '"hollow-bottom": functools.partial(_half_hollow, 3),'
    dotted = '\n"dotted": lambda one: [one, _hole(one), _hole(_hole(one))],'
    copy.change(SIGNS, lambda text: text.replace(last, last + dotted))
    assert copy.changed == named_in_contributing("Add an implementation")
    assert len(copy.changed) <= 3

    copy.python(BUILD)
    (built,) = (copy.root / "src/java/analysers/target").glob("allocpool-analysers-*.jar")
    shutil.copy(built, copy.root / "build/java/lib")
    copy.python(SWEEP, "implementation=mirror")
    table = rows_of(copy.python(TABLE, "mirror"))
    assert any(re.search(r"Pooling .*\d", row) for row in table), table


def test_a_collector_takes_two_files(copy: Copy) -> None:
    # It never collects: all that a run allocates must fit.
    copy.declare(COLLECTOR, implementation="heap", runtime="epsilon 25", heap="512m")
    assert copy.changed == named_in_contributing("Add a collector")
    assert len(copy.changed) <= 2

    copy.python(SWEEP, "collector=epsilon")
    table = rows_of(copy.python(TABLE, "heap-epsilon"))
    assert any(re.search(r"Pooling .*\d", row) for row in table), table
