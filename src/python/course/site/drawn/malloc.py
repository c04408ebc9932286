"""Chapter 10: the blocks of a packet, object by object, and where malloc takes them from."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

from course.site.drawn.block import WIDTH, Drawing, blank
from course.site.drawn.constants import Constants, read_source
from course.site.interactive.picture import HATCH, Picture
from course.stats.errors import PublishError

SIZE_WORD, STEP, LEAST = 8, 16, 32
"""glibc on 64 bits: bytes in front of what is used, what a length is a multiple of, the least."""

TCACHE_MOST = 1032
"""Usable bytes of the largest block that the tcache takes, unless it is told otherwise."""

POINTER = 8
"""Bytes of a pointer."""

SMALL = ("IpPacket", "IpHeader", "Ipv4Address", "Ipv4Address")
"""What parsing makes, from owner to owned."""

_TITLE = "Five blocks for one packet, and the way to a block"

_PACKET, _SMALL, _WAY = 30.0, 104.0, 204.0
"""Where the packet's block, the others and the way of a request are drawn."""
_HIGH, _GAP = 24.0, 8.0


def block(asked: int) -> int:
    """The length of the block for so many bytes."""
    return max(LEAST, -(-(asked + SIZE_WORD) // STEP) * STEP)


def objects(root: Path, program: str, names: Collection[str]) -> dict[str, int]:
    """Class -> bytes, as the program's source asserts them. Raises PublishError if one lacks."""
    file = f"src/cpp/{program}/packet.hpp"
    asserted = dict(re.findall(r"sizeof\((\w+)\) == (\d+)", read_source(root, file)))
    if missing := sorted(set(names) - set(asserted)):
        raise PublishError(f"{file}: no size is asserted of {', '.join(missing)}")
    return {name: int(asserted[name]) for name in names}


def malloc_figure(root: Path) -> Drawing:
    """The drawing. Raises PublishError when the sources do not assert what objects take."""
    sizes, flat = objects(root, "cpp", SMALL), objects(root, "cpp-flat", ["IpPacket"])
    buffer = Constants(root, "src/cpp/workload/sizes.hpp")["buffer_bytes"]
    packet = buffer + POINTER
    small = [(name, sizes[name]) for name in SMALL]
    asked, taken = sum(size for _, size in small), sum(block(size) for _, size in small)
    spoken = ", ".join(f"{name} {size} bytes in {block(size)}" for name, size in small)
    picture = blank(
        "malloc",
        _WAY + 82,
        _TITLE,
        f"The packet, {packet:,} bytes in a block of {block(packet):,}, owns what was parsed: "
        f"{spoken}. A request is rounded up; the thread's cache serves up to {TCACHE_MOST:,} "
        "bytes, and the arena what it cannot.",
    )
    _packet(picture, buffer, packet)
    _small(picture, small)
    picture.text(f"the small ones: {asked} bytes asked for, {taken} taken", 0, _SMALL + 76)
    _way(picture, packet, buffer + flat["IpPacket"])
    return Drawing(
        title=_TITLE,
        remark=(
            "Above, the blocks that glibc makes of a parsed packet; all but the packet's buffer "
            "are to scale. Hatched, the word that holds a block's length; a coloured frame is "
            "what the program asked for, and what follows it is lost. An arrow is a pointer "
            "that owns: deleting goes along all of them, from block to block. Below, where a "
            "block comes from, and goes to: the thread's cache at first, and the arena for what "
            "that has not or does not take."
        ),
        picture=picture.svg(),
    )


def _packet(picture: Picture, buffer: int, packet: int) -> None:
    word = 21.0
    picture.text(f"Packet: {packet:,} bytes in a block of {block(packet):,}", 0, _PACKET - 10)
    picture.boxes(HATCH, [(1, _PACKET, word, _HIGH)], frame="quiet")
    picture.boxes("free", [(word + 4, _PACKET, WIDTH - word - 6, _HIGH)], frame="live")
    pointer = WIDTH - 2 - word
    picture.line("quiet", [(pointer, _PACKET), (pointer, _PACKET + _HIGH)])
    picture.text(f"the buffer, {buffer:,}", WIDTH / 2, _PACKET + 17, anchor="middle")


def _small(picture: Picture, small: list[tuple[str, int]]) -> None:
    room = WIDTH - _GAP * (len(small) - 1) - 2
    scale = room / sum(block(size) for _, size in small)
    left, begins = 1.0, []
    for name, size in small:
        whole, word, used = (part * scale for part in (block(size), SIZE_WORD, size))
        picture.boxes("free", [(left, _SMALL, whole, _HIGH)], frame="line")
        picture.boxes(HATCH, [(left, _SMALL, word, _HIGH)], frame="quiet")
        picture.boxes("dead", [(left + word, _SMALL, used, _HIGH)], frame="live")
        picture.text(name, left, _SMALL + 40)
        picture.text(f"{size} in {block(size)}", left, _SMALL + 56, look="quiet")
        begins.append(left + word + 4)
        left += whole + _GAP
    bottom, top = _PACKET + _HIGH, _SMALL - 2
    end = WIDTH - 14
    first, header, source, destination = begins
    picture.arrow("quiet", [(end, bottom), (end, bottom + 16), (first, bottom + 16), (first, top)])
    picture.arrow("quiet", [(first + 30, top), (first + 30, top - 14), (header, top - 14),
                            (header, top)])  # fmt: skip
    for owned in (source, destination):
        picture.arrow("quiet", [(header + 30, top), (header + 30, top - 14), (owned, top - 14),
                                (owned, top)])  # fmt: skip


def _way(picture: Picture, packet: int, flat: int) -> None:
    steps = ((0.0, "round up"), (142.0, "tcache"), (284.0, "arena"))
    wide, high = 114.0, 34.0
    for number, (left, name) in enumerate(steps):
        picture.boxes("free", [(left + 1, _WAY, wide, high)], frame="quiet")
        picture.text(name, left + 1 + wide / 2, _WAY + 21, anchor="middle")
        if number:
            picture.arrow("quiet", [(left - 26, _WAY + 17), (left, _WAY + 17)])
    where = {True: steps[1], False: steps[2]}
    for name, size in (("Packet", packet), ("flat packet", flat)):
        left, _ = where[size <= TCACHE_MOST]
        picture.text(f"{name}, {size:,}", left + 1 + wide, _WAY + high + 18, anchor="end")
    words = f"the thread's cache, tcache, takes up to {TCACHE_MOST:,} bytes"
    picture.text(words, 0, _WAY + high + 40, look="quiet")
