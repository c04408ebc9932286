"""The explorer in a browser: the reader's own records, and files that are none."""

import copy
import json

import pytest

from .explorer_page import as_file, choose, drawn_over_time, explore, open_timeline, shown
from .times import judge

SILENCE_MS = 500
"""How long the page may answer nobody while it reads."""


def test_own_records_stand_beside_the_site_s_and_go_again(page, own):
    explore(page)
    before = page.locator("#explorer-table-title").inner_text()
    page.set_input_files("#explorer-files", [as_file(own)])
    page.locator("#explorer-progress", has_text="1 record read").wait_for()
    choose(page, "set", "own-1")
    assert len(shown(page)) == 1
    assert "your records" in page.locator('[data-facet="set"]').inner_text()
    page.click("#explorer-forget")
    page.locator("#explorer-table-title", has_text=before).wait_for()
    assert "your records" not in page.locator('[data-facet="set"]').inner_text()


def test_a_pasted_list_and_a_dropped_file_are_read(page, own):
    explore(page)
    other = copy.deepcopy(own)
    other["cell"]["case"] = "B"
    page.click("text=Paste a record")
    page.fill("#explorer-pasted", json.dumps([own, other]))
    page.click("#explorer-paste")
    page.locator("#explorer-progress", has_text="2 records read").wait_for()
    other["cell"]["case"] = "C"
    page.evaluate(
        """text => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([text], "dropped.json"));
            const drop = new DragEvent("drop", { dataTransfer: transfer, bubbles: true });
            document.getElementById("explorer").dispatchEvent(drop);
        }""",
        json.dumps(other),
    )
    page.locator("#explorer-progress", has_text="1 record read").wait_for()
    choose(page, "set", "own-1")
    assert {row[2] for row in shown(page)} == {"A", "B", "C"}


def test_a_link_to_an_own_record_is_followed_when_that_is_read(page, losing):
    record = copy.deepcopy(losing[0].raw)
    record["provenance"]["machine"]["cpu"] = "Another CPU"
    explore(page, f"mode=realtime&set=own-1&cell=own-1/{losing[0].id}")
    assert "cell=own-1" in page.locator("#explorer-astray").inner_text()
    assert page.locator("#explorer-timeline").is_hidden()
    page.set_input_files("#explorer-files", [as_file(record)])
    drawn_over_time(page)
    assert page.locator("#explorer-astray").inner_text() == ""
    assert len(shown(page)) == 1
    page.locator("#explorer-forget").press("Enter")
    page.locator("#explorer-timeline").wait_for(state="hidden")
    assert "own-1" not in page.url
    assert page.evaluate("document.activeElement.id") == "explorer-files"


def test_an_open_timeline_follows_the_newer_record(page, losing):
    record = copy.deepcopy(losing[0].raw)
    record["provenance"]["machine"]["cpu"] = "Another CPU"
    explore(page)
    page.set_input_files("#explorer-files", [as_file(record)])
    choose(page, "mode", "realtime")
    choose(page, "set", "own-1")
    open_timeline(page, 0)
    drawn_over_time(page)
    record["provenance"]["started"] = "2999-01-01T00:00:00Z"
    for probe in record["realtime"]["probes"]:
        if probe.get("timeline"):
            probe["timeline"]["pauses"] = []
    page.set_input_files("#explorer-files", [as_file(record)])
    page.locator("#explorer-timeline-told", has_text="no pause").wait_for()


def test_nothing_can_be_forgotten_while_more_is_read(page, own):
    explore(page)
    page.set_input_files("#explorer-files", [as_file(own)])
    forget = page.locator("#explorer-forget")
    forget.wait_for()
    hidden = page.evaluate(
        """text => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([text], "more.json"));
            const input = document.getElementById("explorer-files");
            input.files = transfer.files;
            input.dispatchEvent(new Event("change"));
            return document.getElementById("explorer-forget").hidden;
        }""",
        json.dumps(own),
    )
    assert hidden
    forget.wait_for()


