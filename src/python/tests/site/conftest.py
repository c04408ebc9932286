"""Data sets of synthetic records, and a small repository with a site of its own."""

import re
import shutil
from pathlib import Path

import nbformat
import pytest
from course_tests.measure import samples
from course_tests.measure.benches.made import told, write
from course_tests.notebooks import notebook
from course_tests.site import full_run

from course import paths
from course.model import benches as definitions
from course.process.store import PLAN
from course.site.site import build_site
from course.stats.article import Article
from course.stats.benches import Benches
from course.stats.columns import DatasetColumns
from course.stats.dataset import Dataset
from course.stats.figures import Figures

FRESH = "5" * 64
"""The source hash of the synthetic records."""

FOLDER = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """What takes seconds to make is made by one worker, which has all of its tests."""
    for item in items:
        if FOLDER in item.path.parents and {"site", "full_dataset"} & {*item.fixturenames}:
            item.add_marker(pytest.mark.xdist_group("site"))


@pytest.fixture(scope="session")
def article():
    return Article(paths.ROOT / "results/article-2019")


@pytest.fixture
def load(tmp_path):
    """Makes a data set of the given records, by default a whole trimmed run."""

    def make(records=None, source_hash=FRESH, planned=()):
        folder = tmp_path / "records"
        shutil.rmtree(folder, ignore_errors=True)
        samples.write(folder, samples.records() if records is None else records)
        (folder / PLAN).write_text("\n".join(planned))
        return Dataset.load(folder, lambda implementation: source_hash)

    return make


@pytest.fixture
def figures_of(load, article):
    """The figures of a data set of the given records, with the article."""
    return lambda *given, **options: Figures(load(*given, **options), article)


@pytest.fixture
def columns_of(figures_of):
    """The same as the only column."""
    return lambda *given, **options: DatasetColumns.of(figures_of(*given, **options))


@pytest.fixture(scope="session")
def figures(article, tmp_path_factory):
    """A whole trimmed run, with the article."""
    folder = tmp_path_factory.mktemp("whole")
    samples.write(folder, samples.records())
    dataset = Dataset.load(folder, lambda implementation: FRESH)
    return Figures(dataset, article)


@pytest.fixture(scope="session")
def full_dataset(tmp_path_factory):
    """A whole full run."""
    folder = tmp_path_factory.mktemp("full") / "2020-01-01-full-synthetic"
    samples.write(folder, full_run.records())
    return Dataset.load(folder, lambda implementation: FRESH)


@pytest.fixture(scope="session")
def full_edition(full_dataset, article):
    """A whole full run alone."""
    return DatasetColumns.of(Figures(full_dataset, article))


@pytest.fixture(scope="session")
def dataset_columns(figures):
    """The trimmed run alone."""
    return DatasetColumns.of(figures)


@pytest.fixture
def define(monkeypatch):
    """Has a bench's file say what this comparison does."""
    real = definitions.load

    def put(comparison):
        known[comparison.name] = comparison

    known = {}
    monkeypatch.setattr(definitions, "load", lambda name: known.get(name) or real(name))
    return put


@pytest.fixture
def opened(tmp_path, dataset_columns):
    """Opens the benches of the test's folder, in which there need not be any."""

    def open_them(present=FRESH, columns=dataset_columns):
        return Benches.open(columns, tmp_path, lambda name: present)

    return open_them


@pytest.fixture
def measured(tmp_path, opened, define):
    """Defines a bench, writes what its contestants gave, and returns the benches that hold it."""

    def put(comparison, gave):
        define(comparison)
        write(told(comparison, gave), tmp_path / "build/bench")
        return opened()

    return put


