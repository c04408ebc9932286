"""The drawings by the names that pages use."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path

from course.site.drawn.block import Drawing
from course.site.drawn.buffers import buffers_figure
from course.site.drawn.counts import counts_figure
from course.site.drawn.loads import loads_figure
from course.site.drawn.magazines import magazines_figure
from course.site.drawn.malloc import malloc_figure
from course.site.drawn.pools import pools_figure
from course.site.drawn.ring import ring_figure
from course.site.drawn.slot import slot_figure

FIGURES: tuple[Callable[[Path], Drawing], ...] = (
    ring_figure,
    malloc_figure,
    slot_figure,
    pools_figure,
    counts_figure,
    magazines_figure,
    buffers_figure,
    loads_figure,
)
"""In the order of the chapters."""


class DrawnFigures:
    """Functions that pages call; each returns a Drawing."""

    def __init__(self, root: Path) -> None:
        """`root`: of the repository, whose sources say what is drawn."""
        self._root = root

    def functions(self) -> dict[str, Callable[[], Drawing]]:
        """Name in a page -> function."""
        return {one.__name__: functools.partial(one, self._root) for one in FIGURES}
