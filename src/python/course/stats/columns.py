"""The data sets shown side by side in tables, in the order of their columns."""

import dataclasses
import functools
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Unpack

from course.model.machine import is_same
from course.model.solutions import Solution
from course.stats.article import Article
from course.stats.dataset import (
    Dataset,
    Which,
    choose_folder,
    machine_of,
    published,
    reference_folder,
)
from course.stats.errors import PublishError
from course.stats.figures import Figures

ARTICLE = "results/article-2019"

TITLES = {"reference": "reference", "build": "this build", "yours": "yours"}
"""Key of a column -> its heading."""


@dataclasses.dataclass(frozen=True)
class DatasetColumn:
    """A data set's column in the tables. Data sets never share a column."""

    key: str
    figures: Figures
    name: str = ""  # the machine's, if that distinguishes it from the others

    @property
    def title(self) -> str:
        return self.name or TITLES[self.key]

    @property
    def dataset(self) -> Dataset:
        return self.figures.dataset


class DatasetColumns(tuple[DatasetColumn, ...]):
    """The columns of a table, in its order. The article of 2019 is none: it has no records."""

    def __init__(self, _: Sequence[DatasetColumn]) -> None:
        """Raises ValueError when there are none, or two of a key."""
        if not self or len({one.key for one in self}) != len(self):
            raise ValueError("one column of a key, and at least one")

    @classmethod
    def of(cls, figures: Figures) -> "DatasetColumns":
        return cls([DatasetColumn("build", figures)])

    @classmethod
    def open(
        cls, root: Path, records: Path | None = None, yours: Path | None = None
    ) -> "DatasetColumns":
        """The reference, the data set that the site is built from, and, if given, yours.

        `records` is that data set's folder; by default one is chosen, unless `yours` is given: then
        only the reference is shown beside that. A data set that equals the reference has no column
        of its own. Neither has a reference of another workload, as that is another program.

        Raises UsageError if there are no records, PublishError if they cannot be read.
        """
        article = Article(root / ARTICLE)
        load = functools.cache(Dataset.load)  # a folder may be needed more than once
        found = reference_folder(root)
        reference = load(found) if found else None
        own, names = [], {}
        if records is not None or yours is None:
            folder = choose_folder(root, records, load)
            own.append(("build", load(folder)))
            if folder in published(root):  # not this build's
                names["build"] = machine_title(own[0][1].machine)
        if yours is not None:
            own.append(("yours", load(yours)))
        if len({dataset.workload for _, dataset in own}) > 1:
            raise PublishError(
                f"{own[0][1].where} and {own[1][1].where}: records of different versions of the "
                "workload cannot be compared; measure both with the same sources"
            )
        if reference and reference.workload == own[-1][1].workload:
            others = [(key, one) for key, one in own if not _same(one, reference)]
            own = [("reference", reference), *others]
        return cls(
            [DatasetColumn(key, Figures(one, article), names.get(key, "")) for key, one in own]
        )

    def other_machines(self, root: Path) -> "DatasetColumns":
        """The primary data set, and the newest one published for each other machine.

        A set of another workload is about another program, and is left out. Raises PublishError
        if a published set cannot be read.
        """
        first = self.primary
        known = [first.dataset.machine]
        others = []
        for folder in reversed(published(root)):
            machine = machine_of(folder)
            if any(is_same(machine, one) for one in known):
                continue
            dataset = Dataset.load(folder)
            if dataset.workload == first.dataset.workload:
                known.append(machine)
                figures = Figures(dataset, first.figures.article)
                others.append(DatasetColumn(dataset.name, figures, machine_title(machine)))
        return DatasetColumns([first, *reversed(others)])

    @property
    def article(self) -> Article:
        return self[0].figures.article

    @property
    def primary(self) -> DatasetColumn:
        """The column for sentences and charts: the last one that is not scaled down, if any."""
        whole = [one for one in self if not one.dataset.scaled]
        return (whole or self)[-1]

    @property
    def fallback(self) -> Figures | None:
        """The reference, where it is not the primary one: it has figures that a short run lacks."""
        first = self[0]
        return first.figures if first.key == "reference" and first is not self.primary else None

    @property
    def base(self) -> DatasetColumn | None:
        """The column that the last one is compared with; None: the article, the only other."""
        return self[-2] if len(self) > 1 else None

    def having(self, chosen: Sequence[Solution], **which: Unpack[Which]) -> list[Solution]:
        """The chosen solutions that have a cell in any of the data sets."""
        return [one for one in chosen if any(each.dataset.has(one, **which) for each in self)]


def machine_title(machine: dict[str, Any]) -> str:
    """The machine's processor without trade marks: ``AMD EPYC``."""
    return " ".join(re.sub(r"\((R|TM)\)|\b(Processor|CPU)\b", " ", machine["cpu"]).split())


def _same(one: Dataset, other: Dataset) -> bool:
    """Whether two folders hold the same records: the published ones may have been copied."""
    if one.records.keys() != other.records.keys():
        return False
    return all(record.raw == other.records[key].raw for key, record in one.records.items())
