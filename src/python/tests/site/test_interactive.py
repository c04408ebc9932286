"""The interactive figures: their models obey the rules that chapters state, at any setting."""

import copy
import itertools
import random
import re

import pytest
from bs4 import BeautifulSoup
from course_tests.measure.benches.made import ORIGIN
from course_tests.site.scripts import runner
from course_tests.site.shown import soup

from course import paths
from course.site.pictures import METRICS, Pictures, lines_figure
from course.stats import numbers
from course.stats.benches import BenchRecord, unmeasured
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
    parts = ["stage", *(f"{name}{part}" for name in NAMES for part in ("-model", ""))]
    return runner(RUN, [FOLDER / f"{part}.js" for part in parts])


NO_DUMMY = Figure(None, "ns", status="absent", reason="of a test")


@pytest.fixture(scope="module")
def made():
    """Name -> figure, as on a machine on which nothing was measured."""
    pictures = Pictures(paths.ROOT)
    lines = lines_figure(pictures, unmeasured("limit"), NO_DUMMY)
    return {name: pictures.interactive(name, "") for name in ("heap", "queue")} | {"lines": lines}


def model(figure):
    return figure.data["model"]


def first(figure, **changes):
    """A figure's first settings, with these changes."""
    controls = figure.data["controls"]
    return {one["name"]: one["stops"][one["start"]]["value"] for one in controls} | changes


def settings(figure, count):
    """Settings that a reader can make: the first ones, and some others."""
    dice = random.Random(3)
    controls = figure.data["controls"]
    others = [
        {one["name"]: dice.choice(one["stops"])["value"] for one in controls} for _ in range(count)
    ]
    return [first(figure), *others]


# ---- what stands still before it is started ------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_figure_is_a_picture_until_its_script_comes(made, name):
    page = soup(made[name])
    assert page.select_one(f'figure[data-figure="{name}"] svg desc').text
    assert page.select_one(".course-play-start").has_attr("hidden")
    for address in [one["src"] for one in page.select("script[src]")]:
        assert (paths.ROOT / "chapters" / address).is_file()
    wide, narrow = page.select(".course-play-still svg")
    assert [one["viewbox"].split()[2] for one in (wide, narrow)] == ["640", "320"]
    assert [one.text for one in wide.select("text")] == [one.text for one in narrow.select("text")]
    ids = [one["id"] for one in page.select("[id]")]
    assert len(ids) == len(set(ids))
    for box in narrow.select("path[class]"):
        starts = re.findall(r"M([\d.]+) [\d.]+h([\d.]+)", box["d"])
        assert [at for at, long in starts if float(at) + float(long) > 320.5] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_still_picture_says_what_the_model_reckons(node, made, name):
    body = {
        "heap": """
            const { collections } = models.heap.run(given.model, given.first);
            return [`${number(collections[2].visited)}\u00a0MB of the young`,
                `there are ${collections.length} collections`];""",
        "queue": """
            const run = models.queue.run(given.model, given.first);
            const at = run.packets[given.model.pauses[0]].due + given.first.pause * 0.75;
            return [`${models.queue.stand(run, at).waiting.length} packets wait`];""",
        "lines": """
            return ["objects", "flat", "prefetch"].map((way) =>
                `${number(models.lines.perPacket(given.model, given.first, way))}\u00a0ns`);""",
    }[name]
    told = BeautifulSoup(made[name].picture, "html.parser").svg.desc.text
    for fact in node(body, {"model": model(made[name]), "first": first(made[name])}):
        assert fact in told


def limit():
    """A record of the bench in which the pointer chase was measured, in whole ns."""
    raw = copy.deepcopy(unmeasured("limit").raw)
    found = next(one for one in raw["contestants"] if one["id"] == "machine-latency")
    found["status"], found["reason"] = "ok", None
    for value, metric in enumerate(METRICS.values(), start=5):
        spread = {"mean": value, "low": value, "high": value}
        found["figures"][metric] = {"values": [value], **spread, "ratio": None}
    raw |= {
        "rounds": 1,
        "asked": {"rounds": 1, "seconds": 1.0, "seed": 1},
        "caveats": [],
        "provenance": ORIGIN,
    }
    return BenchRecord(raw, "build", stale=False)


def test_cache_lines_take_what_was_measured():
    made = lines_figure(Pictures(paths.ROOT), limit(), Figure(9.0, "ns"))
    assert model(made)["latency"] == {"l2": 5, "l3": 6, "memory": 7, "memory_small": 8}
    assert model(made)["work"] == 9
    assert "Synthetic CPU" in made.source
    assert made.remark.count("round number") == 1  # the still picture's


def test_without_a_measurement_round_numbers_stand_in_and_say_so(made):
    assert model(made["lines"])["latency"]["memory"] == 100
    assert made["lines"].remark.count("round number") == 3
    assert made["lines"].source == ""
    record = limit()
    del record.contestants["machine-latency"]["figures"]["chase_memory_huge"]
    other = lines_figure(Pictures(paths.ROOT), record, NO_DUMMY)
    assert model(other)["latency"]["memory"] == 100


# ---- the heap's rules ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def collections(node, made):
    def run(**changes):
        given = {"model": model(made["heap"]), "one": first(made["heap"], **changes)}
        return node("return models.heap.run(given.model, given.one).collections;", given)

    return run


