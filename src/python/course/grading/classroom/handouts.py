"""Handouts for a graded class: a page for each learner, a summary for the teacher, and each
exercise's typical mistakes, from mutants and attacks."""

import difflib
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from course.grading import pages
from course.grading.classroom import gradebook
from course.grading.classroom.gradebook import NOTHING, Grades
from course.grading.classroom.intake import AGAIN
from course.grading.classroom.roster import Roster
from course.grading.exercises import exercise as exercises
from course.grading.exercises import specimens
from course.grading.exercises.exercise import EXERCISES, Exercise
from course.grading.exercises.specimens import Change, Specimen
from course.grading.result import CheckResult, Result
from course.grading.verdicts import NOT_LOOKED_AT, Verdict
from course.process.files import write_atomically

MOST_CAUSES = 3

ADVICE: Mapping[str, str] = tomllib.loads(
    Path(__file__).with_name("advice.toml").read_text(encoding="utf-8")
)
"""Verdict -> what to try next."""


def write(folder: Path, out: Path, results: Sequence[Result], roster: Roster) -> int:
    """Write all pages into out; return the number of learners. Raises OSError.

    folder: that of the results. Its gradebook knows what was set, and who submitted nothing.
    """
    book = gradebook.read(folder)
    names = book.get("exercises") or {one.exercise for one in results}
    known = [one for one in exercises.everything() if one.name in names]
    rows: dict[str, Any] = book.get("learners") or {}
    found = gradebook.Grades(results, known, [one for one in rows if roster.knows(one)])
    when = pages.newest(results)
    for learner, got in found.learners.items():
        unread = [
            point.removesuffix(f": {AGAIN}")
            for point in rows.get(learner, {}).get("to_do", ())
            if point != NOTHING
        ]
        values = {
            "title": f"{roster.entry(learner).name}: what was found",
            "when": when,
            "points": found.total(learner),
            "most": sum(found.exercises.values()),
            "unread": unread,
            "exercises": [_exercise(one, got.get(one.name)) for one in known],
        }
        for suffix in ("html", "txt"):
            text = pages.render(f"learner.{suffix}", words=words, figure=figure, **values)
            write_atomically(out / "learners" / f"{learner}.{suffix}", text)
    for exercise in known:
        text = pages.render("mistakes.html", **_mistakes(found, exercise))
        write_atomically(out / "mistakes" / f"{exercise.name}.html", text)
    to_do = {who: row["to_do"] for who, row in rows.items() if row.get("to_do")}
    summary = {"to_do": to_do, "exercises": [_summed_up(found, one) for one in known]}
    text = pages.render(
        "class.html", title="The class", when=when, learners=len(found.learners), **summary
    )
    write_atomically(out / "class.html", text)
    return len(found.learners)


# ---- a learner ---------------------------------------------------------------------------------


def _exercise(exercise: Exercise, result: Result | None) -> dict[str, Any]:
    if result is None:
        name = exercise.name
        step = f"./course start {name} starts it, ./course submit {name} submits it."
        nothing = {"verdict": "nothing was submitted", "passed": False, "points": 0, "message": ""}
        known = {"title": exercise.title, "most": exercise.points, "checks": (), "next": [step]}
        return known | nothing
    told = result.check is not None and any(one.message for one in result.checks)
    return {
        "title": exercise.title,
        "verdict": words(result.verdict),
        "passed": result.verdict is Verdict.PASS,
        "points": result.points,
        "most": result.max_points,
        "message": "" if told else result.message,
        "checks": result.checks,
        "next": list(_next(exercise, result)),
    }


def figure(check: CheckResult) -> str:
    """What was counted, compared with ours; empty if nothing was."""
    said = {"ratio": "{:.2f} times ours", "more_allocations": "{:,.0f} allocations more than ours"}
    return "; ".join(
        said.get(name, name.replace("_", " ") + " {:,.6g}").format(value)
        for name, value in check.measured.items()
    )


