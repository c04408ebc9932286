"""Pictures: what they show is what the sources say, and their words can be read."""

import ast
import itertools
import operator
import re
from functools import cache

import pytest
from bs4 import BeautifulSoup

from course import paths
from course.site.blocks import Blocks
from course.site.numbering import Numbering
from course.site.page_functions import page_functions
from course.site.pages import Pages
from course.site.pictures import DRAWINGS, FIGURES, Pictures
from course.site.regions import Regions
from course.stats.errors import FigureError
from course.stats.numbers import TIMES

LETTER = 0.55
"""Width of a letter, on the average, of its size: that of wide fonts."""

PHONE = 358
"""Pixels that a page has for a figure where the screen is 390 wide."""

SMALLEST = 11
"""Pixels that letters need in order to be read."""

CHAPTERS = paths.ROOT / "chapters"
FILES = sorted(
    file.relative_to(paths.ROOT).as_posix()
    for folder in (DRAWINGS, FIGURES)
    for file in (paths.ROOT / folder).glob("*.svg")
)


def svg(file):
    return BeautifulSoup((paths.ROOT / file).read_text(encoding="utf-8"), "html.parser").svg


def texts(name):
    return [one.text for one in svg(f"{DRAWINGS}/{name}.svg").select("text")]


# ---- every picture -------------------------------------------------------------------------------


@pytest.mark.parametrize("file", FILES)
def test_it_is_told_to_those_who_cannot_see_it(file):
    picture = svg(file)
    assert picture["role"] == "img"
    assert picture.title.text
    assert len(picture.desc.text) > 60
    told = {picture.title["id"], picture.desc["id"]}
    assert set(picture["aria-labelledby"].split()) == told


@pytest.mark.parametrize("file", FILES)
def test_its_looks_have_a_colour(file):
    style = (paths.ROOT / FIGURES / "figures.css").read_text()
    used = {name for part in svg(file).select("[class]") for name in part["class"]}
    assert used
    for name in used - {"stroke-none", "fill-hatch"}:
        assert f"\n.{name} {{" in style


def boxes_of_words(picture):
    """Words with their left and right ends and their base line, as wide as they may become."""
    size = float(picture["font-size"])
    for text in picture.select("text"):
        wide = len(text.text) * LETTER * size
        share = {"start": 0, "middle": 0.5, "end": 1}[text["text-anchor"]]
        left = float(text["x"]) - wide * share
        yield text.text, left, left + wide, float(text["y"])


@pytest.mark.parametrize("file", [file for file in FILES if file.startswith(DRAWINGS)])
def test_its_words_stay_inside_and_apart_and_can_be_read_on_a_phone(file):
    picture = svg(file)
    size = float(picture["font-size"])
    _, _, width, height = (float(one) for one in picture["viewbox"].split())
    words = list(boxes_of_words(picture))
    low, high = size * 0.7, height - 3
    outside = [one for one in words if one[1] < -1 or one[2] > width + 1]
    assert outside + [one for one in words if not low <= one[3] <= high] == []
    overlap = [
        (one[0], other[0])
        for one, other in itertools.combinations(words, 2)
        if one[1] < other[2] and other[1] < one[2] and abs(one[3] - other[3]) < size
    ]
    assert overlap == []
    assert size * PHONE / width >= SMALLEST


def test_chapters_show_all_of_them_once_and_titles_differ():
    text = "".join(file.read_text(encoding="utf-8") for file in CHAPTERS.glob("*.md"))
    shown = re.findall(r'\{\{ (?:drawing|interactive)\("([a-z]+)"', text)
    shown += re.findall(r"\{\{ (lines)_figure\(\)", text)
    files = [file for file in FILES if not file.endswith("-narrow.svg")]
    assert sorted(shown) == sorted(file.rpartition("/")[2].removesuffix(".svg") for file in files)
    assert len({svg(file).title.text for file in files}) == len(files)