def test_frequency_follows_allocation(collections):
    once, twice = collections(packets=1), collections(packets=2)
    gaps = [run[1]["at"] - run[0]["at"] - run[0]["takes"] for run in (once, twice)]
    assert gaps[0] == pytest.approx(512 / 1.3)
    assert gaps[1] == pytest.approx(gaps[0] / 2)


def test_duration_follows_what_is_alive(collections, made):
    for live in (26, 52):
        found = collections(live=live)
        assert {one["kind"] for one in found} == {"young"}
        assert {round(one["takes"], 6) for one in found} == {live * model(made["heap"])["cost"]}


def test_a_pool_makes_pauses_of_the_whole_heap_fewer_and_no_shorter(collections):
    allocated, pooled = (
        [one for one in collections(live=1287, pool=pool) if one["kind"] == "whole"]
        for pool in (False, True)
    )
    assert len(allocated) > 2 * len(pooled) > 0
    assert pooled[0]["takes"] == pytest.approx(allocated[0]["takes"], rel=0.05)


def test_a_pool_wins_the_race_that_allocating_loses(collections, made):
    allocated, pooled = (
        collections(live=1287, collector="concurrent", pool=pool) for pool in (False, True)
    )
    assert sum(one["stall"] for one in allocated) > model(made["heap"])["length"] / 2
    assert sum(one["stall"] for one in pooled) == 0


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
    found = node(body, {"model": model(made["heap"]), "chosen": chosen})
    assert {kind for kind, *_ in found} == {"young", "whole", "beside"}
    for kind, copied, alive in found:
        if kind != "beside":
            assert copied == pytest.approx(alive, abs=1e-3)


# ---- the queue's rules ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def queue(node, made):
    """The result of a run at the first settings, with changes: packets lost, shortest interval."""

    def run(pauses=None, **changes):
        chosen = model(made["queue"]) | ({} if pauses is None else {"pauses": pauses})
        return node(
            """const { packets, shortest } = models.queue.run(given.model, given.one);
            return [packets.filter(({ begun }) => begun === null).length, shortest, packets];""",
            {"model": chosen, "one": first(made["queue"], **changes)},
        )

    return run


def test_two_pauses_that_are_forgiven_one_by_one_lose_something_together(queue):
    assert queue()[:2] == [1, 11]
    assert queue(interval=11)[0] == 0


def test_what_one_long_pause_loses(queue):
    # The queue bridges Q of a pause p; packets that come in the rest of the pause are lost.
    assert queue(pauses=[20], pause=400)[0] == pytest.approx((400 - 100) / 10, abs=1)


def test_no_interval_helps_where_a_pause_is_much_longer_than_the_queue(queue):
    assert queue(pause=200)[1] is None
    assert queue(pause=200, queue=200)[1] is not None


def test_lateness_is_lindley_s(queue, made):
    for before, after in itertools.pairwise(queue()[2]):
        number = round(before["due"] / 10)
        takes = 6 + 80 * (number in model(made["queue"])["pauses"])
        assert after["late"] == max(0, before["late"] + takes - 10)


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
    found = node(body, {"model": model(made["queue"]), "chosen": settings(made["queue"], 20)})
    for moments in found:
        for come, told, fits in moments:
            assert come == told
            assert fits


# ---- the rules of cache lines --------------------------------------------------------------------


@pytest.fixture(scope="module")
def took(node, made):
    def run(way, **changes):
        one = {"level": "memory", "layout": "behind", "ahead": 0, "distance": 16} | changes
        given = {"model": model(made["lines"]), "one": one, "way": way}
        return node("return models.lines.perPacket(given.model, given.one, given.way);", given)

    return run


@pytest.mark.parametrize("ahead", [0, 1, 4])
@pytest.mark.parametrize(("way", "steps"), [("objects", 4), ("flat", 1)])
def test_steps_are_waited_for_and_lines_are_not(took, way, steps, ahead):
    assert took(way, ahead=ahead) == pytest.approx(max((steps * 100 + 14) / (ahead + 1), 14))


def test_a_prefetch_makes_a_maximum_of_the_sum(took, made):
    lines = 2 * 100 / model(made["lines"])["buffers"]
    assert took("prefetch") == pytest.approx(max(14, lines), rel=0.02)
    assert took("prefetch", layout="first") == pytest.approx(14)
    times = [took("prefetch", distance=distance) for distance in (1, 2, 4)]
    assert times == pytest.approx([100, 50, 25])


def test_no_more_lines_are_under_way_than_there_are_buffers(node, made):
    body = """return ["objects", "flat", "prefetch"].map((way) => {
        const one = { level: "memory", layout: "behind", ahead: given.ahead, distance: 16 };
        const visits = models.lines.walk(given.model, one, way, 60);
        const lines = visits.flatMap(({ steps }) => steps.flat());
        return Math.max(...lines.map(({ asked }) =>
            lines.filter((other) => other.asked <= asked && asked < other.came).length));
    });"""
    for ahead in range(5):
        found = node(body, {"model": model(made["lines"]), "ahead": ahead})
        assert max(found) <= model(made["lines"])["buffers"]


# ---- drawing -------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [280, 616])
def test_every_moment_can_be_drawn_and_told(node, made, name, width):
    given = {
        "name": name,
        "width": width,
        "model": model(made[name]),
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
    given = {"name": name, "model": model(made[name]), "chosen": settings(made[name], 20)}
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
    given = {"model": model(made["heap"]), "chosen": settings(made["heap"], 20)}
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
