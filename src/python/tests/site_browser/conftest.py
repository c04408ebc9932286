"""The real site in a real browser; skipped, with the reason, where there is none."""

import gzip
import io
import threading
from http import HTTPStatus
from pathlib import Path

import pytest

from course import paths
from course.process import machine
from course.site import repository
from course.site.serve import HOST, Handler, make_server
from course.site.site import build_site
from course.stats.dataset import Dataset, reference_folder
from course.toolchain.tools import CHROMIUM, chromium

from .budgets import alone, is_quiet, keep

FOLDER = paths.PYTHON_SOURCES / "tests/site_browser"

KEPT = paths.BUILD / "browser"
"""Where screenshots and the budgets' files lie after the tests."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """All tests here share one site and one browser: they are slow, and stay with one worker."""
    for item in items:
        if FOLDER in item.path.parents:
            item.add_marker(pytest.mark.slow)
            item.add_marker(pytest.mark.timeout(600))
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="session")
def browser():
    """The system's Chromium, without a window."""
    api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    found = chromium()
    if found is None:
        pytest.skip(
            f"no Chromium: none of {', '.join(CHROMIUM)} is on PATH; "
            "./course setup --yes installs one where it can"
        )
    with api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found)
        yield started
        started.close()


@pytest.fixture(scope="session")
def built_site(browser, tmp_path_factory, worker_id):
    """The folder of the site, built from the reference data set. (The browser is needed first.)

    It is built as in the hosted workflow, whose pages lead to the sources: the theme then has a
    script that asks their host for facts.

    Where several processes run the tests, one builds it, the others wait; nobody writes into it.
    """
    folder = tmp_path_factory.getbasetemp()
    # That of a worker lies in the folder of the run, which all of them share.
    shared = (folder if worker_id == "master" else folder.parent) / "browser"
    out = shared / "site"
    with alone(shared / "lock"):
        if not out.exists():  # a site is there when it is whole
            with pytest.MonkeyPatch.context() as hosted:
                hosted.setenv("GITHUB_SERVER_URL", "https://github.com")
                hosted.setenv("GITHUB_REPOSITORY", "owner/course")
                build_site(paths.ROOT, out, reference_folder(paths.ROOT))
    return out


@pytest.fixture(scope="session")
def budgets(testrun_uid):
    """What was measured, by name, and the most that it should be; left in files.

    Bytes and shifts are always held to that; times in full only where nothing else runs.
    """
    found = {}
    yield found
    here = machine.describe()
    origin = {
        "commit": repository.commit(paths.ROOT),
        "dirty": repository.has_changes(paths.ROOT),
        "machine": f"{here['cpu']}, {here['cores']} cores",
        "quiet": is_quiet(),
    }
    keep(KEPT, testrun_uid, origin, found)


@pytest.fixture(scope="session")
def reference():
    """The data set that the site shows."""
    return Dataset.load(reference_folder(paths.ROOT))


class Compressing(Handler):
    """Sends texts compressed, as real hosts do: budgets are about what is sent."""

    def send_head(self):
        path = Path(self.translate_path(self.path))
        if path.suffix not in {".html", ".css", ".js", ".json", ".svg"} or not path.is_file():
            return super().send_head()
        content = gzip.compress(path.read_bytes())
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Last-Modified", self.date_time_string(path.stat().st_mtime))
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        return io.BytesIO(content)


@pytest.fixture(scope="session")
def address(built_site):
    """Where the site is served."""
    with make_server(built_site, 0, Compressing) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://{HOST}:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture
def open_page(browser, address):
    """Opens pages of the site, each in a browser of its own: ``open_page(viewport=...)``.

    A test fails when a page had an error, when a request failed, or when one left the site.
    """
    contexts, wrong = [], []

    def opened(**options):
        context = browser.new_context(base_url=address, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("requestfailed", lambda asked: wrong.extend(failures(asked)))
        page.on("request", lambda asked: wrong.extend(strangers(asked.url)))
        return page

    def failures(asked):
        # Given up: a download from the page itself, and what a page that is left still asks for.
        given_up = asked.failure == "net::ERR_ABORTED"
        return [] if given_up else [f"{asked.url}: {asked.failure}"]

    def strangers(url):
        here = (address, "file:", "data:", "blob:")
        return [] if url.startswith(here) else [f"{url}: leaves the site"]

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture
def page(open_page):
    """A page on a laptop's screen: ``page.goto("/results.html")``."""
    return open_page(viewport={"width": 1280, "height": 800})


@pytest.fixture
def losing(reference):
    """A record in real time with pauses and losses over time at 1,000 ns, and that timeline, which
    is the one that pages show first."""
    for one in reference.records.values():
        for probe in (one.raw["realtime"] or {"probes": []})["probes"]:
            line = probe.get("timeline")
            at_1000 = round(probe["interval_ns"]) == 1000 and not probe.get("stopped_early")
            lost = line and line["pauses"] and line["losses"]
            if at_1000 and lost and one.cell["generator"] == "counter":
                return one, probe
    pytest.fail("no published record shows a pause and its losses")
