"""The article's figures as its files have them, read without the course's own reader of them."""

import csv

from course import paths


def in_the_article(table, column):
    """(solution, strategy, case) -> figure."""
    with (paths.ROOT / f"results/article-2019/{table}.csv").open(encoding="utf-8") as file:
        return {
            (line["solution"], line["strategy"], line["case"]): float(line[column])
            for line in csv.DictReader(file)
            if line[column]
        }
