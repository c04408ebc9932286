"""Holds the rules of notebooks and prose: ``python -m lint``.

Notebooks run under several kernels (JJava and IJava; xeus-cling, xeus-cpp and our own Cling
kernel), which agree on less than each of them accepts. Prose types no measured number.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from course import paths
from course.errors import CourseError
from course.grading.exercises import exercise as exercises
from course.site.notebooks import read_notebook
from lint.notebook import lint_notebook
from lint.prose import AllowList, lint_text

PROSE = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "chapters/**/*.md",
    "exercises/*.md",
    "exercises/*/*.md",
    "workshop/**/*.md",
)
"""Where prose is, from the root, beside the text of notebooks and of exercises' files."""


def lint(root: Path) -> Iterator[str]:
    """One line for each breach in the repository: file, place, rule, what to do.

    Raises CourseError for a notebook or an exercise that cannot be read.
    """
    allowed = AllowList.read()
    for name, place, text in [*_files(root), *_exercises(root), *_notebooks(root)]:
        for finding in lint_text(text, name, allowed):
            yield f"{name}:{place}{finding.line}: [{finding.rule}] {finding.message}"
    for path in sorted((root / "notebooks").glob("*.ipynb")):
        name = path.relative_to(root).as_posix()
        for finding in lint_notebook(read_notebook(path)):
            yield f"{name}: {finding.place()}: [{finding.rule}] {finding.message}"
    yield from allowed.unused()


Text = tuple[str, str, str]
"""Prose: its file from the root, its place in there before the number of the line, itself."""


def _files(root: Path) -> Iterator[Text]:
    for pattern in PROSE:
        for path in sorted(root.glob(pattern)):
            yield path.relative_to(root).as_posix(), "", path.read_text(encoding="utf-8")


def _exercises(root: Path) -> Iterator[Text]:
    """What exercise.toml says to learners in words."""
    folder = root / exercises.EXERCISES.name
    for exercise in (exercises.load(name, folder) for name in exercises.names(folder)):
        name = (exercise.folder / exercises.FILE).relative_to(root).as_posix()
        yield name, " summary, line ", exercise.summary
        for number, hint in enumerate(exercise.hints, start=1):
            yield name, f" hint {number}, line ", hint


def _notebooks(root: Path) -> Iterator[Text]:
    for path in sorted((root / "notebooks").glob("*.ipynb")):
        for number, cell in enumerate(read_notebook(path).cells, start=1):
            if cell.cell_type == "markdown":
                name = path.relative_to(root).as_posix()
                yield name, f" cell {number}, line ", cell.source


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
