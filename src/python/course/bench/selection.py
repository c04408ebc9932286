"""Which contestants of a comparison a user selects."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from course.errors import UsageError
from course.model import benches
from course.model.bench import Comparison


def selected(comparison: Comparison, only: str | None) -> Comparison:
    """The comparison with those contestants alone that are named, and their baselines.

    `only` are ids with commas between them; None: all. Goals and bounds that need somebody else
    are told as not measured. Raises UsageError, naming what would be valid.
    """
    if only is None:
        return comparison
    known = [one.id for one in comparison.contestants]
    wanted = [name.strip() for name in only.split(",")]
    for name in wanted:
        if name not in known:
            raise UsageError(f"--only: no contestant '{name}'; there are {', '.join(known)}")
    return _with_baselines(comparison, wanted)


def trimmed(comparison: Comparison) -> Comparison:
    """The comparison as ``./course run`` takes it. Raises UsageError where it does not."""
    quick = comparison.quick
    if quick is None:
        raise UsageError(
            f"--quick: bench {comparison.name} has no trimmed choice; "
            f"there is one of {', '.join(benches.quick_names())}"
        )
    chosen = _with_baselines(comparison, quick.contestants)
    return dataclasses.replace(chosen, rounds=quick.rounds, seconds=quick.seconds)


def _with_baselines(comparison: Comparison, wanted: Iterable[str]) -> Comparison:
    names = set(wanted)
    names |= {comparison.baseline(comparison.contestant(name)) for name in names}
    chosen = tuple(one for one in comparison.contestants if one.id in names)
    return dataclasses.replace(comparison, contestants=chosen)
