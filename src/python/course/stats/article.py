"""The figures of the article of 2019, shown beside the measured ones."""

import csv
import tomllib
from pathlib import Path

from course.stats.errors import FigureError, PublishError, choose

LISTED = tomllib.loads(Path(__file__).with_name("quantities.toml").read_text("utf-8"))

COLUMNS: dict[str, dict[str, str]] = LISTED["article"]
"""Table -> its columns, with their units."""

Key = tuple[str, str, str]


class Article:
    """Three tables: (solution, strategy, case) -> column -> figure."""

    def __init__(self, folder: Path) -> None:
        """Read batch.csv, gc.csv and realtime.csv. Raises PublishError, naming file and line."""
        self._tables = {table: _read(folder / f"{table}.csv", table) for table in COLUMNS}

    def row(self, table: str, solution: str, strategy: str, case: str) -> dict[str, float | None]:
        """The figures of a row; raises FigureError if the article has no such row."""
        choose(table, COLUMNS, "table of the article")
        rows = self._tables[table]
        key = (solution, strategy, case)
        if key not in rows:
            for index, what in enumerate(("solution", "strategy", "case")):
                choose(key[index], dict.fromkeys(row[index] for row in rows), f"{table} {what}")
            raise FigureError(f"the article's {table} table has no row {'/'.join(key)}")
        return rows[key]

    def find(self, table: str, solution: str | None, strategy: str, case: str, column: str):
        """The figure, or None if the article has none."""
        return self._tables[table].get((solution or "", strategy, case), {}).get(column)


def _read(path: Path, table: str) -> dict[Key, dict[str, float | None]]:
    rows: dict[Key, dict[str, float | None]] = {}
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            for row in reader:
                key = (row["solution"], row["strategy"], row["case"])
                if key in rows:
                    raise ValueError(f"line {reader.line_num} repeats {'/'.join(key)}")
                rows[key] = {
                    column: float(row[column]) if row[column] else None for column in COLUMNS[table]
                }
    except (OSError, ValueError, KeyError) as error:
        raise PublishError(f"{path}: cannot read the article's figures: {error}") from error
    return rows
