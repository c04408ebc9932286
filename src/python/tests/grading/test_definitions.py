"""What an exercise.toml may say, and the words for what it may not."""

import pytest

from course.errors import UsageError
from course.grading.exercises import exercise as exercises
from course.grading.exercises.exercise import parse
from course.grading.exercises.readme import render
from course.grading.exercises.specimens import read
from course.grading.exercises.starter import derive
from course.grading.verdicts import ExerciseError

from . import samples

MEMORY = {"kind": "memory", "set_up_kb": 1, "grows_kb": 1}


def test_a_definition_is_read(exercise) -> None:
    assert (exercise.name, exercise.points, exercise.files) == ("count-up", 10, ("Counter.java",))
    assert exercise.checks[1].threshold() == "at most 8 KB in 10,000 operations"


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"language": "rust"}, "language: Input should be 'java' or 'cpp', not 'rust'"),
        ({"minutes": 0}, "minutes: Input should be greater than 0, not 0"),
        ({"minutes": "5"}, "minutes: Input should be a valid integer, not '5'"),
        ({"hints": ["one"]}, "hints: Tuple should have at least 3 items"),
        ({"hints": ["a", "b", "c", "d"]}, "hints: Tuple should have at most 3 items"),
        ({"colour": "red"}, "colour: Extra inputs are not permitted"),
        ({"submission": {}}, "submission.files: Field required"),
        ({"submission": 1}, "submission: Input should be"),
        ({"submission": {"files": []}}, "submission.files: Tuple should have at least 1 item"),
        ({"submission": {"files": ["../Counter.java"]}}, "a file name without a folder"),
        ({"submission": {"files": ["counter.cpp"]}}, "submitted files are .java"),
        (
            {"language": "cpp", "submission": {"files": ["a.cpp", "b.cpp"]}},
            "not so: a C++ submission is one file: another could have macros for its headers",
        ),
        ({"submission": {"files": ["A.java"], "most": 1}}, "submission.most: Extra inputs"),
        (
            {"submission": {"files": ["A.java"], "may_use": ["luck"]}},
            "not so: may_use: 'luck'; valid: default, lock-free, locks, off-heap, synchronized",
        ),
        ({"limits": {"seconds": 0, "memory_mb": 1}}, "limits.seconds: Input should be greater"),
        ({"limits": {"seconds": 1}}, "limits.memory_mb: Field required"),
        (
            {
                "language": "cpp",
                "submission": {"files": ["a.cpp"]},
                "checks": [samples.answers()],
                "limits": {"seconds": 1, "memory_mb": 32, "direct_mb": 2},
            },
            "not so: only a JVM has a direct_mb",
        ),
        ({"checks": []}, "checks: Tuple should have at least 1 item"),
        ({"checks": [samples.garbage()]}, "the first check must be of answers"),
        ({"checks": [samples.answers(kind="beauty")]}, "expected tags: 'answers', 'races'"),
        (
            {"checks": [samples.answers(name="No Name")]},
            "checks.1.answers.name: String should match",
        ),
        (
            {"checks": [samples.answers(points=0)]},
            "checks.1.answers.points: Input should be greater",
        ),
        (
            {"checks": [samples.answers(operations=0)]},
            "checks.1.answers.operations: Input should be",
        ),
        (
            {"checks": [samples.answers(says="{most}")]},
            "answers: says: 'most' is none of its fields",
        ),
        ({"checks": [samples.answers(ratio=2)]}, "checks.1.answers.ratio: Extra inputs"),
        ({"checks": [samples.answers(), samples.answers()]}, "its name must be unique"),
        (
            {"checks": [samples.answers(), samples.answers(name="g", kind="garbage", slack_kb=1)]},
            "checks.2.garbage.set_up_kb: Field required",
        ),
        (
            {"checks": [samples.answers(), samples.answers(name="memory", **MEMORY)]},
            "check memory: not in java",
        ),
        (
            {"checks": [samples.answers(), samples.answers(name="t", kind="time", ratio=2)]},
            "at most a fifth of the points may depend on time",
        ),
    ],
)
def test_a_bad_definition_is_told_in_one_line(tmp_path, changes, says) -> None:
    with pytest.raises(ValueError, match=r".") as error:
        parse(samples.definition(**changes), tmp_path / "count-up")
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_is_named_with_its_fault(tmp_path) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "exercise.toml").write_text("title = ")
    with pytest.raises(ExerciseError, match=r"broken/exercise.toml: "):
        exercises.load("broken", tmp_path)


def test_an_unknown_exercise_lists_the_known_ones() -> None:
    with pytest.raises(UsageError, match=r"no exercise 'nope'; valid: .*zero-alloc-pool"):
        exercises.find("nope")


def test_the_digest_sees_what_decides_a_grade(exercise) -> None:
    before = exercise.digest()
    for name in ("README.md", "explore.md", "solution.md"):
        (exercise.folder / name).write_text("new words")
    assert exercise.digest() == before
    (exercise.folder / "judge.py").write_text(samples.JUDGE + "\n")
    assert exercise.digest() != before


# ---- starters ----------------------------------------------------------------------------------


def test_a_starter_has_the_solution_s_shape_and_not_its_code() -> None:
    text = derive(samples.SOLUTION, "Counter.java")
    assert "number + 1" not in text
    assert "    // Your code here.\n    return 0;\n  }" in text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a\n", "no part is marked"),
        ("// BEGIN SOLUTION\na\n", "the last '// BEGIN SOLUTION' has no"),
        ("// END SOLUTION\n", "x:1: '// END SOLUTION' without its counterpart"),
        ("// BEGIN SOLUTION\n// BEGIN SOLUTION\n", "x:2: '// BEGIN SOLUTION' without"),
    ],
)
def test_marks_that_do_not_fit(text, says) -> None:
    with pytest.raises(ExerciseError) as error:
        derive(text, "x")
    assert says in str(error.value)


def test_a_readme_that_asks_for_the_unknown(exercise) -> None:
    (exercise.folder / "README.md").write_text("{{ title }} {{ colour }}")
    with pytest.raises(ExerciseError, match="no 'colour'; valid: name, title"):
        render(exercise)


# ---- specimens ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('verdict = "pass"', "why: Field required"),
        ('verdict = "fine"\nwhy = "x"', "verdict.1: Input should be 'pass'"),
        ('verdict = "pass"\nwhy = "x"\ncolour = 1', "colour: Extra inputs are not permitted"),
        ('verdict = "pass"\nwhy = "x"\ncheck = "beauty"', "has no check 'beauty'"),
        (
            'verdict = "pass"\nwhy = "x"\nneeds = "luck"',
            "needs: Input should be 'jdk-22'",
        ),
    ],
)
def test_a_bad_specimen_is_told_in_one_line(tmp_path, text, says) -> None:
    folder = tmp_path / "odd"
    folder.mkdir()
    (folder / "expected.toml").write_text(f'exercise = "zero-alloc-pool"\n{text}\n')
    with pytest.raises(ExerciseError) as error:
        read(folder)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_a_change_must_find_its_text_once(tmp_path) -> None:
    folder = tmp_path / "odd"
    folder.mkdir()
    (folder / "expected.toml").write_text(
        'exercise = "zero-alloc-pool"\nverdict = "pass"\nwhy = "x"\n'
        '[[change]]\nfile = "LifoPool.java"\nfind = "return"\nput = ""\n'
    )
    (tmp_path / "made").mkdir()
    with pytest.raises(ExerciseError, match=r"'return' occurs \d+ times in LifoPool.java"):
        read(folder).write(tmp_path / "made")
