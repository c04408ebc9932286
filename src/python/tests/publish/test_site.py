"""The whole site, built by MkDocs from a small repository, and faults in it."""

import json
import os
import re
import socket
import threading
import urllib.request
from html.parser import HTMLParser
from urllib.parse import unquote, urldefrag

import pytest

from course import paths
from course.publish.dataset import PLAN
from course.publish.errors import PublishError
from course.publish.serve import make_server
from course.publish.site import build_site


def build(repository, records=None):
    out = repository / "build/site"
    build_site(repository, out, records)
    return out


class Links(HTMLParser):
    """Collects what a page loads, what it links to, and its ids."""

    def __init__(self):
        super().__init__()
        self.loads, self.links, self.ids = [], [], []

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if attributes.get("id"):
            self.ids.append(attributes["id"])
        if tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"])
        elif tag == "link":
            self.loads.append(attributes.get("href"))
        elif tag in ("script", "img", "iframe", "source", "video") and attributes.get("src"):
            self.loads.append(attributes["src"])


def parse(file):
    page = Links()
    page.feed(file.read_text())
    return page


def test_the_site_is_whole(site):
    out = site
    pages = {file.relative_to(out).as_posix(): parse(file) for file in out.rglob("*.html")}
    assert {"index.html", "results.html", "notebooks/03-gc-theory.html"} <= pages.keys()
    for name, page in pages.items():
        # 404.html is served at any depth, and so has absolute addresses.
        if name == "404.html":
            continue
        assert len(page.ids) == len(set(page.ids)), f"{name}: ids collide"
        folder = (out / name).parent
        for address in page.loads:
            assert not re.match(r"(https?:)?//", address), f"{name} loads {address}"
        for address in [*page.loads, *page.links]:
            if re.match(r"(https?|data|mailto):", address):
                continue
            path, anchor = urldefrag(address)
            target = (folder / unquote(path)).resolve() if path else out / name
            assert target.is_file(), f"{name}: {address} leads nowhere"
            if anchor and target.suffix == ".html":
                ids = pages[target.relative_to(out.resolve()).as_posix()].ids
                assert anchor in ids or anchor == "__skip", f"{name}: no {address}"
    for css in out.rglob("*.css"):
        assert not re.search(r"(url\(|@import)\s*[\"']?(https?:)?//", css.read_text()), css


def test_pages_hold_what_they_asked_for(site):
    heap = (site / "05-heap-batch.html").read_text()
    assert "failed<sup>1</sup>" in heap
    assert "java.lang.OutOfMemoryError" in heap
    assert heap.count("<svg") >= 2
    assert "data-course-block" not in heap
    flat = (site / "11-flat-cpp.html").read_text()
    assert "src/Pool.java, lines 3\u20135" in flat
    assert "Synthetic CPU" in parse_footer(site / "index.html")


def parse_footer(file):
    return file.read_text().split("md-copyright", 1)[1]


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
    assert "Each figure is the mean" not in text


@pytest.mark.slow
@pytest.mark.parametrize("profile", ["smoke", "full"])
def test_other_profiles_build(rich_repository, samples, profile, tmp_path):
    samples.write(tmp_path / "records", samples.records(profile, without_cms=True))
    out = tmp_path / "site"
    build_site(rich_repository, out, tmp_path / "records")
    assert ("smoke run" in (out / "index.html").read_text()) == (profile == "smoke")


@pytest.mark.slow
def test_yours_stands_beside_the_reference(repository, samples, tmp_path):
    samples.write(repository / "results/2026-01-01-ours", samples.records("full"))
    samples.write(tmp_path / "yours", samples.records("smoke"))
    (repository / "chapters/results.md").write_text("# R\n\n{{ summary_table() }}\n")
    out = repository / "build/site"
    build_site(repository, out, yours=tmp_path / "yours")
    page = (out / "results.html").read_text()
    assert '<th scope="col">reference</th>' in page
    assert '<th scope="col">yours</th>' in page
    assert "this build" not in page
    assert "2026-01-01-ours, full" in page
    assert "smoke run" in page
    assert not {"COURSE_RECORDS", "COURSE_YOURS"} & os.environ.keys()


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


def test_a_record_that_the_profile_promises_fails_the_build_when_it_is_missing(repository):
    name = "heap-g1-25-pool-A-batch-counter"
    records = repository / "build/records/trimmed"
    (records / PLAN).write_text(f"{name}\n")
    (records / f"{name}.json").unlink()
    with pytest.raises(PublishError, match=rf"chapters/index.md:3: tally.*no record of {name} in"):
        build(repository)


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
    with pytest.raises(PublishError, match=r"src/Pool.java:3: region 'acquire' is shown by no"):
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
    with pytest.raises(PublishError, match="holds something that is no site"):
        build_site(repository, out)
    assert (out / "thesis.txt").is_file()


def test_the_site_is_served_and_a_port_in_use_is_told(tmp_path):
    (tmp_path / "index.html").write_text("hello")
    with make_server(tmp_path, 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            address = f"http://127.0.0.1:{server.server_port}/"
            with urllib.request.urlopen(address, timeout=10) as answer:
                assert answer.read() == b"hello"
        finally:
            server.shutdown()
            thread.join()
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
