"""What makes a specimen be graded again, and which ones every run grades."""

import dataclasses
import os

import pytest

from course.grading.exercises import specimens

from . import kept, tiers

FILES = {"Counter.java": b"class Counter {}"}


@pytest.fixture
def specimen(exercise) -> specimens.Specimen:
    return specimens.solved(exercise)


@pytest.mark.slow
def test_a_key_is_of_all_that_decides(specimen, monkeypatch) -> None:
    before = kept.key(specimen, FILES, "root")
    assert kept.key(specimen, FILES, "root") == before
    keys = {before, kept.key(specimen, FILES, "nobody")}
    keys.add(kept.key(specimen, {"Counter.java": b"class Counter { }"}, "root"))
    stricter = specimen.expected.model_copy(update={"check": "answers"})
    keys.add(kept.key(dataclasses.replace(specimen, expected=stricter), FILES, "root"))
    for name, replacement in {
        "code": lambda: "another grader",
        "_sandbox": lambda: "another kernel",
        "Tools": SimpleTools,
    }.items():
        with monkeypatch.context() as patch:
            patch.setattr(kept, name, replacement)
            keys.add(kept.key(specimen, FILES, "root"))
    (specimen.exercise.folder / "judge.py").write_text("")
    keys.add(kept.key(specimen, FILES, "root"))
    assert len(keys) == 8


class SimpleTools:
    """Another compiler."""

    @staticmethod
    def find() -> "SimpleTools":
        return SimpleTools()

    def facts(self, language: str) -> str:
        return "another compiler"


def test_the_grader_s_code_counts_and_its_comments_do_not(tmp_path) -> None:
    def code(grader: str, helper: str = "LIMIT = 1\n") -> str:
        folder = tmp_path / "course" / "grading"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "grader.py").write_text(grader)
        (folder / "helper.py").write_text(helper)
        (folder / "other.py").write_text(os.urandom(8).hex())
        return kept.code.__wrapped__(tmp_path)

    plain = "from course.grading.helper import LIMIT\ndef grade():\n    return LIMIT\n"
    before = code(plain)
    assert code(plain.replace("    return", '    """Grades."""\n    return')) == before
    assert code(plain, "LIMIT = 1  # second\n") == before
    assert code(plain.replace("return LIMIT", "return -LIMIT")) != before
    assert code(plain, "LIMIT = 2\n") != before


def test_the_sandbox_and_the_checks_are_the_grader_s_code() -> None:
    names = {file.stem for file in kept._imported(kept.paths.PYTHON_SOURCES)}
    assert names >= {"sandbox", "process", "own_launcher", "cgroup", "checks", "cpp_permitted"}
    assert not names & {"teacher", "learner", "export"}


# ---- tiers -------------------------------------------------------------------------------------


def test_the_middle_tier_meets_every_exercise_check_verdict_and_attack() -> None:
    known = tiers.known()
    chosen = [one for one in known if tiers.identity(one) in tiers.middle()]
    assert set().union(*map(tiers.meets, chosen)) == set().union(*map(tiers.meets, known))
    assert len(chosen) < len(known) / 5
