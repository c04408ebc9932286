"""Check the rules of notebooks and prose: ``python -m lint``.

Notebooks run under several kernels (JJava and IJava; xeus-cling, xeus-cpp and our own Cling
kernel), which have less in common than each of them accepts. Prose contains no typed measured
numbers. Prose, comments and help are in plain English.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from course import paths
from course.errors import CourseError
from course.grading.exercises import exercise as exercises
from course.site.notebooks import read_notebook
from lint.notebook import lint_notebook
from lint.prose import AllowList, lint_text, lint_words
from lint.source import comments

PROSE = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "chapters/**/*.md",
    "exercises/*.md",
    "exercises/*/*.md",
    "workshop/**/*.md",
)
"""Files of prose, from the root, besides the text of notebooks and of exercises' files."""

SOURCES = ("chapters/assets", "exercises", "native", "src", "tests", "workshop")
"""Folders of programs, whose comments we read."""

LANGUAGES = (".py", ".java", ".cpp", ".hpp", ".h", ".js")

HELP = ("commands.toml", "arguments.toml", "remarks.toml")


def lint(root: Path) -> Iterator[str]:
    """Yield one line for each violation in the repository: file, place, rule, what to do.

    Raises CourseError for an unreadable notebook or exercise.
    """
    allowed = AllowList.read()
    for name, place, text in [*_files(root), *_exercises(root), *_notebooks(root)]:
        for finding in lint_text(text, name, allowed):
            yield f"{name}:{place}{finding.line}: [{finding.rule}] {finding.message}"
    for name, text in _comments(root):
        for finding in lint_words(text):
            yield f"{name}:{finding.line}: [{finding.rule}] {finding.message}"
    for path in sorted((root / "notebooks").glob("*.ipynb")):
        name = path.relative_to(root).as_posix()
        for finding in lint_notebook(read_notebook(path)):
            yield f"{name}: {finding.place()}: [{finding.rule}] {finding.message}"
    yield from allowed.unused()


Text = tuple[str, str, str]
"""Prose: its file from the root, its place in that up to the line number, and the text."""


def _files(root: Path) -> Iterator[Text]:
    for pattern in PROSE:
        for path in sorted(root.glob(pattern)):
            yield path.relative_to(root).as_posix(), "", path.read_text(encoding="utf-8")


def _comments(root: Path) -> Iterator[tuple[str, str]]:
    """Yield the comments of each program, the help of commands, and the site's remarks."""
    for path in sorted(path for folder in SOURCES for path in (root / folder).rglob("*.*")):
        is_help = path.name in HELP
        if (is_help or path.suffix in LANGUAGES) and "target" not in path.parts:  # Maven's output
            text = path.read_text(encoding="utf-8")
            name = path.relative_to(root).as_posix()
            yield name, text if is_help else comments(text, path.suffix)


def _exercises(root: Path) -> Iterator[Text]:
    """Yield the texts in exercise.toml that learners see."""
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
    """Print every violation; return 1 if there is one."""
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