def _next(exercise: Exercise, result: Result) -> Iterator[str]:
    if result.verdict is Verdict.PASS:
        yield f"Compare it with our explained solution: exercises/{exercise.name}/solution."
        if (exercise.folder / "explore.md").is_file():
            yield f"Explore your code further: ./course lab {exercise.name}"
        return
    yield ADVICE[result.verdict]
    causes = typical(exercise, result.verdict, result.check)
    if causes:
        yield f"Common causes of this failure: {' Or: '.join(causes)}"
    if result.submission_digest is not None and 2 * result.points < result.max_points:
        yield f"The first hint: {' '.join(exercise.hints[0].split())}"
    where = f"chapter {exercise.chapter} explains why"
    yield f"./course check {exercise.name} shows the same on your machine; {where}."


# ---- a class -----------------------------------------------------------------------------------


def _summed_up(found: Grades, exercise: Exercise) -> dict[str, Any]:
    got = [rows.get(exercise.name) for rows in found.learners.values()]
    falls = _falls(found, exercise)
    return {
        "name": exercise.name,
        "title": exercise.title,
        "solved": sum(one is not None and one.verdict is Verdict.PASS for one in got),
        "fell": sum(map(len, falls.values())),
        "nothing": got.count(None),
        "falls": [
            (words(verdict), check, who, typical(exercise, verdict, check))
            for (verdict, check), who in falls.items()
        ],
    }


def _falls(found: Grades, exercise: Exercise) -> dict[tuple[Verdict, str | None], list[str]]:
    """Verdict and check -> who fell there; most learners first."""
    by_place: dict[tuple[Verdict, str | None], list[str]] = {}
    for learner, rows in found.learners.items():
        one = rows.get(exercise.name)
        if one is not None and one.verdict is not Verdict.PASS:
            by_place.setdefault((one.verdict, one.check), []).append(learner)
    return dict(sorted(by_place.items(), key=lambda fall: -len(fall[1])))


def typical(exercise: Exercise, verdict: Verdict, check: str | None) -> list[str]:
    """Return typical causes of this verdict in this check, as our mutants explain them."""
    known = (
        " ".join(one.expected.why.split())
        for one in specimens.mutants(exercise)
        if verdict in one.expected.verdict and one.expected.check in (None, check)
    )
    return list(known)[:MOST_CAUSES]


def _mistakes(found: Grades, exercise: Exercise) -> dict[str, Any]:
    fell: Counter[tuple[Verdict, str | None]] = Counter()
    for (verdict, check), who in _falls(found, exercise).items():
        for one in {check, None}:
            fell[verdict, one] += len(who)
    mistakes = [_mistake(one, fell) for one in specimens.mutants(exercise)]
    attacks = [
        one for one in specimens.within(EXERCISES / "attacks") if one.exercise.name == exercise.name
    ]
    return {
        "title": f"{exercise.title}: typical mistakes",
        "mistakes": sorted(mistakes, key=lambda one: -one["who"]),
        "attacks": [_mistake(one, Counter()) for one in attacks],
    }


def _mistake(specimen: Specimen, fell: Counter[tuple[Verdict, str | None]]) -> dict[str, Any]:
    expected = specimen.expected
    return {
        "name": specimen.name.replace("-", " ").capitalize(),
        "verdict": " or ".join(map(words, expected.verdict)),
        "check": expected.check,
        "why": " ".join(expected.why.split()),
        "who": sum(fell[verdict, expected.check] for verdict in expected.verdict),
        "changes": [_difference(change) for change in expected.change],
    }


def _difference(change: Change) -> str:
    lines = difflib.ndiff(change.find.strip("\n").split("\n"), change.put.strip("\n").split("\n"))
    return "\n".join(line.rstrip() for line in lines if line[0] != "?" and line.strip("+- "))


def words(verdict: Verdict | None) -> str:
    """Spell it for people; None: the check was not made."""
    return verdict.value.replace("_", " ") if verdict else NOT_LOOKED_AT
