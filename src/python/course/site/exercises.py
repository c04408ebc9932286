"""The pages of exercises, and the lists of them on other pages.

A page has the task and, folded, the given files, the starter, hints and our solution.
"""

from pathlib import Path

from course.grading.exercises import readme
from course.grading.exercises.exercise import FILE, WHY, Exercise, everything
from course.grading.exercises.starter import solution, starters
from course.site.blocks import render
from course.site.regions import Region
from course.stats.errors import PublishError, choose

HELP = ("A hint: where to look", "A second hint: the idea", "A third hint: the way, step by step")

SPOILER = "course-spoiler"  # class of elements that stay folded on paper, too


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
    folder, given, begun = exercise.folder, exercise.given, starters(exercise)
    why = folder / WHY
    ours = [why.read_text(encoding="utf-8")] if why.is_file() else []
    for name, text in solution(exercise).items():
        ours.append(shown(folder / "solution" / name, text.decode()))
    page = render(
        "exercise.md",
        exercise=exercise,
        chapter=chapters[0].name,
        task=readme.render(exercise),
        given=[
            shown(file, file.read_text("utf-8")) for file in (folder / "given" / n for n in given)
        ],
        starter={name: shown(folder / "starter" / name, text) for name, text in begun.items()},
        hints=[*zip(HELP, exercise.hints, strict=True)],
        ours=ours,
        spoiler=SPOILER,
    )
    return f"{page}\n"


class Exercises:
    def __init__(self, folder: Path) -> None:
        """Raises ExerciseError if an exercise contradicts itself."""
        self._known = everything(folder)

    def exercises(self, chapter: int) -> str:
        """Markdown: a list of a chapter's exercises. Raises FigureError if it has none."""
        choose(chapter, dict.fromkeys(one.chapter for one in self._known), "exercise of chapter")
        lines = [
            f"- {_linked(one)} ({one.language_name}, {one.minutes} minutes). {one.summary}"
            for one in self._known
            if one.chapter == chapter
        ]
        return "\n" + "\n".join(lines) + "\n"

    def exercises_table(self) -> str:
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
