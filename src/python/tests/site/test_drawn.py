"""Drawings: what they show is what the sources say, and their words can be read."""

import inspect
import itertools
import random
import re

import pytest
from bs4 import BeautifulSoup

from course import paths
from course.site.blocks import Blocks
from course.site.drawn import buffers, counts, loads, magazines, malloc, pools, ring, slot
from course.site.drawn.block import WIDTH
from course.site.drawn.constants import Constants
from course.site.drawn.functions import FIGURES
from course.site.drawn.journeys import FIRST, SECOND, Use, journeys, stays
from course.site.drawn.lanes import counted
from course.site.interactive.picture import HEAD, TEXT, Picture
from course.site.numbering import Numbering
from course.site.pages import Pages, page_functions
from course.site.regions import Regions
from course.stats.errors import PublishError
from course.stats.numbers import TIMES

LETTER = 0.55
"""Width of a letter, on the average, of its size: that of wide fonts."""

PHONE = 358
"""Pixels that a page has for a figure where the screen is 390 wide."""

SMALLEST = 11
"""Pixels that letters need in order to be read."""

CHAPTERS = paths.ROOT / "chapters"


def chapter(number):
    return next(CHAPTERS.glob(f"{number:02}-*.md")).read_text(encoding="utf-8")


def words_of(number):
    """A chapter on a single line."""
    return " ".join(chapter(number).split())


# ---- every drawing -------------------------------------------------------------------------------


@pytest.fixture(params=FIGURES, ids=lambda function: function.__name__)
def made(request):
    """A drawing."""
    return request.param(paths.ROOT)


@pytest.fixture
def page(made):
    return BeautifulSoup(made.html(), "html.parser")


def test_it_is_told_to_those_who_cannot_see_it(made, page):
    assert page.svg["role"] == "img"
    assert page.svg.title.text == made.title
    assert len(page.svg.desc.text) > 60
    assert set(page.svg["aria-labelledby"].split()) == {one["id"] for one in page.select("[id]")
                                                        if one.name != "pattern"}  # fmt: skip
    assert page.figcaption.get_text(strip=True) == made.remark


def test_its_looks_have_a_colour(page):
    style = (CHAPTERS / "assets/figures/figures.css").read_text()
    used = {name for part in page.select("svg [class]") for name in part["class"]}
    assert used
    for name in used - {"stroke-none", "fill-hatch"}:
        assert f".course-drawn .{name}," in style


def boxes_of_words(page):
    """Words with their left and right ends and their base line, as wide as they may become."""
    for text in page.select("svg text"):
        wide = len(text.text) * LETTER * TEXT
        share = {"start": 0, "middle": 0.5, "end": 1}[text["text-anchor"]]
        left = float(text["x"]) - wide * share
        yield text.text, left, left + wide, float(text["y"])


def test_its_words_stay_inside_and_apart(page):
    _, _, width, height = (float(one) for one in page.svg["viewbox"].split())
    words = list(boxes_of_words(page))
    low, high = TEXT * 0.7, height - 3
    outside = [one for one in words if one[1] < -1 or one[2] > width + 1]
    assert outside + [one for one in words if not low <= one[3] <= high] == []
    overlap = [
        (one[0], other[0])
        for one, other in itertools.combinations(words, 2)
        if one[1] < other[2] and other[1] < one[2] and abs(one[3] - other[3]) < TEXT
    ]
    assert overlap == []


def test_its_words_can_be_read_on_a_phone():
    assert TEXT * PHONE / WIDTH >= SMALLEST


def test_a_word_outside_would_be_found():
    picture = Picture("test", 40, "Title", "Description", width=WIDTH)
    picture.text("a word that is too long for its place", WIDTH - 40, 20)
    (found,) = boxes_of_words(BeautifulSoup(picture.svg(), "html.parser"))
    assert found[2] > WIDTH


def test_an_arrow_ends_at_its_point():
    picture = Picture("test", 40, "Title", "Description", width=WIDTH)
    picture.arrow("quiet", [(0, 20), (100, 20)])
    shown = BeautifulSoup(picture.svg(), "html.parser")
    assert shown.polyline["points"].split()[-1] == f"{100 - HEAD},20"
    head = re.findall(r"[\d.]+ [\d.]+", shown.select("svg > path")[-1]["d"])
    assert head[0] == "100 20"
    assert [float(one.split()[0]) for one in head[1:]] == [100 - HEAD] * 2


def test_pages_ask_for_it_by_name(made, editions):
    blocks = Blocks()
    pages = Pages(page_functions(editions, Regions(paths.ROOT), blocks, None))
    asked = {one.__name__: one(paths.ROOT).title for one in FIGURES}
    name = next(name for name, title in asked.items() if title == made.title)
    text = blocks.restore(pages.render(f"{{{{ {name}() }}}}", "p.md"))
    assert text.strip() == made.html().strip()
    numbered = Numbering().number(text, "06-clock-queue.md", "6", "6.html")
    assert f'<span class="course-number">Figure 6.1.</span> {made.title}' in numbered


