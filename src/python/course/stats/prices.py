"""A machine's costs for the rules of chapter 17: of zeroing, and of memory lines."""

from collections.abc import Callable

from course.stats.bench_figures import figure
from course.stats.benches import BenchRecord

METRICS = {
    "zero_near_ns": ("buffers", "cleared-near", "zero_ns"),
    "zero_new_ns": ("buffers", "allocated", "zero_ns"),
    "small_new_ns": ("pools", "size-fresh", "bytes_64"),
    "line_near_ns": ("limit", "machine-latency", "chase_l2"),
    "line_far_ns": ("limit", "machine-latency", "chase_l3"),
}
"""Name in the rules -> bench, contestant, metric."""


def prices(bench: Callable[[str], BenchRecord]) -> dict[str, float | None]:
    """Name in the rules -> ns, or None if not measured. bench: name of a bench -> its record."""
    return {
        name: figure(bench(of), contestant, metric).value
        for name, (of, contestant, metric) in METRICS.items()
    }
