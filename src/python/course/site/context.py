"""What the functions that pages call are made from."""

import dataclasses

from course.site.blocks import Blocks
from course.site.regions import Regions
from course.stats.benches import Benches
from course.stats.columns import DatasetColumns
from course.stats.other_machines import OtherMachines


@dataclasses.dataclass(frozen=True)
class Context:
    """The data of a site, its marked regions, and the blocks that its pages keep aside.

    Tables show every column; sentences and charts speak of the primary one.
    """

    dataset_columns: DatasetColumns
    benches: Benches
    other_machines: OtherMachines
    regions: Regions
    blocks: Blocks
    sources: str | None
    """Where the sources are on the web at this commit: a path is added to it."""

    @classmethod
    def open(
        cls, dataset_columns: DatasetColumns, regions: Regions, blocks: Blocks, sources: str | None
    ) -> "Context":
        """Read the benches and the data of other machines. Raises PublishError."""
        benches = Benches.open(dataset_columns, regions.root)
        other_machines = OtherMachines.open(dataset_columns, regions.root)
        return cls(dataset_columns, benches, other_machines, regions, blocks, sources)
