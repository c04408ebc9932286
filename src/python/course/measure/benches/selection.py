"""Select contestants of a comparison."""

import dataclasses
from collections.abc import Iterable

from course.errors import UsageError
from course.model import benches
from course.model.bench import Comparison


def selected(comparison: Comparison, only: str | None) -> Comparison:
    """Restrict the comparison to the named contestants and their baselines.

    `only`: ids, separated by commas; None: all. Goals and bounds that need other contestants are
    reported as not measured. Raises UsageError, which lists the valid ids.
    """
    if only is None:
        return comparison
    known = [one.id for one in comparison.contestants]
    return _with_baselines(comparison, _known("--only: no contestant", only, known))


def of_groups(comparison: Comparison, asked: str | None) -> Comparison:
    """Restrict the comparison to the named groups and those measured together with them.

    `asked`: groups, separated by commas; None: all. Raises UsageError, which lists the valid ones.
    """
    if asked is None:
        return comparison
    known = [group.key for group in comparison.groups]
    groups = comparison.together(_known("--group: no group", asked, known))
    chosen = tuple(one for one in comparison.contestants if one.group in groups)
    return dataclasses.replace(comparison, contestants=chosen)


def named(asked: str) -> list[str]:
    return [name.strip() for name in asked.split(",")]


def _known(complaint: str, asked: str, known: list[str]) -> list[str]:
    wanted = named(asked)
    for name in wanted:
        if name not in known:
            raise UsageError(f"{complaint} '{name}'; valid: {', '.join(known)}")
    return wanted


def trimmed(comparison: Comparison) -> Comparison:
    """The comparison as ``./course run`` measures it. Raises UsageError if it does not."""
    quick = comparison.quick
    if quick is None:
        raise UsageError(
            f"--quick: bench {comparison.name} has no trimmed selection; "
            f"these have one: {', '.join(benches.quick_names())}"
        )
    chosen = _with_baselines(comparison, quick.contestants)
    return dataclasses.replace(chosen, rounds=quick.rounds, seconds=quick.seconds)


def _with_baselines(comparison: Comparison, wanted: Iterable[str]) -> Comparison:
    names = set(wanted)
    names |= {comparison.baseline(comparison.contestant(name)) for name in names}
    chosen = tuple(one for one in comparison.contestants if one.id in names)
    return dataclasses.replace(comparison, contestants=chosen)
