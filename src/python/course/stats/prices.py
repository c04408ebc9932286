"""A machine's costs for the rules of chapter 17: of zeroing, and of memory lines."""

from collections.abc import Callable

from course.stats.article import LISTED
from course.stats.bench_figures import figure
from course.stats.benches import BenchRecord

METRICS: dict[str, tuple[str, str, str]] = LISTED["prices"]
"""Name in the rules -> bench, contestant, metric."""


def prices(bench: Callable[[str], BenchRecord]) -> dict[str, float | None]:
    """Name in the rules -> ns, or None if not measured. bench: name of a bench -> its record."""
    return {
        name: figure(bench(of), contestant, metric).value
        for name, (of, contestant, metric) in METRICS.items()
    }
