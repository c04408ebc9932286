"""The same on other machines: a column, and what is published of each that is not its machine."""

import dataclasses
from collections.abc import Iterable
from pathlib import Path

from course.stats.benches import Benches
from course.stats.columns import DatasetColumn, DatasetColumns


@dataclasses.dataclass(frozen=True)
class OtherMachines:
    """Data sets of several machines, with the benches that each of them has."""

    dataset_columns: DatasetColumns
    """That of which the site's sentences speak, then the other machines'."""
    benches: Benches

    @classmethod
    def open(cls, dataset_columns: DatasetColumns, root: Path) -> "OtherMachines":
        """Read what is published. Raises PublishError when it cannot be read."""
        machines = dataset_columns.other_machines(root)
        return cls(machines, Benches.of_each(machines, root))

    @property
    def others(self) -> list[DatasetColumn]:
        """Those of the other machines; none where nothing is published of any."""
        return [*self.dataset_columns[1:]]

    def beside(self, shown: Iterable[DatasetColumn]) -> list[DatasetColumn]:
        """Those whose data set isn't shown already."""
        known = {one.dataset.where for one in shown}
        return [one for one in self.others if one.dataset.where not in known]
