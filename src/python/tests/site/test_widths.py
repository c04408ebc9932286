"""The chart for a phone: as narrow as its labels let it be, and told by the same names."""

import copy

import altair as alt
import pytest

from course.site.drawing import data
from course.site.svg import draw_twice
from course.site.widths import LEAST, LONG, PHONE, WIDTH, narrowed

SHORT, LONGEST = "array", "Agrona OneToOneConcurrentArrayQueue"


def chart(*names, title="Case A", step=20):
    """A chart with a point for each name, on two panels."""
    base = data([{"name": name, "value": 1} for name in names])
    shades = alt.Scale(domain=[*names], range=["#123456"] * len(names))
    panel = alt.layer(
        base.mark_point().encode(
            x="value:Q",
            y=alt.Y("name:N", sort=[*names], title=None),
            color=alt.Color("name:N", scale=shades, legend=alt.Legend(orient="top")),
        )
    ).properties(width=WIDTH, height=alt.Step(step), title=title)
    return alt.vconcat(panel, panel).to_dict()


def encoding(panel):
    return panel["layer"][0]["encoding"]


@pytest.mark.parametrize(("room", "width"), [(46, PHONE - 46), (1000, PHONE - 6 * LONG)])
def test_panels_take_what_labels_leave(room, width):
    panels = narrowed(chart(SHORT), room)["vconcat"]
    assert [panel["width"] for panel in panels] == [width, width]
    assert width >= LEAST


def test_a_single_panel_is_narrowed_too():
    spec = chart(SHORT)["vconcat"][0]
    assert narrowed(spec, 46)["width"] == PHONE - 46


def test_the_wide_chart_stays_as_it_was():
    spec = chart(SHORT, LONGEST)
    before = copy.deepcopy(spec)
    narrowed(spec, 200)
    assert spec == before


def test_long_labels_have_room_for_two_lines():
    (panel, _) = narrowed(chart(SHORT, LONGEST), 200)["vconcat"]
    assert panel["height"]["step"] > 20


def test_labels_that_fit_are_left_alone():
    (panel, _) = narrowed(chart(SHORT), 46)["vconcat"]
    assert encoding(panel)["y"] == encoding(chart(SHORT)["vconcat"][0])["y"]
    assert panel["height"] == {"step": 20}


@pytest.mark.parametrize(
    ("names", "columns"),
    [(("one", "two", "three"), 4), (("Java, Shenandoah 17", "C++"), 2), (("x" * 40,), 1)],
)
def test_legends_are_broken_where_their_entries_end(names, columns):
    (panel, _) = narrowed(chart(*names), 46)["vconcat"]
    assert encoding(panel)["color"]["legend"]["columns"] == columns


def test_titles_are_broken():
    title = "Java, Parallel: a packet every 1,000 ns, 0.0025% lost, and more"
    (panel, _) = narrowed(chart(SHORT, title=title), 46)["vconcat"]
    assert len(panel["title"]["text"]) == 2
    assert " ".join(panel["title"]["text"]) == title
    (panel, _) = narrowed(chart(SHORT, title=["The latency", "One thread"]), 46)["vconcat"]
    assert panel["title"]["text"] == ["The latency", "One thread"]


def test_labels_of_two_lines_are_drawn_whole():
    names = (SHORT, "ring of runs, critical downcall", LONGEST)
    wide, narrow = draw_twice(chart(*names), "Title", "Told.")
    assert ">ring of runs, critical downcall<" in wide
    for line in (SHORT, "ring of runs,", "critical downcall", *LONGEST.split()):
        assert f">{line}<" in narrow
