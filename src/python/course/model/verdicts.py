"""The words for what a test of a claim or of a goal came to, and the sign of each."""

HOLDS, FAILS, INCONCLUSIVE, UNMEASURED = VERDICTS = (
    "holds", "fails", "inconclusive", "not measured",
)  # fmt: skip

SIGNS = {HOLDS: "✓", FAILS: "✗", INCONCLUSIVE: "?", UNMEASURED: "\N{EN DASH}"}
"""Beside the word and the colour, which not everybody sees."""
