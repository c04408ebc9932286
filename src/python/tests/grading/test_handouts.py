"""What a class gets back: whole, in plain files, and right."""

import re
from pathlib import Path

import pytest

from course.errors import UsageError
from course.grading import pages
from course.grading.classroom import gradebook, handouts
from course.grading.classroom.intake import AGAIN
from course.grading.classroom.roster import Entry, Roster
from course.grading.exercises import exercise as exercises
from course.grading.grader import refused
from course.grading.store import Store
from course.grading.verdicts import Verdict

from . import samples

RING = exercises.find("spsc-ring-cpp")
LAYOUT = exercises.find("misses-less")
SETS = [RING, LAYOUT]
NAMES = Roster({key: Entry(key, key.title()) for key in ("ada", "bob", "eve", "zoe")})


@pytest.fixture
def out(tmp_path) -> Path:
    """The handouts of a class in which ada passes, bob and eve fall alike, zoe hands in nothing."""
    store = Store(tmp_path / "grades")
    fell = [Verdict.PASS, Verdict.PASS, Verdict.RACE]
    results = [
        samples.graded(RING, samples.report(RING), "ada"),
        samples.graded(RING, samples.report(RING, *fell), "bob"),
        samples.graded(RING, samples.report(RING, *fell), "eve"),
        samples.graded(
            LAYOUT, refused(LAYOUT, Verdict.COMPILE_ERROR, "flow_table.cpp:1: <b> & `x`"), "bob"
        ),
    ]
    last = results[0].checks[-1].model_copy(update={"measured": {"ratio": 1.084, "bytes": 12345}})
    results[0] = results[0].model_copy(update={"checks": (*results[0].checks[:-1], last)})
    for one in results:
        store.write(one)
    found = gradebook.Grades(results, SETS, ["zoe"])
    gradebook.write(store.folder, found, {"zoe": [f"zoe.zip is empty: {AGAIN}"]})
    assert handouts.write(store.folder, tmp_path / "out", store.everything(), NAMES) == 4
    return tmp_path / "out"


def test_every_learner_has_a_page_and_a_text(out) -> None:
    made = sorted(file.name for file in (out / "learners").iterdir())
    assert made == sorted(f"{key}.{kind}" for key in NAMES.learners() for kind in ("html", "txt"))
    for file in out.rglob("*.html"):
        page = file.read_text()
        assert "<script" not in page
        assert not re.search(r'(?:src|href)="(?!mistakes/)', page), "it needs nothing beside it"


def test_a_learner_sees_verdicts_figures_and_what_to_try_next(out) -> None:
    bob = (out / "learners" / "bob.txt").read_text()
    assert "races: race, 0 of 3" in bob
    assert handouts.ADVICE["race"] in bob
    assert "Common causes of this failure: " in bob
    assert "flow_table.cpp:1: <b> & `x`" in bob
    assert "&lt;b&gt; &amp; `x`" in (out / "learners" / "bob.html").read_text()
    ada = (out / "learners" / "ada.txt").read_text()
    assert "compared with ours: 1.08 times ours; bytes 12,345" in ada
    assert "Compare it with our explained solution: exercises/spsc-ring-cpp/solution." in ada
    assert "./course start misses-less starts it" in ada
    zoe = (out / "learners" / "zoe.txt").read_text()
    assert "not read: zoe.zip is empty\n" in zoe
    assert "nothing was submitted, 0 of 10" in zoe


def test_a_class_is_summed_up(out) -> None:
    page = " ".join((out / "class.html").read_text().split())
    assert "1 have all points, 2 failed, 1 submitted nothing" in page
    assert '>2</td><th scope="row">race in races</th><td data-is="who">bob, eve</td>' in page
    assert "<strong>zoe</strong>: zoe.zip is empty: ask for it again" in page


def test_typical_mistakes_are_those_of_mutants_and_attacks(out) -> None:
    page = (out / "mistakes" / "spsc-ring-cpp.html").read_text()
    for mutant in (RING.folder / "mutants").iterdir():
        assert mutant.name.replace("-", " ").capitalize() in page
    assert "in races; 2 in this class failed there" in page
    assert "- " in page
    assert "Attacks on the grader" in page
    first = page.index("in this class failed there")
    assert first < page.index("Keeps a slot free"), "the most frequent come first"


def test_there_is_advice_for_every_verdict() -> None:
    assert handouts.ADVICE.keys() == {*Verdict} - {Verdict.PASS}


def test_a_hint_s_markdown_is_marked_and_nothing_else() -> None:
    text = pages._marked("`a<b>` is *hot*, 2 * 3 * 4 <i>")
    assert text == "<code>a&lt;b&gt;</code> is <em>hot</em>, 2 * 3 * 4 &lt;i&gt;"


def test_feedback_is_an_export(out, tmp_path, capsys) -> None:
    assert samples.exported("feedback", tmp_path / "grades") == 0
    assert (tmp_path / "grades" / "exports" / "feedback" / "class.html").is_file()
    assert "wrote pages for 4 learners" in capsys.readouterr().err
    with pytest.raises(UsageError, match=r"is not an output folder of \./course grade"):
        one = tmp_path / "grades" / "ada" / "spsc-ring-cpp" / "result.json"
        samples.exported("feedback", one)


def test_a_board_without_names_or_zeros(out, tmp_path) -> None:
    grades, file = tmp_path / "grades", tmp_path / "board.html"
    assert samples.exported("board", grades, names=False, out=file) == 0
    page = " ".join(file.read_text().split())
    assert not re.search(r"\b(ada|bob|eve|zoe)\b", page)
    row = '<th scope="row">A ring between two threads</th> <td class="number">1</td>'
    assert f'{row} <td class="number">2</td>' in page
    assert 'http-equiv="refresh" content="20"' in page
    assert "As of 2026-01-01" in page
    known = tmp_path / "class.csv"
    known.write_text("learner,nickname\nada,A\nbob,B\neve,E\nzoe,Z\n")
    samples.exported("board", grades, roster=known, zeros=False, out=file)
    assert ">0<" not in file.read_text()
    assert ">A<" in file.read_text()
    with pytest.raises(UsageError, match="--no-names, --no-zeros: only for the board"):
        samples.exported("junit", grades, names=False)