RICH_PAGES = {
    "index.md": "# Home\n\n{{ tally() }}\n\n{{ summary_chart() }}\n\n{{ summary_table() }}\n",
    "02-how-we-measure.md": (
        "# 2\n\n{{ data.cpu }}\n\n{{ machine_table() }}\n\n{{ runtimes_table() }}\n\n"
        "{{ realtime_table() }}\n\n{{ realtime_chart() }}\n"
    ),
    "03-gc-theory.md": (
        "# 3\n\n[Notebook](notebooks/03-gc-theory.md)\n\n{{ interactive('heap', '.') }}\n"
    ),
    "05-heap-batch.md": (
        '# 5\n\n{{ batch_table("heap") }}\n\n{{ batch_chart("heap") }}\n\n{{ gc_table() }}\n\n'
        "{{ gc_chart() }}\n"
    ),
    "07-real-time.md": "# 7\n\n{{ interactive('queue', '.') }}\n",
    "11-flat-cpp.md": (
        '# 11\n\n{{ batch_table("cpp", "cpp-flat") }}\n\n{{ batch_chart("cpp", "cpp-flat") }}\n\n'
        '{{ code("src/Pool.java", "acquire") }}\n\n{{ lines_figure() }}\n'
    ),
    "results.md": "# Results\n\n{{ status_table() }}\n\n{{ summary_table() }}\n",
    "explore.md": "# Explore\n\n{{ explorer() }}\n",
    "results/realtime.md": (
        "# Real time\n\n{{ realtime_table() }}\n\n{{ intervals_chart() }}\n\n"
        '<details class="course-fold" markdown="1">\n<summary>All</summary>\n\n'
        "{{ probes_table() }}\n\n</details>\n\n{{ clocks_table() }}\n\n"
        '{{ timeline_chart("heap-cms", "pool", "A") }}\n'
    ),
    "results/provenance.md": "# Provenance\n\n{{ site_budgets() }}\n",
    "results/prediction.md": (
        "# Prediction\n\n{{ agreement() }}, {{ saved() }}\n\n{{ prediction_chart() }}\n\n"
        "{{ prediction_table() }}\n\n{{ large_heap_table() }}\n\n"
        '{{ timeline_gallery("heap", strategy="pool", case="A") }}\n'
    ),
}
"""Pages that use everything."""

PLAIN_PAGES = {name: f"# {name}\n" for name in RICH_PAGES} | {
    "index.md": "# Home\n\n{{ tally() }}\n",
    "11-flat-cpp.md": '# 11\n\n{{ code("src/Pool.java", "acquire") }}\n',
}
"""Pages that are built quickly."""

SOURCE = """\
class Pool {
    // --8<-- [start:acquire]
    Packet acquire() {
        return free.pop();
    }
    // --8<-- [end:acquire]
}
"""

JAVA, CPP = "int[][] grid = {{1, 2}, {3}};", "int packets = 1;"
"""What a notebook of the small repository holds; the first has braces that are no call."""

CPP_NOTEBOOKS = ("10-cpp", "11-flat-cpp")


@pytest.fixture(scope="session", autouse=True)
def synthetic_sources():
    """The sources are those that the synthetic records were measured with.

    Nothing outside this folder's tests then decides whether they pass.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("course.stats.dataset.present_source_hash", lambda implementation: FRESH)
        yield


def make_repository(root, pages):
    """A repository with the real mkdocs.yml and looks, but other pages, sources and records."""
    shutil.copytree(paths.ROOT / "chapters/assets", root / "chapters/assets")
    shutil.copytree(paths.ROOT / "results/article-2019", root / "results/article-2019")
    settings = (paths.ROOT / "mkdocs.yml").read_text()
    (root / "mkdocs.yml").write_text(settings)
    linked = re.findall(r": (\S+\.md)$", settings, re.MULTILINE)
    unwritten = {name: f"# {name}\n" for name in linked if not name.startswith("notebooks/")}
    for name, text in (unwritten | pages).items():
        (root / "chapters" / name).parent.mkdir(exist_ok=True)
        (root / "chapters" / name).write_text(text)
    (root / "src").mkdir()
    (root / "src/Pool.java").write_text(SOURCE)
    (root / "notebooks").mkdir()
    for name in (link for link in linked if link.startswith("notebooks/")):
        title = Path(name).stem
        kernel, code = ("xcpp17", CPP) if title in CPP_NOTEBOOKS else ("java", JAVA)
        made = notebook(kernel, f"# {title}\n\nText.", code)
        nbformat.write(made, root / "notebooks" / f"{title}.ipynb")
    samples.write(root / "build/records/trimmed", samples.records())
    return root


@pytest.fixture
def repository(tmp_path):
    """A small repository that a test may spoil."""
    return make_repository(tmp_path / "repository", PLAIN_PAGES)


@pytest.fixture(scope="session")
def rich_repository(tmp_path_factory):
    """A repository whose pages use everything; tests leave it as it is."""
    return make_repository(tmp_path_factory.mktemp("rich") / "repository", RICH_PAGES)


@pytest.fixture(scope="session")
def site(rich_repository):
    """Its site."""
    out = rich_repository / "build/site"
    build_site(rich_repository, out)
    return out
