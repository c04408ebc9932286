"""Widths of charts: of the usual ones, and of those drawn again for phones.

A wide drawing shrunk to a phone's screen is illegible. The narrow one keeps its letters' size: its
panels get the space that labels leave, and long labels, titles and legends are broken.
"""

import copy
import textwrap
from typing import Any

WIDTH = 520
"""Width of a panel in units of the drawing; the page scales it."""

PHONE = 344
"""Width of a panel with its labels on a phone, with letters of 12 units still legible."""

LEAST = 180
"""Least width of a panel with space for a scale's numbers."""

LONG = 22
"""Most letters of a label on one line."""

_LETTER, _BOLD = 6, 8.5
"""Approximate width of a letter, and of a title's letter in the widest font a page may have."""
_LABELS = LONG * _LETTER
_SYMBOL = 34
"""Width of a legend entry without its letters."""
_APART = 8
"""Space between a scale's numbers, as the page's font may be wider than the assumed one."""
_LINE = 12
_TWO_LINES = 2 * _LINE + 3

_BROKEN = {
    "labelExpr": r"split(datum.label, '\n')",
    "labelLineHeight": _LINE,
    # Otherwise the first of two lines would be where a single one is.
    "labelBaseline": {
        "condition": {"test": r"indexof(datum.label, '\n') >= 0", "value": "line-bottom"},
        "value": "middle",
    },
}
"""Properties of an axis whose labels may have two lines."""


def narrowed(spec: dict[str, Any], room: float) -> dict[str, Any]:
    """Return the specification for a phone; `room`: the wide drawing's space beside its panels."""
    narrow, beside = copy.deepcopy(spec), min(room, _LABELS)
    for panel in narrow.get("vconcat", [narrow]):
        _squeeze(panel, max(PHONE - beside, LEAST), beside)
    long = _long_labels(narrow)
    return _in_two_lines(narrow, long) if long else narrow


def _squeeze(panel: dict[str, Any], width: float, beside: float) -> None:
    panel["width"] = width
    if title := panel.get("title"):
        # The title starts where the labels do.
        letters = int((width + beside) // _BOLD)
        lines = [title] if isinstance(title, str) else title
        wrapped = [part for line in lines for part in textwrap.wrap(line, letters)]
        panel["title"] = {"text": wrapped, "frame": "bounds"}
    for encoding in _encodings(panel):
        if axis := encoding.get("x", {}).get("axis"):
            axis["labelSeparation"] = _APART
        for channel in ("color", "shape"):
            if legend := encoding.get(channel, {}).get("legend"):
                longest = max(map(len, encoding[channel]["scale"]["domain"]))
                legend["columns"] = max(int(width // (longest * _LETTER + _SYMBOL)), 1)


def _encodings(panel: dict[str, Any]) -> list[dict[str, Any]]:
    return [layer["encoding"] for layer in panel["layer"] if "encoding" in layer]


def _rows_by_name(panel: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the y axes of a panel's layers on which a row is a name."""
    axes = [encoding.get("y", {}) for encoding in _encodings(panel)]
    return [y for y in axes if y.get("type") == "nominal"]


def _long_labels(spec: dict[str, Any]) -> dict[str, str]:
    """Map each row label that is too long for one line to its two lines."""
    panels = spec.get("vconcat", [spec])
    # Data common to several panels or layers is stored above them.
    parts = [spec, *panels, *(layer for panel in panels for layer in panel["layer"])]
    rows = [row for part in parts for row in part.get("data", {}).get("values", [])]
    fields = {y["field"] for panel in panels for y in _rows_by_name(panel)}
    names = {row[field] for row in rows for field in fields if field in row}
    return {name: "\n".join(_halves(name)) for name in names if len(name) > LONG}


def _halves(name: str) -> list[str]:
    """Break the name into two balanced lines; into more only if two would be too long."""
    for letters in range(len(name) // 2, LONG + 1):
        lines = textwrap.wrap(name, letters, break_long_words=False)
        if len(lines) == 2:
            return lines
    return textwrap.wrap(name, LONG, break_long_words=False)


def _in_two_lines(spec: dict[str, Any], labels: dict[str, str]) -> dict[str, Any]:
    spec = _renamed(spec, labels)
    for panel in spec.get("vconcat", [spec]):
        for y in _rows_by_name(panel):
            panel["height"] = {"step": max(panel["height"]["step"], _TWO_LINES)}
            y.setdefault("axis", {}).update(_BROKEN)
    return spec


def _renamed(part: Any, names: dict[str, str]) -> Any:
    """Replace the names anywhere in it: in rows, and in orders and domains that refer to them."""
    if isinstance(part, dict):
        return {key: _renamed(one, names) for key, one in part.items()}
    if isinstance(part, list):
        return [_renamed(one, names) for one in part]
    return names.get(part, part) if isinstance(part, str) else part
