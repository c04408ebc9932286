"""Imports go one way, and CONTRIBUTING draws the way that they go."""

import os
import re
import sys
import tomllib

from course_tests import programs

from course.paths import ROOT

ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT / "src/python")}


def layers() -> list[str]:
    """The layers of the whole, then of the part that measures."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    return [layer for contract in contracts for layer in contract.get("layers", ())]


def test_no_part_imports_one_above_it() -> None:
    program = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = programs.run(sys.executable, "-c", program, "--no-cache", cwd=ROOT, env=ENVIRONMENT)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_picture_in_contributing_is_what_is_checked() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    pictures = re.findall(r"```imports\n(.*?)```", text, re.S)
    lines = [line for picture in pictures for line in picture.splitlines()]
    assert [re.split(r"  +", line)[0] for line in lines] == layers()


KNOWS_PAGES = ("altair", "html", "jinja2", "markdown", "markupsafe", "mkdocs")

IMPORT_ALL_OF_STATS = f"""
import importlib, pkgutil, sys
import course.stats
for module in pkgutil.walk_packages(course.stats.__path__, "course.stats."):
    importlib.import_module(module.name)
print(*(name for name in {KNOWS_PAGES} if name in sys.modules))
"""


def test_statistics_know_neither_pages_nor_drawings() -> None:
    done = programs.run(sys.executable, "-c", IMPORT_ALL_OF_STATS, env=ENVIRONMENT)
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr
