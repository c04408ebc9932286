"""Chapter 12: a packet as a graph of objects, and as a slot of a slab."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from course.site.drawn.block import WIDTH, Drawing, blank
from course.site.drawn.constants import Constants
from course.site.interactive.picture import Picture, Point
from course.stats.numbers import TIMES


@dataclasses.dataclass(frozen=True)
class Node:
    """An object: its class, its bytes on JDK 11 (chapter 4 has them), where it is drawn."""

    name: str
    size: int
    column: int
    row: int
    parsed: bool = False
    """Whether parsing makes it."""


NODES = {
    "packet": Node("HeapPacket", 24, 0, 0),
    "buffer": Node("ByteBuffer", 48, 1, 0),
    "bytes": Node("byte[1024]", 1040, 2, 0),
    "ip": Node("IpPacket", 32, 0, 1, parsed=True),
    "payload": Node("ByteBuffer", 48, 1, 1, parsed=True),
    "header": Node("IpHeader", 48, 0, 2, parsed=True),
    "source": Node("Ipv4Address", 16, 1, 2, parsed=True),
    "destination": Node("Ipv4Address", 16, 2, 2, parsed=True),
}

REFERENCES = (
    ("packet", "buffer"),
    ("buffer", "bytes"),
    ("packet", "ip"),
    ("ip", "payload"),
    ("payload", "bytes"),
    ("ip", "header"),
    ("header", "source"),
    ("header", "destination"),
)

HANDLE = 2
"""Of the packet that is drawn."""

_TITLE = "One packet: eight objects, or one slot"

_BOX, _ROW = (112.0, 38.0), 62.0
_LEFTS = (0.0, 143.0, 286.0)
_HEAP, _SLAB, _LINES, _WORDS = 26.0, 234.0, 318.0, 386.0
"""Where the heap's objects, the slots, a slot's lines and a line's words are drawn."""

_WORD = 8
"""Bytes of a word."""


@dataclasses.dataclass(frozen=True)
class Layout:
    """Of a slot, in bytes."""

    line: int
    stride: int
    packet: int
    """Where the packet begins, behind what parsing finds."""
    words: dict[str, int]


def layout(root: Path) -> Layout:
    """As the source says."""
    slab = Constants(
        root,
        "src/java/analysers/src/main/java/allocpool/flat/Slab.java",
        {"Long.BYTES": _WORD},
    )
    names = {"addresses": "ADDRESSES", "ports, protocol": "PORTS", "version, lengths": "LENGTHS"}
    return Layout(
        line=slab["LINE"],
        stride=slab["STRIDE"],
        packet=slab["PACKET"] * _WORD,
        words={name: slab[constant] * _WORD for name, constant in names.items()},
    )


def slot_figure(root: Path) -> Drawing:
    """The drawing. Raises PublishError when the source does not say what a slot is like."""
    slot = layout(root)
    whole = sum(node.size for node in NODES.values())
    parsed = [node for node in NODES.values() if node.parsed]
    picture = blank(
        "slot",
        _WORDS + 86,
        _TITLE,
        f"In the heap {len(NODES)} objects refer to each other, {whole:,} bytes in all. In the "
        f"slab the same packet is slot {HANDLE} of {slot.stride:,} bytes, which begins at byte "
        f"{HANDLE * slot.stride:,}; its first {slot.packet} bytes are what parsing finds, and the "
        "packet follows.",
    )
    _objects(picture)
    _slots(picture, slot)
    _lines(picture, slot)
    _words(picture, slot)
    return Drawing(
        title=_TITLE,
        remark=(
            "Above, a parsed packet in the Java heap with the bytes of each object on JDK 11; "
            f"the {len(parsed)} with a coloured frame are made by parsing, and an arrow is a "
            "reference: an address that has to be loaded before one can go on, and that a "
            "collector follows. Below, the same packet outside of the heap. Its handle is "
            "multiplied, not looked up, and all that its life needs is in the slot's first "
            "line."
        ),
        picture=picture.svg(),
    )


def _place(node: Node) -> Point:
    return _LEFTS[node.column], _HEAP + node.row * _ROW


def _objects(picture: Picture) -> None:
    whole = sum(node.size for node in NODES.values())
    picture.text(f"In the Java heap: {len(NODES)} objects, {whole:,} bytes", 0, 13)
    for one, other in REFERENCES:
        picture.arrow("quiet", _way(NODES[one], NODES[other]))
    for node in NODES.values():
        left, top = _place(node)
        frame = "live" if node.parsed else "quiet"
        picture.boxes("free", [(left + 1, top, _BOX[0], _BOX[1])], frame=frame)
        middle = left + 1 + _BOX[0] / 2
        picture.text(node.name, middle, top + 16, anchor="middle")
        picture.text(f"{node.size:,}", middle, top + 32, look="quiet", anchor="middle")


def _way(one: Node, other: Node) -> list[Point]:
    """From box to box: along the row, down the column, or round what stands between."""
    (x, y), (to_x, to_y) = _place(one), _place(other)
    wide, high = _BOX
    middle = y + high / 2
    if one.row == other.row and other.column == one.column + 1:
        return [(x + wide + 1, middle), (to_x, middle)]
    if one.column == other.column:
        return [(x + wide / 2, y + high), (x + wide / 2, to_y - 1)]
    end = to_x + wide / 2
    if one.row == other.row:
        below = y + high + 12
        return [(x + wide / 2, y + high), (x + wide / 2, below), (end, below), (end, y + high + 1)]
    return [(x + wide + 1, middle), (end, middle), (end, to_y + high + 1)]


def _slots(picture: Picture, slot: Layout) -> None:
    begin = HANDLE * slot.stride
    picture.text(f"Outside of it: slots of {slot.stride:,} bytes,", 0, _SLAB)
    picture.text(f"handle {HANDLE} at {HANDLE} {TIMES} {slot.stride:,} = {begin:,}", 0, _SLAB + 18)
    wide, top = WIDTH / 4, _SLAB + 28
    for number in range(4):
        look, frame = ("dead", "live") if number == HANDLE else ("free", "line")
        picture.boxes(look, [(number * wide + 1, top, wide - 4, 24)], frame=frame)
        name = f"{number}" if number < 3 else "3 ..."
        picture.text(name, (number + 0.5) * wide, top + 17, anchor="middle")
    for corner, to in ((HANDLE * wide + 1, 0.0), ((HANDLE + 1) * wide - 3, float(WIDTH))):
        picture.line("line", [(corner, top + 24), (to, _LINES)])


def _lines(picture: Picture, slot: Layout) -> None:
    count = slot.stride // slot.line
    wide = WIDTH / count
    boxes = [(number * wide + 1, _LINES, wide - 2, 20) for number in range(count)]
    picture.boxes("free", boxes[1:], frame="line")
    picture.boxes("dead", boxes[:1], frame="live")
    words = f"its {count} lines of {slot.line} bytes"
    picture.text(words, WIDTH, _LINES + 36, look="quiet", anchor="end")
    for corner, to in ((1.0, 0.0), (wide - 1, float(WIDTH))):
        picture.line("line", [(corner, _LINES + 20), (to, _WORDS)])


def _words(picture: Picture, slot: Layout) -> None:
    """The first line, byte by byte."""
    scale = WIDTH / slot.line
    found = [(place * scale + 1, _WORDS, _WORD * scale - 2, 22) for place in slot.words.values()]
    picture.boxes("free", found, frame="live")
    begin = slot.packet * scale
    picture.boxes("dead", [(begin + 1, _WORDS, WIDTH - begin - 2, 22)], frame="quiet")
    for place in (*slot.words.values(), slot.packet):
        picture.text(str(place), place * scale + 6, _WORDS + 16)
    picture.text("what parsing finds", 0, _WORDS + 40)
    picture.text("the packet, header first", WIDTH, _WORDS + 40, anchor="end")
    told = [f"at {place} {name}" for name, place in slot.words.items()]
    picture.text(f"{told[0]}, {told[1]},", 0, _WORDS + 60, look="quiet")
    picture.text(told[2], 0, _WORDS + 78, look="quiet")
