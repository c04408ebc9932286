"""The pages of exercises, and the lists of them on other pages.

A page has the task and, folded, the given files, the starter, hints and our solution.
"""

from collections.abc import Sequence
from pathlib import Path

from markupsafe import escape

from course.grading.exercises import readme
from course.grading.exercises.exercise import FILE, WHY, Exercise, everything
from course.grading.exercises.starter import solution, starters
from course.site.regions import Region
from course.stats.errors import PublishError, choose

HELP = ("A hint: where to look", "A second hint: the idea", "A third hint: the way, step by step")

SPOILER = "course-spoiler"  # class of elements that stay folded on paper, too

_BEGIN = """\
## Begin

Read [chapter {chapter}](../{page}) first. [How exercises go](../exercises.md) explains points and
handing in. In the course's folder, once it is [set up](../index.md)
(on a workshop's hub, it's `/srv/course/course`):

```sh
./course start {name}    # puts the starter into my-exercises/{name}
./course watch {name}    # tests it at every save; h asks for a hint
./course lab {name}      # opens its notebook, to try your code line by line
./course check {name}    # grades it
```
"""


def markdown(exercise: Exercise, root: Path, sources: str | None) -> str:
    """Return the page of an exercise. Raises ExerciseError; PublishError without its chapter."""

    def shown(file: Path, text: str) -> str:
        """Show a whole file, except marks left out of `text`."""
        lines = file.read_text(encoding="utf-8").splitlines()
        path = file.relative_to(root).as_posix()
        region = Region(path, file.stem, 1, len(lines), tuple(text.splitlines()))
        return region.markdown(sources)

    name, number = exercise.name, exercise.chapter
    chapters = sorted((root / "chapters").glob(f"{number:02}-*.md"))
    if not chapters:
        raise PublishError(f"exercises/{name}/{FILE}: there is no chapter {number}")
    begin = _BEGIN.format(chapter=number, page=chapters[0].name, name=name)
    parts = [readme.render(exercise), begin]
    if exercise.given:
        files = [exercise.folder / "given" / name for name in exercise.given]
        texts = [shown(file, file.read_text(encoding="utf-8")) for file in files]
        parts.append(_folded("abstract", f"What is given: {', '.join(exercise.given)}", texts))
    begun = starters(exercise)
    texts = [shown(exercise.folder / "starter" / name, text) for name, text in begun.items()]
    parts.append(_folded("abstract", f"Your starter: {', '.join(begun)}", texts))
    for title, hint in zip(HELP, exercise.hints, strict=True):
        parts.append(_folded(f"question {SPOILER}", title, [hint]))
    why = exercise.folder / WHY
    ours = [why.read_text(encoding="utf-8")] if why.is_file() else []
    for name, text in solution(exercise).items():
        ours.append(shown(exercise.folder / "solution" / name, text.decode()))
    title = "The prediction and our solution: open it once you have yours"
    parts.append(_folded(f"success {SPOILER}", title, ours))
    return "\n\n".join(parts) + "\n"


def _folded(kind: str, title: str, texts: Sequence[str]) -> str:
    """Return an HTML block like `??? kind "title"`, in which code needs no indent. Search skips it,
    since results would reveal the folded text."""
    inside = "\n\n".join(texts)
    return (
        f'<details class="{kind}" markdown="1" data-search-exclude="">\n'
        f"<summary>{escape(title)}</summary>\n\n{inside}\n\n</details>"
    )


class Exercises:
    def __init__(self, folder: Path) -> None:
        """Raises ExerciseError if an exercise contradicts itself."""
        self._known = everything(folder)

    def of(self, chapter: int) -> str:
        """Markdown: a list of a chapter's exercises. Raises FigureError if it has none."""
        choose(chapter, dict.fromkeys(one.chapter for one in self._known), "exercise of chapter")
        lines = [
            f"- {_linked(one)} ({one.language_name}, {one.minutes} minutes). {one.summary}"
            for one in self._known
            if one.chapter == chapter
        ]
        return "\n" + "\n".join(lines) + "\n"

    def table(self) -> str:
        """Markdown: all exercises in chapter order, in a table narrow enough for a phone."""
        rows = [
            f"| {one.chapter} | {_linked(one)}<br>{one.summary} | {one.language_name}"
            f"<br>{one.minutes}&nbsp;minutes<br>{one.points}&nbsp;points |"
            for one in self._known
        ]
        head = ["| chapter | exercise | effort |", "|---:|---|---|"]
        return "\n".join(["", *head, *rows, ""])


def _linked(exercise: Exercise) -> str:
    return f"[{exercise.title}](/{exercise.page}.md)"
