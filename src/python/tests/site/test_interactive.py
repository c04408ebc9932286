"""Interactive figures: their models obey the rules that the chapters state, and pages hold them."""

import copy
import dataclasses
import itertools
import json
import random
import re

import pytest
from bs4 import BeautifulSoup

from course import paths
from course.site.blocks import Blocks
from course.site.interactive import cache_lines, clock_queue, heap
from course.site.interactive.controls import at_first
from course.site.interactive.functions import InteractiveFigures
from course.site.interactive.heap_figure import CONTROLS as HEAP_CONTROLS
from course.site.interactive.heap_figure import MODEL as HEAP
from course.site.interactive.heap_figure import heap_figure
from course.site.interactive.lines_figure import LEVELS, WORK_NS, lines_figure
from course.site.interactive.picture import NARROW, WIDTH
from course.site.interactive.queue_figure import CONTROLS as QUEUE_CONTROLS
from course.site.interactive.queue_figure import MODEL as QUEUE
from course.site.interactive.queue_figure import queue_figure
from course.site.pages import Pages, page_functions
from course.site.regions import Regions
from course.stats.benches import Benches, BenchRecord, unmeasured
from course.stats.figures import Figure

CASE_A, CASE_C = 26, 1287
NO_DUMMY = Figure(None, "ns", status="absent", reason="of a test")


def every(controls):
    """All settings that a reader can make."""
    names = [control.name for control in controls]
    for values in itertools.product(*(control.stops for control in controls)):
        yield dict(zip(names, (stop.value for stop in values), strict=True))


def some(controls, count=60):
    """A part of them, always the same."""
    return random.Random(1).sample(list(every(controls)), count)


def heap_run(**changes):
    """The collections of a run at first settings, but for those."""
    return heap.run(HEAP, heap.Settings(**at_first(HEAP_CONTROLS) | changes))


# ---- the heap ------------------------------------------------------------------------------------


def test_frequency_follows_allocation():
    once, twice = heap_run(packets=1), heap_run(packets=2)
    gaps = [run[1].at - run[0].at - run[0].takes for run in (once, twice)]
    assert gaps[0] == pytest.approx(512 / 1.3)
    assert gaps[1] == pytest.approx(gaps[0] / 2)


def test_duration_follows_what_is_alive():
    for live in (CASE_A, 2 * CASE_A):
        found = heap_run(live=live)
        assert {one.kind for one in found} == {"young"}
        assert {round(one.takes, 6) for one in found} == {live * HEAP.cost}


def test_a_pool_makes_pauses_of_the_whole_heap_fewer_and_no_shorter():
    allocated, pooled = (
        [one for one in heap_run(live=CASE_C, pool=pool) if one.kind == "whole"]
        for pool in (False, True)
    )
    assert len(allocated) > 2 * len(pooled) > 0
    assert pooled[0].takes == pytest.approx(allocated[0].takes, rel=0.05)


def test_a_pool_wins_the_race_that_allocating_loses():
    allocated, pooled = (
        heap_run(live=CASE_C, collector=heap.CONCURRENT, pool=pool) for pool in (False, True)
    )
    assert sum(one.stall for one in allocated) > HEAP.length / 2
    assert sum(one.stall for one in pooled) == 0
    assert {one.takes for one in pooled} == {pooled[0].visited * HEAP.cost}


@pytest.mark.parametrize("settings", some(HEAP_CONTROLS))
def test_the_heap_s_spaces_hold_what_they_can(settings):
    chosen = heap.Settings(**settings)
    asked = heap.demand(HEAP, chosen)
    last = 0.0
    for one in heap.run(HEAP, chosen)[:40]:
        assert last <= one.at < HEAP.length
        assert one.stall <= one.takes
        last = one.at + one.takes
        alive = 0.0
        for space in one.before:
            used = space.pooled + sum(part.size(asked.lives) for part in space.stretches)
            assert used <= space.size + 1e-6
            squares = heap.cells(HEAP, asked.lives, space, one.position)
            assert sum(cell.filled for cell in squares) * HEAP.cell == pytest.approx(used)
            alive += sum(cell.alive for cell in squares) * HEAP.cell
        # Whatever is alive lies somewhere, and once.
        assert alive == pytest.approx(asked.everything)


def test_everything_alive_fits_into_the_old_generation():
    for settings in every(HEAP_CONTROLS):
        chosen = heap.Settings(**settings)
        old = HEAP.heap - chosen.young * (1 + 2 * HEAP.survivors)
        assert heap.demand(HEAP, chosen).everything <= old


# ---- the queue -----------------------------------------------------------------------------------


def lost(settings, cycles=1):
    packets = clock_queue.run(QUEUE, settings, cycles)
    return sum(one.begun is None for one in packets)


