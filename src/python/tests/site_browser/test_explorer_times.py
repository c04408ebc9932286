"""The explorer answers at once, with as many records as there are and with many more."""

import copy
import json

import pytest

from .explorer_page import ANSWERS, choose, explore
from .times import judge, note

ANSWER_MS = 100
"""What a change may take until it is shown."""

FILE_MS = 1000
"""What a file may take until it is made: meanwhile the page does nothing else."""


def multiplied(data, times):
    """A site's data, with this many times the records, each in a set of its own."""
    made = copy.deepcopy(data)
    table, sets = made["columns"], made["columns"]["coded"]["set"]
    made["sets"] = [
        one | {"key": f"{one['key']}-{turn}", "title": f"{one['title']} {turn}"}
        for turn in range(times)
        for one in data["sets"]
    ]
    several = len(data["sets"])
    codes = [code + turn * several for turn in range(times) for code in sets["codes"]]
    for one in table["coded"].values():
        one["codes"] *= times
    for columns in (table["numbers"], table["lists"]):
        for name in columns:
            columns[name] = columns[name] * times
    table["coded"]["set"] = {"values": [one["key"] for one in made["sets"]], "codes": codes}
    table["length"] *= times
    return made


CLOCK = """
    const answers = () => ANSWERS;
    const frame = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
    const answered = async (change) => {
        const [before, start] = [answers(), performance.now()];
        change();
        while (answers() === before) {
            await frame();
        }
        await frame();
        return performance.now() - start;
    };
    const all = async (changes) => {
        const took = [];
        for (const change of changes) {
            took.push(await answered(change));
        }
        return took;
    };
    const select = (name, value) => {
        const list = document.querySelector(`#explorer-choice [name="${name}"]`);
        list.value = value;
        list.dispatchEvent(new Event("change", { bubbles: true }));
    };
    const inputs = (facet) => [...document.querySelectorAll(`[data-facet="${facet}"] input`)];
    const button = (name) => document.getElementById(`explorer-${name}`);
""".replace("ANSWERS", ANSWERS)
"""Functions that take the time of changes, from the reader's deed to the frame that shows it."""

FIRST_ORDER = "return all([() => select('order', 'figure')]);"
"""The first one sorts; later ones find the rows in order."""

CHANGES = {
    "answer": """
        const boxes = inputs("case");
        await all(boxes.map((box) => () => box.click())); // compiles what the later ones run
        return all([...boxes, ...boxes].map((box) => () => box.click()));""",
    "order by another figure": """
        const [shown, ...others] = document.querySelector('[name="show"]').options;
        select("order", "figure");
        return all(others.map(({ value }) => () => select("show", value)));""",
    "another figure": """
        const measures = [...document.querySelector('[name="show"]').options];
        select("order", "name");
        return all(measures.map(({ value }) => () => select("show", value)));""",
    "another mode": """
        const modes = [...inputs("mode"), ...inputs("mode"), ...inputs("mode")];
        modes.reverse(); // begins with the one that is not shown
        return all(modes.map((mode) => () => mode.click()));""",
    "clear the choice": """
        const took = [];
        for (const box of [...inputs("strategy"), ...inputs("case")]) {
            await answered(() => box.click());
            took.push(await answered(() => button("clear").click()));
        }
        return took;""",
}
"""What is changed, by its name among the budgets; each gives the times that it took."""

FILES = """
    courseExplorer.download.save = () => {}; // to the disk is the browser's part
    const took = [];
    for (let turn = 0; turn < 3; turn++) {
        const start = performance.now();
        button(kind).click();
        took.push(performance.now() - start);
    }
    return took;
"""


@pytest.fixture(params=[1, pytest.param(50, marks=pytest.mark.all)])
def large(page, built_site, request):
    """The page with this many times the reference's records; and how many these are."""
    text = (built_site / "assets/explore/data.js").read_text(encoding="utf-8")
    head, _, rest = text.partition(" = ")
    data = multiplied(json.loads(rest.removesuffix(";\n")), request.param)
    body = f"{head} = {json.dumps(data)};\n"
    page.route("**/assets/explore/data.js", lambda route: route.fulfill(
        body=body, content_type="text/javascript"))  # fmt: skip
    return page, data["columns"]["length"]


def timed(page, body):
    """The times that a body of CLOCK's functions took, in ms."""
    return page.evaluate(f"async () => {{ {CLOCK} {body} }}")


@pytest.mark.all
def test_a_change_is_answered(large, budgets):
    """Strictly at once only where ``COURSE_QUIET`` is set, as `judge` says."""
    page, records = large
    took = {name: [] for name in ("first order by figure", *CHANGES)}
    for _ in range(3):
        explore(page)
        took["first order by figure"] += timed(page, FIRST_ORDER)
        page.goto("about:blank")
    explore(page)
    for name, body in CHANGES.items():
        took[name] = timed(page, body)
        page.click("#explorer-clear")
    names = {f"{name}, {records} records, ms": times for name, times in took.items()}
    for name, times in names.items():  # all are noted, even if one is too long
        note(budgets, name, times, ANSWER_MS)
    for name, times in names.items():
        judge(budgets, name, times, ANSWER_MS)


def test_a_file_of_all_rows_is_made(large, budgets):
    """Strictly within its time only where ``COURSE_QUIET`` is set, as `judge` says."""
    page, records = large
    explore(page)
    for kind in ("csv", "json"):
        took = timed(page, f"const kind = '{kind}'; {FILES}")
        judge(budgets, f"{kind.upper()} file, {records} records, ms", took, FILE_MS)


def test_only_the_latest_answer_leaves_its_time(page):
    explore(page)
    choose(page, "case", "A")
    choose(page, "case", "B")
    assert page.evaluate("performance.getEntriesByName('explorer-answer').length") == 1
