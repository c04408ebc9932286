"""What the site costs its readers, as a page shows it."""

import json

import pytest

from course.site.provenance import BUDGETS, NOTHING, site_budgets
from course.stats.errors import FigureError

RUN = {
    "run": "one",
    "commit": "0123456789abcdef",
    "dirty": False,
    "machine": "A CPU, 2 cores",
    "quiet": True,
    "budgets": {
        "largest paint, ms": {"measured": 350, "median": 360, "most": 1000, "before": 300},
        "first page, bytes": {"measured": 310_000, "most": 300_000},
        "layout shift, explore": {"measured": 0.0123, "most": 0.05},
    },
    "ended": "2026-11-23T02:00:00+00:00",
}


@pytest.fixture
def shown(tmp_path):
    """Markdown of the table of a run, given as an object or as text."""

    def show(run):
        file = tmp_path / BUDGETS
        file.parent.mkdir(exist_ok=True)
        file.write_text(run if isinstance(run, str) else json.dumps(run))
        return site_budgets(tmp_path)

    return show


def test_each_has_its_limit_and_whether_it_is_kept(shown):
    assert shown(RUN).split("\n") == [
        "",
        "| what | found | at most | kept |",
        "|---|---:|---:|---|",
        "| first page | 310,000\u00a0bytes | 300,000\u00a0bytes | **no** |",
        "| largest paint | 350\u00a0ms (median 360\u00a0ms) | 1,000\u00a0ms | yes |",
        "| layout shift, explore | 0.012 | 0.05 | yes |",
        "",
        "Measured on 23 November 2026, A CPU, 2 cores, commit 0123456789; nothing else ran.",
        "",
    ]


def test_a_run_beside_other_programs_says_so(shown):
    told = shown(RUN | {"quiet": False, "dirty": True})
    assert "commit 0123456789 with changes; other programs ran, too." in told


def test_nothing_was_recorded(tmp_path):
    assert site_budgets(tmp_path) == NOTHING


@pytest.mark.parametrize("wrong", ["{", "[]", "{}", RUN | {"budgets": {"a, ms": 3}}])
def test_another_file_is_told_by_its_name(shown, wrong):
    with pytest.raises(FigureError, match=rf"^{BUDGETS}: not what tests leave \(\w+: "):
        shown(wrong)


def test_a_page_shows_it(site):
    """The pages of the small site record nothing; the real page asks for it."""
    assert NOTHING in (site / "results/provenance.html").read_text()
