"""Notes on terms: where a page first uses one, a link to the glossary says what it means."""

import re

import pytest
from bs4 import BeautifulSoup

from course import paths
from course.site.terms import SOURCE, Terms
from course.stats.errors import PublishError

GLOSSARY = """\
# Glossary

cache line
:   The *piece* in which memory "travels", see
    [there](https://host/). [Chapter 6](06-clock-queue.md#lines),
    [chapter 11](11-flat-cpp.md)

cell
:   One combination.

Epsilon
:   A collector.

size class
:   Blocks of one length.

young generation, old generation
:   Where `new` objects are. [Chapter 3](03-gc-theory.md)
"""

LINES = 'href="glossary.html#term-cache-line"'


@pytest.fixture
def terms(tmp_path):
    (tmp_path / SOURCE).write_text(GLOSSARY, encoding="utf-8")
    return Terms(tmp_path)


def noted(terms, html, url="11-flat-cpp.html"):
    page = BeautifulSoup(terms.note(html, "11-flat-cpp.md", url), "html.parser")
    return [link.get_text() for link in page.select("a.course-term")]


def test_the_first_use_has_a_note_that_says_what_the_glossary_says(terms):
    html = "<p>Two cache lines, and a cache line.</p>"
    page = terms.note(html, "11-flat-cpp.md", "11-flat-cpp.html")
    link = BeautifulSoup(page, "html.parser").a
    assert link.get_text() == "cache lines"
    assert link["href"] == "glossary.html#term-cache-line"
    assert link["title"] == 'The piece in which memory "travels", see there.'
    assert page.count("<a ") == 1
    assert re.sub(r"</?a\b[^>]*>", "", page) == html, "nothing else has changed"


def test_pages_at_any_depth_lead_to_the_glossary(terms):
    page = terms.note("<p>A cache line.</p>", "notebooks/10-cpp.md", "notebooks/10-cpp.html")
    assert f'href="../{LINES[6:]}' in page


@pytest.mark.parametrize(
    ("html", "words"),
    [
        ("<p>Cache\nlines.</p>", ["Cache\nlines"]),
        ("<p>Size classes and old generations.</p>", ["Size classes", "old generations"]),
        ("<p>young generation</p><p>old generation</p>", ["young generation", "old generation"]),
        ("<p>In any cell, by an epsilon; Epsilon does.</p>", ["Epsilon"]),
        ("<p>The L1-cache line, cache lineage, non-cache line.</p>", []),
        ("<h2>The cache line</h2><pre>cache line</pre><p><code>cache line</code></p>", []),
        ('<p><a href="x">a cache line</a> is a cache line.</p>', ["cache line"]),
        ('<p title="a cache line > b">x</p><!-- cache line -->', []),
        ("<table><tr><td>cache line</td></tr></table><ul><li>cache line</li></ul>", ["cache line"]),
        (
            "<p>A cache line, or <strong>cache\nlines</strong>, has a size class.</p>",
            ["size class"],
        ),
    ],
)
def test_where_notes_are(terms, html, words):
    assert noted(terms, html) == words


def test_the_glossary_has_an_anchor_for_each_entry_and_no_notes(terms):
    html = (
        "<dl><dt>cell</dt><dd>x</dd><dt>young generation, old generation</dt><dd>A cell</dd></dl>"
    )
    page = BeautifulSoup(terms.note(html, SOURCE, "glossary.html"), "html.parser")
    assert [head["id"] for head in page.select("dt")] == [
        "term-cell",
        "term-young-generation-old-generation",
    ]
    assert not page.select("a")


def test_without_a_glossary_there_are_no_notes(tmp_path):
    assert noted(Terms(tmp_path), "<p>A cache line.</p>") == []


def test_an_entry_that_says_nothing_is_refused(tmp_path):
    (tmp_path / SOURCE).write_text("size class\n:   [Chapter 15](15-buffer-allocators.md)\n")
    with pytest.raises(PublishError, match=r"glossary\.md: no definition of “size class”"):
        Terms(tmp_path)


def test_the_course_s_own_terms_are_told_from_everyday_words():
    terms = Terms(paths.ROOT / "chapters")
    words = "<p>In any case a cell has a clock; false sharing and a phantom reference do not.</p>"
    assert noted(terms, words) == ["false sharing", "phantom reference"]
