"""How good the advice is, in sentences."""

from __future__ import annotations

import dataclasses

from course.model.pairs import Verdict
from course.site import advised_table
from course.site.advised_table import AdvisedTables
from course.stats.advised import Advised
from course.stats.benches import Benches
from course.stats.columns import DatasetColumns


def test_sentences_count_good_advice_and_tell_how_wide_its_ranges_are(
    monkeypatch, dataset_columns, tmp_path
):
    pairs = [
        Advised(None, 0.5, 1.0, True, 0.6, Verdict.FASTER),
        Advised(None, 0.3, 0.9, True, 1.2, Verdict.SLOWER),
        Advised(None, 0.4, 2.0, False, 1.01, Verdict.OPEN),
    ]
    monkeypatch.setattr(advised_table, "advised", lambda *_: pairs)
    tables = AdvisedTables(dataset_columns, Benches.of_each(dataset_columns, tmp_path))
    assert tables.width() == "3"
    assert tables.score("decided") == "1 of 2"
    assert tables.score("apart") == "1 of 2"
    assert tables.score("inside") == "2 of 3"
    assert tables.score("inside", other_machines=True) == "0 of 0"


def test_a_data_set_that_nothing_can_be_advised_on_leaves_the_word_to_the_next(
    monkeypatch, dataset_columns, tmp_path
):
    """As a reader's own run, where the machine's limits were not measured."""
    (own,) = dataset_columns
    columns = DatasetColumns([own, dataclasses.replace(own, key="reference")])
    pair = Advised(None, 0.5, 1.0, True, 0.6, Verdict.FASTER)
    found = iter([[], [pair]])  # of one column after the other
    monkeypatch.setattr(advised_table, "advised", lambda *_: next(found))
    tables = AdvisedTables(columns, Benches.of_each(columns, tmp_path))
    assert tables.score("decided") == "1 of 1"
