"""Holds the rules of notebooks and prose: ``python -m course.publish.lint``.

Notebooks run under several kernels (JJava and IJava; xeus-cling, xeus-cpp and our own Cling
kernel), which agree on less than each of them accepts. Prose types no measured number.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from course import paths
from course.errors import CourseError
from course.publish.lint_notebook import lint_notebook
from course.publish.lint_prose import AllowList, lint_text
from course.publish.notebooks import read_notebook


def lint(root: Path) -> Iterator[str]:
    """One line for each breach in the repository: file, place, rule, what to do."""
    allowed = AllowList.read()
    for path in [*sorted((root / "chapters").rglob("*.md")), root / "README.md"]:
        if path.is_file():
            name = path.relative_to(root).as_posix()
            for finding in lint_text(path.read_text(encoding="utf-8"), name, allowed):
                yield f"{name}:{finding.line}: [{finding.rule}] {finding.message}"
    for path in sorted((root / "notebooks").glob("*.ipynb")):
        name = path.relative_to(root).as_posix()
        notebook = read_notebook(path)
        for finding in lint_notebook(notebook):
            yield f"{name}: {finding.place()}: [{finding.rule}] {finding.message}"
        for number, cell in enumerate(notebook.cells, start=1):
            if cell.cell_type == "markdown":
                for finding in lint_text(cell.source, name, allowed):
                    place = f"cell {number}, line {finding.line}"
                    yield f"{name}: {place}: [{finding.rule}] {finding.message}"
    yield from allowed.unused()


def main() -> int:
    """Print every breach; 1 if there is one."""
    try:
        found = list(lint(paths.ROOT))
    except CourseError as error:
        print(f"lint: {error}", file=sys.stderr)
        return error.exit_code
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
