"""What is left of the budgets after a run of the tests, and after many."""

import json
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from course.site.provenance import BUDGETS, site_budgets

from .budgets import HISTORY, LATEST, QUIET, bearable, is_quiet, keep

ORIGIN = {"commit": "c1", "dirty": False, "machine": "A CPU, 2 cores", "quiet": True}


def weight(measured):
    return {"first page, bytes": {"measured": measured, "most": 300_000}}


def history(folder):
    return [json.loads(line) for line in (folder / HISTORY).read_text().splitlines()]


def test_each_run_leaves_a_line_and_the_latest_tells_of_the_one_before(tmp_path):
    folder = tmp_path / "browser"
    keep(folder, "one", ORIGIN, weight(90_000))
    first = json.loads((folder / LATEST).read_text())
    assert first["budgets"] == weight(90_000), "nothing was found before"
    keep(folder, "two", ORIGIN | {"commit": "c2"}, {"answer, ms": {"measured": 30, "most": 100}})
    keep(folder, "three", ORIGIN | {"commit": None}, weight(95_000))
    assert [run["commit"] for run in history(folder)] == ["c1", "c2", None]
    latest = json.loads((folder / LATEST).read_text())
    [(name, one)] = latest["budgets"].items()
    assert name == "first page, bytes"
    assert one == {"measured": 95_000, "most": 300_000, "before": 90_000}
    assert "before" not in history(folder)[-1]["budgets"][name]


def test_processes_of_one_run_share_a_line(tmp_path):
    names = [f"page {number}" for number in range(12)]
    parts = [{name: {"measured": 1, "most": 2}} for name in names]
    with ThreadPoolExecutor(4) as pool:  # each opens the lock anew, as processes do
        list(pool.map(partial(keep, tmp_path, "one", ORIGIN), parts))
    [run] = history(tmp_path)
    assert set(run["budgets"]) == set(names)


def test_a_run_that_measured_nothing_leaves_nothing(tmp_path):
    keep(tmp_path / "browser", "one", ORIGIN, {})
    assert not (tmp_path / "browser").exists()


def test_a_kept_run_is_what_the_site_shows(tmp_path):
    keep(tmp_path / "build", "one", ORIGIN, weight(90_000))
    (tmp_path / BUDGETS).parent.mkdir()
    (tmp_path / "build" / LATEST).rename(tmp_path / BUDGETS)
    shown = site_budgets(tmp_path)
    assert "| first page | 90,000\u00a0bytes | 300,000\u00a0bytes | yes |" in shown
    assert "A CPU, 2 cores, commit c1; nothing else ran." in shown


def test_times_have_to_be_kept_only_where_nothing_else_runs(monkeypatch):
    monkeypatch.delenv(QUIET, raising=False)
    assert (is_quiet(), bearable(100)) == (False, 500)
    monkeypatch.setenv(QUIET, "1")
    assert (is_quiet(), bearable(100)) == (True, 100)
