"""The interactive figures in a browser: they start, move, stand still, and answer the keyboard."""

import pytest

PAGES = {
    "heap": "/03-gc-theory.html",
    "queue": "/07-real-time.html",
    "lines": "/11-flat-cpp.html",
}
NAMES = list(PAGES)
ONE = [name if name == "queue" else pytest.param(name, marks=pytest.mark.all) for name in NAMES]
"""For tests of the shared stage: one figure in the middle tier, each with `--all`."""

PHONE = {"width": 360, "height": 740}

FRAME_MS = 4
"""What a frame may take here; a phone, some four times as slow, then has sixty of them a second."""


def opened(page, name):
    """The figure on its page."""
    page.goto(PAGES[name])
    return page.locator(f'figure[data-figure="{name}"]')


def started(page, name):
    """The figure after its button was pressed; it stands still."""
    shown = opened(page, name)
    shown.get_by_role("button", name="Start").click()
    if shown.get_by_role("button", name="Pause").is_visible():
        shown.get_by_role("button", name="Pause").click()
    return shown


def place(shown):
    """Where the playhead is."""
    return int(shown.get_by_label("Time", exact=True).input_value())


def said(shown):
    return shown.get_by_role("status").text_content()


def drawn(shown):
    """The canvas as a picture."""
    return shown.locator("canvas").evaluate("canvas => canvas.toDataURL()")


def rows(shown):
    """The cells of the figure's table."""
    return shown.locator("table").evaluate(
        "table => [...table.tBodies[0].rows].map(row => [...row.cells].map(c => c.textContent))"
    )


@pytest.mark.parametrize("name", ONE)
def test_a_figure_is_a_picture_until_it_is_started(page, name):
    shown = opened(page, name)
    assert shown.locator(".course-play-still .course-wide svg").is_visible()
    assert shown.locator("canvas").count() == 0
    shown.get_by_role("button", name="Start").click()
    assert not shown.locator(".course-play-still .course-wide svg").is_visible()
    assert shown.locator("canvas").is_visible()
    assert page.evaluate("document.activeElement.textContent") == "Pause"


@pytest.mark.parametrize("name", ONE)
def test_without_scripts_the_picture_stays(open_page, name):
    shown = opened(open_page(java_script_enabled=False), name)
    assert shown.locator(".course-wide svg").is_visible()
    assert not shown.locator(".course-play-start").is_visible()


@pytest.mark.parametrize("name", ONE)
def test_it_moves_and_speaks_only_when_it_rests(page, name):
    shown = opened(page, name)
    shown.get_by_role("button", name="Start").click()
    before = said(shown)
    page.wait_for_function(
        "figure => Number(figure.querySelector('.course-play-bar input').value) > 20",
        arg=shown.element_handle(),
    )
    assert said(shown) == before
    shown.get_by_role("button", name="Pause").click()
    at = place(shown)
    page.wait_for_timeout(200)
    assert place(shown) == at
    assert said(shown) != before


@pytest.mark.parametrize("name", ONE)
def test_the_slider_tells_the_time_at_which_it_rests(page, name):
    shown = opened(page, name)
    figure = shown.element_handle()
    told = "figure => figure.querySelector('.course-play-bar input').getAttribute('aria-valuetext')"
    clock = """figure => {
        const { scene, time } = courseFigures.stages.get(figure);
        return scene.clock(time);
    }"""
    reached = "([figure, at]) => figure.querySelector('.course-play-bar input').value >= at"
    shown.get_by_role("button", name="Start").click()
    before = page.evaluate(told, figure)
    page.wait_for_function(reached, arg=[figure, 20])
    shown.get_by_role("button", name="Pause").click()
    assert page.evaluate(told, figure) == page.evaluate(clock, figure) != before
    shown.get_by_label("Time", exact=True).fill("995")
    shown.get_by_role("button", name="Play").click()
    page.wait_for_function(reached, arg=[figure, 1000])
    shown.get_by_role("button", name="Play").wait_for()
    assert page.evaluate(told, figure) == page.evaluate(clock, figure)


@pytest.mark.parametrize("name", ONE)
def test_it_stands_still_while_nobody_sees_it(page, name):
    shown = opened(page, name)
    shown.get_by_role("button", name="Start").click()
    figure = shown.element_handle()
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    page.wait_for_function(
        "figure => !courseFigures.stages.get(figure).visible", arg=figure, timeout=5000
    )
    page.wait_for_timeout(100)
    at = place(shown)
    page.wait_for_timeout(400)
    assert place(shown) == at
    shown.locator("canvas").scroll_into_view_if_needed()
    page.wait_for_function(
        "([figure, at]) => Number(figure.querySelector('.course-play-bar input').value) > at",
        arg=[figure, at],
    )


@pytest.mark.parametrize("name", ONE)
def test_who_wants_no_motion_goes_from_event_to_event(page, name):
    page.emulate_media(reduced_motion="reduce")
    shown = opened(page, name)
    shown.get_by_role("button", name="Start").press("Enter")
    assert not shown.get_by_role("button", name="Play").is_visible()
    page.wait_for_timeout(200)
    assert place(shown) == 0
    told = [said(shown)]
    places = [place(shown)]
    for _ in range(4):
        # The button for the next event has the focus.
        page.keyboard.press("Enter")
        told.append(said(shown))
        places.append(place(shown))
    assert len(set(told)) == 5
    assert places == sorted(places)
    assert places[-1] > 0


