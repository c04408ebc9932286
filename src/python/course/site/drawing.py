"""What charts are drawn from: data, logarithmic axes, colours and shapes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import altair as alt

from course.model.solutions import CASES, FAMILIES, STRATEGIES, Solution
from course.site.signs import outlines, sign, sign_of
from course.site.svg import FAINT, INK, OTHERS, shade
from course.site.widths import WIDTH

FEWEST_TICKS = 2
"""Numbers of an axis: one alone does not tell how far it reaches."""

POINT = 90
"""Area of a point: as large as rows allow, so that what is cut out of it can be seen."""

Rows = list[dict[str, Any]]


def data(rows: Rows) -> alt.Chart:
    """A chart without marks yet, of these rows."""
    return alt.Chart(alt.Data(values=rows))


def points(base: alt.Chart, size: int = POINT) -> alt.Chart:
    """Filled points without an outline."""
    return base.mark_point(filled=True, size=size, opacity=1, strokeWidth=0)


def spread(base: alt.Chart, domain: list[float], title: str, **encoding: Any) -> alt.Chart:
    """A thin line from `low` to `high`."""
    x = log_x("low", domain, title)
    return base.mark_rule(strokeWidth=1.2).encode(x=x, x2="high:Q", **encoding)


def joined(base: alt.Chart, **encoding: Any) -> alt.Chart:
    """A thick line that joins the points of a solution."""
    return base.mark_line(strokeWidth=4, opacity=0.4).encode(detail="solution:N", **encoding)


def dashed(at: dict[str, float]) -> alt.Chart:
    """A dashed line at a limit."""
    return data([at]).mark_rule(stroke=FAINT, strokeDash=[5, 4])


def stack(*panels: alt.LayerChart, spacing: int = 12) -> dict[str, Any]:
    """The specification of panels below each other."""
    return alt.vconcat(*panels, spacing=spacing).to_dict()


def in_cases(
    rows: Rows, step: float, layers: Callable[[Rows], list[alt.Chart]]
) -> list[alt.LayerChart]:
    """A panel for each case that has rows; `layers` makes its layers of them."""
    found = [(case, [row for row in rows if row["case"] == case]) for case in CASES]
    return [
        alt.layer(*layers(inside)).properties(
            width=WIDTH, height=alt.Step(step), title=f"Case {case}"
        )
        for case, inside in found
        if inside
    ]


def strategy_shape(strategies: Sequence[str]) -> alt.Shape:
    """A square for the first of two strategies, a circle for the second."""
    return alt.Shape(
        "strategy:N",
        scale=alt.Scale(domain=[STRATEGIES[one] for one in strategies], range=["square", "circle"]),
        legend=alt.Legend(title=None, orient="top", symbolFillColor=INK, symbolStrokeWidth=0),
    )


def nothing_measured(text: str) -> alt.LayerChart:
    """A panel that says why there is none."""
    return alt.layer(data([{}]).mark_text(text=text)).properties(width=WIDTH, height=40)


def log_domain(values: Iterable[float | None]) -> list[float]:
    """Ends of a logarithmic scale: a little beyond the figures, the same in every panel."""
    known = [value for value in values if value]
    return [min(known) * 0.85, max(known) * 1.18] if known else [1, 1000]


def log_ticks(domain: list[float]) -> list[float]:
    """1, 2, 5 of each power of ten; only the powers where the scale spans many.

    Where it is too short for two of these, all digits of each power, and equal steps where even
    those are too few.
    """
    low, high = (math.floor(math.log10(end)) for end in domain)
    choices: list[Sequence[int]] = [(1,)] if high - low > 3 else [(1, 2, 5), range(1, 10)]
    for digits in choices:
        ticks = [_scaled(digit, power) for power in range(low, high + 1) for digit in digits]
        within = [tick for tick in ticks if domain[0] <= tick <= domain[1]]
        if len(within) >= FEWEST_TICKS:
            return within
    return _even_ticks(*domain)


def _even_ticks(low: float, high: float) -> list[float]:
    """The multiples of the largest round number of which there is room for two."""
    largest = (high - low) / FEWEST_TICKS
    power = math.floor(math.log10(largest))
    digit = next((one for one in (5, 2) if _scaled(one, power) <= largest), 1)
    step = _scaled(digit, power)
    counts = range(math.ceil(low / step), math.floor(high / step) + 1)
    return [_scaled(count * digit, power) for count in counts]


def _scaled(digits: int, power: int) -> float:
    """Parsed, not multiplied: 3 * 10.0**-1 is not 0.3."""
    return float(f"{digits}e{power}")


def log_x(key: str, domain: list[float], title: str) -> alt.X:
    """A logarithmic axis with round ticks."""
    return alt.X(f"{key}:Q", title=title, **_log(domain))


def log_y(key: str, domain: list[float], title: str) -> alt.Y:
    """The same, upright."""
    return alt.Y(f"{key}:Q", title=title, **_log(domain))


def _log(domain: list[float]) -> dict[str, Any]:
    return {
        "scale": alt.Scale(type="log", domain=domain, nice=False),
        "axis": alt.Axis(values=log_ticks(domain), format="~r"),
    }


def told_apart(field: str, names: Sequence[str]) -> tuple[alt.Color, alt.Shape]:
    """Colours and shapes for things that have none of their own, so that no two look the same."""
    shades, shapes = OTHERS, outlines()
    # When all colours are taken they come again, each with the shape next to its first one.
    again = [index // len(shades) for index in range(len(names))]
    legend = alt.Legend(title=None, orient="top", columns=3, columnPadding=28, labelLimit=220)
    return (
        alt.Color(
            f"{field}:N",
            scale=alt.Scale(
                domain=[*names],
                range=[shades[index % len(shades)] for index in range(len(names))],
            ),
            legend=legend,
        ),
        alt.Shape(
            f"{field}:N",
            scale=alt.Scale(
                domain=[*names],
                range=[shapes[(index + turn) % len(shapes)] for index, turn in enumerate(again)],
            ),
            legend=legend,
        ),
    )


def colour(chosen: Sequence[Solution], names: Sequence[str], *, legend: bool = True) -> alt.Color:
    """The colours of solutions that go by these names in the chart's rows."""
    shades = [shade(one) for one in chosen]
    shown = alt.Legend(title=None, orient="top") if legend else None
    return alt.Color("solution:N", scale=alt.Scale(domain=names, range=shades), legend=shown)


def shapes_of(chosen: Sequence[Solution]) -> list[str]:
    """A shape for each, its own where that is free; they repeat when all are taken.

    Another outline stands in for one that is taken, but no other cut: that says which program.
    """
    shapes: list[str] = []
    for one in chosen:
        its = [sign_of(one), *(sign(family, one.implementation) for family in FAMILIES)]
        shapes.append(next((each for each in its if each not in shapes), sign_of(one)))
    return shapes
