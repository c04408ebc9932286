"""The document that is printed: all pages in one, its links within it; and what is said where
nothing can be printed."""

import argparse
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from bs4 import BeautifulSoup

from course.site import command, paper
from course.site import site as building
from course.site.paper import AFTER, CHAPTERS, EXERCISES, HOME, NOTEBOOK, NOTEBOOKS, whole
from course.site.site import build_site
from course.stats.errors import PublishError
from course.version import version

pytestmark = pytest.mark.slow  # all of it together

FOLDED = """# 5

A fact.[^one]

## Why

[There](11-flat-cpp.md#there), [here](#why), [results](results.md), [far](https://host/).

??? question "Predict"

    The answer.

{{ timeline_chart("heap-cms", "pool", "A") }}

[^one]: A work.
"""


@pytest.fixture(scope="session")
def document(site):
    """The document of the small site, as a browser would read it."""
    return BeautifulSoup(whole(site), "html.parser")


def test_it_has_all_chapters_in_order_each_with_its_notebook_then_the_rest(document, site):
    names = [part["id"] for part in document.select(".course-whole-part")]
    chapters = sorted(file.stem for file in site.glob(CHAPTERS))
    assert len(chapters) > 15
    assert all((site / f"{NOTEBOOKS}/{name}.html").is_file() for name in chapters)
    read = [name for chapter in chapters for name in (chapter, f"{NOTEBOOKS}-{chapter}")]
    assert names == [HOME, *read, EXERCISES, *AFTER]
    contents = document.select(".course-whole-contents > ol > li > a")
    assert [a["href"] for a in contents] == [f"#{name}" for name in names]
    told = {a["href"] for a in contents if a.get_text().startswith(NOTEBOOK)}
    assert told == {f"#{NOTEBOOKS}-{name}" for name in chapters}
    assert document.select_one(f"#{NOTEBOOKS}-{chapters[0]} h1").get_text().startswith(NOTEBOOK)
    chapter = document.find(id="03-gc-theory")
    assert chapter.select_one(f'a[href="#{NOTEBOOKS}-03-gc-theory"]')


def test_its_ids_are_unique_and_all_it_refers_to_is_in_it(document):
    ids = [element["id"] for element in document.find_all(id=True)]
    assert len(ids) == len(set(ids))
    known, text = set(ids), str(document)
    referred = [a["href"] for a in document.select("a[href]")]
    assert all(re.match(r"#|https?:", address) for address in referred)
    inside = {address[1:] for address in referred if address.startswith("#")}
    inside |= set(re.findall(r"url\(#([^)]+)\)", text))
    for attribute in ("aria-labelledby", "aria-describedby"):
        for element in document.select(f"[{attribute}]"):
            inside |= set(element[attribute].split())
    assert inside
    assert inside <= known


def page(body):
    head = '<meta name="description" content="d"><link rel="stylesheet" href="{up}a.css">'
    return f"<html><head>{head}</head><body><article><h1>T</h1>{body}</article></body></html>"


def document_of(folder, pages):
    for name, body in pages.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / f"{name}.html").write_text(page(body).format(up="../" * name.count("/")))
    return BeautifulSoup(whole(folder), "html.parser")


TASK = """<a href="../05-heap.html#why">chapter 5</a> <a href="../results.html">results</a>
<img src="../assets/one.svg"> <details class="course-spoiler"><p>Our solution</p></details>"""


def test_exercises_follow_the_chapters_without_their_solutions(tmp_path):
    pages = dict.fromkeys(("index", "05-heap", *AFTER), "")
    pages["exercises"] = (
        '<a href="exercises/two.html#begin">2</a> <a href="exercises/two.html">2</a> '
        '<a href="exercises/one.html">1</a> <a href="05-heap.html">5</a>'
    )
    pages |= {"exercises/two": TASK, "exercises/one": ""}
    document = document_of(tmp_path, pages)
    names = [part["id"] for part in document.select(".course-whole-part")]
    assert names == ["index", "05-heap", "exercises", "exercises-two", "exercises-one", *AFTER]
    task = document.select_one("#exercises-two")
    assert "Our solution" not in task.get_text()
    assert [a["href"] for a in task.select("a")] == ["#05-heap--why"], "results are not printed"
    assert task.img["src"] == "assets/one.svg", "the document lies beside the first page"
    assert {sheet["href"] for sheet in document.select("link")} == {"a.css"}
    assert document.select_one('#exercises a[href="#exercises-two--begin"]')


LOG = """<h2 id="log">Log</h2> <a href="../05-heap.html#why">chapter 5</a>
<a href="05-heap.ipynb">download</a>
<pre class="course-output">one &lt;b&gt;</pre>
<details><summary>Our answer</summary>Three.</details>
<ol><li>Try it.<details class="course-spoiler"><summary>Hint</summary>Two.</details></li></ol>
<svg aria-labelledby="output-1-t"><title id="output-1-t">T</title><linearGradient id="output-1-g"/>
<rect fill="url(#output-1-g)"/></svg>"""


