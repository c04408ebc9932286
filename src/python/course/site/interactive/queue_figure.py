"""Chapter 7's figure: the clock queue while the program stands still."""

from __future__ import annotations

import dataclasses

from course.site.interactive.block import InteractiveFigure
from course.site.interactive.clock_queue import Model, Packet, Settings, run
from course.site.interactive.controls import Control, at_first, numbers
from course.site.interactive.picture import HATCH, NARROW, WIDTH, Picture, Point

MODEL = Model()

CONTROLS = (
    Control("interval", "A packet every", numbers(MODEL.intervals, "ms"), start=6),
    Control("service", "takes", numbers((1, 2, 4, 6, 8, 10, 12), "ms"), start=3),
    Control(
        "pause", "Each pause lasts", numbers((0, 20, 40, 60, 80, 100, 120, 200, 400), "ms"), start=4
    ),
    Control("queue", "The queue lasts", numbers((50, 100, 200, 400), "ms"), start=1),
)

_TITLE = "The clock queue during two pauses"

_HEIGHT = 64
"""Of a curve."""
_PROGRAM = 140
"""Width of the box that is the program, at most."""


def queue_figure() -> InteractiveFigure:
    """The figure, at its first settings in the first pause: what comes of it is not told yet."""
    return InteractiveFigure(
        name="queue",
        title=_TITLE,
        remark=(
            "Packets come from the clock at the left, wait in the queue, whose front is at the "
            "right, and go to the program. One that finds no place falls. The upper curve counts "
            "those that wait, the dashed line is a full queue, and a mark under it is a lost "
            "packet. The lower curve is W, by how much the program would be late if nothing were "
            f"lost; its dashed line is how long the queue lasts. Of {MODEL.packets} packets, two "
            f"have a pause before them, {MODEL.pauses[1] - MODEL.pauses[0]} packets apart. All is "
            "ten thousand times as slow as in our runs."
        ),
        picture=_picture("queue", WIDTH),
        narrow=_picture("queue-narrow", NARROW),
        model=dataclasses.asdict(MODEL),
        controls=CONTROLS,
    )


def _picture(name: str, width: float) -> str:
    settings = Settings(**at_first(CONTROLS))
    packets = run(MODEL, settings)
    held = packets[MODEL.pauses[0]]
    moment = held.due + settings.pause * 0.75
    come = [one for one in packets if one.due <= moment]
    waiting = [one for one in come if one.begun is None or one.begun > moment]
    described = (
        f"A packet comes every {settings.interval:g} ms. The program has stood still for "
        f"{moment - held.due:g} ms, and {len(waiting)} packets wait in a queue that takes "
        f"{settings.capacity}."
    )
    picture = Picture(name, 300, _TITLE, described, width)
    _queue(picture, settings.capacity, len(waiting))
    scale = width / (MODEL.packets * settings.interval)
    counts = [(one.due * scale, float(_waiting(packets, one.due))) for one in come]
    counts.append((moment * scale, float(len(waiting))))
    _curve(picture, 170, "waiting", counts, settings.capacity)
    late = [(one.due * scale, one.late) for one in come]
    _curve(picture, 270, "W, how late it is", late, settings.queue)
    return picture.svg()


def _waiting(packets: list[Packet], at: float) -> int:
    return sum(one.due <= at and one.begun is not None and one.begun > at for one in packets)


def _queue(picture: Picture, capacity: int, waiting: int) -> None:
    width = picture.width
    program = min(width * 0.26, _PROGRAM)
    last = width - program - 30  # the queue's front
    side = min((last - width * 0.23) / capacity, 28)
    places = [(last - (index + 1) * side, 32.0, side - 2, 26.0) for index in range(capacity)]
    picture.text("clock", 0, 50)
    picture.line("quiet", [(44, 45), (places[-1][0] - 8, 45)])
    picture.boxes("free", places, frame="line")
    picture.boxes("live", places[:waiting])
    picture.line("quiet", [(last + 6, 45), (last + 26, 45)])
    picture.boxes(HATCH, [(width - program, 28, program, 34)], frame="line")
    picture.text("The program stands still", width, 20, anchor="end")


def _curve(picture: Picture, base: float, name: str, points: list[Point], limit: float) -> None:
    """Values over time, and the line that they may not cross, at three quarters of the height."""
    scale = _HEIGHT * 0.75 / limit
    picture.text(name, 0, base - _HEIGHT - 4)
    picture.line("line", [(0, base), (picture.width, base)])
    top = base - limit * scale
    picture.line("quiet", [(0, top), (picture.width, top)], dashed=True)
    picture.line("live", [(x, base - min(value * scale, _HEIGHT)) for x, value in points])
