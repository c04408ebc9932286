"""Rounds that were still getting faster or slower while they were counted."""

import pytest
from course_tests.measure import samples

from course.model.record import Times
from course.site.sentences import written
from course.site.table import CHANGING, Table
from course.stats.figures import Figure
from course.stats.trend import is_unsettled, trends
from course.stats.values import Values


def test_a_trend_is_that_of_each_process():
    assert trends([[4, 4, 2, 2], [1, 1]]) == pytest.approx([2, 1])
    assert trends([[4]]) == []


def test_a_table_says_which_figures_had_not_settled() -> None:
    table = Table("times")
    moving = Figure(12.0, "ns", settled=False)
    assert "12<sup>1</sup>" in table.measured(moving).html
    assert "<sup>" not in table.measured(Figure(12.0, "ns")).html
    assert table.notes == [CHANGING]


def test_unsettled_is_what_moves_beyond_chance():
    falling, rising, level = [8, 7, 6, 5, 4, 3], [3, 4, 5, 6, 7, 8], [4, 5, 4, 5, 4, 5]
    assert is_unsettled([falling, falling])
    assert is_unsettled([rising])
    assert not is_unsettled([falling, rising])
    assert not is_unsettled([falling, level])
    assert not is_unsettled([[5]])
    many = [[10, 10 * factor] for factor in (0.5, 0.6, 0.5, 0.5, 0.45, 1.05)]
    assert is_unsettled(many), "one that went the other way is no proof of rest"
    assert not is_unsettled([[10, 10 * factor] for factor in (0.5, 0.6, 1.6, 1.5, 1.05)])


def test_a_page_can_ask_for_the_trend_of_a_cell_and_for_how_many_have_one(figures):
    values = Values(figures)
    record = samples.record(samples.cell(collector="g1", jdk=25))
    found = trends(Times(**record["batch"]["ns_per_packet"]).windows)
    figure = values.trend("heap", collector="g1", strategy="pool", case="A")
    assert figure.value == (sum(found) / len(found) if found else None)
    failed = values.trend("heap", collector="parallel", strategy="alloc", case="C")
    assert "not measured: exit code 1" in written(failed)
    assert " of " in values.unsettled()
