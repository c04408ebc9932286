"""The figures' scripts, without a browser: they reckon as Python does, and draw at any moment."""

import dataclasses
import json
import random
import shutil
import subprocess

import pytest

from course import paths
from course.site.interactive import cache_lines, clock_queue, heap
from course.site.interactive.heap_figure import MODEL as HEAP
from course.site.interactive.heap_figure import heap_figure
from course.site.interactive.lines_figure import WAYS, lines_figure
from course.site.interactive.queue_figure import MODEL as QUEUE
from course.site.interactive.queue_figure import queue_figure
from course.stats import numbers
from course.stats.benches import unmeasured
from course.stats.figures import Figure

FOLDER = paths.ROOT / "chapters/assets/figures"
NAMES = ("heap", "queue", "lines")

RUN = """
for (const file of %s) require(file);
const { duration, models, number, scenes } = globalThis.courseFigures;
const given = JSON.parse(require("fs").readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify((() => { %s })()));
"""

PEN = """
    const wrong = [];
    const check = (numbers) => numbers.flat(2).every(Number.isFinite) || wrong.push(numbers);
    const pen = (width, height) => ({
        width, height, context: {},
        box: (colour, ...place) => check(place),
        frame: (colour, ...place) => check(place),
        hatch: (colour, ...place) => check(place),
        line: (colour, points) => check(points),
        text: (words, x, y) => check([x, y, words.length]),
        upTo: (x, paint) => check([x]) && paint(),
        still(name, paint) { paint(this); },
    });"""


@pytest.fixture(scope="module")
def node():
    """Runs a function's body, which has `given` and the scripts' functions."""
    program = shutil.which("node")
    if program is None:
        pytest.skip("Node.js is not installed, which runs scripts without a browser")
    parts = ["stage", *(f"{name}{part}" for name in NAMES for part in ("-model", ""))]
    files = json.dumps([str(FOLDER / f"{part}.js") for part in parts])

    def run(body, given=None):
        done = subprocess.run(
            [program, "-e", RUN % (files, body)],
            input=json.dumps(given),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


@pytest.fixture(scope="module")
def made():
    """Name -> figure, as on a machine on which nothing was measured."""
    dummy = Figure(None, "ns", status="absent", reason="of a test")
    lines = lines_figure(unmeasured("limit"), dummy)
    return {"heap": heap_figure(), "queue": queue_figure(), "lines": lines}


def settings(figure, count):
    """Settings that a reader can make: the first ones, and some others."""
    dice = random.Random(3)
    first = {control.name: control.value for control in figure.controls}
    others = [
        {control.name: dice.choice(control.stops).value for control in figure.controls}
        for _ in range(count)
    ]
    return [first, *others]


def test_heaps_are_collected_as_python_reckons(node, made):
    chosen = settings(made["heap"], 60)
    body = """return given.chosen.map((one) => models.heap.run(given.model, one).collections.map(
        ({ kind, ...all }) => [kind, all.at, all.takes, all.visited, all.promoted, all.stall]));"""
    found = node(body, {"model": made["heap"].model, "chosen": chosen})
    for one, collections in zip(chosen, found, strict=True):
        expected = [
            (each.kind, each.at, each.takes, each.visited, each.promoted, each.stall)
            for each in heap.run(HEAP, heap.Settings(**one))
        ]
        assert [each[0] for each in collections] == [each[0] for each in expected]
        for a, b in zip(collections, expected, strict=True):
            assert a[1:] == pytest.approx(b[1:], abs=1e-6)


@pytest.mark.slow
def test_squares_hold_what_python_s_hold(node, made):
    chosen = settings(made["heap"], 30)
    body = """return given.chosen.map((one) => {
        const run = models.heap.run(given.model, one);
        return run.collections.slice(0, 8).map(({ position }, index) =>
            run.spaces(run.states[index], position).map((space) => {
                const { filled, alive, pooled } = models.heap.squares(run, space, position);
                return [[...filled], [...alive], pooled];
            }));
    });"""
    found = node(body, {"model": made["heap"].model, "chosen": chosen})
    for one, heaps in zip(chosen, found, strict=True):
        asked = heap.demand(HEAP, heap.Settings(**one))
        collections = heap.run(HEAP, heap.Settings(**one))
        for collection, spaces in zip(collections, heaps, strict=False):
            for space, (filled, alive, pooled) in zip(collection.before, spaces, strict=True):
                cells = heap.cells(HEAP, asked.lives, space, collection.position)
                assert sum(cell.pooled for cell in cells) == pooled
                assert filled[pooled:] == pytest.approx(
                    [cell.filled for cell in cells[pooled:]], abs=1e-6
                )
                assert alive[pooled:] == pytest.approx(
                    [cell.alive for cell in cells[pooled:]], abs=1e-6
                )


def test_a_collection_moves_all_that_is_alive_and_nothing_else(node, made):
    body = """return given.chosen.flatMap((one) => {
        const run = models.heap.run(given.model, one);
        return run.collections.slice(0, 12).map(({ kind, visited }, index) => {
            const moves = kind === "beside" ? [] : models.heap.moves(run, index);
            const copied = moves.reduce((sum, { share }) => sum + share * given.model.cell, 0);
            const stays = kind === "whole" ? run.asked.base : 0;
            return [kind, copied, visited - stays];
        });
    });"""
    chosen = settings(made["heap"], 30)
    found = node(body, {"model": made["heap"].model, "chosen": chosen})
    assert {kind for kind, *_ in found} == {"young", "whole", "beside"}
    for kind, copied, alive in found:
        if kind != "beside":
            assert copied == pytest.approx(alive, abs=1e-3)


@pytest.mark.slow
def test_queues_keep_and_drop_what_python_s_do(node, made):
    chosen = settings(made["queue"], 60)
    body = """return given.chosen.map((one) => {
        const { packets, shortest } = models.queue.run(given.model, one);
        return [packets.map(({ due, begun, late }) => [due, begun, late]), shortest];
    });"""
    found = node(body, {"model": made["queue"].model, "chosen": chosen})
    for one, (packets, shortest) in zip(chosen, found, strict=True):
        asked = clock_queue.Settings(**one)
        expected = [list(dataclasses.astuple(each)) for each in clock_queue.run(QUEUE, asked)]
        assert packets == expected
        assert shortest == clock_queue.shortest(QUEUE, asked)


def test_a_queue_s_packets_are_all_told_of(node, made):
    body = """return given.chosen.map((one) => {
        const run = models.queue.run(given.model, one);
        const { interval } = run.settings;
        return Array.from({ length: 120 }, (_, count) => {
            const time = count * interval + interval / 3;
            const { come, waiting, lost } = models.queue.stand(run, time);
            const begun = run.kept.filter((one) => one.begun <= time).length;
            return [come, waiting.length + lost + begun, waiting.length <= run.capacity];
        });
    });"""
    found = node(body, {"model": made["queue"].model, "chosen": settings(made["queue"], 20)})
    for moments in found:
        for come, told, fits in moments:
            assert come == told
            assert fits


@pytest.mark.slow
def test_walks_take_what_python_s_do(node, made):
    chosen, model = settings(made["lines"], 40), made["lines"].model
    body = """return given.chosen.map((one) => given.ways.map((way) => [
        models.lines.walk(given.model, one, way, 30).map(({ steps, start, end }) =>
            [steps.map((step) => step.map(({ asked, came }) => [asked, came])), start, end]),
        models.lines.perPacket(given.model, one, way)]));"""
    found = node(body, {"model": model, "chosen": chosen, "ways": list(WAYS)})
    python = cache_lines.Model(model["latency"], model["work"])
    for one, ways in zip(chosen, found, strict=True):
        asked = cache_lines.Settings(**one)
        for way, (visits, took) in zip(WAYS, ways, strict=True):
            expected = json.loads(
                json.dumps([dataclasses.astuple(each) for each in
                            cache_lines.walk(python, asked, way, 30)])
            )  # fmt: skip
            assert visits == expected
            assert took == pytest.approx(cache_lines.per_packet(python, asked, way))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [280, 616])
