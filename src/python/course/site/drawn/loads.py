"""Chapter 16: one pause under a closed and under an open load, request by request."""

from __future__ import annotations

import dataclasses
import itertools
from pathlib import Path

from course.site.drawn.block import WIDTH, Drawing, blank
from course.site.interactive.picture import HATCH, Picture

LENGTH, PAUSE = 40.0, (16.0, 26.0)
"""All times are multiples of what an answer takes where nothing stands in its way."""

CLIENTS = 4
"""Of the closed load. In the open one as many requests come as these ask where nothing does."""

_TITLE = "One pause, and the requests that notice it"

_LANES, _BASE = 58.0, 222.0
"""Where the clients' lanes begin, and the ground of the open load."""
_ROW, _HIGH = 17.0, 12.0
_SCALE, _UP = WIDTH / LENGTH, 4.5
"""Units of the drawing for one of time: to the right, and of waiting upwards."""


@dataclasses.dataclass(frozen=True)
class Request:
    """When it was due to be sent, and when it was answered."""

    due: float
    done: float

    @property
    def late(self) -> bool:
        """Whether it waited for the pause."""
        return self.done - self.due > 1


def _answered(asked: float) -> float:
    """When; by a server that only the pause holds up."""
    begin, end = PAUSE
    return end + 1 if begin - 1 < asked < end else asked + 1


def closed() -> list[list[Request]]:
    """The requests of each client: it asks, waits for the answer, and asks again."""
    clients = []
    for number in range(CLIENTS):
        asked, found = number / CLIENTS, []
        while asked < LENGTH:
            found.append(Request(asked, _answered(asked)))
            asked = found[-1].done
        clients.append(found)
    return clients


def opened() -> list[Request]:
    """Requests come at a rate of their own."""
    dues = (number / CLIENTS for number in range(int(LENGTH * CLIENTS)))
    return [Request(due, _answered(due)) for due in dues]


def _count(requests: list[Request]) -> str:
    return f"{sum(one.late for one in requests)} of {len(requests)} late"


def loads_figure(root: Path) -> Drawing:
    """The drawing. It is of an idea, and needs no source."""
    del root
    clients, stream = closed(), opened()
    told = {
        "closed: ask, wait, ask": _count([*itertools.chain(*clients)]),
        "open: come what may": _count(stream),
    }
    picture = blank(
        "loads",
        _BASE + 28,
        _TITLE,
        f"The server stands still as long as {PAUSE[1] - PAUSE[0]:g} answers take. "
        + ". ".join(f"{name}: {count}" for name, count in told.items())
        + ".",
    )
    begin, end = (at * _SCALE for at in PAUSE)
    picture.text("the server stands still", (begin + end) / 2, 13, anchor="middle")
    picture.boxes(HATCH, [(begin, 20, end - begin, 8)], frame="quiet")
    for at in (begin, end):
        picture.line("line", [(at, 28), (at, _BASE)], dashed=True)
    for (name, count), top in zip(told.items(), (_LANES - 10, 154.0), strict=True):
        picture.text(name, 0, top)
        picture.text(count, WIDTH, top, anchor="end")
    _clients(picture, clients)
    _stream(picture, stream)
    return Drawing(
        title=_TITLE,
        remark=(
            f"The same pause twice. Above, {CLIENTS} clients in a closed loop, a row each; a box "
            "is a request, from when it is sent to when it is answered, and the coloured ones "
            "are those that the pause held up: one of each client, as who waits does not ask. "
            "Below, as many requests as those clients would have sent, coming at a constant "
            "rate: a bar stands where a request is due, and is as high as it waits for its "
            "answer. What the closed loop did not send is in none of its percentiles."
        ),
        picture=picture.svg(),
    )


def _clients(picture: Picture, clients: list[list[Request]]) -> None:
    for late, look in ((False, "dead"), (True, "live")):
        boxes = [
            (
                one.due * _SCALE + 0.5,
                _LANES + row * _ROW,
                (min(one.done, LENGTH) - one.due) * _SCALE - 1,
                _HIGH,
            )
            for row, requests in enumerate(clients)
            for one in requests
            if one.late == late
        ]
        picture.boxes(look, boxes)


def _stream(picture: Picture, stream: list[Request]) -> None:
    wide = _SCALE / CLIENTS
    for late, look in ((False, "dead"), (True, "live")):
        boxes = [
            (
                one.due * _SCALE + 0.25,
                _BASE - (one.done - one.due) * _UP,
                wide - 0.5,
                (one.done - one.due) * _UP,
            )
            for one in stream
            if one.late == late
        ]
        picture.boxes(look, boxes)
    picture.line("quiet", [(0, _BASE), (WIDTH, _BASE)])
    picture.text("time", WIDTH, _BASE + 18, look="quiet", anchor="end")
