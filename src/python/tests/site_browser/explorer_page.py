"""What the tests of the explorer do with its page."""

from course.stats.numbers import number

ROWS = "#explorer-table tbody tr"

ANSWERS = "performance.getEntriesByName('explorer-answer').at(-1)?.detail ?? 0"
"""How many changes were shown: only the latest leaves its time."""

READABLE = 9
"""Pixels: the least that letters of a drawing may have on a screen."""


ALL = "mode=batch"
"""The choice of all records that were measured in that mode."""


def explore(page, choice=ALL):
    """Opens the page and waits until it shows something. Without a choice it has one of its own."""
    page.goto(f"/explore.html{'#' if choice else ''}{choice}")
    answered(page, 1)


def answered(page, times):
    """Waits until this many changes are shown, chart included."""
    page.wait_for_function(f"times => ({ANSWERS}) >= times", arg=times)


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
    before = page.evaluate(ANSWERS)
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


def drawn_over_time(page):
    """Waits for a timeline that is drawn."""
    page.locator("#explorer-timeline:not(.is-waiting) #explorer-timeline-chart svg").wait_for()


def open_timeline(page, place):
    """Presses the button of a row, by its place among those that have one."""
    page.locator(f"{ROWS} [data-address]").nth(place).click()
