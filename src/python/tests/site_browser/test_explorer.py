"""The explorer in a browser: what it shows is what the records say, and it answers at once."""

import copy
import csv
import io
import json

import pytest

from course.publish.numbers import number

ROWS = "#explorer-table tbody tr"
ANSWER_MS = 100
BEST_OF = 7
"""Other programs of the machine may delay single answers; none makes one faster."""


def explore(page, choice=""):
    """Opens the page and waits until it shows something."""
    page.goto(f"/explore.html{'#' if choice else ''}{choice}")
    answered(page, 1)


def answered(page, times):
    """Waits until so many changes are shown, chart included."""
    page.wait_for_function(
        "times => performance.getEntriesByName('explorer-answer').length >= times", arg=times
    )


def shown(page):
    """The table's rows: the words of each cell, as a reader sees them."""
    return page.eval_on_selector_all(
        ROWS, "rows => rows.map(row => [...row.cells].map(cell => cell.innerText.trim()))"
    )


def ticked(page, facet, option):
    """The box of an option."""
    return page.locator(f'[data-facet="{facet}"] input[value="{option}"]')


def choose(page, facet, option):
    """Ticks an option and waits for the answer."""
    before = page.evaluate("performance.getEntriesByName('explorer-answer').length")
    ticked(page, facet, option).check()
    answered(page, before + 1)


def those(reference, **cell):
    """The records of a data set with these parts of a cell."""
    return [
        one
        for one in reference.records.values()
        if all(one.cell.get(key) == value for key, value in cell.items())
    ]


def first_word(record):
    """What the table says of a record in batch mode."""
    if record.status != "ok":
        return f"{record.status}:"
    return number(record.raw["batch"]["ns_per_packet"]["mean"])


def test_the_table_shows_the_records_figures(page, reference):
    cell = {"implementation": "heap", "strategy": "pool", "case": "A", "mode": "batch",
            "generator": "counter"}  # fmt: skip
    explore(page, "&".join(f"{key}={value}" for key, value in cell.items()))
    rows = shown(page)
    expected = [first_word(one) for one in those(reference, **cell)]
    assert sorted(row[3].split()[0] for row in rows) == sorted(expected)
    assert page.locator("#explorer-count").inner_text().startswith(f"{len(rows)} records")


def test_real_time_shows_the_verdicts(page, reference):
    explore(page)
    choose(page, "mode", "realtime")
    choose(page, "implementation", "cpp-flat")
    records = those(reference, implementation="cpp-flat", mode="realtime")
    verdicts = [one.raw["realtime"]["verdict"]["min_interval_ns"] for one in records]
    figures = [row[3].split()[0] for row in shown(page)]
    assert sorted(figures) == sorted("none" if one is None else number(one) for one in verdicts)
    assert "interval without loss" in page.locator("#explorer-table thead").inner_text()


def test_the_chart_has_a_point_a_row_and_follows_the_choice(page):
    explore(page, "implementation=heap&strategy=pool&case=A&generator=counter")
    count = "#explorer-chart .mark-symbol path"
    figures = [row for row in shown(page) if row[3][0].isdigit()]
    assert page.locator(count).count() == len(figures)
    ticked(page, "case", "A").uncheck()
    answered(page, 2)
    assert page.locator(count).count() > len(figures)
    assert "of" in page.locator("#explorer-table-title").inner_text()


def test_counts_beside_options_say_what_a_tick_would_show(page):
    explore(page, "strategy=pool")
    label = ticked(page, "case", "B").locator("xpath=..")
    count = label.locator("small").inner_text()
    choose(page, "case", "B")
    assert page.locator("#explorer-count").inner_text().startswith(f"{count} records")


def test_the_link_carries_the_choice(page, open_page):
    explore(page)
    choose(page, "strategy", "pool")
    choose(page, "case", "C")
    page.select_option('[name="order"]', "figure")
    answered(page, 4)
    page.mouse.wheel(0, 5000)  # where a table of contents would write its anchors
    page.wait_for_timeout(600)
    other = open_page()
    other.goto(page.url)
    answered(other, 1)
    assert "strategy=pool&case=C" in other.url
    assert shown(other) == shown(page)
    assert ticked(other, "case", "C").is_checked()


def test_a_link_to_what_is_not_here_says_so(page):
    explore(page, "set=own-1&collector=g9")
    words = page.locator("#explorer-astray").inner_text()
    assert "set=own-1" in words
    assert "collector=g9" in words
    assert shown(page)


