"""Turn an executed notebook into a page of the site.

mkdocs-jupyter would embed a second theme with its own colours, fonts and megabytes. Here code
becomes ordinary fences and text ordinary Markdown, so search, dark mode, phones and the table of
contents treat notebooks like chapters.
"""

import itertools
import re
from datetime import datetime
from html import escape
from typing import Any

import nbformat
from markupsafe import Markup
from nbconvert.filters import strip_ansi

from course.site.blocks import Blocks, render, with_prefix
from course.site.exercises import SPOILER
from course.site.notebooks import Outcome
from course.site.sentences import md

LANGUAGES = {"java": "java", "xcpp17": "cpp"}

_RICH = ("text/html", "image/svg+xml", "image/png", "text/markdown", "text/plain")
"""Forms of an output, in order of preference."""

_NARROW = 40  # columns of code that fit a phone

_REACHED = ' tabindex="0"'
_NEVER = "to see its output, run `./course notebooks`, then `./course site`"

_HINT = "<details><summary>Hint</summary>"
"""Start of a task's hint. Answers start otherwise: they belong to the text and are printed."""

_drawings = itertools.count(1)


def markdown(
    notebook: nbformat.NotebookNode, name: str, outcome: Outcome | None, blocks: Blocks
) -> str:
    """Return the page. If `outcome` is None, it says that the notebook was never executed here."""
    kernel = notebook.metadata.get("kernelspec", {}).get("name", "")
    language = LANGUAGES.get(kernel, "text")
    parts = [_cell(cell, language, blocks) for cell in notebook.cells if cell.source.strip()]
    # The note about the execution goes below the title, the first line of the first cell.
    note = _note(name, kernel, outcome)
    if parts and parts[0].lstrip().startswith("# "):
        title, _, rest = parts[0].lstrip().partition("\n")
        parts[0] = f"{title}\n\n{note}\n{rest}"
    else:
        parts.insert(0, f"# {name}\n\n{note}")
    return "\n\n".join(parts) + "\n"


def _note(name: str, kernel: str, outcome: Outcome | None) -> str:
    status = outcome.status if outcome else "not executed"
    reason = (outcome and outcome.reason) or (_NEVER if status == "not executed" else "")
    when = outcome and f"{datetime.fromisoformat(outcome.executed_at):%-d %B %Y}"
    told = {"status": status, "reason": reason, "when": when, "failure": Markup(md(reason))}
    return render("notebook_note.md", name=name, kernel=kernel, outcome=outcome, **told)


def _cell(cell: nbformat.NotebookNode, language: str, blocks: Blocks) -> str:
    if cell.cell_type != "code":
        return cell.source.replace(_HINT, _HINT.replace("<details", f'<details class="{SPOILER}"'))
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", cell.source)), default=0))
    parts = [f"{fence}{language}\n{cell.source.rstrip()}\n{fence}"]
    parts += [blocks.keep(html) for html in _outputs(cell.get("outputs", []))]
    return "\n\n".join(parts)


def _outputs(outputs: list[nbformat.NotebookNode]) -> list[str]:
    result: list[str] = []
    grouped = itertools.groupby(outputs, lambda one: (one.output_type, one.get("name")))
    for (kind, stream), group in grouped:
        if kind == "stream":
            text = "".join(one.text for one in group)
            if text.strip():
                result.append(_text(text, " course-stderr" if stream == "stderr" else ""))
        elif kind == "error":
            traces = ("\n".join(one.traceback) or f"{one.ename}: {one.evalue}" for one in group)
            result += [_text(trace, " course-error") for trace in traces]
        else:
            result += [_rich(one.data) for one in group]
    return result


def _text(text: str, style: str = "") -> str:
    clean = escape(strip_ansi(text).rstrip("\n"))
    # Output that may be wider than a phone scrolls, and must do so without a mouse.
    is_wide = any(len(line) > _NARROW for line in clean.splitlines())
    return f'<pre class="course-output{style}"{_REACHED if is_wide else ""}>{clean}</pre>'


def _rich(data: dict[str, Any]) -> str:
    form = next((form for form in _RICH if form in data), None)
    if form is None:
        return _text(f"(an output of type {', '.join(data)})")
    value = "".join(data[form])
    if form == "image/png":
        inside = f'<img alt="output of the cell above" src="data:image/png;base64,{value}">'
    elif form in ("text/html", "image/svg+xml"):
        inside = with_prefix(value, f"output-{next(_drawings)}-")
    else:
        return _text(value)
    reached = _REACHED if form == "text/html" else ""
    return f'<div class="course-output-rich"{reached}>{inside}</div>'
