"""Pages get the figures they ask for; a missing one is reported with page, line and name."""

import markdown
import pytest

from course.site.blocks import Blocks
from course.site.page_functions import page_functions
from course.site.pages import Pages
from course.site.regions import Regions
from course.stats.errors import PublishError


@pytest.fixture
def pages(dataset_columns, tmp_path):
    return Pages(page_functions(dataset_columns, Regions(tmp_path), Blocks(), None))


def test_what_is_no_call_passes_unchanged(pages):
    text = "# Title {#anchor}\n\n```cpp\nint a[] = {1};\n```\n"
    assert pages.render(text, "p.md") == text


def test_a_figure_in_a_sentence(pages):
    text = pages.render('{{ article("batch", "heap-cms", "pool", "A") }}', "p.md")
    assert "346\u00a0ns" in text


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ('ns("cpp", strategy="pol", case="A")', r"ns\(\): no strategy 'pol'; valid: 'dummy'"),
        ('ns("cpp", strategy="pool")', r"ns\(\): missing a required .*'case'"),
        ('article("batch", "heap", "pool", "A")', r"article\(\): no batch solution 'heap'"),
        ('batch_table("heaps")', r"batch_table\(\): no solution 'heaps'"),
        ('code("src/A.java", "x")', r"code\(\): no file src/A.java"),
        ("nss()", "'nss' is undefined"),
        ("data.nothing", "no attribute 'nothing'"),
        ("1 / 0", "division by zero"),
    ],
)
def test_what_does_not_exist_is_told_by_page_line_and_name(pages, call, message):
    text = f"# Title\n\nFirst.\n\nThen {{{{ {call} }}}}.\n\nLast.\n"
    with pytest.raises(PublishError, match=rf"^chapters/p.md:5: .*{message}") as caught:
        pages.render(text, "chapters/p.md")
    assert "\n" not in str(caught.value)


def test_lines_are_those_of_the_file_not_of_the_text_after_its_front_matter(pages):
    with pytest.raises(PublishError, match=r"^p.md:14: unexpected"):
        pages.render("a\n\n{{ ns( }}\n", "p.md", first_line=12)


def test_pieces_of_html_pass_through_markdown():
    blocks = Blocks()
    first, second = blocks.keep("<b>1</b>"), blocks.keep("<i>2</i>")
    assert blocks.restore(f"<p>{first}</p>\n{second}").split() == ["<b>1</b>", "<i>2</i>"]


def test_a_piece_in_a_folded_box_stays_in_it():
    blocks = Blocks()
    text = f'??? note "More"\n\n    {blocks.keep("<b>1</b>")}\n\n    Why.\n\nAfter.\n'
    html = blocks.restore(markdown.markdown(text, extensions=["pymdownx.details"]))
    inside, after = html.split("</details>")
    assert "<b>1</b>" in inside
    assert "<p>Why.</p>" in inside
    assert after.strip() == "<p>After.</p>"
