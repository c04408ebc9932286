"""Select cells: ``implementation=heap,case=B|C``."""

from collections.abc import Iterable, Mapping

from course.errors import UsageError
from course.model import solutions
from course.model.cells import Cell

NONE = "none"  # a user's word for no variant

VALUES: dict[str, tuple[str, ...]] = {
    "language": ("java", "cpp"),
    "implementation": tuple(solutions.IMPLEMENTATIONS),
    "collector": tuple(solutions.COLLECTORS),
    "jdk": tuple(str(version) for version in solutions.JDKS),
    "strategy": tuple(solutions.STRATEGIES),
    "case": solutions.CASES,
    "mode": tuple(solutions.MODES),
    "generator": solutions.GENERATORS,
    "variant": (NONE, *solutions.VARIANTS),
}
"""Selection key -> valid values, as a user writes them."""


def parse_selection(text: str | None) -> dict[str, frozenset[str]]:
    """Parse ``implementation=heap,case=B|C`` into key -> accepted values. None selects all.

    Raises UsageError, which lists the valid keys or values.
    """
    selection: dict[str, frozenset[str]] = {}
    if text is None:
        return selection
    for part in text.split(","):
        key, equals, values = (piece.strip() for piece in part.partition("="))
        if not equals or key not in VALUES:
            what = f"unknown key '{key}'" if equals else f"'{part.strip()}' is not key=value"
            raise UsageError(f"--only: {what}; valid keys: {', '.join(VALUES)}")
        if key in selection:
            raise UsageError(f"--only: key '{key}' is given twice; combine values as {key}=x|y")
        chosen = frozenset(value.strip() for value in values.split("|"))
        if unknown := sorted(chosen - set(VALUES[key])):
            valid = ", ".join(VALUES[key])
            raise UsageError(f"--only: unknown {key} '{unknown[0]}'; valid values: {valid}")
        selection[key] = chosen
    return selection


def matches(cell: Cell, selection: Mapping[str, frozenset[str]]) -> bool:
    """True if the cell has an accepted value for every key of the selection."""
    return all(_written(cell, key) in values for key, values in selection.items())


def valid_values(cells: Iterable[Cell]) -> str:
    """List the values of the given cells, key by key, in one line."""
    cells = list(cells)
    parts = []
    for key, order in VALUES.items():
        present = {_written(cell, key) for cell in cells}
        parts.append(f"{key}={'|'.join(value for value in order if value in present)}")
    return ", ".join(parts)


def _written(cell: Cell, key: str) -> str:
    value = getattr(cell, key)
    return NONE if value is None else str(value)
