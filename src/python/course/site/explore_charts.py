"""The charts that the explorer draws in the reader's browser: specifications that wait for data.

The page fills in rows and sets the parameters (chart.js, timeline.js), so that a change of the
choice compiles nothing. Rows bring their colours and shapes with them.
"""

from typing import Any

import altair as alt

from course.model.probes import QUEUE_MS
from course.site.drawing import dashed, points
from course.site.svg import FAINT, INK
from course.site.timelines import bars, heap_steps, pause_axis
from course.site.widths import WIDTH
from course.stats.numbers import TIMES

STEP = 26
"""Height of a row: its label may have two lines."""

POINT, RING = 130, 380
"""Area of a point, so that what is cut out of it can be seen; and of the ring around one."""

_LETTERS, _LINE = 11, 12
"""Size of a label's letters, and height of its lines."""

_ABOVE = 15
"""From the middle of a row up to that of a label above the point; of two lines, too."""

_COLOUR = alt.Color("colour:N", scale=None, legend=None)


def charts() -> dict[str, dict[str, Any]]:
    """Name -> Vega-Lite specification."""
    return {"figures": _figures(), "timeline": _timeline()}


def _figures() -> dict[str, Any]:
    """A point a row; its spread is a line, the article's figure a cross, the limit a tick.

    Ticks are as high as rows, so that those of neighbours with the same limit are one line;
    `y_step` is Vega-Lite's name of that height, which the page may set. The page breaks long labels
    in two (chart.js); none is cut. Where a label and a scale have no room side by side, it sets
    `above`: a label then stands in its row, above the point. `reading` is the place of the row that
    has a ring around its point; -1: none.
    """
    base = _waiting("rows")
    y = alt.Y(
        "line:N",
        sort=None,
        title=None,
        scale=alt.Scale(type="band", domain=alt.ExprRef("y_lines"), paddingInner=0, paddingOuter=0),
        axis=alt.Axis(
            labelExpr=r"split(datum.label, '\n')",
            labelLimit=0,
            labelAlign=alt.ExprRef("above ? 'left' : 'right'"),
            labelPadding=alt.ExprRef("above ? -4 : 6"),
            labelOffset=alt.ExprRef(f"above ? -{_ABOVE} : 0"),
            labelFontSize=_LETTERS,
            labelLineHeight=_LINE,
            # Of two lines, the first one would stand where a single one does.
            labelBaseline={
                "condition": {"test": r"indexof(datum.label, '\n') >= 0", "value": "line-bottom"},
                "value": "middle",
            },
        ),
    )
    chart = alt.layer(
        base.mark_tick(color=FAINT, thickness=1.6, size=alt.ExprRef("y_step")).encode(
            x=_log("limit"), y=y
        ),
        base.mark_rule(strokeWidth=1.2).encode(x=_log("low"), x2="high:Q", y=y, color=_COLOUR),
        base.mark_text(text=TIMES, fontSize=15, color=FAINT, baseline="middle", dy=-1).encode(
            x=_log("old"), y=y
        ),
        # Behind the points, which answer to a pointer.
        base.transform_filter("datum.place === reading")
        .mark_point(size=RING, strokeWidth=1.6, stroke=INK, opacity=1)
        .encode(x=_log("value"), y=y),
        points(base, size=POINT).encode(
            x=_log("value"),
            y=y,
            color=_COLOUR,
            shape=alt.Shape("shape:N", scale=None, legend=None),
            tooltip=alt.Tooltip("told:N"),
        ),
    ).properties(width=WIDTH, height=alt.Step(STEP))
    parameters = {"y_lines": [], "above": False, "reading": -1}
    return _with(chart, x_ends=[1, 1000], x_ticks=[1, 10, 100, 1000], **parameters)


def _timeline() -> dict[str, Any]:
    """Pauses, the heap after each collection, and packets lost, on one axis of time."""
    pause, told = pause_axis(), alt.Tooltip("told:N")
    heap = alt.Y(
        "mb:Q",
        title="heap, MiB",
        scale=alt.Scale(domain=alt.ExprRef("[0, heap_top]"), nice=False),
        axis=alt.Axis(tickCount=4),
    )
    lost = alt.Y(
        "lost:Q",
        title="lost",
        scale=alt.Scale(domain=alt.ExprRef("[0, lost_top]"), nice=False),
        axis=alt.Axis(tickCount=3, format="~s"),
    )
    limit = dashed({"ms": QUEUE_MS}).encode(y=pause)
    pauses, steps, losses = map(_waiting, ("pauses", "heap", "losses"))
    at, last = _seconds("at"), _seconds("at", last=True)
    panels = (
        alt.layer(limit, bars(pauses, x=at, y=pause, color=_COLOUR, tooltip=told)).properties(
            width=WIDTH, height=110, title="Pauses"
        ),
        alt.layer(*heap_steps(steps, steps, x=at, y=heap, color=_COLOUR)).properties(
            width=WIDTH, height=80, title="Heap after each collection"
        ),
        alt.layer(bars(losses, x=last, y=lost, color=alt.value(INK), tooltip=told)).properties(
            width=WIDTH, height=70, title="Packets lost"
        ),
    )
    return _with(alt.vconcat(*panels, spacing=8), t_end=1, heap_top=1, lost_top=1)


def _waiting(name: str) -> alt.Chart:
    """A chart without marks yet, of rows that the page will bring."""
    return alt.Chart(alt.NamedData(name=name))


def _log(key: str) -> alt.X:
    scale = alt.Scale(type="log", domain=alt.ExprRef("x_ends"), nice=False)
    axis = alt.Axis(values=alt.ExprRef("x_ticks"), format="~r")
    return alt.X(f"{key}:Q", title=None, scale=scale, axis=axis)


def _seconds(key: str, *, last: bool = False) -> alt.X:
    """Seconds; numbers and title stand under the last panel alone."""
    scale = alt.Scale(domain=alt.ExprRef("[0, t_end]"), nice=False)
    axis = alt.Axis(ticks=False, tickCount=6, labels=last)
    return alt.X(f"{key}:Q", title="seconds" if last else None, scale=scale, axis=axis)


def _with(chart: alt.LayerChart | alt.VConcatChart, **parameters: Any) -> dict[str, Any]:
    """The specification with parameters that the page sets; the drawing grows with its rows."""
    return chart.to_dict() | {
        "autosize": {"type": "pad", "resize": True},
        "params": [{"name": name, "value": value} for name, value in parameters.items()],
    }
