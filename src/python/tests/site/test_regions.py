"""Marked regions: found, shown, and every fault told by file, line and name."""

import pytest

from course import paths
from course.site.regions import Regions
from course.stats.errors import FigureError, PublishError

GOOD = """\
class A {
    // --8<-- [start:outer]
    void a() {
        // --8<-- [start:inner]
        b();
        // --8<-- [end:inner]
    }
    // --8<-- [end:outer]
}
"""


def make(root, text, name="src/A.java"):
    file = root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return Regions(root)


def test_a_region_is_shown_without_indent_and_marks_and_with_its_place(tmp_path):
    regions = make(tmp_path, GOOD)
    text = regions.show("src/A.java", "outer").markdown("https://host/o/r/blob/abc")
    assert "````java\nvoid a() {\n    b();\n}\n````" in text
    assert 'href="https://host/o/r/blob/abc/src/A.java#L3-L7"' in text
    assert "src/A.java, lines 3\u20137" in text
    assert "href" not in regions.show("src/A.java", "inner").markdown(None)


def test_a_link_to_a_file_is_its_name_where_the_repository_has_no_address(tmp_path):
    regions = make(tmp_path, GOOD)
    address = "https://host/o/r/blob/abc"
    link = '<a href="https://host/o/r/blob/abc/src/A.java">'
    assert regions.link("src/A.java", "", address) == f"{link}<code>src/A.java</code></a>"
    assert regions.link("src/A.java", "the class", address) == f"{link}the class</a>"
    assert regions.link("src/A.java", "the class", None) == "the class"
    with pytest.raises(FigureError, match=r"no file src/B.java"):
        regions.link("src/B.java", "", address)


def test_what_no_page_shows_is_told(tmp_path):
    regions = make(tmp_path, GOOD)
    regions.show("src/A.java", "outer")
    assert regions.unshown() == [
        "src/A.java:5: region 'inner' is not shown on any page; show it or remove its marks"
    ]


@pytest.mark.parametrize(
    ("path", "name", "message"),
    [
        ("src/B.java", "outer", "no file src/B.java"),
        ("src/A.java", "outr", "src/A.java has no region 'outr'; it has inner, outer"),
    ],
)
def test_unknown_regions(tmp_path, path, name, message):
    with pytest.raises(FigureError, match=message):
        make(tmp_path, GOOD).show(path, name)


def mark(kind, name):
    return f"// --8<-- [{kind}:{name}]\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (mark("start", "a") + "x();\n", "A.java:1: region 'a' starts but never ends"),
        ("x();\n" + mark("end", "a"), "A.java:2: region 'a' ends but never starts"),
        (mark("start", "a") + mark("start", "a"), "A.java:2: region 'a' starts twice"),
        (mark("start", "a") + "\n" + mark("end", "a"), "A.java:3: region 'a' is empty"),
        (mark("start", "A b") + "x();\n" + mark("end", "A b"), "A.java:1: .*lower-case words"),
    ],
)
def test_broken_marks(tmp_path, text, message):
    with pytest.raises(PublishError, match=message):
        make(tmp_path, text)


def test_a_line_that_does_not_fit_a_page(tmp_path):
    long = "x" * 91
    regions = make(tmp_path, mark("start", "a") + f"{long}\n" + mark("end", "a"))
    with pytest.raises(FigureError, match=r"src/A.java:2 has 91 columns; a page fits 90"):
        regions.show("src/A.java", "a")


def test_products_and_our_own_tests_hold_no_regions(tmp_path):
    broken = mark("start", "a")
    make(tmp_path, broken, "src/java/x/target/A.java")
    assert make(tmp_path, broken, "src/python/tests/test_a.py").unshown() == []


def test_the_marks_of_the_repository_are_sound():
    Regions(paths.ROOT)
