"""Building blocks of charts: data, logarithmic axes, colours and shapes."""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import altair as alt
from altair.utils import schemapi

from course.model.solutions import CASES, FAMILIES, STRATEGIES, Solution
from course.site.signs import outlines, sign, sign_of
from course.site.svg import FAINT, INK, OTHERS, Chart, shade
from course.site.widths import WIDTH
from course.stats.numbers import TIMES

# Finished charts are validated. Each of their parts, too, took a fifth of a site's time.
schemapi.disable_debug_mode()

FEWEST_TICKS = 2  # fewest numbers on an axis: a single one does not show how far it reaches

POINT = 90  # area of a point: as large as rows allow, to keep the cuts in it visible

Rows = list[dict[str, Any]]


def data(rows: Rows) -> alt.Chart:
    # A tuple, because lists are copied whenever a property is added.
    return alt.Chart(alt.Data(values=tuple(rows)))


def points(base: alt.Chart, size: int = POINT) -> alt.Chart:
    return base.mark_point(filled=True, size=size, opacity=1, strokeWidth=0)


def spreads(
    rows: Rows,
    domain: list[float],
    axis: str,
    shape: alt.Shape,
    *,
    size: int = POINT,
    limit: float | None = None,
    join: bool = False,
    **encoding: Any,
) -> list[alt.Chart]:
    """Layers: a point for each `value` on a logarithmic axis, a thin line from `low` to `high`.

    Rows may have `old`, a figure of 2019 shown as a cross, and `tick`, a mark at the line's end.
    `limit` is a dashed line; `join` connects each solution's points by a thick line.
    """
    base, x = data(rows), log_x("value", domain, axis)
    layers = []
    if limit is not None:
        dashed = data([{"at": limit}]).mark_rule(stroke=FAINT, strokeDash=[5, 4])
        layers.append(dashed.encode(x=log_x("at", domain, axis)))
    layers += [joined(base, x=x, **encoding)] if join else []
    low = log_x("low", domain, axis)
    layers.append(base.mark_rule(strokeWidth=1.2).encode(x=low, x2="high:Q", **encoding))
    if any("old" in row for row in rows):
        crosses = base.transform_filter("isValid(datum.old)").mark_text(
            text=TIMES, fontSize=15, color=FAINT, baseline="middle", dy=-1
        )
        place = {key: one for key, one in encoding.items() if key != "color"}
        layers.append(crosses.encode(x=log_x("old", domain, axis), **place))
    if any("tick" in row for row in rows):
        ticks = base.transform_filter("isValid(datum.tick)").mark_tick(thickness=3, size=11)
        layers.append(ticks.encode(x=log_x("tick", domain, axis), **encoding))
    return [*layers, points(base, size).encode(x=x, shape=shape, **encoding)]


def lined(base: alt.Chart, **encoding: Any) -> alt.Chart:
    return base.mark_line(strokeWidth=1.6, opacity=0.8).encode(**encoding)


def joined(base: alt.Chart, **encoding: Any) -> alt.Chart:
    return base.mark_line(strokeWidth=4, opacity=0.4).encode(detail="solution:N", **encoding)


def in_cases(
    rows: Rows, step: float, layers: Callable[[Rows], list[alt.Chart]]
) -> list[alt.LayerChart]:
    """Draw a panel for each case that has rows; `layers` turns these into its layers."""
    panels, size = [], {"width": WIDTH, "height": alt.Step(step)}
    for case in CASES:
        if inside := [row for row in rows if row["case"] == case]:
            panel = alt.layer(*layers(inside))
            panels.append(panel.properties(title=f"Case {case}", **size))
    return panels


def strategy_shape(strategies: Sequence[str]) -> alt.Shape:
    names = [STRATEGIES[one] for one in strategies]
    legend = alt.Legend(title=None, orient="top", symbolFillColor=INK, symbolStrokeWidth=0)
    scale = alt.Scale(domain=names, range=["square", "circle"])
    return alt.Shape("strategy:N", scale=scale, legend=legend)


