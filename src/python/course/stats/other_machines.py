"""Published data sets of other machines, to show beside a column."""

import dataclasses
from collections.abc import Iterable
from pathlib import Path

from course.stats.benches import Benches
from course.stats.columns import DatasetColumn, DatasetColumns


@dataclasses.dataclass(frozen=True)
class OtherMachines:
    """Data sets of several machines, with each one's benches."""

    dataset_columns: DatasetColumns  # the site's primary column, then the other machines'
    benches: Benches

    @classmethod
    def open(cls, dataset_columns: DatasetColumns, root: Path) -> "OtherMachines":
        """Read the published sets. Raises PublishError if one cannot be read."""
        machines = dataset_columns.other_machines(root)
        return cls(machines, Benches.of_each(machines, root))

    @property
    def others(self) -> list[DatasetColumn]:
        return [*self.dataset_columns[1:]]

    def beside(self, shown: Iterable[DatasetColumn]) -> list[DatasetColumn]:
        known = {one.dataset.where for one in shown}
        return [one for one in self.others if one.dataset.where not in known]
