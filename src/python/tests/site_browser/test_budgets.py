"""What is left of the budgets after a run of the tests is what the site shows."""

from course.site.provenance import BUDGETS, site_budgets

from .budgets import LATEST, keep

ORIGIN = {"commit": "c1", "dirty": False, "machine": "A CPU, 2 cores", "quiet": True}


def test_a_kept_run_is_what_the_site_shows(tmp_path):
    found = {"first page, bytes": {"measured": 90_000, "most": 300_000}}
    keep(tmp_path / "build", "one", ORIGIN, found)
    (tmp_path / BUDGETS).parent.mkdir()
    (tmp_path / "build" / LATEST).rename(tmp_path / BUDGETS)
    shown = site_budgets(tmp_path)
    assert "| first page | 90,000\u00a0bytes | 300,000\u00a0bytes | yes |" in shown
    assert "A CPU, 2 cores, commit c1; nothing else ran." in shown