def first(**changes):
    return clock_queue.Settings(**at_first(QUEUE_CONTROLS) | changes)


def test_two_pauses_that_are_forgiven_one_by_one_lose_something_together():
    assert lost(first()) == 1
    assert lost(first(interval=11)) == 0
    assert clock_queue.shortest(QUEUE, first()) == 11


def test_what_one_long_pause_loses():
    # Of a pause p the queue bridges Q; those that come in the rest of it are lost.
    once = dataclasses.replace(QUEUE, pauses=(20,))
    packets = clock_queue.run(once, first(pause=400))
    dropped = sum(one.begun is None for one in packets)
    assert dropped == pytest.approx((400 - 100) / 10, abs=1)


def test_no_interval_helps_where_a_pause_is_much_longer_than_the_queue():
    assert clock_queue.shortest(QUEUE, first(pause=200)) is None
    assert clock_queue.shortest(QUEUE, first(pause=200, queue=200)) is not None


@pytest.mark.parametrize("settings", some(QUEUE_CONTROLS, 40))
def test_something_is_lost_where_a_stretch_asks_for_more_than_the_queue_holds(settings):
    chosen = clock_queue.Settings(**settings)
    holds = chosen.capacity * chosen.interval
    takes = [
        chosen.service + chosen.pause * (number % QUEUE.packets in QUEUE.pauses)
        for number in range(2 * QUEUE.packets)
    ]
    behind = list(itertools.accumulate((one - chosen.interval for one in takes), initial=0))
    # Who finds no place comes a whole queue after the packet that is late.
    seen = behind[: len(takes) - chosen.capacity]
    worst = max(late - before for before, late in itertools.combinations(seen, 2))
    assert (lost(chosen, cycles=2) > 0) == (worst > holds)


def test_lateness_is_lindley_s():
    packets = clock_queue.run(QUEUE, first())
    for before, after in itertools.pairwise(packets):
        number = round(before.due / 10)
        takes = 6 + 80 * (number in QUEUE.pauses)
        assert after.late == max(0, before.late + takes - 10)


# ---- cache lines ---------------------------------------------------------------------------------

LINES = cache_lines.Model({"memory": 100.0}, 14.0)


def took(way, **changes):
    settings = {"level": "memory", "layout": "behind", "ahead": 0, "distance": 16} | changes
    return cache_lines.per_packet(LINES, cache_lines.Settings(**settings), way)


@pytest.mark.parametrize("ahead", range(5))
@pytest.mark.parametrize(("way", "steps"), [(cache_lines.OBJECTS, 4), (cache_lines.FLAT, 1)])
def test_steps_are_waited_for_and_lines_are_not(way, steps, ahead):
    expected = (steps * 100 + LINES.work) / (ahead + 1)
    assert took(way, ahead=ahead) == pytest.approx(max(expected, LINES.work))


def test_a_prefetch_makes_a_maximum_of_the_sum():
    lines = 2 * 100 / LINES.buffers
    assert took(cache_lines.PREFETCH) == pytest.approx(max(LINES.work, lines), rel=0.02)
    assert took(cache_lines.PREFETCH, layout="first") == pytest.approx(LINES.work)


def test_a_prefetch_too_near_waits():
    times = [took(cache_lines.PREFETCH, distance=distance) for distance in (1, 2, 4, 8, 16)]
    assert times[:3] == pytest.approx([100, 50, 25])
    assert times[3] == pytest.approx(times[4], rel=0.02)


@pytest.mark.parametrize("way", [cache_lines.OBJECTS, cache_lines.FLAT, cache_lines.PREFETCH])
@pytest.mark.parametrize("ahead", range(5))
def test_no_more_lines_are_under_way_than_there_are_buffers(way, ahead):
    settings = cache_lines.Settings("memory", "behind", ahead, 16)
    visits = cache_lines.walk(LINES, settings, way, 60)
    lines = [line for visit in visits for step in visit.steps for line in step]
    for one in lines:
        assert sum(other.asked <= one.asked < other.came for other in lines) <= LINES.buffers


# ---- on a page -----------------------------------------------------------------------------------


def limit(samples):
    """A record of the bench in which the pointer chase was measured, in whole ns."""
    raw = copy.deepcopy(unmeasured("limit").raw)
    found = next(one for one in raw["contestants"] if one["id"] == "machine-latency")
    found["status"], found["reason"] = "ok", None
    for value, (metric, _, _) in enumerate(LEVELS.values(), start=5):
        spread = {"median": value, "low": value, "high": value}
        found["figures"][metric] = {"values": [value], **spread, "ratio": None}
    raw |= {
        "rounds": 1,
        "asked": {"rounds": 1, "seconds": 1.0, "seed": 1},
        "provenance": {
            "commit": "c" * 40,
            "dirty": False,
            "source_hash": "5" * 64,
            "machine": dict(samples.MACHINE),
            "started": "2020-01-01T00:00:00Z",
            "duration_s": 1.0,
        },
    }
    return BenchRecord(raw, "build", stale=False)