def test_what_nothing_has_is_told(page):
    explore(page, "implementation=cpp&collector=g1")
    assert "No record is like that" in page.locator("#explorer-count").inner_text()
    assert shown(page) == []


def test_the_keyboard_is_enough(page):
    explore(page)
    box = ticked(page, "strategy", "pool")
    ticked(page, "strategy", "mix").focus()
    page.keyboard.press("Tab")
    assert box.evaluate("box => box === document.activeElement")
    page.keyboard.press("Space")
    answered(page, 2)
    assert box.is_checked()
    assert {row[1] for row in shown(page)} == {"Pooling"}


@pytest.fixture
def losing(reference):
    """A record in real time with pauses and losses over time, and that timeline."""
    for one in reference.records.values():
        for probe in (one.raw["realtime"] or {"probes": []})["probes"]:
            line = probe.get("timeline")
            if line and line["pauses"] and line["losses"] and one.cell["generator"] == "counter":
                return one, probe
    pytest.fail("no published record shows a pause and its losses")


def test_a_timeline_shows_the_pauses_and_the_losses(page, losing):
    record, probe = losing
    cell = record.cell
    choice = [f"{key}={cell[key]}" for key in ("mode", "implementation", "collector", "jdk",
                                               "strategy", "case", "generator")]  # fmt: skip
    explore(page, "&".join(choice))
    page.locator(f'{ROWS} button[data-address$="/{record.id}"]').click()
    told = page.locator("#explorer-timeline-told")
    told.filter(has_text="seconds").wait_for()
    windows = [one for one in record.raw["realtime"]["probes"] if one.get("timeline")]
    if len(windows) > 1:
        page.select_option("#explorer-probe", str(windows.index(probe)))
        title = f"a packet every {probe['interval_ns']:,.0f}\u00a0ns"
        page.locator("#explorer-timeline-title", has_text=title).wait_for()
    pauses, losses = probe["timeline"]["pauses"], probe["timeline"]["losses"]
    assert f"{len(pauses)} pause" in told.inner_text()
    assert f"{number(sum(lost for _, lost in losses))} packets lost" in told.inner_text()
    drawn = "#explorer-timeline-chart .mark-rect path"
    page.locator(drawn).first.wait_for(state="attached")
    assert page.locator(drawn).count() >= len(pauses)
    assert f"cell=reference/{record.id}" in page.url
    page.locator("#explorer-timeline-close").click()
    assert page.locator("#explorer-timeline").is_hidden()
    assert page.evaluate("document.activeElement.dataset.address") == f"reference/{record.id}"


def test_downloads_hold_what_is_shown_with_its_provenance(page, reference):
    explore(page, "strategy=pool&case=A")
    with page.expect_download() as pending:
        page.click("#explorer-csv")
    text = pending.value.path().read_text(encoding="utf-8")
    table = list(csv.DictReader(io.StringIO(text, newline="")))
    records = those(reference, strategy="pool", case="A", mode="batch")
    assert {row["cell"] for row in table} == {one.id for one in records}
    for row in table:
        record = reference.records[row["cell"]]
        if record.status == "ok":
            mean = record.raw["batch"]["ns_per_packet"]["mean"]
            assert float(row["ns"]) == pytest.approx(mean, rel=1e-5)
        assert row["commit"] == (record.provenance["commit"] or "")
        assert json.loads(row["command"]) == record.provenance["command"]
    with page.expect_download() as pending:
        page.click("#explorer-json")
    made = json.loads(pending.value.path().read_text(encoding="utf-8"))
    assert len(made["records"]) == len(table)
    assert made["address"] == page.url


@pytest.fixture
def own(reference):
    """A record as another machine might have measured it."""
    measured = those(reference, mode="batch", case="A")
    record = copy.deepcopy(next(one.raw for one in measured if one.status == "ok"))
    record["provenance"]["machine"]["cpu"] = "Another CPU"
    return record


def as_file(content, name="record.json"):
    text = content if isinstance(content, str) else json.dumps(content)
    return {"name": name, "mimeType": "application/json", "buffer": text.encode()}


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
    assert page.locator('[data-facet="set"]').is_hidden()


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
    assert page.locator('[data-facet="set"]').is_hidden()


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
    longest = round(page.evaluate("window.longest"))
    budgets["huge file, longest time without an answer, ms"] = {"measured": longest, "most": 500}
    assert page.locator("#explorer-stop").is_hidden()