@pytest.mark.slow
def test_a_page_gets_picture_remark_and_number(dataset_columns):
    blocks = Blocks()
    pages = Pages(page_functions(dataset_columns, Regions(paths.ROOT), blocks, None))
    text = pages.render('{{ drawing("ring", "What is\nto be seen.") }}', "p.md")
    made = Numbering().fill_in(text, blocks, "06-clock-queue.md", "6", "6.html")
    assert "What is to be seen." in made
    assert svg(f"{DRAWINGS}/ring.svg").desc.text in made
    title = svg(f"{DRAWINGS}/ring.svg").title.text
    assert f'<span class="course-number">Figure 6.1.</span> {title}' in made


def test_an_unknown_one_is_told_with_those_that_there_are():
    with pytest.raises(FigureError, match="no picture 'rings'; valid: buffers, cases, counts, "):
        Pictures(paths.ROOT).drawing("rings", "")
    with pytest.raises(FigureError, match="no picture 'ring'; valid: heap, lines, queue"):
        Pictures(paths.ROOT).interactive("ring", "")


# ---- facts: the numbers in the drawings are those of the sources ---------------------------------

OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.floordiv,
    ast.LShift: operator.lshift,
}


@cache
def source(file):
    return (paths.ROOT / file).read_text(encoding="utf-8")


def constant(file, name, **known):
    """``NAME = 17 * OTHER;`` of a Java or C++ source, the first of that name."""

    def value(part):
        match part:
            case ast.Constant(value=int(number)):
                return number
            case ast.Name(id=other):
                return known[other] if other in known else constant(file, other, **known)
            case ast.Attribute(attr=other):
                return known[other]
            case ast.BinOp(left=left, op=op, right=right):
                return OPERATORS[type(op)](value(left), value(right))
        raise ValueError(ast.unparse(part))

    (found, *_) = re.findall(rf"\b{name}\s*=\s*([^;{{}}]+);", source(file))
    words = re.sub(r"(?<=\d)[uUlL]+\b", "", found.replace("::", "."))
    return value(ast.parse(" ".join(words.split()), mode="eval").body)


def asserted_size(implementation, name):
    header = f"src/cpp/{implementation}/packet.hpp"
    return int(re.search(rf"sizeof\({name}\) == (\d+)", source(header))[1])


