"""The words for the verdict on a claim or goal, and the sign of each."""

HOLDS, FAILS, INCONCLUSIVE, UNMEASURED = VERDICTS = (
    "holds", "fails", "inconclusive", "not measured",
)  # fmt: skip

SIGNS = {HOLDS: "✓", FAILS: "✗", INCONCLUSIVE: "?", UNMEASURED: "\N{EN DASH}"}
"""Shown beside the word and the colour, which not everybody sees."""