@pytest.mark.parametrize("function", FIGURES, ids=lambda function: function.__name__)
def test_one_chapter_shows_it(function):
    wanted = f"{{{{ {function.__name__}() }}}}"
    shown = [file.name for file in CHAPTERS.glob("*.md") if wanted in file.read_text()]
    told = re.match(r"Chapter (\d+): ", inspect.getmodule(function).__doc__)[1]
    assert [name[:2] for name in shown] == [f"{int(told):02}"]


def test_no_two_have_one_title():
    titles = [function(paths.ROOT).title for function in FIGURES]
    assert len(set(titles)) == len(titles)


# ---- numbers from the sources --------------------------------------------------------------------


def source(tmp_path, text):
    (tmp_path / "A.java").write_text(text)
    return Constants(tmp_path, "A.java", {"Long.BYTES": 8, "Other.line": 128})


def test_numbers_are_read_by_their_names(tmp_path):
    known = source(
        tmp_path,
        "static final int LINE = 64;\nint STRIDE =\n    17 * LINE;\n"
        "int WORDS = STRIDE / Long.BYTES;\n"
        "auto begin = Other::line + (1U << 4U) - 2;\nint size = 3; void f() { size = other; }\n",
    )
    assert [known[name] for name in ("STRIDE", "WORDS", "begin", "size")] == [1088, 136, 142, 3]


@pytest.mark.parametrize("text", ["", "int BIG = f(3);", "int BIG = SMALL;", "double BIG = 1.5;"])
def test_what_is_no_number_is_told_of(tmp_path, text):
    with pytest.raises(PublishError, match=r"^A\.java: "):
        source(tmp_path, text)["BIG"]


def test_a_source_that_is_gone_is_told_of(tmp_path):
    for function in {*FIGURES} - {pools.pools_figure, loads.loads_figure}:
        with pytest.raises(PublishError, match=r"^(src|native)/.*: No such file"):
            function(tmp_path)


# ---- lines that travel ---------------------------------------------------------------------------


def test_a_line_is_where_it_was_used_last():
    uses = [Use(3, FIRST, "a"), Use(1, FIRST, "a"), Use(2, SECOND, "b"), Use(4, SECOND, "a")]
    assert stays(uses, "a", SECOND) == [(0, SECOND), (1, FIRST), (4, SECOND)]
    assert journeys(uses, "b", SECOND) == 0


def test_what_travels_in_a_ring():
    per_way = {
        way: {line: journeys(uses(), line, start) for _, line, start in ring.LANES}
        for way, uses in ring.WAYS.items()
    }
    each, group = 2 * ring.TICKS, 2 * ring.TICKS // ring.GROUP
    assert list(per_way.values()) == [
        {"head": each, "tail": each, "slots": each},
        {"head": 0, "tail": each, "slots": each},
        {"head": 0, "tail": group, "slots": group},
    ]


def test_the_ring_lies_as_its_source_s_comment_says():
    text = (paths.ROOT / "native/queues/ring_layout.hpp").read_text()
    told = {name: int(at) for at, name in re.findall(r"///\s+(\d+)\s+(head|tail|slots),", text)}
    assert ring.offsets(paths.ROOT) == told


def test_a_shared_head_makes_two_journeys_a_packet_and_hand_back_some_for_a_group():
    shared, alone = (way() for way in pools.WAYS.values())
    groups = pools.PACKETS // pools.GROUP
    assert journeys(shared[0], "head", SECOND) == 2 * pools.PACKETS
    assert counted(*alone) == 2 * 2 * groups


@pytest.mark.parametrize(("distance", "expected"), [(8, 2), (64, 2), (128, 0), (256, 0)])
def test_counts_travel_as_long_as_they_share_a_line(distance, expected):
    uses, lanes = counts.counting(distance, 128)
    assert counted(uses, lanes) == expected * counts.PACKETS


# ---- a packet ------------------------------------------------------------------------------------


def number(text):
    return int(text.replace(",", ""))


def test_objects_are_those_of_chapter_4_s_table():
    table = dict(re.findall(r"(?m)^\| (.*?) \| ([\d,\u00d7* ]+) \|", chapter(4)))
    told = {name.strip("`*"): size.replace("*", "") for name, size in table.items()}
    nodes = slot.NODES.values()
    assert sum(node.size for node in nodes) == number(told["parsed, and in the store"])
    waiting = sum(node.size for node in nodes if not node.parsed)
    assert waiting == number(told["waiting in the queue"])
    for name in ("HeapPacket", "ByteBuffer", "byte[1024]", "IpHeader", "IpPacket"):
        assert {node.size for node in nodes if node.name == name} == {number(told[name])}
    addresses = [node.size for node in nodes if node.name == "Ipv4Address"]
    assert told["two `Ipv4Address"] == f"{len(addresses)} {TIMES} {addresses[0]}"


