"""What the functions that pages call are made from."""

from __future__ import annotations

import dataclasses

from course.site.blocks import Blocks
from course.site.regions import Regions
from course.stats.benches import Benches
from course.stats.columns import Editions
from course.stats.other_machines import Elsewhere


@dataclasses.dataclass(frozen=True)
class Context:
    """The data of a site, its marked regions, and the blocks that its pages keep aside.

    Tables show every edition; sentences and charts speak of the primary one.
    """

    editions: Editions
    benches: Benches
    elsewhere: Elsewhere
    regions: Regions
    blocks: Blocks
    sources: str | None
    """Where the sources are on the web at this commit: a path is added to it."""

    @classmethod
    def open(
        cls, editions: Editions, regions: Regions, blocks: Blocks, sources: str | None
    ) -> Context:
        """Read the benches and the data of other machines. Raises PublishError."""
        benches = Benches.open(editions, regions.root)
        elsewhere = Elsewhere.open(editions, regions.root)
        return cls(editions, benches, elsewhere, regions, blocks, sources)
