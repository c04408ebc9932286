"""Which data sets stand side by side, and whom sentences speak of."""

import shutil

import pytest

from course import paths
from course.errors import UsageError
from course.stats.columns import Edition, Editions
from course.stats.errors import PublishError
from course.stats.lookup import solutions


@pytest.fixture
def root(tmp_path):
    """A repository with the article's figures and nothing measured."""
    shutil.copytree(paths.ROOT / "results/article-2019", tmp_path / "results/article-2019")
    return tmp_path


@pytest.fixture
def write(samples, root):
    """Writes a folder of one record below the repository."""

    def make(where, profile="trimmed", **provenance):
        record = samples.record(profile=profile)
        record["provenance"] |= provenance
        samples.write(root / where, [record])
        return root / where

    return make


def titles(editions):
    return [edition.title for edition in editions]


def test_the_reference_stands_before_this_build(root, write):
    write("results/2026-01-01-a", "full")
    write("build/records/trimmed")
    editions = Editions.open(root)
    assert titles(editions) == ["reference", "this build"]
    assert editions.primary.title == "this build"
    assert editions.base.title == "reference"


def test_without_any_measurement(root):
    with pytest.raises(UsageError, match="no measurements yet"):
        Editions.open(root)


def test_nothing_published(root, write):
    write("build/records/trimmed")
    editions = Editions.open(root)
    assert titles(editions) == ["this build"]
    assert editions.base is None


def test_the_reference_itself_has_one_column(root, write):
    folder = write("results/2026-01-01-a", "full")
    assert titles(Editions.open(root)) == ["reference"]
    assert titles(Editions.open(root, folder)) == ["reference"]
    copied = root / "build/records/full"
    shutil.copytree(folder, copied)
    assert titles(Editions.open(root, copied)) == ["reference"]


def test_yours_beside_the_reference(root, write):
    write("results/2026-01-01-a", "full")
    write("build/records/trimmed")
    yours = write("elsewhere")
    editions = Editions.open(root, yours=yours)
    assert titles(editions) == ["reference", "yours"]
    assert editions.primary.title == "yours"
    all_three = Editions.open(root, root / "build/records/trimmed", yours)
    assert titles(all_three) == ["reference", "this build", "yours"][: len(all_three)]


def test_sentences_do_not_speak_of_scaled_figures_where_there_are_others(root, write):
    write("results/2026-01-01-a", "full")
    editions = Editions.open(root, yours=write("elsewhere", "smoke"))
    assert titles(editions) == ["reference", "yours"]
    assert editions.primary.title == "reference"
    smoke = Editions.open(root, write("build/records/smoke", "smoke"))
    assert smoke.primary.title == "this build", "it was asked for"


def test_another_workload_is_another_program(root, write):
    write("results/2026-01-01-a", "full")
    build = write("build/records/trimmed", workload=2)
    assert titles(Editions.open(root, build)) == ["this build"]
    with pytest.raises(PublishError, match="different versions of the workload"):
        Editions.open(root, build, write("elsewhere"))


def test_which_solutions_any_of_them_has(figures, full_dataset, article):
    trimmed = Editions.of(figures)
    assert len(trimmed.having(solutions("native"))) == 0
    both = Editions([*trimmed, Edition("yours", type(figures)(full_dataset, article))])
    assert both.having(solutions("native")) == solutions("native")
    assert len(both.having(solutions("heap"), mode="realtime", variant="large-heap")) == 4


def test_there_is_one_of_each(figures):
    for wrong in ([], [Edition("build", figures), Edition("build", figures)]):
        with pytest.raises(ValueError, match="at least one"):
            Editions(wrong)
