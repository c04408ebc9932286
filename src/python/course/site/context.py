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
