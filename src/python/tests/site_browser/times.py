"""Times that tests judge: strictly on a machine that is quiet, laxly on any other."""

import os
import statistics

QUIET = "COURSE_QUIET"
"""Environment variable: set by who promises that nothing else runs on the machine meanwhile."""

LAX = 5
"""So many times what it should take, an answer may where other programs, tests, too, delay it."""


def judge(budgets, name, took, most):
    """Notes the median of some times, in ms, among the budgets, and fails where it is too long.

    It may be `most` where ``COURSE_QUIET`` is set in the environment, and LAX times that elsewhere.
    """
    median = statistics.median(took)
    budgets[name] = {"measured": round(median), "most": most}
    allowed = most if os.environ.get(QUIET) else LAX * most
    assert median <= allowed, f"{name}: {median:.0f}, of {[round(one) for one in took]}"