def test_after_the_last_event_comes_the_sum_and_then_the_first(page):
    shown = started(page, "queue")
    for _ in range(20):
        shown.get_by_role("button", name="Next").click()
        if place(shown) == 1000:
            break
    assert place(shown) == 1000
    assert "The shortest interval without loss" in said(shown)
    shown.get_by_role("button", name="Next").click()
    assert 0 < place(shown) < 1000


@pytest.mark.parametrize("name", ONE)
def test_the_keyboard_reaches_everything(page, name):
    shown = opened(page, name)
    shown.get_by_role("button", name="Start").press("Enter")
    page.keyboard.press("Enter")  # the focus has moved to Pause
    assert shown.get_by_role("button", name="Play").is_visible()
    figure, reached = shown.element_handle(), 0
    wanted = shown.locator(":is(button, input, select):visible").count()
    while page.evaluate("figure => figure.contains(document.activeElement)", figure):
        reached += page.evaluate("document.activeElement.matches('button, input, select')")
        page.keyboard.press("Tab")
    assert reached == wanted


@pytest.mark.parametrize("name", NAMES)
def test_the_time_s_slider_moves_the_playhead(page, name):
    shown = started(page, name)
    shown.get_by_label("Time", exact=True).fill("500")
    half, words = drawn(shown), said(shown)
    shown.get_by_label("Time", exact=True).press("ArrowRight")
    assert place(shown) == 501
    shown.get_by_label("Time", exact=True).fill("900")
    assert drawn(shown) != half
    assert said(shown) != words


def reckoned(page, name, **changes):
    """The model's result for the figure's first settings, with these changes."""
    return page.evaluate(
        """([name, changes]) => {
            const figure = document.querySelector(`figure[data-figure="${name}"]`);
            const { model, controls } = JSON.parse(figure.querySelector("script").textContent);
            const first = controls.map(({ name, stops, start }) => [name, stops[start].value]);
            const run = courseFigures.models[name].run(
                model, { ...Object.fromEntries(first), ...changes });
            return name === "queue" ? run.shortest : run.collections;
        }""",
        [name, changes],
    )


def test_the_heap_s_table_is_what_its_model_reckons(page):
    shown = started(page, "heap")
    slider = shown.locator("[name=live]")
    slider.fill(slider.get_attribute("max"))
    whole = [one for one in reckoned(page, "heap", live=1287) if one["kind"] == "whole"]
    row = next(row for row in rows(shown) if row[0] == "Whole heap")
    assert row[1].startswith(f"{len(whole)} times")
    assert row[2] == f"{whole[-1]['visited']:,.0f}\u00a0MB"
    shown.locator("[name=pool]").check()
    shown.locator("[name=collector]").select_option(index=1)
    assert next(row for row in rows(shown) if row[0] == "The program waits")[1] == "never"


def test_the_queue_says_when_an_interval_is_possible(page):
    shown = started(page, "queue")
    for index, pause in ((0, 0), (3, 60), (4, 80), (8, 400)):
        shown.locator("[name=pause]").fill(str(index))
        shortest = reckoned(page, "queue", pause=pause)
        expected = "long enough" if shortest is None else f"{shortest}\u00a0ms"
        assert expected in said(shown)


def test_the_prefetch_s_row_follows_its_slider(page):
    shown = started(page, "lines")
    times = []
    for index in range(5):
        shown.locator("[name=distance]").fill(str(index))
        times.append(rows(shown)[2][3])
    assert len(set(times)) > 2
    others = [row[3] for row in rows(shown)[:2]]
    shown.locator("[name=distance]").fill("0")
    assert [row[3] for row in rows(shown)[:2]] == others


@pytest.mark.parametrize("name", NAMES)
def test_it_follows_the_page_s_colours(page, name):
    shown = started(page, name)
    shown.get_by_label("Time", exact=True).fill("300")
    schemes = []
    for scheme in ("slate", "default"):
        page.evaluate("scheme => { document.body.dataset.mdColorScheme = scheme; }", scheme)
        page.wait_for_timeout(100)
        schemes.append(drawn(shown))
    assert schemes[0] != schemes[1]


@pytest.mark.parametrize("name", NAMES)
def test_it_fits_a_phone(open_page, name):
    page = open_page(viewport=PHONE, device_scale_factor=3)
    shown = started(page, name)
    wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert page.evaluate(wide)
    box = shown.locator("canvas").bounding_box()
    assert box["width"] <= PHONE["width"]
    # No sharper than twice: the rest is not seen, and takes time.
    assert shown.locator("canvas").evaluate("canvas => canvas.width") <= 2 * box["width"] + 1
    for button in shown.get_by_role("button").all():
        assert button.bounding_box()["height"] >= 40


@pytest.mark.parametrize("name", NAMES)
def test_a_frame_is_quick(page, name):
    shown = started(page, name)
    took = page.evaluate(
        """figure => {
            const stage = courseFigures.stages.get(figure);
            const frames = 200;
            const draw = () => {
                for (let frame = 0; frame < frames; frame += 1) {
                    stage.moveTo((stage.run.length * frame) / frames);
                }
            };
            draw();
            const start = performance.now();
            draw();
            return (performance.now() - start) / frames;
        }""",
        shown.element_handle(),
    )
    assert took < FRAME_MS
