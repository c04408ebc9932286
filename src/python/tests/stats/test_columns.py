"""The data sets that stand side by side, and those that sentences speak of."""

import shutil

import pytest
from course_tests.measure import samples

from course import paths
from course.errors import UsageError
from course.stats.columns import DatasetColumn, DatasetColumns
from course.stats.dataset import Dataset
from course.stats.errors import PublishError
from course.stats.lookup import solutions


@pytest.fixture
def root(tmp_path):
    """A repository with the article's figures and nothing measured."""
    shutil.copytree(paths.ROOT / "results/article-2019", tmp_path / "results/article-2019")
    return tmp_path


@pytest.fixture
def write(root):
    """Writes a folder of one record below the repository."""

    def make(where, profile="trimmed", **provenance):
        record = samples.record(profile=profile)
        record["provenance"] |= provenance
        samples.write(root / where, [record])
        return root / where

    return make


def titles(dataset_columns):
    return [dataset_column.title for dataset_column in dataset_columns]


def test_the_reference_stands_before_this_build(root, write):
    write("results/2026-01-01-a", "full")
    write("build/records/trimmed")
    dataset_columns = DatasetColumns.open(root)
    assert titles(dataset_columns) == ["reference", "this build"]
    assert dataset_columns.primary.title == "this build"
    assert dataset_columns.base.title == "reference"


def test_without_any_measurement(root):
    with pytest.raises(UsageError, match="no measurements yet"):
        DatasetColumns.open(root)


def test_nothing_published(root, write):
    write("build/records/trimmed")
    dataset_columns = DatasetColumns.open(root)
    assert titles(dataset_columns) == ["this build"]
    assert dataset_columns.base is None


def test_the_reference_itself_has_one_column(root, write):
    folder = write("results/2026-01-01-a", "full")
    assert titles(DatasetColumns.open(root)) == ["reference"]
    assert titles(DatasetColumns.open(root, folder)) == ["reference"]
    copied = root / "build/records/full"
    shutil.copytree(folder, copied)
    assert titles(DatasetColumns.open(root, copied)) == ["reference"]


def test_yours_beside_the_reference(root, write):
    write("results/2026-01-01-a", "full")
    write("build/records/trimmed")
    yours = write("elsewhere")
    dataset_columns = DatasetColumns.open(root, yours=yours)
    assert titles(dataset_columns) == ["reference", "yours"]
    assert dataset_columns.primary.title == "yours"
    all_three = DatasetColumns.open(root, root / "build/records/trimmed", yours)
    assert titles(all_three) == ["reference", "this build", "yours"][: len(all_three)]


def test_sentences_do_not_speak_of_scaled_figures_where_there_are_others(root, write):
    write("results/2026-01-01-a", "full")
    yours = DatasetColumns.open(root, yours=write("elsewhere", "smoke"))
    assert titles(yours) == ["reference", "yours"]
    assert yours.primary.title == "reference"
    built = DatasetColumns.open(root, write("build/records/smoke", "smoke"))
    assert titles(built) == ["reference", "this build"]
    assert built.primary.title == "reference"
    assert built.fallback is None, "the reference speaks already"


def test_the_reference_has_what_a_short_run_lacks(root, write):
    write("results/2026-01-01-a", "full")
    built = DatasetColumns.open(root, write("build/records/trimmed"))
    assert built.fallback is next(iter(built)).figures
    assert DatasetColumns.open(root, root / "results/2026-01-01-a").fallback is None


def test_scaled_figures_are_better_than_none(root, write):
    built = DatasetColumns.open(root, write("build/records/smoke", "smoke"))
    assert built.primary.title == "this build"


def test_another_workload_is_another_program(root, write):
    write("results/2026-01-01-a", "full")
    build = write("build/records/trimmed", workload=2)
    assert titles(DatasetColumns.open(root, build)) == ["this build"]
    with pytest.raises(PublishError, match="different versions of the workload"):
        DatasetColumns.open(root, build, write("elsewhere"))


@pytest.mark.slow
def test_which_solutions_any_of_them_has(figures, full_dataset, article):
    trimmed = DatasetColumns.of(figures)
    assert len(trimmed.having(solutions("native"))) == 0
    both = DatasetColumns([*trimmed, DatasetColumn("yours", type(figures)(full_dataset, article))])
    assert both.having(solutions("native")) == solutions("native")
    assert len(both.having(solutions("heap"), mode="realtime", variant="large-heap")) == 4


def test_there_is_one_of_each(figures):
    for wrong in ([], [DatasetColumn("build", figures), DatasetColumn("build", figures)]):
        with pytest.raises(ValueError, match="at least one"):
            DatasetColumns(wrong)


def test_each_data_set_is_read_once(root, write, monkeypatch):
    write("results/2026-01-01-a", "full")
    write("results/2026-01-02-b", source_hash="0" * 64)
    read, asked = Dataset.load, []
    monkeypatch.setattr(Dataset, "load", lambda folder: asked.append(folder.name) or read(folder))
    DatasetColumns.open(root)
    assert asked == ["2026-01-01-a"]
