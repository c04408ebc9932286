"""The whole site, built by MkDocs from a small repository, and faults in it."""

import json
import re
import socket
import threading
import urllib.error
import urllib.request

import pytest
from bs4 import BeautifulSoup
from course_tests.measure import samples
from course_tests.site_browser.links import wrong_links

from course import paths
from course.site.serve import make_server
from course.site.site import build_site
from course.stats.errors import PublishError
from course.version import version


def build(repository):
    out = repository / "build/site"
    build_site(repository, out)
    return out


def test_the_site_is_whole(site):
    names = {file.relative_to(site).as_posix() for file in site.rglob("*.html")}
    assert {"index.html", "results.html", "notebooks/03-gc-theory.html"} <= names
    assert wrong_links(site) == []


def test_pages_hold_what_they_asked_for(site):
    heap = (site / "05-heap-batch.html").read_text()
    assert "failed<sup>1</sup>" in heap
    assert "java.lang.OutOfMemoryError" in heap
    assert heap.count("<svg") >= 2
    assert "data-course-block" not in heap
    flat = (site / "11-flat-cpp.html").read_text()
    assert "src/Pool.java, lines 3\u20135" in flat
    assert "Synthetic CPU" in parse_footer(site / "index.html")


def test_every_page_says_of_which_version_and_commit_of_the_course_it_is(site):
    pages = [file for file in site.rglob("*.html") if "md-copyright" in file.read_text()]
    assert len(pages) > 40
    told = rf"The course: version {re.escape(version())}, (no commit|commit \w{{10}})"
    assert [page.name for page in pages if not re.search(told, parse_footer(page))] == []


def parse_footer(file):
    return file.read_text().split("md-copyright", 1)[1]


def test_pages_lead_on_in_the_order_of_the_chapters(site):
    names = ["05-heap-batch", "notebooks/05-heap-batch", "06-clock-queue"]
    pages = [BeautifulSoup((site / f"{name}.html").read_text(), "html.parser") for name in names]
    following = [page.select_one(".md-footer__link--next")["href"] for page in pages]
    assert following[:2] == ["notebooks/05-heap-batch.html", "../06-clock-queue.html"]
    before = [page.select_one(".md-footer__link--prev")["href"] for page in pages]
    assert before[1:] == ["../05-heap-batch.html", "notebooks/05-heap-batch.html"]


def test_a_chapter_is_in_its_part_of_the_navigation_with_its_notebook_below(site):
    page = BeautifulSoup((site / "05-heap-batch.html").read_text(), "html.parser")
    top = page.select(".md-nav--primary > .md-nav__list > .md-nav__item")
    assert len(top) < 20
    (part,) = [one for one in top if one.select_one("a.md-nav__link--active")]
    assert part.label.get_text(strip=True) == "Java and real time"
    listed = part.select(":scope > .md-nav > .md-nav__list > .md-nav__item")
    links = [one.find("a")["href"] for one in listed]
    assert links[:2] == ["05-heap-batch.html", "notebooks/05-heap-batch.html"]
    assert [bool(one.select_one(".md-nav__link > svg")) for one in listed[:4]] == [False, True] * 2


def test_notebooks_that_were_not_executed_say_so_and_can_be_downloaded(site):
    page = (site / "notebooks/03-gc-theory.html").read_text()
    assert "Not executed here" in page
    assert "{{" in page  # the code's own braces are no call
    downloaded = json.loads((site / "notebooks/03-gc-theory.ipynb").read_text())
    assert downloaded["metadata"]["kernelspec"]["name"] == "java"


def test_tables_do_not_flood_the_search(site):
    index = json.loads((site / "search/search_index.json").read_text())
    text = " ".join(entry["text"] for entry in index["docs"])
    assert "Synthetic CPU" in text
    assert "Each figure is the geometric mean" not in text
    places = {entry["location"].partition("#")[2] for entry in index["docs"]}
    assert "explorer-timeline-title" not in places, "no result leads to what is hidden"


