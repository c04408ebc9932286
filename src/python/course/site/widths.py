"""How wide a chart is: where there is room, and on a phone, for which it is drawn anew.

A wide drawing that is shrunk to a phone's screen has letters that nobody can read. The narrow one
has letters of the same size: its panels take what its labels leave, and long labels, titles and
legends are broken.
"""

import copy
import textwrap
from typing import Any

WIDTH = 520
"""Width of a panel in units of the drawing; the page scales it."""

PHONE = 344
"""What a panel and its labels may take of a phone, so that letters of 12 units can be read."""

LEAST = 180
"""Width of a panel below which a scale has no room for its numbers."""

LONG = 22
"""Letters of a label that stands in one line."""

_LETTER, _BOLD = 6, 8.5
"""Width of a letter, about; of a title's in the widest font that a page may have."""
_LABELS = LONG * _LETTER
_SYMBOL = 34
"""What an entry of a legend takes besides its letters."""
_APART = 8
"""Room between the numbers of a scale: the page's font may be wider than the one reckoned with."""
_LINE = 12
_TWO_LINES = 2 * _LINE + 3
"""Height of a row with a label of two lines."""

_BROKEN = {
    "labelExpr": r"split(datum.label, '\n')",
    "labelLineHeight": _LINE,
    # Of two lines, the first one would stand where a single one does.
    "labelBaseline": {
        "condition": {"test": r"indexof(datum.label, '\n') >= 0", "value": "line-bottom"},
        "value": "middle",
    },
}
"""What an axis is told of labels that may have two lines."""


def narrowed(spec: dict[str, Any], room: float) -> dict[str, Any]:
    """The specification, of a panel or of several below each other, for a phone.

    `room`: what the wide drawing has beside its panels.
    """
    narrow, beside = copy.deepcopy(spec), min(room, _LABELS)
    for panel in _panels(narrow):
        _squeeze(panel, max(PHONE - beside, LEAST), beside)
    long = _long_labels(narrow)
    return _in_two_lines(narrow, long) if long else narrow


def _panels(spec: dict[str, Any]) -> list[dict[str, Any]]:
    return spec.get("vconcat", [spec])


def _squeeze(panel: dict[str, Any], width: float, beside: float) -> None:
    panel["width"] = width
    if panel.get("title"):
        # It begins where the labels do.
        lines = _lines(panel["title"], int((width + beside) // _BOLD))
        panel["title"] = {"text": lines, "frame": "bounds"}
    for encoding in _encodings(panel):
        if axis := encoding.get("x", {}).get("axis"):
            axis["labelSeparation"] = _APART
        for channel in ("color", "shape"):
            if legend := encoding.get(channel, {}).get("legend"):
                legend["columns"] = _columns(encoding[channel]["scale"]["domain"], width)


def _encodings(panel: dict[str, Any]) -> list[dict[str, Any]]:
    return [layer["encoding"] for layer in panel["layer"] if "encoding" in layer]


def _lines(title: str | list[str], letters: int) -> list[str]:
    """The lines of a title, broken again where they are too long."""
    lines = [title] if isinstance(title, str) else title
    return [part for line in lines for part in textwrap.wrap(line, letters)]


def _columns(names: list[str], width: float) -> int:
    """How many entries of a legend stand side by side."""
    return max(int(width // (max(map(len, names)) * _LETTER + _SYMBOL)), 1)


def _rows_by_name(panel: dict[str, Any]) -> list[dict[str, Any]]:
    """The upright axes of a panel's layers, where a row is a name."""
    axes = [encoding.get("y", {}) for encoding in _encodings(panel)]
    return [y for y in axes if y.get("type") == "nominal"]


def _long_labels(spec: dict[str, Any]) -> dict[str, str]:
    """Label of a row -> its two lines, of those that are too long for one."""
    panels = _panels(spec)
    # What several panels, or layers, show alike is kept above them.
    parts = [spec, *panels, *(layer for panel in panels for layer in panel["layer"])]
    rows = [row for part in parts for row in part.get("data", {}).get("values", [])]
    fields = {y["field"] for panel in panels for y in _rows_by_name(panel)}
    names = {row[field] for row in rows for field in fields if field in row}
    return {name: "\n".join(_halves(name)) for name in names if len(name) > LONG}


def _halves(name: str) -> list[str]:
    """Two lines, as short as the longer of them can be; more only where two would be too long."""
    for letters in range(len(name) // 2, LONG + 1):
        lines = textwrap.wrap(name, letters, break_long_words=False)
        if len(lines) == 2:
            return lines
    return textwrap.wrap(name, LONG, break_long_words=False)


def _in_two_lines(spec: dict[str, Any], labels: dict[str, str]) -> dict[str, Any]:
    """The chart with these labels instead, and with rows that are high enough for them."""
    spec = _renamed(spec, labels)
    for panel in _panels(spec):
        for y in _rows_by_name(panel):
            panel["height"] = {"step": max(panel["height"]["step"], _TWO_LINES)}
            y.setdefault("axis", {}).update(_BROKEN)
    return spec


def _renamed(part: Any, names: dict[str, str]) -> Any:
    """The names anywhere in it, replaced: rows, and the orders and domains that refer to them."""
    if isinstance(part, dict):
        return {key: _renamed(one, names) for key, one in part.items()}
    if isinstance(part, list):
        return [_renamed(one, names) for one in part]
    return names.get(part, part) if isinstance(part, str) else part