def test_every_moment_can_be_drawn_and_told(node, made, name, width):
    given = {
        "name": name,
        "width": width,
        "model": made[name].model,
        "chosen": settings(made[name], 12),
    }
    body = f"""{PEN}
    const scene = scenes.get(given.name);
    const said = given.chosen.flatMap((one) => {{
        const run = scene.run(given.model, one);
        const times = [0, ...run.moments.slice(0, 60), run.length / 3, run.length];
        for (const time of times) {{
            scene.draw(pen(given.width, scene.height(given.width, run)), run, time);
        }}
        const {{ caption, head, rows }} = scene.table(run);
        if (rows.some((row) => row.length !== head.length)) wrong.push(rows);
        return [...times.map((time) => scene.tell(run, time)), scene.sum(run), caption,
            ...rows.flat(), ...times.map((time) => scene.clock(time))];
    }});
    return [wrong.slice(0, 3), said];"""
    wrong, said = node(body, given)
    assert wrong == []
    for words in said:
        assert not any(fault in words for fault in ("NaN", "undefined", "null", "Infinity"))


@pytest.mark.parametrize("name", NAMES)
def test_time_goes_on_and_events_are_in_it(node, made, name):
    body = """const scene = scenes.get(given.name);
    return given.chosen.map((one) => {
        const run = scene.run(given.model, one);
        const ordered = run.moments.every((moment, at, all) => !at || moment >= all[at - 1]);
        const within = run.moments.every((moment) => moment >= 0 && moment < run.length);
        const steps = [0];
        for (let frame = 0; frame < 2000; frame += 1) {
            steps.push(scene.later(run, steps[frame], 16));
        }
        return [ordered, within, steps.every((step, at) => !at || step > steps[at - 1])];
    });"""
    given = {"name": name, "model": made[name].model, "chosen": settings(made[name], 20)}
    for checks in node(body, given):
        assert checks == [True, True, True]


def test_no_frame_jumps_over_a_collection(node, made):
    body = """const scene = scenes.get("heap");
    return given.chosen.map((one) => {
        const run = scene.run(given.model, one);
        const seen = new Set();
        let time = 0;
        for (let frame = 0; frame < 1500; frame += 1) {
            time = scene.later(run, time, 16);
            seen.add(run.collections.indexOf(models.heap.stand(run, time).collection));
        }
        const begun = run.collections.filter(({ at }) => at <= time).length;
        return [seen.size - Number(seen.has(-1)), begun];
    });"""
    given = {"model": made["heap"].model, "chosen": settings(made["heap"], 20)}
    for seen, begun in node(body, given):
        assert seen == begun


def test_numbers_are_written_as_on_the_other_pages(node):
    dice = random.Random(2)
    values = [0, 20, 19.96, 0.0021, *(10 ** dice.uniform(-3, 6) for _ in range(500))]
    found = node("return given.map((value) => number(value));", values)
    assert found == [numbers.number(value) for value in values]


def test_adding_a_scene_twice_changes_nothing(node):
    body = """const before = scenes.get("heap");
    globalThis.courseFigures.add("heap", {});
    return scenes.get("heap") === before;"""
    assert node(body) is True