@pytest.mark.slow
def test_yours_stands_beside_the_reference(repository, tmp_path):
    samples.write(repository / "results/2026-01-01-ours", samples.records("full"))
    samples.write(tmp_path / "yours", samples.records("smoke"))
    (repository / "chapters/results.md").write_text("# R\n\n{{ summary_table() }}\n")
    out = repository / "build/site"
    build_site(repository, out, yours=tmp_path / "yours")
    page = (out / "results.html").read_text()
    for title in ("reference", "yours"):
        assert len(re.findall(rf'<th scope="col"[^>]*>{title}</th>', page)) == len("ABC")
    assert "this build" not in page
    assert "2026-01-01-ours, full" in page
    assert "smoke run" in page


def test_a_missing_figure_fails_with_page_line_and_name(repository):
    page = repository / "chapters/results.md"
    page.write_text('---\ntitle: R\n---\n\n# R\n\n{{ ns("cpp", strategy="pol", case="A") }}\n')
    other = repository / "chapters/index.md"
    other.write_text("# Home\n\n{{ nothing }}\n")
    with pytest.raises(PublishError) as caught:
        build(repository)
    lines = str(caught.value).splitlines()
    assert lines[0] == "chapters/index.md:3: 'nothing' is undefined"
    assert lines[1].startswith("chapters/results.md:7: ns(): no strategy 'pol'; valid: 'dummy'")
    assert len(lines) == 2


@pytest.mark.slow
def test_a_failed_build_leaves_the_earlier_site(repository):
    out = build(repository)
    (repository / "chapters/results.md").write_text("{{ nothing }}\n")
    with pytest.raises(PublishError):
        build(repository)
    assert (out / "results.html").is_file()
    assert not list((repository / "build").glob(".site-*"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[there](nowhere.md)", "nowhere.md"),
        ("[there](index.md#nothing)", "nothing"),
        ('\n--8<-- "src/Pool.java:acquire"', r"chapters/results.md:2: show code with"),
    ],
)
def test_broken_links_and_raw_snippets_fail(repository, text, message):
    (repository / "chapters/results.md").write_text(text + "\n")
    with pytest.raises(PublishError, match=message):
        build(repository)


def test_a_region_that_no_page_shows_fails(repository):
    (repository / "chapters/11-flat-cpp.md").write_text("# 11\n")
    with pytest.raises(
        PublishError, match=r"src/Pool.java:3: region 'acquire' is not shown on any"
    ):
        build(repository)


@pytest.mark.parametrize(("place", "says"), [("file", "is a file"), ("file/site", "below a file")])
def test_no_site_is_built_into_a_file(repository, tmp_path, place, says):
    (tmp_path / "file").write_text("a text")
    with pytest.raises(PublishError, match=says):
        build_site(repository, tmp_path / place)


def test_a_folder_of_something_else_is_not_overwritten(repository, tmp_path):
    out = tmp_path / "precious"
    out.mkdir()
    (out / "thesis.txt").write_text("years of work")
    with pytest.raises(PublishError, match="exists and is not a site"):
        build_site(repository, out)
    assert (out / "thesis.txt").is_file()


@pytest.fixture
def served(tmp_path):
    """A folder that is served, and what answers a request for a file in it."""

    def ask(name, **headers):
        request = urllib.request.Request(f"http://127.0.0.1:{server.server_port}/{name}")
        for key, value in headers.items():
            request.add_header(key.replace("_", "-"), value)
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.headers, answer.read()

    with make_server(tmp_path, 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield tmp_path, ask
        server.shutdown()
        thread.join()


def test_the_site_is_served(served):
    folder, ask = served
    (folder / "index.html").write_text("hello")
    headers, content = ask("")
    assert content == b"hello"
    assert headers["Cache-Control"] == "no-store"


def test_a_port_in_use_is_told(tmp_path):
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        with pytest.raises(PublishError, match=rf"port {port} is in use; --port \d+ is free"):
            make_server(tmp_path, port)


def test_the_real_navigation_has_its_chapters():
    text = (paths.ROOT / "mkdocs.yml").read_text()
    for name in re.findall(r": (\S+\.md)$", text, re.MULTILINE):
        if not name.startswith("notebooks/"):
            assert (paths.ROOT / "chapters" / name).is_file(), name