def drop(page, path):
    """Drops a file or a folder of the disk on the page."""
    session = page.context.new_cdp_session(page)
    files = {"items": [], "files": [str(path)], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        session.send("Input.dispatchDragEvent", {"type": kind, "x": 200, "y": 200, "data": files})


@pytest.mark.parametrize("dropped", ["records", "records/trimmed", "records/trimmed/a.json"])
def test_a_sweep_s_folder_can_be_dropped(page, own, tmp_path, dropped):
    folder = tmp_path / "records/trimmed"
    folder.mkdir(parents=True)
    (folder / "a.json").write_text(json.dumps(own))
    (folder / "cells.txt").write_text("a\n")
    (folder / "_half.json").write_text("{")
    explore(page)
    drop(page, tmp_path / dropped)
    page.locator("#explorer-progress", has_text="1 record read").wait_for()
    assert page.locator("#explorer-fault").inner_text() == ""


def test_a_folder_without_records_says_so(page, tmp_path):
    (tmp_path / "empty/deeper").mkdir(parents=True)
    explore(page)
    drop(page, tmp_path / "empty")
    page.locator("#explorer-fault", has_text="empty: holds no record").wait_for()


def test_a_folder_that_cannot_be_read_says_so(page):
    explore(page)
    page.evaluate(
        """() => {
            const refuse = (done, failed) => failed(new Error("it is gone"));
            const folder = {
                name: "records",
                isDirectory: true,
                createReader: () => ({ readEntries: refuse }),
            };
            const items = [{ webkitGetAsEntry: () => folder }];
            const drop = new Event("drop", { bubbles: true, cancelable: true });
            drop.dataTransfer = { types: ["Files"], files: [], items };
            document.getElementById("explorer").dispatchEvent(drop);
        }"""
    )
    page.locator("#explorer-fault", has_text="cannot be read: it is gone").wait_for()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda record: record["cell"].update(collector="g2"), 'cell.collector is "g2"; valid:'),
        (lambda record: record["provenance"].pop("started"), "provenance.started is missing"),
        (lambda record: record.update(schema=9), "schema is 9; it must be 1"),
        (lambda record: record["provenance"].update(workload=9), "provenance.workload is 9"),
        (lambda record: record.update(reason="<img src=x onerror=alert(1)>"), "reason is"),
    ],
)
def test_a_record_that_is_wrong_is_refused_by_its_field(page, own, change, words):
    explore(page)
    change(own)
    page.set_input_files("#explorer-files", [as_file(own, "mine.json")])
    page.locator("#explorer-fault", has_text=f"mine.json: {words}").wait_for()
    assert page.locator("#explorer-fault img").count() == 0
    assert "your records" not in page.locator('[data-facet="set"]').inner_text()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("not a record", "has “n” where a record"),
        ('{"a": 1}', "a is no field here; there are schema, cell"),
        ("", "holds no record"),
        ('{"a": 1', "ends in the middle of a record"),
    ],
)
def test_a_foreign_file_is_refused_by_what_it_holds(page, content, words):
    explore(page)
    page.set_input_files("#explorer-files", [as_file(content, "strange.json")])
    page.locator("#explorer-fault", has_text=f"strange.json: {words}").wait_for()


def test_a_huge_file_can_be_stopped_while_it_is_read(page, own, budgets):
    explore(page)
    page.evaluate(
        """text => {
            const list = Array(20_000).fill(text);
            const file = new File(["[", list.join(","), "]"], "huge.json");
            const transfer = new DataTransfer();
            transfer.items.add(file);
            window.longest = 0;
            let last = performance.now();
            setInterval(() => {
                window.longest = Math.max(window.longest, performance.now() - last);
                last = performance.now();
            }, 10);
            const input = document.getElementById("explorer-files");
            input.files = transfer.files;
            input.dispatchEvent(new Event("change"));
        }""",
        json.dumps(own),
    )
    page.locator("#explorer-progress", has_text="%").wait_for()
    page.wait_for_timeout(1000)
    page.click("#explorer-stop")
    page.locator("#explorer-progress", has_text="read.").wait_for()
    assert page.locator("#explorer-stop").is_hidden()
    assert page.evaluate("document.activeElement.id") == "explorer-files"
    longest = page.evaluate("window.longest")
    judge(budgets, "huge file, longest time without an answer, ms", [longest], SILENCE_MS)