def drawn(  # noqa: PLR0917
    title: str,
    remark: str,
    spoken: Iterable[str],
    panels: Sequence[alt.LayerChart],
    source: str,
    extra: str = "",
    nothing: str = "Nothing was measured in this run.",
    apart: bool = False,
) -> Chart:
    """Build a chart with its panels below each other; without panels, it says `nothing`. `spoken`:
    the figures in sentences; `apart`: each panel has colours and shapes of its own."""
    said = " ".join(spoken) or "Nothing was measured."
    if not panels:
        text = alt.layer(data([{}]).mark_text(text=nothing))
        panels = [text.properties(width=WIDTH, height=40)]
    chart = alt.vconcat(*panels, spacing=12)
    if apart:
        chart = chart.resolve_scale(color="independent", shape="independent")
    return Chart(title, remark, said, chart.to_dict(), source, extra)


def log_domain(values: Iterable[float | None]) -> list[float]:
    """Ends of a logarithmic scale: a little beyond the figures, and equal in all panels."""
    known = [value for value in values if value]
    return [min(known) * 0.85, max(known) * 1.18] if known else [1, 1000]


def log_ticks(domain: list[float]) -> list[float]:
    """1, 2 and 5 times each power of ten, or only the powers if the scale spans many; if fewer than
    two fit, all digits of each power; if these are too few as well, equal steps."""
    low, high = (math.floor(math.log10(end)) for end in domain)
    choices: list[Sequence[int]] = [(1,)] if high - low > 3 else [(1, 2, 5), range(1, 10)]
    for digits in choices:
        ticks = [_scaled(digit, power) for power in range(low, high + 1) for digit in digits]
        within = [tick for tick in ticks if domain[0] <= tick <= domain[1]]
        if len(within) >= FEWEST_TICKS:
            return within
    return _even_ticks(*domain)


def _even_ticks(low: float, high: float) -> list[float]:
    """Return the multiples of the largest round step that may fit twice."""
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
    return alt.X(f"{key}:Q", title=title, **log_scale(domain))


def log_scale(domain: list[float]) -> dict[str, Any]:
    return {
        "scale": alt.Scale(type="log", domain=domain, nice=False),
        "axis": alt.Axis(values=log_ticks(domain), format="~r"),
    }


def told_apart(field: str, names: Sequence[str]) -> tuple[alt.Color, alt.Shape]:
    """Return distinct colour-shape pairs for things that have none of their own."""
    shades, shapes, places = OTHERS, outlines(), range(len(names))
    legend = alt.Legend(title=None, orient="top", columns=3, columnPadding=28, labelLimit=220)
    colours = [shades[place % len(shades)] for place in places]
    # When all colours are used they repeat, each with the shape next to its first one.
    signs = [shapes[(place + place // len(shades)) % len(shapes)] for place in places]
    colour_scale, shape_scale = (alt.Scale(domain=[*names], range=one) for one in (colours, signs))
    return (
        alt.Color(f"{field}:N", scale=colour_scale, legend=legend),
        alt.Shape(f"{field}:N", scale=shape_scale, legend=legend),
    )


def colour(chosen: Sequence[Solution], names: Sequence[str], *, legend: bool = True) -> alt.Color:
    """Return the colours of the solutions, which have these names in the chart's rows."""
    shades = [shade(one) for one in chosen]
    shown = alt.Legend(title=None, orient="top") if legend else None
    return alt.Color("solution:N", scale=alt.Scale(domain=names, range=shades), legend=shown)


def shapes_of(chosen: Sequence[Solution]) -> list[str]:
    """Return a shape for each: its own if free, else with another outline, never another cut, which
    identifies the program. When all are taken, they repeat."""
    shapes: list[str] = []
    for one in chosen:
        its = [sign_of(one), *(sign(family, one.implementation) for family in FAMILIES)]
        shapes.append(next((each for each in its if each not in shapes), sign_of(one)))
    return shapes
