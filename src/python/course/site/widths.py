"""Widths of charts: of the usual ones, and of those drawn again for phones.

A wide drawing shrunk to a phone's screen is illegible. The narrow one keeps its letters' size: its
panels get the space that labels leave, and long labels, titles and legends are broken.
"""

import copy
import json
import textwrap
from typing import Any

WIDTH = 520  # width of a panel in units of the drawing; the page scales it

PHONE = 344  # width of a panel with its labels on a phone, with letters of 12 units still legible

LEAST = 180  # least width of a panel with space for a scale's numbers

LONG = 22  # most letters of a label on one line

_LETTER, _BOLD = 6, 8.5
"""Approximate width of a letter, and of a title's letter in the widest font a page may have."""
_LABELS = LONG * _LETTER
_SYMBOL = 34  # width of a legend entry without its letters
_APART = 8  # space between a scale's numbers, as the page's font may be wider than the assumed one
_LINE = 12
_TWO_LINES = 2 * _LINE + 3


def narrowed(spec: dict[str, Any], room: float) -> dict[str, Any]:
    """Return the specification for a phone; `room`: the wide drawing's space beside its panels."""
    narrow, beside = copy.deepcopy(spec), min(room, _LABELS)
    panels = narrow.get("vconcat", [narrow])
    axes = [(panel, one.get("y", {})) for panel in panels for one in _encodings(panel)]
    rows = [(panel, y) for panel, y in axes if y.get("type") == "nominal"]  # a row is a name
    names = {name for _, y in rows for name in y["sort"]}
    lines = {name: "\n".join(_halves(name)) for name in names if len(name) > LONG and " " in name}
    for panel in panels:
        _squeeze(panel, max(PHONE - beside, LEAST), beside)
    for panel, y in rows if lines else ():
        panel["height"] = {"step": max(panel["height"]["step"], _TWO_LINES)}
        y.setdefault("axis", {}).update(_broken(lines))
    return narrow


def _broken(lines: dict[str, str]) -> dict[str, Any]:
    """Return the properties of an axis whose labels may have two lines; `lines`: name -> both."""
    broken = f"({json.dumps(lines)})[datum.label]"
    return {
        "labelExpr": rf"split({broken} || datum.label, '\n')",
        "labelLineHeight": _LINE,
        # Otherwise the first of two lines would be where a single one is.
        "labelBaseline": {
            "condition": {"test": broken, "value": "line-bottom"},
            "value": "middle",
        },
    }


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


def _halves(name: str) -> list[str]:
    """Break the name into two balanced lines; into more only if two would be too long."""
    for letters in range(len(name) // 2, LONG + 1):
        lines = textwrap.wrap(name, letters, break_long_words=False)
        if len(lines) == 2:
            return lines
    return textwrap.wrap(name, LONG, break_long_words=False)
