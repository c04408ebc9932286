"""Tables and charts get numbers, anchors, and a place in the index."""

from __future__ import annotations

import re

import pytest

from course.site.numbering import Numbering

TABLE = (
    '<figure class="course-table" data-search-exclude>\n'
    '<p class="course-caption" aria-hidden="true">Times</p>\n'
    '<div aria-label="Times, &lt;all&gt;"><table><caption>Times</caption></table></div>\n'
    "<figcaption><p>A remark.</p></figcaption>\n</figure>"
)
CHART = (
    '<figure class="course-chart" data-search-exclude>\n<div aria-label="Bars"><svg></svg></div>\n'
    "<figcaption>\n<p>Bars. Less is better.</p>\n</figcaption>\n</figure>"
)
FOLDED = CHART.replace(
    "</figcaption>",
    '<details class="course-fold"><summary>The same as a table</summary>'
    '<div class="course-scroll course-table" aria-label="Bars, as a table">'
    '<table class="course"><caption>Bars, as a table</caption></table></div></details>'
    "</figcaption>",
)
PLAY = (
    '<figure class="course-play" data-figure="heap" data-search-exclude>\n'
    '<p class="course-caption">A heap</p>\n<div role="region"\n aria-label="A heap"></div>\n'
    "<figcaption>\n<p>What to see.</p>\n</figcaption>\n</figure>"
)

DRAWN = (
    '<figure class="course-drawn" aria-label="A ring" data-search-exclude>\n'
    '<p class="course-caption">A ring</p>\n<svg></svg>\n'
    "<figcaption>\n<p>What to see.</p>\n</figcaption>\n</figure>"
)


@pytest.fixture
def numbering():
    return Numbering()


def test_a_chapter_s_blocks_are_numbered_with_it_each_kind_by_itself(numbering):
    made = numbering.number(TABLE + CHART + TABLE, "05-heap-batch.md", "5. Heap", "05-heap.html")
    assert made.count('<span class="course-number">Table 5.1.</span> Times') == 2
    assert '<figcaption>\n<p><span class="course-number">Figure 5.1.</span> Bars.' in made
    assert '<figure id="table-times-all-2" class="course-table" data-search-exclude>' in made
    assert "<p>A remark.</p>" in made


def test_the_table_behind_a_chart_has_no_number(numbering):
    made = numbering.number(FOLDED + TABLE, "05-heap-batch.md", "5. Heap", "05-heap-batch.html")
    assert made.count("Figure 5.1.") == 1
    assert "<caption>Bars, as a table</caption>" in made
    assert '<span id="table-5-1"></span>' in made
    assert made.count('<figure id="table-') == 1
    assert "as a table" not in numbering.index(["05-heap-batch.md"])


def test_figures_that_move_are_numbered_among_the_others(numbering):
    made = numbering.number(CHART + PLAY + CHART, "03-gc-theory.md", "3. GC", "03-gc-theory.html")
    assert '<p class="course-caption"><span class="course-number">Figure 3.2.</span> A heap' in made
    assert '<figure id="figure-a-heap" class="course-play" data-figure="heap"' in made
    assert "<p>What to see." in made
    assert "Figure 3.3." in made
    assert '#figure-a-heap">Figure 3.2</a>. A heap</li>' in numbering.index(["03-gc-theory.md"])


def test_drawings_are_numbered_among_the_others(numbering):
    made = numbering.number(CHART + DRAWN, "06-clock-queue.md", "6. Queue", "06-clock-queue.html")
    assert '<p class="course-caption"><span class="course-number">Figure 6.2.</span> A ring' in made
    assert '<figure id="figure-a-ring" class="course-drawn" aria-label="A ring"' in made
    assert "<p>What to see." in made
    assert '#figure-a-ring">Figure 6.2</a>. A ring</li>' in numbering.index(["06-clock-queue.md"])


def test_what_stands_in_for_scripts_has_no_number(numbering):
    page = f"<noscript>\n{CHART}{TABLE}</noscript>{TABLE}"
    made = numbering.number(page, "explore.md", "Explore", "explore.html")
    assert made.startswith(f"<noscript>\n{CHART}{TABLE}</noscript>")
    assert made.count("Table 1.") == 2, "once to see, once to hear"
    assert "Figure" not in made
    assert numbering.index(["explore.md"]).count("<li>") == 1


