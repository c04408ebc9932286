"""The same on other machines: an edition, and what is published of each that is not its machine."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from course.stats.benches import Benches
from course.stats.columns import Edition, Editions


@dataclasses.dataclass(frozen=True)
class Elsewhere:
    """Data sets of several machines, with the benches that each of them has."""

    editions: Editions
    """The first of those that the site shows, then the other machines'."""
    benches: Benches

    @classmethod
    def open(cls, editions: Editions, root: Path) -> Elsewhere:
        """Read what is published. Raises PublishError when it cannot be read."""
        machines = editions.elsewhere(root)
        return cls(machines, Benches.of_each(machines, root))

    @property
    def others(self) -> list[Edition]:
        """Those of the other machines; none where nothing is published of any."""
        return list(self.editions)[1:]
