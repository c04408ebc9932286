"""The words for the verdict on a claim or goal, and the sign of each."""

HOLDS, FAILS, INCONCLUSIVE, UNMEASURED = VERDICTS = (
    "holds", "fails", "inconclusive", "not measured",
)  # fmt: skip

SIGNS = {HOLDS: "✓", FAILS: "✗", INCONCLUSIVE: "?", UNMEASURED: "\N{EN DASH}"}
"""Shown beside the word and the colour, which not everybody sees."""


def of_range(low: float, high: float, least: float, most: float) -> str:
    """Whether what lies from low to high is from least to most: for certain, or certainly not."""
    if least <= low and high <= most:
        return HOLDS
    return FAILS if high < least or low > most else INCONCLUSIVE
