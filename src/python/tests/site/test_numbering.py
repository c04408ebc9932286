"""Tables and charts get numbers, anchors, and a place in the index."""

from __future__ import annotations

import dataclasses
import re

import pytest

from course.site.blocks import NOWHERE, Block, Blocks, Head, Place
from course.site.numbering import Numbering
from course.site.svg import Chart
from course.site.table import Table, TableCell

HEADING = re.compile(r"</?h\d")


@dataclasses.dataclass(frozen=True)
class Titled(Block):
    """What a template makes of a place, as short as can be."""

    title: str
    kind: str = "Figure"

    def html(self, place: Place = NOWHERE) -> str:
        return f"<figure{place.id}>{place.begin}<p>{place.number}{self.title}</p></figure>"


@dataclasses.dataclass(frozen=True)
class OnDemand(Titled):
    """One that is hidden at first, and one that is not."""

    @property
    def heads(self):
        return (Head(self.kind, self.title, on_demand=True), Head(self.kind, "Shown"))

    def html(self, *places: Place) -> str:
        return "".join(Titled(self.title).html(place) for place in places)


TABLE = Titled("Times, <all>", "Table")
CHART = Titled("Bars")


@pytest.fixture
def numbering():
    return Numbering()


def numbered(numbering, *pieces, source="05-heap-batch.md", title="5. Heap"):
    """A page of these blocks and pieces of HTML."""
    blocks = Blocks()
    html = "".join(one if isinstance(one, str) else blocks.keep(one) for one in pieces)
    return numbering.fill_in(html, blocks, source, title, source.replace(".md", ".html"))


def test_a_chapter_s_blocks_are_numbered_with_it_each_kind_by_itself(numbering):
    made = numbered(numbering, TABLE, CHART, TABLE, "<p>A remark.</p>")
    assert re.findall(r'<span class="course-number">(.*?)</span>', made) == [
        "Table 5.1.",
        "Figure 5.1.",
        "Table 5.2.",
    ]
    assert '<figure id="table-times-all-2"><span id="table-5-2"></span><p>' in made
    assert "<p>A remark.</p>" in made


@pytest.mark.parametrize("place", [NOWHERE, Place("Table 5.1", "table-times")])
def test_a_table_shows_its_number_to_see_and_to_hear(place):
    made = Table("Times", head=[[TableCell("A")]]).html(place)
    assert made.count('<span class="course-number">Table 5.1.</span> Times') == 2 * bool(
        place.label
    )
    assert ('<figure id="table-times" class="course-table"' in made) == bool(place.label)
    assert ('<span id="table-5-1"></span>' in made) == bool(place.label)


def test_the_table_behind_a_chart_has_no_number():
    chart = Chart(
        "Bars",
        "",
        "",
        {"layer": [{"mark": "bar"}]},
        "",
        Table("Bars, as a table", head=[[TableCell("A")]]).folded(),
    )
    made = chart.html(Place("Figure 5.1", "figure-bars"))
    assert made.count("Figure 5.1.") == 1
    assert "<caption>Bars, as a table</caption>" in made


def test_the_index_leads_to_nothing_that_is_hidden(numbering):
    made = numbered(numbering, OnDemand("Bars"), source="explore.md")
    assert 'id="figure-1"' in made
    assert "Figure 1." in made
    index = numbering.index(["explore.md"])
    assert "Figure 2</a>" in index
    assert "Figure 1" not in index


def test_another_page_s_blocks_are_numbered_by_themselves(numbering):
    made = numbered(numbering, TABLE, source="results/batch.md")
    assert '<figure id="table-times-all">' in made
    assert "Table 1." in made


def test_the_index_has_them_page_by_page(numbering):
    numbered(numbering, TABLE, source="results.md", title="Results")
    numbered(numbering, CHART, title="5. A & B")
    numbered(numbering, "<p>none</p>", source="index.md", title="Home")
    assert numbering.index(["index.md", "05-heap-batch.md", "results.md"]) == (
        '<h2><a href="05-heap-batch.html">5. A &amp; B</a></h2>\n<ul>\n'
        '<li><a href="05-heap-batch.html#figure-bars">Figure 5.1</a>. Bars</li>\n</ul>\n'
        '<h2><a href="results.html">Results</a></h2>\n<ul>\n'
        '<li><a href="results.html#table-times-all">Table 1</a>. Times, &lt;all&gt;</li>\n</ul>'
    )


def test_a_page_that_is_built_again_is_numbered_from_the_start(numbering):
    for _ in range(2):
        made = numbered(numbering, TABLE, source="results.md")
    assert 'id="table-times-all"' in made
    assert numbering.index(["results.md"]).count("<li>") == 1


def anchors(numbering, *pieces):
    """The ids of a page's blocks, and of what else it has."""
    titled = (one if HEADING.match(one) else Titled(one) for one in pieces)
    return re.findall(r' id="([^"]+)"', numbered(numbering, *titled))


def test_a_block_that_is_put_before_others_leaves_their_anchors(numbering):
    before = anchors(numbering, "Bars", "Lines")
    after = anchors(numbering, "Points", "Bars", "Lines")
    assert before == ["figure-bars", "figure-5-1", "figure-lines", "figure-5-2"]
    assert after[2:] == ["figure-bars", "figure-5-2", "figure-lines", "figure-5-3"]


def test_anchors_of_a_page_differ_from_each_other_and_from_what_it_has(numbering):
    head = '<h2 id="figure-bars">Figure: bars</h2>'
    made = anchors(numbering, head, "Bars", "Bars", "Bars & lines", "Bars (12 of 14)")
    assert made[0] == "figure-bars"
    in_section = [f"figure-bars-figure-bars{count}" for count in ("", "-2", "-3")]
    assert made[1::2] == [*in_section[:2], "figure-bars-lines", in_section[2]]
    assert made[2::2] == [f"figure-5-{number}" for number in (1, 2, 3, 4)]


def test_namesakes_are_told_apart_by_their_sections(numbering):
    sections = ['<h2 id="in-c">In C</h2>', '<h3 id="in-java">In Java</h3>']
    both = anchors(numbering, sections[0], "Bars", sections[1], "Bars")
    assert both[1::3] == ["figure-bars-in-c", "figure-bars-in-java"]
    turned = anchors(numbering, sections[1], "Bars", sections[0], "Bars")
    assert turned[1::3] == ["figure-bars-in-java", "figure-bars-in-c"]
