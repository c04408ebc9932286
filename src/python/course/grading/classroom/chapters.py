"""What a plan needs of the chapters: minutes to read, and questions to ask."""

import dataclasses
import re
from pathlib import Path

from course import paths
from course.grading.verdicts import GraderError

CHAPTERS = paths.ROOT / "chapters"

_NUMBERED = re.compile(r"(\d\d)-[a-z0-9-]+\.md")
_TITLE = re.compile(r'^title: "?\d+\. (.+?)"?$', re.MULTILINE)
_SAYS = re.compile(r"^description: (.+)$", re.MULTILINE)
_MINUTES = re.compile(r"\*Minutes to read: (\d+)\.")
_PREDICT = re.compile(r'^\?\?\? question "(.+)"\n\n((?:    .+\n)+)', re.MULTILINE)
_FIGURE = re.compile(r"^\{\{ *\w+_(chart|table)\(|^\| ", re.MULTILINE)
_HEADING = re.compile(r"^##+ (.+?)(?: \{.*)?$", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Chapter:
    number: int
    title: str
    minutes: int
    """Reading time."""
    question: str = ""
    prediction: str = ""
    """A prediction that it asks of its readers."""
    figure: str = ""
    """The heading above its first chart or table."""
    answer: str = ""
    """The answer to that. Measured figures in it are those of the page."""


def everything(folder: Path = CHAPTERS) -> list[Chapter]:
    """Return all chapters, in order. Raises GraderError if one lacks its title or minutes."""
    return [
        _read(file, int(match[1]))
        for file in sorted(folder.glob("*.md"))
        if (match := _NUMBERED.fullmatch(file.name))
    ]


def _read(file: Path, number: int) -> Chapter:
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise GraderError(f"{paths.shown(file)}: {error}") from error
    title, minutes, says = _TITLE.search(text), _MINUTES.search(text), _SAYS.search(text)
    if title is None or minutes is None:
        raise GraderError(
            f"{paths.shown(file)}: a chapter's head has 'title: N. ...' and '*Minutes to read: N.'"
        )
    known = [(one[1].removeprefix("Predict: "), one[2]) for one in _PREDICT.finditer(text)]
    # Prefer an answer that can be said aloud to one that needs the page's figures.
    asked = min(known, key=lambda one: "{{" in one[1], default=("", ""))
    question = says[1] if says else ""
    return Chapter(
        number, title[1], int(minutes[1]), question, asked[0], _figure(text), _plain(asked[1])
    )


def _figure(text: str) -> str:
    charts = sorted(_FIGURE.finditer(text), key=lambda match: (match[1] != "chart", match.start()))
    before = [one[1] for one in _HEADING.finditer(text, 0, charts[0].start())] if charts else []
    return before[-1] if before else ""


def _plain(text: str) -> str:
    """Return Markdown as it is read aloud, with [figure] for what the site fills in."""
    text = re.sub(r"\{\{.+?\}\}", "[figure]", text)
    text = re.sub(r"\[([^\[\]]+)\]\([^()]+\)", r"\1", text)
    return " ".join(text.replace("**", "").split())
