"""Rounds that were still getting faster or slower while they were counted."""

from course.model.pairs import is_unsettled
from course.site.remarks import REMARKS
from course.site.table import Table
from course.stats.figures import Figure
from course.stats.values import Values


def test_a_table_says_which_figures_had_not_settled() -> None:
    table = Table("times")
    moving = Figure(12.0, "ns", settled=False)
    assert "12<sup>1</sup>" in table.measured(moving).html
    assert "<sup>" not in table.measured(Figure(12.0, "ns")).html
    assert table.notes == [REMARKS["changing"]]


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


def test_a_page_can_ask_how_many_have_not_settled(figures):
    assert " of " in Values(figures).unsettled()
