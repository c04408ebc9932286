"""The site's looks: colours that all can tell apart, signs that need none, and few sizes."""

import itertools
import math
import operator
import re

import pytest

from course import paths
from course.model.solutions import COLLECTORS, FAMILIES, IMPLEMENTATIONS
from course.site.drawing import POINT
from course.site.headline import variables
from course.site.signs import sign
from course.site.svg import OTHERS, style_sheet

ASSETS = paths.ROOT / "chapters/assets"

PAGES = {"default": "#ffffff", "slate": "#10161e"}
"""Colour scheme -> what is behind the charts."""

LEAST_CONTRAST = 4.5
"""As of text: the explorer's signs stand in it."""

LEAST_DIFFERENCE = 10
"""In CIELAB, between two colours; about 2 can just be seen where they lie side by side."""

# What little light of one kind leaves: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, A
# physiologically-based model for simulation of color vision deficiency, 2009, severity 1.
EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE = tuple(sum(row) for row in TO_XYZ)


def times(matrix, vector):
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


def light(colour):
    """Linear red, green and blue of ``#rrggbb``."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return tuple(p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)


def contrast(one, other):
    dark, bright = sorted(times(TO_XYZ, light(colour))[1] for colour in (one, other))
    return (bright + 0.05) / (dark + 0.05)


def seen(colour, eyes):
    """Place in CIELAB."""
    kept = [min(max(part, 0), 1) for part in times(EYES[eyes], light(colour))]
    ratios = (a / b for a, b in zip(times(TO_XYZ, kept), WHITE, strict=True))
    x, y, z = (r ** (1 / 3) if r > 0.008856 else 7.787 * r + 16 / 116 for r in ratios)
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


@pytest.fixture(params=PAGES)
def scheme(request):
    return request.param


@pytest.fixture
def known(scheme):
    """Variable of the style sheet -> its colour."""
    return variables((ASSETS / "course.css").read_text(encoding="utf-8") + style_sheet(), scheme)


@pytest.fixture
def families(known):
    """Family -> its colour."""
    return {name: known[f"--course-{name}"] for name in FAMILIES}


@pytest.fixture
def others(known):
    """Number -> a colour that belongs to nobody."""
    return {number: known[f"--course-other-{number}"] for number in range(1, len(OTHERS) + 1)}


@pytest.fixture(params=["families", "others"])
def colours(request, families, others):
    """Those that stand side by side in a chart."""
    return {"families": families, "others": others}[request.param]


def alike(pairs, eyes):
    """Those of the pairs of colours that can hardly be told apart, and how far apart they are."""
    distances = {pair: math.dist(*(seen(colour, eyes) for colour in pair)) for pair in pairs}
    return {pair: round(far, 1) for pair, far in distances.items() if far < LEAST_DIFFERENCE}


def test_each_is_seen_on_the_page(colours, scheme):
    faint = {
        name: round(contrast(colour, PAGES[scheme]), 1)
        for name, colour in colours.items()
        if contrast(colour, PAGES[scheme]) < LEAST_CONTRAST
    }
    assert faint == {}


@pytest.mark.parametrize("eyes", EYES)
def test_no_two_look_alike(colours, eyes):
    assert alike(itertools.combinations(colours.values(), 2), eyes) == {}


def test_what_belongs_to_nobody_looks_like_no_collector(families, others):
    """To most eyes: others see the two kinds in different charts."""
    assert alike(itertools.product(others.values(), families.values()), "usual") == {}


LEAST_APART = 6
"""Pixels that have ink in one of two points of a chart, and not in the other."""

FINENESS = 40
"""The number of places looked at in each direction."""


def inked(path):
    """Whether each place in the square of a point has ink, with holes as an SVG has them: what goes
    round the other way."""
    parts = [
        [tuple(map(float, corner.split(","))) for corner in part.rstrip("Z").split("L")]
        for part in path.split("M")[1:]
    ]
    sides = [pair for part in parts for pair in itertools.pairwise([*part, part[0]])]
    places = [(2 * place + 1) / FINENESS - 1 for place in range(FINENESS)]

    def turns(x, y):
        return sum(
            (end > y) - (top > y)
            for (left, top), (right, end) in sides
            if (top > y) != (end > y) and x < left + (right - left) * (y - top) / (end - top)
        )

    return [turns(x, y) != 0 for y in places for x in places]


@pytest.fixture(scope="module")
def signs():
    """What a point may be of -> where its sign has ink."""
    programs = [name for name in IMPLEMENTATIONS if name not in FAMILIES]
    java = [(collector, program) for collector in COLLECTORS for program in programs]
    cpp = [(name, name) for name in FAMILIES if name not in COLLECTORS]
    return {kind: inked(sign(*kind)) for kind in [*java, *cpp]}


def test_signs_are_told_apart_without_any_colour(signs):
    assert len(signs) > 30
    apart = {
        pair: sum(map(operator.ne, *(signs[kind] for kind in pair))) * POINT / FINENESS**2
        for pair in itertools.combinations(signs, 2)
    }
    assert {pair: pixels for pair, pixels in apart.items() if pixels < LEAST_APART} == {}


def test_of_the_programs_of_java_only_the_first_is_solid():
    java = [key for key, one in IMPLEMENTATIONS.items() if one.is_java]
    assert [name for name in java if IMPLEMENTATIONS[name].cut == "solid"] == ["heap"]
    assert len({IMPLEMENTATIONS[name].cut for name in java}) == len(java)


SIZE = re.compile(r"font-size: ([^;]+);")
OF_THE_SCALE = re.compile(r"var\(--course-size-(\w+)\)|inherit|[\d.]+em")
"""What is sized after what it stands in, keeps its place on the scale."""


def test_all_letters_on_a_screen_are_of_one_scale():
    sheets = [file for file in ASSETS.rglob("*.css") if file.name != "print.css"]
    sizes = [size for file in sheets for size in SIZE.findall(file.read_text(encoding="utf-8"))]
    assert [size for size in sizes if not OF_THE_SCALE.fullmatch(size)] == []
    used = {found[1] for size in sizes if (found := OF_THE_SCALE.fullmatch(size)) and found[1]}
    course = (ASSETS / "course.css").read_text(encoding="utf-8")
    scale = dict(re.findall(r"--course-size-(\w+): ([\d.]+)rem;", course))
    assert used == set(scale)
    ends = [float(size) for size in scale.values()]
    steps = {round(a - b, 3) for a, b in itertools.pairwise(ends)}
    assert len(steps) == 1
