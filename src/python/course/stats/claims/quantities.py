"""Quantities that a test can read from a cell, and the interface to read them."""

from collections.abc import Hashable
from typing import Protocol

from course.stats.article import LISTED
from course.stats.claims.cells import Subject
from course.stats.claims.realtime import Bounds
from course.stats.figures import GC_COLUMNS, Figure

REALTIME = "realtime"
"""A cell's real-time quantity: its smallest interval, or else its loss at 1,000 ns."""

QUANTITIES: dict[str, tuple[str, ...]] = LISTED["batch"] | GC_COLUMNS | LISTED["more"]
"""Name -> title, unit. All except the last five are of batch mode."""

OF_REALTIME = ("min_interval_ns", "loss_pct", REALTIME)
OF_A_PROBE = ("realtime_full_pct", "lost_behind_pauses_pct")
"""Quantities from the timeline of the probe at AT_NS."""
NOT_IN_2019 = ("full_pct", "process_spread_pct", *OF_A_PROBE)  # quantities that the article lacks
WHENEVER = ("full_pct", "live_objects_million")
"""Quantities of batch mode that depend neither on the machine's speed nor on the hour."""
OF_PAUSES = ("max_pause_ms", "avg_pause_ms", "fraction_pct", "batch_ns_in_pauses")
"""Quantities that mean nothing without a pause."""


class Readings(Protocol):
    @property
    def is_full(self) -> bool:
        """True if the cells that it lacks belong to no profile."""

    def runtimes(self) -> list[str]:
        """The runtimes with figures, for a test's patterns."""

    def named(self, cells: str) -> str:
        """Cells as a test names them, with the runtimes that the figures are from."""

    def key(self, cell: Subject) -> Hashable:
        """Equal for cells that have the same figures here."""

    def figure(self, quantity: str, cell: Subject) -> Figure:
        """A quantity other than REALTIME, or the reason for having none."""

    def realtime(self, cell: Subject) -> Bounds:
        """The cell's real-time results."""