def test_a_notebook_follows_its_chapter_with_its_outputs_and_answers_without_hints(tmp_path):
    pages = dict.fromkeys(("05-heap", "06-queue", "exercises", "notebooks/index", *AFTER), "")
    pages["index"] = '<a href="notebooks/05-heap.html#log">The log</a>'
    pages["notebooks/05-heap"] = LOG
    document = document_of(tmp_path, pages)
    names = [part["id"] for part in document.select(".course-whole-part")]
    assert names == ["index", "05-heap", "notebooks-05-heap", "06-queue", "exercises", *AFTER]
    notebook = document.select_one("#notebooks-05-heap")
    assert notebook.pre.get_text() == "one <b>"
    assert notebook.details.has_attr("open")
    assert "Three." in notebook.get_text()
    assert "Hint" not in notebook.get_text()
    assert "Two." not in notebook.get_text()
    assert [a["href"] for a in notebook.select("a")] == ["#05-heap--why"], "no file is printed"
    assert document.select_one('#index a[href="#notebooks-05-heap--log"]')
    assert notebook.h2["id"] == "notebooks-05-heap--log"
    assert document.select_one(f'.course-whole-contents li li a[href="#{notebook.h2["id"]}"]')
    ids = [element["id"] for element in notebook.svg.select("[id]")]
    assert ids == [f"notebooks-05-heap--output-1-{name}" for name in "tg"]
    assert notebook.svg["aria-labelledby"] == ids[0]
    assert notebook.rect["fill"] == f"url(#{ids[1]})"


def test_nothing_in_it_needs_a_screen(document):
    assert document.select("script, button, .headerlink, .md-content__button") == []
    assert document.select(".course-play-still svg")
    charts = document.select(".course-chart")
    assert charts
    assert [len(chart.find_all("svg")) for chart in charts] == [1] * len(charts)
    assert document.select(".course-narrow, .course-chart table") == []
    assert document.select("details:not([open])") == []
    front = document.select_one(".course-whole-front").get_text()
    assert "Synthetic CPU" in front
    assert f"The course: version {version()}, " in front
    assert "\N{PILCROW SIGN}" not in document.get_text()


def test_links_footnotes_and_answers_go_along(repository):
    chapters = repository / "chapters"
    (chapters / "05-heap-batch.md").write_text(FOLDED)
    flat = chapters / "11-flat-cpp.md"
    flat.write_text(f"{flat.read_text()}\n## There\n\nText.[^one]\n\n[^one]: Another work.\n")
    out = repository / "build/site"
    build_site(repository, out)
    part = BeautifulSoup(whole(out), "html.parser").find(id="05-heap-batch")
    links = {a.get_text(): a["href"] for a in part.select("p > a[href]")}
    assert links["There"] == "#11-flat-cpp--there"
    assert links["here"] == "#05-heap-batch--why"
    assert links["far"] == "https://host/"
    assert "results" not in links
    assert "results" in part.get_text()
    assert part.select_one("sup a")["href"] == "#05-heap-batch--fn:one"
    assert part.find(id="05-heap-batch--fn:one")
    [answer] = part.find_all("details")
    assert answer.has_attr("open")
    assert "The answer." in answer.get_text()


def test_where_nothing_can_be_printed_the_site_is_built_and_one_line_says_so(
    monkeypatch, capsys, tmp_path
):
    built = []
    monkeypatch.setattr(paper, "chromium", lambda: None)
    monkeypatch.setattr(command, "build_site", lambda *args, **how: built.append(how))
    args = argparse.Namespace(records=None, out=tmp_path / "site", pdf=True)
    assert command.site(args) == 0
    assert built == [{"pdf": False}]
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("the site goes without its PDF: no Chromium: none of chromium, ")


def test_the_first_page_leads_to_the_pdf_if_there_is_one(repository, monkeypatch):
    (repository / "chapters/index.md").write_text("# Home\n\n{{ paper() }}\n")
    monkeypatch.setattr(building, "print_course", lambda place: (place / paper.NAME).touch())
    out = repository / "build/site"
    for pdf in (True, False):
        build_site(repository, out, pdf=pdf)
        assert (out / paper.NAME).is_file() == pdf
        assert (f'href="{paper.NAME}"' in (out / "index.html").read_text()) == pdf


def test_a_browser_that_does_not_print_fails_the_build_in_one_line(monkeypatch, tmp_path):
    pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    monkeypatch.setattr(paper, "whole", lambda place: "")
    monkeypatch.setattr(paper, "chromium", lambda: str(tmp_path / "no-browser"))
    # In a thread of its own: this one may have a browser already, and can have no other.
    with (
        ThreadPoolExecutor(1) as other,
        pytest.raises(PublishError, match=r"\.pdf: Chromium can't print it: ") as caught,
    ):
        other.submit(paper.print_course, tmp_path).result()
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []
