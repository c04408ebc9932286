"""Tables of the text get a frame that scrolls, and a name; others keep theirs."""

from course.site.table import LONG, framed

TABLE = """<p>Before.</p>
<table>
<thead><tr><th>chapter</th>
<th style="text-align: right;"></th><th>A <em>&amp;</em> B</th></tr></thead>
<tbody><tr><td style="text-align: right;">{}</td><td>2</td><td>3</td></tr></tbody>
</table>
"""


def test_a_table_is_named_by_its_heads_and_reached_by_the_keyboard():
    page = framed(TABLE.format("1"))
    assert 'tabindex="0" role="region" aria-label="Table: chapter, A &amp; B"' in page
    assert page.count("<table") == page.count('<table class="course-plain">') == 1
    assert page.startswith("<p>Before.</p>")


def test_long_cells_are_marked_by_their_words_not_by_their_marks():
    marked = f"<em>{'a' * LONG}</em>"
    assert "course-long" not in framed(TABLE.format(marked))
    assert '<td class="course-long" style="text-align: right;"><em>' in framed(
        TABLE.format(marked + "b")
    )


def test_a_table_that_the_build_made_is_left_alone():
    made = '<table class="course"><tr><td>1</td></tr></table>'
    assert framed(made) == made
