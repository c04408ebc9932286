"""Times that tests judge: strictly on a machine that is quiet, laxly on any other."""

import statistics

from .budgets import bearable


def note(budgets, name, took, most):
    """Puts the median of some times, in ms, among the budgets, and returns it."""
    median = statistics.median(took)
    budgets[name] = {"measured": round(median), "most": most}
    return median


def judge(budgets, name, took, most):
    """Notes the times, and fails where their median is too long.

    It may be `most` where nothing else runs, and what is `bearable` other_machines.
    """
    median = note(budgets, name, took, most)
    assert median <= bearable(most), f"{name}: {median:.0f}, of {[round(one) for one in took]}"
