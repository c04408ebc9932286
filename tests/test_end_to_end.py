"""A newcomer's steps: a fresh clone, an empty home, `./course run`; then checks of the site.

The clone is of the committed tree. Everything is made from nothing once, by the first test that
needs it, and read by the others.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import nbformat
import pytest

from course.measure.cells import profiles
from course.model.names import full_label, solution_of
from course.model.solutions import CASES, IMPLEMENTATIONS, REAL_STRATEGIES, STRATEGIES
from course.stats.numbers import number
from course.stats.records import Record, read_folder
from course.toolchain import build, jdks

from .oracle import expected
from .programs import LINUX, ROOT, loaded

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800), pytest.mark.xdist_group("fresh-clone")]

SMOKE = ("run", "--profile", "smoke", "--yes")
CHAPTERS = ("02-", "03-", "05-", "11-", "results")
SMOKE_SCALE = 100


@dataclass(frozen=True)
class Clone:
    """A clone in which `./course run --profile smoke` has been run once."""

    root: Path
    home: Path
    done: subprocess.CompletedProcess[str]
    seconds: float

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run `./course` like its newcomer: with an empty home and nothing else."""
        return run_course(self.root, self.home, *arguments)

    @property
    def records(self) -> Path:
        return self.root / "build/records/smoke"

    @property
    def site(self) -> Path:
        return self.root / "build/site"

    def page(self, start: str) -> Page:
        """Return the only page of the top folder whose name starts like this."""
        (path,) = self.site.glob(f"{start}*.html")
        return Page.read(path)


class Page(HTMLParser):
    """One page: its tables' rows, its drawings and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[list[str]]] = []  # of cells, of pieces of text
        self.svgs = 0
        self.text = ""
        self._in_cell = 0

    @classmethod
    def read(cls, path: Path) -> Page:
        page = cls()
        page.feed(path.read_text(encoding="utf-8"))
        return page

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.svgs += tag == "svg"
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self._in_cell += 1
            self.rows[-1].append([])

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._in_cell -= 1

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._in_cell:
            self.rows[-1][-1].append(data.strip())


def run_course(root: Path, home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `./course` with an empty home, also for Maven's JVM, which ignores the environment."""
    environment = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    environment |= {"HOME": str(home), "MAVEN_OPTS": f"-Duser.home={home}"}
    for name in [name for name in environment if name.startswith("XDG_")]:
        del environment[name]
    return subprocess.run(
        [root / "course", *arguments],
        cwd=root,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=1700,
        check=False,
    )


MADE = ("build/java/lib", "build/cpp/bin", "build/cpp/lib", "build/stamps", ".toolchain")
"""Made by set-up, here and in a clone alike: checked by fingerprints, not by paths."""


@pytest.fixture(scope="module")
def clone(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Clone]:
    """The committed tree, cloned, set up, measured and published.

    With all tests, it is a newcomer's, who has an empty home and nothing else. Otherwise it gets
    the products of set-up here, because continuous integration has just tested set-up in a fresh
    clone; and a first page, because the browser's tests build the site of the published figures.
    """
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, check=False)
    if head.returncode:
        pytest.skip("not a git repository with a commit: there is nothing to clone")
    folder = tmp_path_factory.mktemp("stranger")
    root, home = folder / "clone", folder / "home"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(root)], check=True)
    if "not all" in request.config.getoption("markexpr"):
        home = Path.home()
        for name in MADE:
            shutil.copytree(ROOT / name, root / name, symlinks=True)
        (root / "build/site").mkdir()
        (root / "build/site/index.html").touch()
    else:
        home.mkdir()
    began = time.monotonic()
    done = run_course(root, home, *SMOKE)
    yield Clone(root, home, done, time.monotonic() - began)


def test_it_ends_well_and_says_where_the_site_is(clone: Clone) -> None:
    """Exit code 0, and the path that a browser opens."""
    assert clone.done.returncode == 0, clone.done.stdout + clone.done.stderr
    assert "build/site/index.html" in clone.done.stdout


def test_the_working_tree_stays_clean(clone: Clone) -> None:
    """Git sees no change: products are ignored, and committed files are untouched."""
    status = subprocess.run(
        ["git", "status", "--porcelain"], cwd=clone.root, capture_output=True, text=True, check=True
    )
    assert status.stdout == ""


def test_every_cell_has_a_valid_record(clone: Clone) -> None:
    """All cells of the profile, none failed; skipped only if the platform lacks something."""
    records = read_folder(clone.records)
    planned = {task.cell.id for task in profiles.load("smoke").tasks}
    assert {record.id for record in records} == planned
    statuses = {record.id: record.status for record in records if record.status != "ok"}
    if LINUX:
        assert statuses == {}
    assert "failed" not in statuses.values()
    head = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=clone.root, capture_output=True, text=True, check=True
    ).stdout.strip()
    assert {record.provenance["commit"] for record in records} == {head}
    assert {record.provenance["dirty"] for record in records} == {False}