def multiplied(data, times):
    """The data of a site with so many times as many records, each in a set of its own."""
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


CHANGES = """
async (turns) => {
    const shown = () => performance.getEntriesByName("explorer-answer").length;
    const frame = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
    const took = [];
    for (let turn = 0; turn < turns; turn++) {
        const boxes = document.querySelectorAll('[data-facet="case"] input');
        const [before, start] = [shown(), performance.now()];
        boxes[turn % boxes.length].click();
        while (shown() === before) {
            await frame();
        }
        await frame();
        took.push(performance.now() - start);
    }
    return took;
}
"""


@pytest.mark.parametrize("times", [1, 50])
def test_a_change_is_answered(page, built_site, budgets, times):
    text = (built_site / "assets/explore/data.js").read_text(encoding="utf-8")
    head, _, rest = text.partition(" = ")
    data = multiplied(json.loads(rest.removesuffix(";\n")), times)
    body = f"{head} = {json.dumps(data)};\n"
    page.route("**/assets/explore/data.js", lambda route: route.fulfill(
        body=body, content_type="text/javascript"))  # fmt: skip
    explore(page)
    page.evaluate(CHANGES, 3)  # the first changes compile what the later ones run
    took = page.evaluate(CHANGES, BEST_OF)
    assert len(took) == BEST_OF
    budgets[f"answer, {data['columns']['length']} records, ms"] = {
        "measured": round(min(took)),
        "most": ANSWER_MS,
    }


def test_it_works_from_the_file_system(open_page, built_site, losing, own):
    record, _ = losing
    page = open_page()
    page.goto(f"{(built_site / 'explore.html').as_uri()}#cell=reference/{record.id}")
    answered(page, 1)
    assert shown(page)
    page.locator("#explorer-timeline-told", has_text="packets lost").wait_for()
    choose(page, "strategy", "pool")
    assert "strategy=pool" in page.url
    page.set_input_files("#explorer-files", [as_file(own)])
    page.locator("#explorer-progress", has_text="1 record read").wait_for()


def test_without_scripts_there_is_something_to_see(open_page):
    page = open_page(java_script_enabled=False)
    page.goto("/explore.html")
    assert page.locator("#explorer").is_hidden()
    assert page.locator("noscript svg").first.is_visible()
    assert page.get_by_role("link", name="real time", exact=True).first.is_visible()


LETTERS, READABLE = 11, 9
"""Size of the labels' letters in units of the drawing, and the least that it may be on a screen."""

BEGINS = """
facets => facets.map(facet => {
    const lines = new Map();
    for (const option of facet.querySelectorAll("label:not([hidden])")) {
        const { top, left } = option.getBoundingClientRect();
        lines.set(top, Math.min(left, lines.get(top) ?? Infinity));
    }
    return [...lines.values()].map(Math.round);
})
"""


def test_all_lines_of_a_kind_of_choice_begin_below_each_other(page):
    explore(page)
    facets = page.eval_on_selector_all(".explorer-facet:not([hidden])", BEGINS)
    assert max(map(len, facets)) > 1
    assert {begin for lines in facets for begin in lines} == {facets[0][0]}


@pytest.mark.parametrize("width", [360, 1280])
def test_no_label_of_the_chart_is_cut_or_too_small(open_page, width):
    page = open_page(viewport={"width": width, "height": 740})
    explore(page)
    words = page.eval_on_selector_all(
        "#explorer-chart text", "all => all.map(one => one.textContent)"
    )
    assert len(words) > 40
    assert [one for one in words if "…" in one] == []
    chart = page.locator("#explorer-chart svg")
    assert chart.evaluate("svg => svg.getScreenCTM().a") * LETTERS >= READABLE
    assert chart.evaluate("svg => svg.getBoundingClientRect().right") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_it_without_scrolling_sideways(open_page, scheme):
    page = open_page(viewport={"width": 360, "height": 740}, color_scheme=scheme)
    explore(page)
    wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert wide <= 0
    fills = page.eval_on_selector_all(
        "#explorer-chart .mark-symbol path", "all => all.map(one => getComputedStyle(one).fill)"
    )
    assert len(set(fills)) > 1  # a colour a family, from the page's style
