"""What a test can read of a cell: the names of quantities, and where they are read."""

from collections.abc import Hashable
from typing import Protocol

from course.stats.claims.cells import Subject
from course.stats.claims.realtime import Bounds
from course.stats.figures import GC_COLUMNS, Figure

REALTIME = "realtime"
"""The quantity of a cell in real time: its smallest interval, or else its loss at 1,000 ns."""

QUANTITIES = {
    "batch_ns": ("ns per packet", "ns"),
    "batch_ns_in_pauses": ("ns per packet spent in pauses", "ns"),
    "batch_ns_outside_pauses": ("ns per packet outside pauses", "ns"),
    **{column: (title, unit) for column, (title, unit, _) in GC_COLUMNS.items()},
    "full_pct": ("full collections among the pauses, %", "%"),
    "process_spread_pct": ("two standard deviations of the processes, % of their mean", "%"),
    "realtime_full_pct": ("full collections among the pauses at 1,000 ns, %", "%"),
    "lost_behind_pauses_pct": (
        "lost packets missed within 100 ms after a pause longer than the queue lasts, %",
        "%",
    ),
    "min_interval_ns": ("smallest interval without loss, ns", "ns"),
    "loss_pct": ("packets lost at an interval of 1,000 ns, %", "%"),
    REALTIME: ("smallest interval without loss, or loss at 1,000 ns", ""),
}
"""Name -> its title, its unit. All but the last five are of batch mode."""

OF_REALTIME = ("min_interval_ns", "loss_pct", REALTIME)
OF_A_PROBE = ("realtime_full_pct", "lost_behind_pauses_pct")
"""Quantities of the probe at AT_NS, by its timeline."""
NOT_IN_2019 = ("full_pct", "process_spread_pct", *OF_A_PROBE)
"""Quantities that the article does not tell."""
WHENEVER = ("full_pct", "live_objects_million")
"""Quantities of batch mode that do not depend on how fast the machine is, nor on the hour."""
OF_PAUSES = ("max_pause_ms", "avg_pause_ms", "fraction_pct", "batch_ns_in_pauses")
"""Quantities that say nothing where there was no pause."""


class Readings(Protocol):
    """Where quantities are read."""

    def runtimes(self) -> list[str]:
        """The runtimes that there are figures of, for a test's patterns."""

    def key(self, cell: Subject) -> Hashable:
        """Equal for cells that have the same figures here."""

    def figure(self, quantity: str, cell: Subject) -> Figure:
        """A quantity other than REALTIME; without a value it says why."""

    def realtime(self, cell: Subject) -> Bounds:
        """What is known of the cell in real time."""