def test_digests_are_the_oracle_s(clone: Clone) -> None:
    """Each implementation's shortest run: this checks the sweep's own check."""
    by_implementation: dict[str, list[Record]] = {}
    for record in read_folder(clone.records):
        if record.status == "ok" and record.cell["strategy"] != "dummy":
            by_implementation.setdefault(record.cell["implementation"], []).append(record)
    compiling = jdks.compiling()
    assert compiling is not None
    jars = {None, *(f"allocpool-{name}" for name in build.java_modules(compiling.version))}
    assert set(by_implementation) == {
        name for name, one in IMPLEMENTATIONS.items() if one.jar in jars
    }
    for records in by_implementation.values():
        record = min(records, key=lambda record: record.raw["digest"]["packets"])
        digest, cell = record.raw["digest"], record.cell
        want = expected(cell["case"], SMOKE_SCALE, cell["generator"], digest["packets"])
        assert digest["value"] == digest["expected"] == want.digest


def test_the_pages_are_there_and_draw_charts(clone: Clone) -> None:
    """Home, this column's chapters and the results; charts are in the page itself."""
    pages = {start: clone.page(start) for start in ("index", *CHAPTERS)}
    assert all(page.text.strip() for page in pages.values())
    assert pages["index"].svgs > 0
    assert pages["05-"].svgs > 0


def shown_in_table(page: Page) -> dict[tuple[str, str, str], str]:
    """Return solution, strategy, case -> this machine's entry in the table of all solutions.

    Its rows: the solution, alone; and the strategy, with a cell each of the article, the published
    data set and this run for every case. A cell's first piece is the mean; the range follows.
    """
    shown: dict[tuple[str, str, str], str] = {}
    label = ""
    for row in page.rows:
        cells = [pieces[0] if pieces else "" for pieces in row]
        if len(cells) == 1:
            label = cells[0]
        if len(cells) == 1 + 3 * len(CASES):
            for case, value in zip(CASES, cells[3::3], strict=True):
                shown.setdefault((label, cells[0], case), value)
    return shown


def test_tables_show_what_was_measured(clone: Clone) -> None:
    """The figure of each batch cell is in its place in the table of all solutions."""
    shown = shown_in_table(clone.page("results"))
    means = {
        (
            full_label(one),
            STRATEGIES[record.cell["strategy"]],
            record.cell["case"],
        ): number(record.raw["batch"]["ns_per_packet"]["mean"])
        for record in read_folder(clone.records)
        if record.status == "ok"
        and record.cell["mode"] == "batch"
        and record.cell["strategy"] in REAL_STRATEGIES
        and (one := solution_of(record.cell))
        and one.usual
    }
    assert len(means) >= 2 * len(REAL_STRATEGIES) * len(CASES), "C++ at least"
    assert {place: shown.get(place) for place in means} == means


@pytest.mark.all
def test_every_link_leads_somewhere_and_nothing_is_loaded_from_the_network(clone: Clone) -> None:
    """As in the browser tests of the published site: it works on a train."""
    links = loaded(ROOT / "src/python/tests/site_browser/links.py")
    assert links.wrong_links(clone.site) == []
    page = links.Page((clone.site / links.AT_ANY_DEPTH).read_text(encoding="utf-8"))
    inside = [urlsplit(one).path for one in (*page.links, *page.loads) if one.startswith("/")]
    assert inside
    assert [one for one in inside if not (clone.site / unquote(one).lstrip("/")).exists()] == []


def test_notebooks_are_published_executed(clone: Clone) -> None:
    """Each code cell ran, each notebook shows something, and only intended errors occur."""
    committed = sorted(path.name for path in ROOT.glob("notebooks/*.ipynb"))
    executed = sorted((clone.root / "build/notebooks").rglob("*.ipynb"))
    names = [path.name for path in executed]
    if LINUX and os.uname().machine == "x86_64":
        assert names == committed
    else:
        assert set(names) <= set(committed) and names
    for path in executed:
        cells = [
            cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"
        ]
        assert cells, path.name
        assert all(cell.execution_count for cell in cells if cell.source.strip()), path.name
        assert sum(len(cell.outputs) for cell in cells) > 0, path.name
        for cell in cells:
            if "raises-exception" not in cell.metadata.get("tags", []):
                assert all(output.output_type != "error" for output in cell.outputs), path.name


def stamps(*folders: Path) -> dict[Path, int]:
    """Return the time when each file below was last written."""
    files = (path for folder in folders for path in folder.rglob("*"))
    return {
        path: path.stat().st_mtime_ns
        for path in files
        if path.suffix in (".json", ".ipynb") and path.is_file()
    }


@pytest.mark.all
def test_a_second_run_measures_and_executes_nothing_again(clone: Clone) -> None:
    """It finds everything done, and ends in a fraction of the time."""
    kept = (clone.records, clone.root / "build/notebooks")
    before = stamps(*kept)
    assert len(before) > 50
    began = time.monotonic()
    again = clone.run(*SMOKE)
    seconds = time.monotonic() - began
    assert again.returncode == 0, again.stdout + again.stderr
    assert stamps(*kept) == before
    assert seconds < clone.seconds / 2