def test_cache_lines_take_what_was_measured(samples):
    made = lines_figure(limit(samples), Figure(9.0, "ns"))
    assert made.model["latency"] == {"l2": 5, "l3": 6, "memory": 7, "memory_small": 8}
    assert made.model["work"] == 9
    assert "Synthetic CPU" in made.source
    assert "round number" not in made.remark


def test_without_a_measurement_round_numbers_stand_in_and_say_so():
    made = lines_figure(unmeasured("limit"), NO_DUMMY)
    assert made.model["latency"] == {level: ns for level, (_, _, ns) in LEVELS.items()}
    assert made.model["work"] == WORK_NS
    assert made.remark.count("round number") == 2
    assert made.source == ""


def test_one_level_that_is_missing_makes_all_of_them_round_numbers(samples):
    record = limit(samples)
    machine = record.contestants["machine-latency"]
    del machine["figures"]["chase_memory_huge"]
    assert lines_figure(record, NO_DUMMY).model["latency"]["memory"] == 100


@pytest.fixture(params=["heap", "queue", "lines"])
def shown(request):
    """A figure and its HTML."""
    figure = {
        "heap": heap_figure,
        "queue": queue_figure,
        "lines": lambda: lines_figure(unmeasured("limit"), NO_DUMMY),
    }[request.param]()
    return figure, BeautifulSoup(figure.html(), "html.parser")


def test_a_figure_is_a_picture_until_its_script_comes(shown):
    figure, page = shown
    assert page.select_one(f'figure[data-figure="{figure.name}"] svg desc').text
    assert page.select_one(".course-play-start").has_attr("hidden")
    ids = {one["id"] for one in page.select("[id]")}
    assert set(page.svg["aria-labelledby"].split()) <= ids
    for address in [one["src"] for one in page.select("script[src]")]:
        assert (paths.ROOT / "chapters" / address).is_file()
    assert (paths.ROOT / "chapters" / page.link["href"]).is_file()


def test_it_is_drawn_anew_for_a_phone_with_letters_as_large(shown):
    _, page = shown
    wide, narrow = page.select(".course-play-still svg")
    widths = [float(picture["viewbox"].split()[2]) for picture in (wide, narrow)]
    assert widths == [WIDTH, NARROW]
    assert wide["font-size"] == narrow["font-size"]
    assert [text.text for text in wide.select("text")] == [
        text.text for text in narrow.select("text")
    ]
    ids = [one["id"] for one in page.select("[id]")]
    assert len(ids) == len(set(ids))
    for picture in (wide, narrow):
        for pattern in set(re.findall(r"url\(#([^)]+)\)", str(picture))):
            assert picture.find(id=pattern)


def test_nothing_of_it_lies_outside_of_a_phone(shown):
    _, page = shown
    for box in page.select(".course-narrow path[class]"):
        starts = re.findall(r"M([\d.]+) [\d.]+h([\d.]+)", box["d"])
        assert [at for at, wide in starts if float(at) + float(wide) > NARROW + 0.5] == []


def test_a_figure_s_script_reads_the_model_and_the_controls(shown):
    figure, page = shown
    data = json.loads(page.select_one('script[type="application/json"]').string)
    assert data["model"] == json.loads(json.dumps(figure.model))
    for control, made in zip(figure.controls, data["controls"], strict=True):
        assert made["name"] == control.name
        assert made["stops"][made["start"]]["value"] == control.value


def test_a_picture_uses_only_looks_that_have_a_colour(shown):
    _, page = shown
    style = (paths.ROOT / "chapters/assets/figures/figures.css").read_text()
    used = {name for part in page.select("svg [class]") for name in part["class"]}
    assert used
    for name in used - {"stroke-none", "fill-hatch"}:
        assert f".course-play .{name} {{" in style


def test_pages_ask_for_them_by_name(dataset_columns, figures, tmp_path):
    blocks = Blocks()
    pages = Pages(page_functions(dataset_columns, Regions(tmp_path), blocks, None))
    text = pages.render("{{ heap_figure() }}{{ queue_figure() }}{{ lines_figure() }}", "p.md")
    assert blocks.restore(text).count("<figure") == 3
    lines = InteractiveFigures(figures, Benches.open(dataset_columns, tmp_path)).lines()
    assert lines.model["work"] != WORK_NS  # the run has a dummy