def malloc_block(size):
    """What glibc takes for a request: its word before it, in units of 16, at least 32."""
    return max(32, -(-(size + 8) // 16) * 16)


def chapter(number):
    (file,) = CHAPTERS.glob(f"{number:02}-*.md")
    return file.read_text(encoding="utf-8")


def ring():
    line = constant("native/clock_queue_layout.hpp", "line_bytes")
    places = [
        constant("native/queues/ring_layout.hpp", f"{name}_offset", line_bytes=line)
        for name in ("head", "tail", "slots")
    ]
    ticks, group = 16, 8  # a line changes cores twice a tick, or twice a group
    journeys = [3 * 2 * ticks, 2 * 2 * ticks, 2 * 2 * ticks // group]
    return [*map(str, places), *(f"{count} journeys" for count in journeys)]


def malloc():
    small = {name: asserted_size("cpp", name) for name in ("IpPacket", "IpHeader", "Ipv4Address")}
    buffer = constant("src/cpp/workload/sizes.hpp", "buffer_bytes")
    packet = buffer + 8  # and the pointer to what is parsed
    flat = buffer + asserted_size("cpp-flat", "IpPacket")
    asked = [small["IpPacket"], small["IpHeader"], *[small["Ipv4Address"]] * 2]
    return [
        f"Packet: {packet:,} bytes in a block of {malloc_block(packet):,}",
        f"the buffer, {buffer:,}",
        *(f"{size} in {malloc_block(size)}" for size in asked),
        f"the small ones: {sum(asked)} bytes asked for, {sum(map(malloc_block, asked))} taken",
        f"Packet, {packet:,}",
        f"flat packet, {flat:,}",
    ]


def slot():
    slab = "src/java/analysers/src/main/java/allocpool/flat/Slab.java"
    stride, line = constant(slab, "STRIDE", BYTES=8), constant(slab, "LINE", BYTES=8)
    words = [8 * constant(slab, name, BYTES=8) for name in ("ADDRESSES", "PORTS", "LENGTHS")]
    table = dict(re.findall(r"(?m)^\| (.*?) \| ([\d,\u00d7* ]+) \|", chapter(4)))
    sizes = {name.strip("`*"): size.replace("*", "").strip() for name, size in table.items()}
    objects = ("HeapPacket", "ByteBuffer", "byte[1024]", "IpPacket", "IpHeader")
    return [
        f"In the Java heap: 8 objects, {sizes['parsed, and in the store']} bytes",
        *(part for name in objects for part in (name, sizes[name])),
        *["Ipv4Address", sizes["two `Ipv4Address"].split(TIMES)[1].strip()],
        f"Off the heap: slots of {stride:,} bytes,",
        f"handle 2 at 2 {TIMES} {stride:,} = {2 * stride:,}",
        f"its {stride // line} lines of {line} bytes",
        *map(str, words),
        str(8 * constant(slab, "PACKET", BYTES=8)),
    ]


def magazines():
    (file,) = (paths.ROOT / "src/java").glob("*/src/main/java/allocpool/**/MagazinePool.java")
    size = constant(file.relative_to(paths.ROOT).as_posix(), "MAGAZINE_SIZE")
    # 32 calls: two back, two out, and so on, where a magazine is nearly full
    return [f"one magazine: {size} visits to the depot", "two magazines: 1 visit to the depot"]


def buffers():
    folder = "src/java/allocator/src/main/java/allocpool/allocator/"
    smallest = constant(folder + "PoolSettings.java", "smallest")
    largest = constant(folder + "PoolSettings.java", "largest")
    classes = [smallest << index for index in range(13)]
    assert classes[-1] == largest
    words = [f"{size // 1024}K" if size >= 1024 else str(size) for size in classes]
    return [*words[1::2], "allocate(1500)", "2K depot, shared by all threads"]


def cases():
    """Queue and store are full, and one packet is in the program's hands."""
    text = source("src/java/analysers/src/main/java/allocpool/workload/Case.java")
    sizes = re.findall(r"\b([ABC])\(([\d_]+), ([\d_]+)\)", text)
    return [f"{int(queue) + int(store) + 1:,}" for _, queue, store in sizes]


FACTS = (cases, ring, malloc, slot, magazines, buffers)


@pytest.mark.parametrize("facts", FACTS, ids=lambda facts: facts.__name__)
def test_its_numbers_are_those_of_the_sources(facts):
    shown = texts(facts.__name__)
    for fact in set(facts()):
        assert shown.count(fact) >= facts().count(fact) or fact in ("ByteBuffer",), fact


def test_a_case_fills_as_much_of_its_bar_as_it_has_in_use_of_the_pool():
    pool = constant("src/java/analysers/src/main/java/allocpool/workload/Case.java", "POOL")
    picture = svg(f"{DRAWINGS}/cases.svg")
    assert f"{pool:,}" in picture.title.text
    whole = width_of(picture.select_one(".fill-free"))
    shares = [width_of(one) / whole for one in picture.select(".fill-live")]
    in_use = [int(one.replace(",", "")) / pool for one in cases()]
    assert shares == pytest.approx(in_use, abs=1e-4)


def width_of(box):
    return float(re.search(r"h([\d.]+)", box["d"])[1])


def test_counts_of_journeys_follow_from_packets_and_groups():
    packets, group = 16, 8
    shared_head, ring_groups = 2 * packets, 2 * packets // group
    assert f"{shared_head + ring_groups} journeys" in texts("pools")
    assert f"{2 * ring_groups} journeys" in texts("pools")
    assert [one for one in texts("counts") if "journeys" in one] == [
        f"{2 * packets} journeys",  # two counts in one line
        "0 journeys",
    ]