def test_the_index_leads_to_nothing_that_is_hidden(numbering):
    hidden = CHART.replace("data-search-exclude", "data-on-demand")
    made = numbering.number(hidden + CHART, "explore.md", "Explore", "explore.html")
    assert 'id="figure-1"' in made
    assert "Figure 1." in made
    index = numbering.index(["explore.md"])
    assert "Figure 2</a>" in index
    assert "Figure 1" not in index


def test_another_page_s_blocks_are_numbered_by_themselves(numbering):
    made = numbering.number(TABLE, "results/batch.md", "Batch", "results/batch.html")
    assert '<figure id="table-times-all" ' in made
    assert "Table 1." in made


def test_the_index_has_them_page_by_page(numbering):
    numbering.number(TABLE, "results.md", "Results", "results.html")
    numbering.number(CHART, "05-heap-batch.md", "5. A & B", "05-heap-batch.html")
    numbering.number("<p>none</p>", "index.md", "Home", "index.html")
    assert numbering.index(["index.md", "05-heap-batch.md", "results.md"]) == (
        '<h2><a href="05-heap-batch.html">5. A &amp; B</a></h2>\n<ul>\n'
        '<li><a href="05-heap-batch.html#figure-bars">Figure 5.1</a>. Bars</li>\n</ul>\n'
        '<h2><a href="results.html">Results</a></h2>\n<ul>\n'
        '<li><a href="results.html#table-times-all">Table 1</a>. Times, &lt;all&gt;</li>\n</ul>'
    )


def test_a_page_that_is_built_again_is_numbered_from_the_start(numbering):
    for _ in range(2):
        made = numbering.number(TABLE, "results.md", "Results", "results.html")
    assert 'id="table-times-all"' in made
    assert numbering.index(["results.md"]).count("<li>") == 1


def titled(title):
    return CHART.replace("Bars", title)


def anchors(numbering, *blocks):
    """The ids of a page's blocks, and of what else it has."""
    made = numbering.number("".join(blocks), "05-heap-batch.md", "5. Heap", "05-heap-batch.html")
    return re.findall(r' id="([^"]+)"', made)


def test_a_block_that_is_put_before_others_leaves_their_anchors(numbering):
    before = anchors(numbering, titled("Bars"), titled("Lines"))
    after = anchors(numbering, titled("Points"), titled("Bars"), titled("Lines"))
    assert before == ["figure-bars", "figure-5-1", "figure-lines", "figure-5-2"]
    assert after[2:] == ["figure-bars", "figure-5-2", "figure-lines", "figure-5-3"]


def test_anchors_of_a_page_differ_from_each_other_and_from_what_it_has(numbering):
    head = '<h2 id="figure-bars">Figure: bars</h2>'
    titles = ("Bars", "Bars", "Bars &amp; lines", "Bars (12 of 14)")
    made = anchors(numbering, head, *map(titled, titles))
    assert made[0] == "figure-bars"
    in_section = [f"figure-bars-figure-bars{count}" for count in ("", "-2", "-3")]
    assert made[1::2] == [*in_section[:2], "figure-bars-lines", in_section[2]]
    assert made[2::2] == [f"figure-5-{number}" for number in (1, 2, 3, 4)]


def test_namesakes_are_told_apart_by_their_sections(numbering):
    sections = ['<h2 id="in-c">In C</h2>', '<h3 id="in-java">In Java</h3>']
    both = anchors(numbering, sections[0], titled("Bars"), sections[1], titled("Bars"))
    assert both[1::3] == ["figure-bars-in-c", "figure-bars-in-java"]
    turned = anchors(numbering, sections[1], titled("Bars"), sections[0], titled("Bars"))
    assert turned[1::3] == ["figure-bars-in-java", "figure-bars-in-c"]


def test_the_anchor_of_the_number_is_where_the_block_begins(numbering):
    made = numbering.number(DRAWN, "06-clock-queue.md", "6. Queue", "06-clock-queue.html")
    begin = 'aria-label="A ring" data-search-exclude><span id="figure-6-1"></span>\n<p'
    assert begin in made
