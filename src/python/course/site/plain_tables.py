"""Tables written in Markdown: on a narrow screen each scrolls inside itself, by keyboard, too."""

import re

from markupsafe import Markup

from course.site.blocks import render

LONG = 40
"""So many letters of a cell want a line of more than a word."""

_TABLE = re.compile(r"<table>(.*?)</table>", re.DOTALL)
_HEAD = re.compile(r"<th\b[^>]*>(.*?)</th>", re.DOTALL)
_CELL = re.compile(r"<td\b([^>]*)>(.*?)</td>", re.DOTALL)


def framed(html: str) -> str:
    """The page with a frame around each such table, which is named by the heads of its columns.

    The tables that the build makes have a class, and a frame of their own.
    """
    return _TABLE.sub(lambda table: _framed(table[1]), html)


def _framed(inside: str) -> str:
    heads = [Markup(head).striptags() for head in _HEAD.findall(inside)]
    inside = _CELL.sub(_cell, inside)
    name = ", ".join(filter(None, heads)) or "without heads"
    return render("plain_table.html", name=f"Table: {name}", inside=Markup(inside))


def _cell(cell: re.Match[str]) -> str:
    if len(Markup(cell[2]).striptags()) <= LONG:
        return cell[0]
    return f'<td class="course-long"{cell[1]}>{cell[2]}</td>'