def test_objects_are_as_many_as_java_s_test_counts():
    test = paths.ROOT / "src/java/analysers/src/test/java/allocpool/heap/HeapLayoutTest.java"
    before, more = re.search(r"(\d)L \+ (\d)L, stored", test.read_text()).groups()
    parsed = [node.parsed for node in slot.NODES.values()]
    assert (parsed.count(False), parsed.count(True)) == (int(before), int(more))


def test_all_objects_are_reached_from_the_packet():
    reached = {"packet"}
    for _ in slot.NODES:
        reached |= {other for one, other in slot.REFERENCES if one in reached}
    assert reached == set(slot.NODES)


def test_a_slot_is_as_its_source_s_comment_says():
    file = paths.ROOT / "src/java/analysers/src/main/java/allocpool/flat/Slab.java"
    told = file.read_text()
    known = slot.layout(paths.ROOT)
    assert [place // 8 for place in known.words.values()] == [0, 1, 2]
    first, last = re.search(r"(\d+) to (\d+) +the packet of 1,024 bytes", told).groups()
    assert known.packet == int(first) * 8
    assert known.packet + 1024 == (int(last) + 1) * 8 <= known.stride
    assert f"A slot has {known.stride // known.line} lines" in told
    assert f"A slot of a slab is {known.stride:,}" in words_of(4)


def test_blocks_are_as_chapter_10_says():
    sizes = malloc.objects(paths.ROOT, "cpp", malloc.SMALL)
    small = [sizes[name] for name in malloc.SMALL]
    told = words_of(10)
    taken = sum(malloc.block(size) for size in small)
    assert f"together {taken} bytes, for {sum(small)} that" in told
    assert f"tcache takes has {malloc.TCACHE_MOST:,} usable bytes" in told
    assert f"glibc makes {malloc.block(1032):,}" in told
    assert [malloc.block(size) for size in (1, 24, 25, 40)] == [32, 32, 48, 48]


def test_a_size_that_is_not_asserted_is_told_of():
    with pytest.raises(PublishError, match=r"packet\.hpp: no size is asserted of Nobody"):
        malloc.objects(paths.ROOT, "cpp", ["IpHeader", "Nobody"])


# ---- pools ---------------------------------------------------------------------------------------


def test_size_classes_are_those_of_the_allocator():
    known = buffers.pool(paths.ROOT)
    assert known.classes == [64 << index for index in range(13)]
    assert [known.of(size) for size in (1, 64, 65, buffers.REQUEST)] == [64, 64, 128, 2048]
    assert "from 64 bytes to 256 kilobytes" in words_of(15)
    assert "sixteen buffers at a time" in words_of(15)
    assert known.magazine == 16
    assert "room for two magazines" in words_of(15)
    assert known.magazines == 2


def test_two_magazines_leave_a_magazine_s_calls_between_visits():
    chance = random.Random(1)
    for _ in range(20):
        calls = [chance.choice((magazines.TAKE, magazines.RELEASE)) for _ in range(2000)]
        found = magazines.run(magazines.Thread(4, 4, 0), calls)
        visits = [at for at, (_, visited) in enumerate(found) if visited]
        assert len(visits) > 10
        assert all(later - at >= 4 for at, later in itertools.pairwise(visits))
        assert all(0 <= held <= 8 for held, _ in found)


def test_one_magazine_goes_to_the_depot_again_and_again():
    size = magazines.magazine_size(paths.ROOT)
    alone = magazines.run(magazines.Thread(size, size - 1), magazines.CALLS)
    assert sum(visited for _, visited in alone) == len(magazines.CALLS) / 2
    two = magazines.run(magazines.Thread(size, size - 1, size), magazines.CALLS)
    assert sum(visited for _, visited in two) == 1


def test_without_a_visit_a_call_moves_one_object():
    thread = magazines.Thread(3, 2, 3)
    for call in (1, -1, -1, -1, -1, 1, 1):
        before = thread.held
        if not thread.call(call):
            assert thread.held == before + call
    assert thread.visits == 0


# ---- the service ---------------------------------------------------------------------------------


def test_a_pause_delays_one_request_of_a_client_and_all_that_come():
    begin, end = loads.PAUSE
    clients, stream = loads.closed(), loads.opened()
    assert [sum(one.late for one in requests) for requests in clients] == [1] * loads.CLIENTS
    late = [one for one in stream if one.late]
    come = [one for one in stream if begin - 1 < one.due < end]
    assert late == come
    waits = [one.done - one.due - 1 for one in late if one.due >= begin]
    assert sum(waits) / len(waits) == pytest.approx((end - begin) / 2, rel=0.05)


def test_nothing_is_answered_in_the_pause_or_before_it_is_sent():
    begin, end = loads.PAUSE
    for one in [*itertools.chain(*loads.closed()), *loads.opened()]:
        assert one.done >= one.due + 1
        assert not begin < one.done < end + 1
