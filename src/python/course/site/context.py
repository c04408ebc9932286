"""The inputs of the functions that pages call."""

import dataclasses

from course.site.blocks import Blocks
from course.site.regions import Regions
from course.stats.benches import Benches
from course.stats.columns import DatasetColumns
from course.stats.other_machines import OtherMachines


@dataclasses.dataclass(frozen=True)
class Context:
    """A site's data, its marked regions, and the blocks that its pages keep aside.

    Tables show every column; sentences and charts use the primary one.
    """

    dataset_columns: DatasetColumns
    benches: Benches
    other_machines: OtherMachines
    regions: Regions
    blocks: Blocks
