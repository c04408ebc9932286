"""What lies in a folder of submissions: however it came, it gets a verdict or a word."""

import argparse
import contextlib
import datetime
import json
import os
import re
import struct
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from course.errors import CourseError, UsageError
from course.grading import jobs
from course.grading.classroom import archives, gradebook, intake, teacher
from course.grading.classroom.intake import Intake
from course.grading.classroom.roster import Entry, Roster
from course.grading.exercises import exercise as exercises
from course.grading.exercises import packed
from course.grading.exercises.submission import DEEPEST, Submission
from course.grading.learner import learner
from course.grading.store import TAKEN, Store
from course.grading.verdicts import Verdict

from . import samples
from .test_faults import Inline, use

NOBODY = 65534
SOURCE = b"class Counter {}"
MOODLE = "Ada Lovelace_12345_assignsubmission_file"
NOON = datetime.datetime(2026, 11, 23, 12, tzinfo=datetime.UTC)


@pytest.fixture
def place(place, monkeypatch) -> Path:
    monkeypatch.setattr(intake.exercises, "names", list)
    return place


@contextlib.contextmanager
def as_ordinary_user() -> Iterator[None]:
    """Root could read everything."""
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)


def put(folder: Path, name: str, content: bytes = SOURCE) -> Path:
    """A file somewhere below the folder."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    return file


def zipped(folder: Path, name: str, **files: bytes) -> Path:
    """A zip file; a blank in a file's name is written as a slash here."""
    file = put(folder, name)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for inside, content in files.items():
            archive.writestr(inside.replace(" ", "/"), content)
    return file


def handed_in(exercise, who: str, *, copy="00000001", at=NOON, content=SOURCE) -> tuple[str, bytes]:
    """What ./course submit makes."""
    submission = Submission({"Counter.java": content})
    return packed.pack(exercise, submission, learner=who, copy=copy, versions={}, now=at)


def manifest(exercise, **other: object) -> bytes:
    """A submission.json of Eve's, who may have edited it."""
    usual = {"schema": 1, "learner": "eve", "copy": "00000001", "exercise": exercise.name}
    usual |= {"exercise_digest": "", "digest": "", "versions": {}, "submitted": NOON.isoformat()}
    return json.dumps({**usual, **other}).encode()


def look(folder: Path, exercise, known: Roster | None = None) -> Intake:
    scratch = Path(tempfile.mkdtemp(dir=folder.parent, prefix="scratch-"))
    return intake.Intake(folder, [exercise], scratch, known)


def who(found: Intake) -> list[str]:
    return [one.learner for one in found.submissions]


@pytest.fixture
def room(tmp_path) -> Path:
    folder = tmp_path / "class"
    folder.mkdir()
    return folder


# ---- each way of a room ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "learner"),
    [
        ("ada/count-up/Counter.java", "ada"),
        ("ada/Counter.java", "ada"),
        ("ada/Counter (1).java", "ada"),
        ("ada/Counter - Copy.java", "ada"),
        ("ada/Counter - Copy (2).java", "ada"),
        ("ada/Counter copy.java", "ada"),
        ("ada/Counter copy 2.java", "ada"),
        ("ada/Counter (another copy).java", "ada"),
        ("ada/some/where/Counter.java", "ada"),
        ("ada/my/solutions/count-up/src/main/java/exercise/Counter.java", "ada"),
        ("ada/pooling/my-exercises/count-up/Counter.java", "ada"),
        ("count-up/ada/Counter.java", "ada"),
        ("ada-Counter.java", "ada"),
        ("jupyter-ada/my-exercises/count-up/Counter.java", "ada"),
        (f"{MOODLE}/Counter.java", "Ada Lovelace"),
        (f"{MOODLE}_/Counter.java", "Ada Lovelace"),
        (f"{MOODLE}_Counter.java", "Ada Lovelace"),
        ("lovelaceada_LATE_17_4711_Counter-1.java", "lovelaceada"),
        ("LATE_anon_aB3dE_4711_Counter-1.java", "anon"),
    ],
)
def test_loose_sources(room, exercise, file, learner) -> None:
    put(room, file)
    found = look(room, exercise)
    assert who(found) == [learner]
    (one,) = found.submissions
    assert jobs.job(one.folder, exercise, learner, b"secret").files == {"Counter.java": SOURCE}
    assert (found.unread, found.notes) == ({}, ())


@pytest.mark.parametrize(
    ("name", "inside", "learner"),
    [
        ("ada.zip", "Counter.java", "ada"),
        ("ada-count-up.zip", "count-up Counter.java", "ada"),
        ("ada/anything.zip", "Counter.java", "ada"),
        ("ada/count-up/anything.zip", "Counter.java", "ada"),
        ("CS101-count-up-4711.zip", f"{MOODLE.replace(' ', '~')} Counter.java", "Ada~Lovelace"),
        ("all.zip", "lovelaceada_17_4711_Counter.java", "lovelaceada"),
    ],
)
def test_archives(room, exercise, name, inside, learner) -> None:
    zipped(room, name, **{inside: SOURCE})
    assert who(look(room, exercise)) == [learner]


def test_a_source_s_name_says_which_exercise_it_is_for() -> None:
    asked = [file for one in exercises.everything() for file in one.files]
    assert len(set(asked)) == len(asked)


def test_an_exercise_s_folder_without_its_file_is_rejected_later(room, exercise) -> None:
    put(room, "ada/count-up/tests/PublicTest.java")
    put(room, "bob/count-up/Counter.java")
    put(room, "bob/count-up/Helper.java")
    found = look(room, exercise)
    made = [jobs.job(one.folder, exercise, one.learner, b"") for one in found.submissions]
    assert [one.message for one in made] == [
        "Counter.java is missing",
        "Helper.java was not asked for; submit Counter.java",
    ]


def test_what_submit_has_made_says_itself_whose_it_is(room, exercise) -> None:
    name, content = handed_in(exercise, "Ada Lovelace")
    assert name == "Ada-Lovelace--count-up--20261123-120000-00000001.zip"
    put(room, "document (3).zip", content)
    assert who(look(room, exercise)) == ["Ada Lovelace"]


def test_a_folder_or_a_platform_knows_better_whose_it_is(room, exercise) -> None:
    put(room, f"{MOODLE}/work.zip", handed_in(exercise, "Eve")[1])
    put(room, "bob/work.zip", handed_in(exercise, "Bob Smith", copy="00000002")[1])
    found = look(room, exercise)
    assert who(found) == ["Ada Lovelace", "bob"]
    assert found.notes == (
        "sent by one learner, names another: counts for the first: Ada Lovelace, Eve",
    )


def test_a_clone_of_the_course_is_read_for_what_is_the_learner_s(room, exercise) -> None:
    put(room, "ada/exercises/count-up/exercise.toml")
    put(room, "ada/exercises/count-up/solution/Counter.java")
    put(room, "ada/my-exercises/count-up/Counter.java", b"mine")
    put(room, "ada/my-exercises/count-up/tests/PublicTest.java")
    (found,) = look(room, exercise).submissions
    assert found.folder.parent.name == "my-exercises"


def test_all_ways_mixed_and_a_roster(room, exercise) -> None:
    """Everybody gets the row of the roster, however a name is written there."""
    put(room, f"{MOODLE}/Counter.java")
    put(room, "jupyter-bob/my-exercises/count-up/Counter.java")
    put(room, "x.zip", handed_in(exercise, "Ko\N{COMBINING DIAERESIS}nig,  Cleo")[1])
    names = {
        "al": "Ada Lovelace",
        "bob": "",
        "cleo": "Cleo K\N{LATIN SMALL LETTER O WITH DIAERESIS}nig",
    }
    known = Roster({key: Entry(key, name) for key, name in {**names, "dan": ""}.items()})
    found = look(room, exercise, known)
    assert who(found) == ["al", "bob", "cleo"]
    assert found.learners == ("al", "bob", "cleo", "dan")


def test_a_name_that_two_in_the_roster_have_finds_neither() -> None:
    known = Roster({key: Entry(key, "Ada Lovelace") for key in ("al", "al2")})
    assert (known.find("ada lovelace"), known.find("AL2")) == (None, "al2")


# ---- several of one ----------------------------------------------------------------------------


def test_of_several_the_newest_counts_and_it_is_told_once(room, exercise) -> None:
    late = NOON + datetime.timedelta(hours=1)
    put(room, "b.zip", handed_in(exercise, "ada", content=b"old")[1])
    put(room, "a.zip", handed_in(exercise, "ada", content=b"new", at=late)[1])
    put(room, "c.zip", handed_in(exercise, "ada", content=b"old")[1])
    found = look(room, exercise)
    (one,) = found.submissions
    assert (one.folder / "Counter.java").read_bytes() == b"new"
    assert found.notes == ("submitted more than once, the newest counts: ada count-up",)


@pytest.mark.parametrize("way", ["submit", "moodle"])
def test_two_learners_of_one_name_get_a_row_each(room, exercise, way) -> None:
    for token in ("00000001", "00000002"):
        if way == "submit":
            put(room, f"{token}.zip", handed_in(exercise, "Ada", copy=token)[1])
        else:
            put(room, f"Ada_{token}_assignsubmission_file/Counter.java")
    found = look(room, exercise)
    kind = "copy" if way == "submit" else "number"
    rows = [f"Ada ({kind} 00000001)", f"Ada ({kind} 00000002)"]
    assert who(found) == rows == list(found.learners)
    (note,) = found.notes
    assert note == f"one name, several learners or computers: one row each: {', '.join(rows)}"


def test_no_row_has_a_name_that_is_too_long_for_a_page(room, exercise) -> None:
    """A file's name has 255 bytes; a page's has .html besides."""
    for token in ("1" * 20, "1" * 215):
        put(room, f"Ada_{token}_assignsubmission_file/Counter.java")
    long = "\N{LATIN SMALL LETTER O WITH DIAERESIS}" * 80
    for token in ("1" * 20, "2" * 20):
        put(room, f"{long}_{token}_assignsubmission_file/Counter.java")
    put(room, f"{long[:60]}/Counter.java")
    put(room, f"jupyter-{long[:60]}/Counter.java")
    for number in (1, 2):
        put(room, f"ada_{number}_{'3' * 233}_4_Counter.java")
    found = look(room, exercise)
    assert len(found.learners) == 8
    assert max(len(one.encode()) for one in found.learners) <= 255 - len(".html")


# ---- what is no submission ---------------------------------------------------------------------


def test_three_thousand_other_files_are_one_line(room, exercise) -> None:
    put(room, "ada/Counter.java")
    for number in range(3000):
        (room / f"holiday-{number:04}.jpg").touch()
    found = look(room, exercise)
    assert who(found) == ["ada"]
    assert found.notes == (
        "not a submission, ignored: holiday-0000.jpg, holiday-0001.jpg, holiday-0002.jpg "
        "and 2,997 more",
    )


def test_a_misspelt_folder_loses_nothing(room, exercise) -> None:
    put(room, "ada/cuont-up/Counter.java")
    put(room, "bob/notes.txt")
    put(room, "Cleo_17_assignsubmission_onlinetext.html")
    put(room, "Dan_18_assignsubmission_file_Helper.java")
    put(room, "Counter.java")
    found = look(room, exercise)
    assert who(found) == ["ada"]
    assert found.learners == ("Cleo", "Dan", "ada", "bob")
    assert found.notes == (
        "not a submission, ignored: Cleo_17_assignsubmission_onlinetext.html",
        "names no learner: put it into a folder with the learner's name: Counter.java",
        "a source file that no exercise asks for: Dan/Helper.java",
        "contains nothing that was asked for: bob (notes.txt)",
    )


@pytest.mark.parametrize(
    ("why", "content"),
    [
        ("is empty", b""),
        ("is not a zip file", b"PK\3\4 and no more"),
        ("is not a zip file", b"\x1f\x8b a gzip"),
    ],
)
def test_broken_archives(room, exercise, why, content) -> None:
    put(room, "eve.zip", content)
    found = look(room, exercise)
    assert found.unread == {"eve": [f"eve.zip {why}: {intake.AGAIN}"]}


def test_archives_that_mean_harm(room, exercise, monkeypatch) -> None:
    monkeypatch.setattr(archives, "MOST_KB", 1 << 10)
    bomb = b"\0" * (2 << 20)
    zipped(room, "bomb.zip", **{"inner.zip": bomb})
    zipped(room, "inner.zip", **{"Counter.java": SOURCE})
    nested = (room / "inner.zip").read_bytes()
    for _ in range(2 * intake.DEEPEST):
        nested = zipped(room, "nested.zip", **{"deeper.zip": nested}).read_bytes()
    zipped(room, "out.zip", **{".. .. Counter.java": SOURCE})
    zipped(room, "root.zip", **{" etc Counter.java": SOURCE})
    linked = zipfile.ZipInfo("Counter.java")
    linked.external_attr = 0o120777 << 16
    with zipfile.ZipFile(room / "link.zip", "w") as archive:
        archive.writestr(linked, "/etc/hostname")
    found = look(room, exercise)
    assert {name: why for name, (why,) in found.unread.items()} == {
        "bomb": "bomb.zip needs more space than its learner has left, 1,024 KB and "
        f"19,999 files and folders: {intake.AGAIN}",
        "link": f"link.zip holds a link, Counter.java: {intake.AGAIN}",
        "out": f"out.zip holds a file that goes outside, ../../Counter.java: {intake.AGAIN}",
        "root": f"root.zip holds a file that goes outside, /etc/Counter.java: {intake.AGAIN}",
    }
    assert who(found) == ["inner"]


def repeated(packed: bytes, names: Sequence[bytes]) -> bytes:
    """The zip file of one entry, with an entry for each name, all of the same bytes."""
    end = packed.rfind(b"PK\5\6")
    (begin,) = struct.unpack_from("<L", packed, end + 16)
    record = packed[begin:end]
    (old,) = re.findall(rb"\w+/Counter[.]java", record)
    whole = b"".join(record.replace(old, name) for name in names)
    sizes = struct.pack("<HHL", len(names), len(names), len(whole))
    return packed[:begin] + whole + packed[end : end + 8] + sizes + packed[end + 16 :]


def test_archives_that_would_take_long(room, exercise) -> None:
    """Bytes that many entries share, and a path that many entries have."""
    large = zipped(room, "one.zip", **{"aa Counter.java": os.urandom(9_000)}).read_bytes()
    put(room, "overlap.zip", repeated(large, [b"%02d/Counter.java" % n for n in range(50)]))
    small = zipped(room, "one.zip", **{"aa Counter.java": SOURCE}).read_bytes()
    put(room, "twice.zip", repeated(small, [b"aa/Counter.java"] * 2))
    found = look(room, exercise)
    assert found.unread["overlap"] == [f"overlap.zip holds files that overlap: {intake.AGAIN}"]
    assert found.unread["twice"] == [
        f"twice.zip holds a file twice, aa/Counter.java: {intake.AGAIN}"
    ]


@pytest.mark.parametrize(
    ("mine", "theirs", "row"),
    [
        ("bob/count-up", "jupyter-bob", "bob (jupyter-bob)"),
        ("bob/count-up", "bob_1_assignsubmission_file", "bob (number 1)"),
        ("bob/count-up", "bob_1_1_x", "bob (number 1)"),
        ("12345678", "12345678_12345678_assignsubmission_file", "12345678 (number 12345678)"),
        ("bob", "(bob", "bob (960f54c7)"),
        ("bob", "bob-Counter.java", "bob (bob-Counter.java)"),
        ("bob", "bob.zip", "bob (bob.zip)"),
        ("bob", "bob ", "bob (30b93ee5)"),
        ("bob", "\N{NO-BREAK SPACE}bob", "bob (16e3dc93)"),
        ("bob_1_1_Counter.java", "bob", "bob"),
        ("bob-Counter.java", "bob-Counter (1).java", "bob (bob-Counter (1).java)"),
    ],
)
def test_an_account_s_name_gets_nobody_else_s_row(room, exercise, mine, theirs, row) -> None:
    """A learner who may name a folder picks a name that looks like another learner's."""
    for place, text in ((mine, b"mine"), (theirs, b"theirs")):
        if place.endswith(".zip"):
            file = zipped(room, place, **{"Counter.java": text})
        else:
            file = put(room, place if place.endswith("java") else f"{place}/Counter.java", text)
        os.utime(file, (text == b"theirs",) * 2)
    found = look(room, exercise)
    files = {one.learner: (one.folder / "Counter.java").read_bytes() for one in found.submissions}
    assert len(files) == 2
    assert files[row] == b"theirs"
    assert found.notes[0].startswith("one name, several learners or computers: one row each: ")


def test_who_has_a_folder_gets_no_exercise_from_elsewhere(room, exercise) -> None:
    put(room, "bob/notes.txt")
    put(room, "jupyter-bob/Counter.java")
    put(room, "bob (jupyter-bob)/notes.txt")
    found = look(room, exercise)
    assert (who(found), found.learners) == (
        ["bob (jupyter-bob)*"],
        ("bob", "bob (jupyter-bob)", "bob (jupyter-bob)*"),
    )


def test_an_account_named_like_an_exercise_is_no_room(room, exercise) -> None:
    put(room, "bob/Counter.java")
    put(room, "count-up/bob/Counter.java")
    found = look(room, exercise)
    assert who(found) == ["bob"]
    told = "is named like an exercise, among folders of learners: rename it, or move them"
    assert found.unread == {"count-up": [told]}


def test_a_learner_of_the_roster_has_to_be_told_apart(room, exercise) -> None:
    for home in ("bob", "jupyter-bob"):
        put(room, f"{home}/Counter.java")
    found = look(room, exercise, Roster({"b1": Entry("b1", username="bob")}))
    assert who(found) == ["b1 (bob)", "b1 (jupyter-bob)"]
    told = "several have submitted under this name, and got a row each: rename the others"
    assert found.unread == {"b1": [told]}


@pytest.mark.parametrize(
    "name",
    [
        "mallory_1_2_Bob Smith_99_assignsubmission_file_Counter.java",
        "Bob Smith_99_assignsubmission_file_7_assignsubmission_file",
        "Bob Smith_99_assignsubmission_file_a_7_assignsubmission_file_x.zip",
        "bob_99_5__7_assignsubmission_file_Counter.java",
    ],
)
def test_a_name_that_can_be_read_in_two_ways_is_nobody_else_s(room, exercise, name) -> None:
    """Canvas's learners choose the end of a file's name, Moodle's perhaps its beginning."""
    if name.endswith(".zip"):
        zipped(room, name, **{"Counter.java": SOURCE})
    else:
        put(room, name if name.endswith(".java") else f"{name}/Counter.java")
    assert look(room, exercise).learners == (name,)


def test_canvas_s_numbers_are_one_person_s_each(room, exercise) -> None:
    """Moodle gives a learner another number in each assignment, so rows may be joined there."""
    put(room, "wangwei_1_11_Counter.java")
    put(room, "wangwei_2_12_Other.java")
    assert look(room, exercise).learners == ("wangwei (number 1)", "wangwei (number 2)")


def test_of_a_download_some_names_are_known_and_some_are_texts(room, exercise) -> None:
    zipped(
        room,
        "submissions.zip",
        **{"anon_aB3dE_4711_Counter.java": SOURCE, "hopper_18_12_Counter.java": SOURCE},
        **{"anon_zY3dE_4712_Counter.java": SOURCE, "some_body_19_13_Counter.java": SOURCE},
    )
    found = look(room, exercise)
    assert who(found) == ["anon (number aB3dE)", "anon (number zY3dE)", "hopper", "some_body_19_13"]
    put(room, "ada_1_text.html")
    assert "ada" in look(room, exercise).learners


def test_a_number_in_a_name_is_nobody_elses(room, exercise) -> None:
    """Canvas lets a name end with _ and a number; Eve, number 7, calls herself bob_1."""
    put(room, "bob_1_11_Counter.java")
    zipped(room, "bob_1_7_12_x.zip", **{"Counter.java": b"eve's"})
    found = look(room, exercise)
    assert who(found) == ["bob (number 1 or 7)", "bob (number 1)"]


def test_a_download_may_lie_in_a_folder(room, exercise) -> None:
    zipped(room, "again.zip", **{"unit-1 Eve_1_assignsubmission_file Counter.java": SOURCE})
    assert who(look(room, exercise)) == ["Eve"]
    put(room, f"unit-1/{MOODLE}/Counter.java")
    found = look(room, exercise)
    assert who(found) == ["Eve", "unit-1"]
    assert "holds a platform's download: grade that folder by itself: unit-1" in found.notes
    for name, place in (("yan", ""), ("zoe", "mine ")):
        files = {f"{place}Counter.java": SOURCE, f"{place}lab_1_2_Other.java": SOURCE}
        zipped(room, f"{name}.zip", **files)
    assert who(look(room, exercise)) == ["Eve", "unit-1", "yan", "zoe"]


def test_in_a_download_no_file_says_that_it_is_another_learner_s(room, exercise) -> None:
    """Eve, x_y on Canvas, whose name the pattern does not know, claims to be Ada inside."""
    _, content = handed_in(exercise, "Ada Lovelace")
    files = {"lovelaceada_1_11_Counter.java": SOURCE, "hopper_2_12_Counter.java": SOURCE}
    zipped(room, "submissions.zip", **files, **{"x_y_7_13_w.zip": content})
    assert who(look(room, exercise)) == ["hopper", "lovelaceada", "x_y_7_13_w"]


def test_attachments_that_a_mailbox_packed_are_each_one_learner_s(room, exercise) -> None:
    files = dict(handed_in(exercise, name) for name in ("Ada Lovelace", "Grace Hopper"))
    zipped(room, "attachments.zip", **files)
    known = Roster({key: Entry(key, name) for key, name in (("al", "Ada Lovelace"), ("gh", ""))})
    assert who(look(room, exercise, known)) == ["Grace-Hopper", "al"]
    (room / "attachments.zip").unlink()
    twice = [handed_in(exercise, "Ada Lovelace", copy=copy) for copy in ("00000001", "00000002")]
    zipped(room, "ada.zip", **dict(twice))
    assert who(look(room, exercise)) == ["ada"]


def test_a_roster_knows_how_canvas_writes_a_name() -> None:
    known = Roster({"al": Entry("al", "Ada King Lovelace"), "lw": Entry("lw", "Wei Wang")})
    assert known.find("lovelaceadaking") == "al"
    assert known.find("wangwei") == "lw"


def test_a_roster_knows_a_member_of_a_moodle_group() -> None:
    names = {
        "al": "Ada Lovelace",
        "jp": "Jean-Luc Picard",
        "jones": "Eve Jones",
        "md": "Marie Dupont",
    }
    known = Roster({key: Entry(key, name) for key, name in names.items()})
    assert known.find("Lab 1-Ada Lovelace") == "al"
    assert known.find("Lab-1-Jean-Luc Picard") == "jp"
    assert known.find("Anna Smith-Jones") is None
    assert known.find("Anne-Marie Dupont") is None
    assert known.find("Lab 1-Ada Lovelace", is_account=True) is None


def test_a_home_s_exercises_come_before_all_else(room, exercise, monkeypatch) -> None:
    monkeypatch.setattr(intake, "MOST_ENTRIES", 20)
    for number in range(30):
        put(room, f"ada/anaconda3/{number}.txt")
    put(room, "ada/my-exercises/count-up/Counter.java")
    assert who(look(room, exercise)) == ["ada"]


@pytest.mark.parametrize("prefix", ["jupyter-", ""])
def test_a_login_is_nobody_elses_name(room, exercise, prefix) -> None:
    """On a hub, learners choose their logins: they could choose another one's name or number."""
    ada = Entry("ada", name="Lovelace, Ada", username="ada1", id="1815")
    for home in ("lovelace-ada", "1815", "Ada1"):
        put(room, f"{prefix}{home}/count-up/Counter.java")
    found = look(room, exercise, Roster({"ada": ada}))
    assert sorted(who(found)) == ["1815", "ada", "lovelace-ada"]


@pytest.mark.parametrize("submitted", ["0001-01-01T00:00:00", "0001-01-01T00:00:00Z", "9999-12-31"])
def test_a_time_that_no_clock_shows_stops_nobody(room, exercise, submitted) -> None:
    put(room, "eve/submission.json", manifest(exercise, submitted=submitted))
    put(room, "zoe/Counter.java")
    found = look(room, exercise)
    assert who(found) == ["zoe"]
    assert found.unread["eve"][0].startswith("submission.json: submitted: Input should ")


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_unusual_compression_is_not_tried(room, exercise, method) -> None:
    """LZMA's properties may be wrong in ways of their own, or ask for a dictionary of 4 GB."""
    with zipfile.ZipFile(room / "eve.zip", "w", method) as archive:
        archive.writestr("Counter.java", SOURCE)
    why = f"eve.zip is compressed with method {method}, not deflated: {intake.AGAIN}"
    assert look(room, exercise).unread == {"eve": [why]}


@pytest.mark.parametrize("error", [MemoryError(), OverflowError("far"), RecursionError("deep")])
def test_whatever_fails_for_one_stops_nobody(room, exercise, monkeypatch, error) -> None:
    def source(collector, learner, *rest) -> None:
        if learner.name == "eve":
            raise error
        real(collector, learner, *rest)

    real = intake.Intake._source
    monkeypatch.setattr(intake.Intake, "_source", source)
    put(room, "eve/Counter.java")
    put(room, "zoe/Counter.java")
    found = look(room, exercise)
    told = f"cannot be read: {error!r}: {intake.AGAIN}"
    assert (who(found), found.unread) == (["zoe"], {"eve": [told]})


def test_a_home_that_moves_while_it_is_compared_stops_nobody(room, exercise, monkeypatch) -> None:
    def moving(folder, *rest) -> Submission:
        if "eve" in folder.parts:
            raise AttributeError("'NoneType' has nothing to read")
        return real(folder, *rest)

    real = intake.take
    monkeypatch.setattr(intake, "take", moving)
    for one in ("eve/old", "eve/new", "zoe"):
        put(room, f"{one}/count-up/Counter.java")
    assert who(look(room, exercise)) == ["eve", "zoe"]


def test_downloads_in_downloads_are_no_rooms(room, exercise) -> None:
    """For each folder and each archive of these the intake called itself."""
    folders, inner = [" ".join(["count-up"] * depth) for depth in range(10, 350, 20)], b""
    for _ in range(3):
        files = dict.fromkeys([f"{one} Other.java" for one in folders], b"")
        files |= {f"Ada_{n}_assignsubmission_file_notes.java": b"" for n in (1, 2)}
        files |= {f"{folders[-1]} more.zip": inner}
        inner = zipped(room, "eve.zip", **files, **{"count-up more.zip": inner}).read_bytes()
    put(room, "bob/count-up/Counter.java")
    found = look(room, exercise)
    assert who(found) == ["bob", "more"]
    assert found.unread["count-up"][0].startswith("is named like an exercise, among folders of")
    (scratch,) = room.parent.glob("scratch-*")
    assert max(len(one.relative_to(scratch).parts) for one in scratch.rglob("*")) <= 1 + DEEPEST


def test_a_list_whose_length_stands_elsewhere_is_not_read(room, exercise, monkeypatch) -> None:
    monkeypatch.setattr(zipfile, "ZIP_FILECOUNT_LIMIT", 0)
    zipped(room, "eve.zip", **{"Counter.java": SOURCE})
    assert "lists more files" in look(room, exercise).unread["eve"][0]


def test_a_folder_that_becomes_a_link_leads_to_nobody_else(room, exercise) -> None:
    """Where a class has its homes, it may change them while they are read."""
    put(room, f"ada/mine/{exercise.name}/Counter.java")
    put(room, f"eve/mine/{exercise.name}/Counter.java", b"class Counter {}")
    (one, other) = look(room, exercise).submissions
    (room / "eve" / "mine").rename(room / "eve" / "other")
    (room / "eve" / "mine").symlink_to(room / "ada" / "mine")
    assert jobs.job(one.folder, exercise, "ada", b"").files == {"Counter.java": SOURCE}
    made = jobs.job(other.folder, exercise, "eve", b"")
    assert (made.files, made.message) == (None, "Counter.java was replaced by a link")


def test_who_packs_others_names_is_told_of(room, exercise) -> None:
    zipped(room, "eve.zip", **{"Ada_1_assignsubmission_file Counter.java": SOURCE})
    assert look(room, exercise).notes == ("a download, which names its files' learners: eve.zip",)


def test_a_list_counts_before_it_is_read(room, exercise, monkeypatch) -> None:
    """Python reads all of an archive's list; and one that nobody asks for is a list, too."""
    monkeypatch.setattr(archives, "MOST_ENTRIES", 100)
    many = zipped(room, "many.zip", **{f"{n}.txt": b"" for n in range(90)}).read_bytes()
    long = zipped(room, "long.zip", **{"x" * 20_000: b""}).read_bytes()
    zipped(room, "eve.zip", **{f"{n}.zip": many for n in (1, 2)}, **{"3.zip": long})
    for name in ("many.zip", "long.zip"):
        (room / name).unlink()
    read = []
    real = zipfile.ZipFile.infolist
    monkeypatch.setattr(zipfile.ZipFile, "infolist", lambda one: read.append(one) or real(one))
    found = look(room, exercise)
    assert [one.split(" needs")[0] for one in found.unread["eve"]] == ["2.zip", "3.zip"]
    assert len({id(one) for one in read}) == 2


def test_an_archive_whose_list_is_too_long_is_not_searched() -> None:
    """Counting what is said to be a list of 32 MB takes a while, and names for it cost nothing."""

    class Packed(bytes):
        def count(self, *_: object) -> int:
            raise AssertionError

    end = b"PK\5\6" + struct.pack("<HHHHLLH", 0, 0, 1, 1, 1 << 25, 0, 0)
    with pytest.raises(archives.Full):
        archives._checked(Packed(end), archives.Space(1, 20_000))


def test_a_source_is_unpacked_as_far_as_it_is_of_use(room, exercise) -> None:
    huge = b"\0" * (8 << 20)
    zipped(room, "eve.zip", **{"Counter.java": huge, "Other.java": huge})
    (one,) = look(room, exercise).submissions
    assert "larger than" in jobs.job(one.folder, exercise, "eve", b"").message
    (scratch,) = room.parent.glob("scratch-*")
    sizes = {one.stat().st_size >> 10 for one in scratch.rglob("*.java")}
    assert sizes == {0, exercise.submission.max_kb}


def test_submissions_of_one_learner_are_limited(room, exercise, monkeypatch) -> None:
    monkeypatch.setattr(intake, "MOST_SUBMISSIONS", 2)
    digests, real = [], type(exercise).digest
    monkeypatch.setattr(type(exercise), "digest", lambda one: digests.append(one) or real(one))
    for number in range(1, 9):
        put(room, f"ada/{number}/submission.json", manifest(exercise))
        put(room, f"eve/Counter ({number}).java")
        put(room, f"zoe_{number}_assignsubmission_file/Counter.java")
    found = look(room, exercise)
    assert len(found.submissions) == 2 + 8
    told = "more than 2 submissions, the rest ignored: leave only the newest"
    assert found.unread == {"ada": [told], "eve": [told]}
    assert len(digests) == 1
    (scratch,) = room.parent.glob("scratch-*")
    assert len([*scratch.iterdir()]) == 2 + 8


def test_of_long_names_only_the_beginning_is_told(room, exercise) -> None:
    long = "../" + "A" * 60_000
    inner = zipped(room, "inner.zip", **{long: b""}).read_bytes()
    (room / "inner.zip").unlink()
    zipped(room, "eve.zip", **{f"{n}.zip": inner for n in range(9)})
    put(room, "zoe/submission.json", manifest(exercise).replace(b"count-up", b"a" * 60_000))
    found = look(room, exercise)
    assert len(found.unread["eve"]) == 4
    assert found.unread["eve"][-1] == "and 6 more"
    assert max(map(len, found.unread["eve"] + found.unread["zoe"])) < 400


def test_an_underscore_hides_nothing(room, exercise) -> None:
    put(room, "_maria/_solutions/Counter.java")
    zipped(room, "zoe.zip", **{"_x Counter.java": SOURCE, "__MACOSX ._Counter.java": b""})
    put(room, "__MACOSX/Counter.java")
    put(room, "._bob/Counter.java")
    found = look(room, exercise)
    assert (who(found), found.notes) == (["_maria", "zoe"], ("hidden, ignored: ._bob",))


@pytest.mark.parametrize("packed", [False, True])
def test_of_a_fork_of_the_course_only_what_is_the_learner_s_counts(room, exercise, packed) -> None:
    """It has our solutions and attacks, and a checkout decides which files are newer. GitHub packs
    it, too."""

    def hand_in(learner: str, *files: str) -> None:
        if packed:
            zipped(room, f"{learner}.zip", **{f"fork-main {one}": SOURCE for one in files})
        else:
            for one in files:
                put(room, f"{learner}/{one.replace(' ', '/')}")

    course = [f"exercises count-up {one}" for one in ("exercise.toml", "Counter.java")]
    course += ["exercises attacks x Counter.java", "src Other.java"]
    hand_in("ada", *course)
    hand_in("bob", "count-up exercise.toml", "count-up Counter.java")
    found = look(room, exercise)
    assert found.submissions == ()
    shown = ["fork-main"] * 2 if packed else ["exercises, src", "count-up"]
    told = f"contains nothing that was asked for: ada ({shown[0]}), bob ({shown[1]})"
    assert found.notes == (told,)
    hand_in("ada", *course, "my-exercises count-up Counter.java")
    (one,) = look(room, exercise).submissions
    assert one.folder.parent.name == "my-exercises"


def test_where_a_course_would_be_no_folder_is_listed(room, exercise, monkeypatch) -> None:
    """It may be a link to any folder, and there may be one in each of thousands."""
    put(room, "eve/Counter.java")
    (room / "eve/exercises").symlink_to("/usr")
    listed, scandir = [], os.scandir
    monkeypatch.setattr(os, "scandir", lambda place: listed.append(str(place)) or scandir(place))
    assert who(look(room, exercise)) == ["eve"]
    assert not [place for place in listed if "eve/exercises" in place]


def test_archives_in_an_archive_share_its_room(room, exercise, monkeypatch) -> None:
    monkeypatch.setattr(archives, "MOST_KB", 64)
    large = zipped(room, "large.zip", **{"Counter.java": b"\0" * (25 << 10)}).read_bytes()
    (room / "large.zip").unlink()
    for upload in (1, 2):
        name = f"eve_17_assignsubmission_file_{upload}.zip"
        zipped(room, name, **{f"{n}.zip": large for n in range(1, 10)})
    zipped(room, "ada.zip", **{"Counter.java": SOURCE})
    scratch = room.parent / "elsewhere"
    scratch.mkdir()
    found = intake.Intake(room, [exercise], scratch)
    assert sum(one.stat().st_size for one in scratch.rglob("*") if one.is_file()) <= 64 << 10
    assert found.unread["eve"][0].startswith("2.zip needs more space than its learner has left")
    assert found.unread["eve"][-1] == "and 14 more"
    assert who(found) == ["ada", "eve"]


def test_folders_take_room_too(room, exercise, monkeypatch) -> None:
    monkeypatch.setattr(archives, "MOST_ENTRIES", 80)
    deep = zipped(room, "deep.zip", **{f"{n} a b c Other.java": b"" for n in range(9)}).read_bytes()
    zipped(room, "deep.zip", **{f"{n}.zip": deep for n in range(9)})
    zipped(room, "zoe.zip", **{"count-up Counter.java": SOURCE})
    found = look(room, exercise)
    assert who(found) == ["zoe"]
    assert found.unread["deep"][-1] == "and 5 more"
    (scratch,) = room.parent.glob("scratch-*")
    assert sum(1 for _ in scratch.rglob("*")) < 80


def test_nobody_takes_a_download_s_room_from_the_others(room, exercise, monkeypatch) -> None:
    monkeypatch.setattr(archives, "MOST_KB", 64)
    monkeypatch.setattr(archives, "MOST_IN_ALL", 2)
    large = zipped(room, "all.zip", **{"Counter.java": b"\0" * (30 << 10)}).read_bytes()
    uploads = {f"mallory_1_{n}_x.zip": large for n in range(5)}
    zipped(room, "all.zip", **uploads, **{"zoe_2_9_x.zip": handed_in(exercise, "zoe")[1]})
    found = look(room, exercise)
    assert (who(found), len(found.unread["mallory"])) == (["mallory", "zoe"], 4)


@pytest.mark.parametrize("way", ["account", "names"])
def test_no_number_of_files_takes_an_honest_learner_s_share(
    room, exercise, monkeypatch, way
) -> None:
    """One account of Canvas has many files whose names may be read in two ways; in a shared folder,
    names cost nothing."""
    monkeypatch.setattr(archives, "MOST_IN_ALL", 1)
    monkeypatch.setattr(archives, "MOST_ENTRIES", 4000)
    folder = {f"count-up {n}.java": b"" for n in range(9)}
    upload = zipped(room, "x.zip", **folder, **{"count-up Counter.java": SOURCE}).read_bytes()
    (room / "x.zip").unlink()
    for number in range(300):
        if way == "account":
            put(room, f"smitheve_7_{5000 + number}_{number}_a.java", b"")
        else:
            put(room, f"m{number}", b"")
    for number in range(100):
        put(room, f"ada_{number}_{number}_x.zip", upload)
    assert look(room, exercise).unread == {}


def test_a_share_holds_what_submit_makes(exercise, tmp_path) -> None:
    largest = os.urandom(exercise.submission.max_kb << 9).hex().encode()
    file = put(tmp_path, *handed_in(exercise, "ada", content=largest))
    share = archives.Space.of_grading().share(1_000_000)
    (tmp_path / "out").mkdir()
    most = (exercise.submission.max_kb << 10) + 1
    assert archives.unpack(file, tmp_path / "out", share.of_learner(), lambda _: most) == {}
    assert (tmp_path / "out/Counter.java").read_bytes() == largest
    share.take(most, 2)  # a source by itself is copied, after it was unpacked


def test_a_download_s_file_that_cannot_be_unpacked_stops_only_its_learner(room, exercise) -> None:
    """Moodle keeps a file and a folder of one name."""
    eve, ada = (f"{name}_{n}_assignsubmission_file" for n, name in ((9, "Eve"), (10, "ada")))
    files = {f"{eve} x.java": b"", f"{eve} x.java y.java": b"", f"{eve} Counter.java": SOURCE}
    zipped(room, "all.zip", **files, **{f"{ada} Counter.java": SOURCE})
    found = look(room, exercise)
    assert who(found) == ["Eve", "ada"]
    told = f"all.zip holds {eve}/x.java/y.java, which cannot be unpacked: File exists"
    assert found.unread == {"Eve": [f"{told}: {intake.AGAIN}"]}
    (room / "all.zip").unlink()
    zipped(room, "bob.zip", **{"Counter.java": SOURCE, "x.java": b"", "x.java y.java": b""})
    found = look(room, exercise)
    assert (who(found), [*found.unread]) == ([], ["bob"])


def test_a_name_that_is_too_long_here_spoils_no_download(room, exercise) -> None:
    """A platform puts its learner's name before that of a file."""
    long, other = ("\u0b85" * 90, "\u0b86" * 90)
    names = [f"{one}_{n}_assignsubmission_file_" for n, one in enumerate((long, other, "Zoe"))]
    uploads = {f"{name} Counter.java": SOURCE for name in names}
    zipped(room, "all.zip", **uploads, **{f"{names[2]} {n}{'x' * 250}.java": b"" for n in (1, 2)})
    found = look(room, exercise)
    assert {one[-1] for one in who(found)} == {"e", "\u0b85", "\u0b86"}
    assert found.unread == {}


def test_many_archives_in_a_folder_fill_no_disk(room, exercise, monkeypatch) -> None:
    monkeypatch.setattr(archives, "MOST_KB", 64)
    monkeypatch.setattr(archives, "MOST_IN_ALL", 2)
    for number in range(7):
        zipped(room, f"mallory{number}.zip", **{"x.zip": b"\0" * (40 << 10)})
    zipped(room, "zoe.zip", **{"count-up Counter.java": SOURCE})
    found = look(room, exercise)
    assert who(found) == ["zoe"]
    assert all("has left" in found.unread[f"mallory{number}"][0] for number in range(7))
    (scratch,) = room.parent.glob("scratch-*")
    assert sum(file.stat().st_size for file in scratch.rglob("*.*")) < 40 << 10


@pytest.mark.parametrize("way", ["downloads", "rooms", "sources"])
def test_what_a_grading_unpacks_and_copies_has_one_limit(room, exercise, monkeypatch, way) -> None:
    """A shared folder takes names that look like downloads or rooms, and links to one source."""
    monkeypatch.setattr(archives, "MOST_KB", 64)
    monkeypatch.setattr(archives, "MOST_IN_ALL", 2)
    monkeypatch.setattr(intake.exercises, "names", lambda: [exercise.name, "other"])
    bomb = zipped(room, "x.zip", **{"x.zip": b"\0" * (20 << 10)}).read_bytes()
    (room / "x.zip").unlink()
    for number in range(12):
        match way:
            case "downloads":
                uploads = {f"m{n}_{n}_assignsubmission_file_b.zip": bomb for n in range(4)}
                zipped(room, f"{number}.zip", **uploads)
            case "rooms":
                put(room, f"{exercise.name}/m{number}.zip", bomb)
                put(room, f"other/m{number}.zip", bomb)
            case "sources":
                put(room, f"m{number}-Counter.java", b"\0" * (20 << 10))
    found = look(room, exercise)
    assert any("has left" in one for why in found.unread.values() for one in why)
    (scratch,) = room.parent.glob("scratch-*")
    taken = sum(file.stat().st_size for file in scratch.rglob("*") if file.is_file())
    assert taken <= 2 * 64 << 10


def test_a_manifest_without_an_end(room, exercise) -> None:
    put(room, "eve/Counter.java", SOURCE)
    with put(room, "eve/submission.json").open("r+b") as file:
        file.truncate(1 << 42)
    assert "submission.json: " in look(room, exercise).unread["eve"][0]


def test_a_manifest_of_another_kind(room, exercise) -> None:
    zipped(room, "eve.zip", **{"submission.json": b"{}", "Counter.java": SOURCE})
    put(room, "new.zip", handed_in(exercise, "bob")[1])
    (exercise.folder / "judge.py").write_text(samples.JUDGE + "\n")
    found = look(room, exercise)
    assert found.unread["eve"][0].startswith("submission.json: learner: Field required: ask for it")
    assert found.notes == ("made for another version of the exercise: bob count-up",)


@pytest.mark.parametrize("key", ["\x1b[2J\x1b]52;c;eA==\x07", "a\nzoe: pass", "\u202e", "x" * 9999])
def test_an_unknown_key_is_shown_and_not_obeyed(room, exercise, key) -> None:
    put(room, "eve/submission.json", manifest(exercise, **{key: 1}))
    (why,) = look(room, exercise).unread["eve"]
    assert why.isprintable()
    assert len(why) < 400
    assert ": Extra inputs are not permitted: ask for it again" in why


@pytest.mark.parametrize("kind", ["file", "pipe", "dangling link", "link"])
def test_what_stands_in_the_place_of_a_folder_is_rejected(room, tmp_path, exercise, kind) -> None:
    real = put(tmp_path / "elsewhere", "ada/count-up/Counter.java").parent
    place = room / "ada" / exercise.name
    place.parent.mkdir(parents=True)
    match kind:
        case "file":
            place.write_text("class Counter {}")
        case "pipe":
            os.mkfifo(place)
        case "dangling link":
            place.symlink_to("/nowhere")
        case "link":
            place.symlink_to(real)
    (found,) = look(room, exercise).submissions
    made = jobs.job(found.folder, exercise, found.learner, b"secret")
    assert made.verdict is Verdict.REJECTED
    assert made.message == f"{exercise.name} is a {kind.split()[-1]}, not a folder"


def test_a_loose_pipe_is_not_waited_for(room, exercise) -> None:
    (room / "ada").mkdir()
    os.mkfifo(room / "ada" / "Counter.java")
    assert look(room, exercise).unread == {"ada": [f"Counter.java is no file: {intake.AGAIN}"]}


@pytest.mark.parametrize("mode", [0, 0o444])
def test_a_learner_who_cannot_be_read_stops_nobody(place, exercise, mode) -> None:
    folder = place / "class"
    for one in ("ada", "bob"):
        put(folder, f"{one}/count-up/Counter.java")
    (folder / "ada").chmod(mode)
    place.chmod(0o777)
    with as_ordinary_user():
        found = look(folder, exercise)
    (folder / "ada").chmod(0o700)
    assert who(found) == ["bob"]
    assert "Permission denied: give yourself access to it" in found.unread["ada"][0]


def test_what_cannot_be_read_hides_nothing_else_of_its_learner(place, exercise) -> None:
    put(place, "class/ada/data/old/notes.txt")
    put(place, "class/ada/my-work/count-up/Counter.java")
    (place / "class/ada/data/old").chmod(0)
    place.chmod(0o777)
    with as_ordinary_user():
        found = look(place / "class", exercise)
    (place / "class/ada/data/old").chmod(0o700)
    assert who(found) == ["ada"]
    told = "ada/data/old cannot be read: Permission denied: give yourself access to it"
    assert found.unread == {"ada": [told]}


def test_names_of_all_kinds(room, exercise) -> None:
    for one in (os.fsdecode(b"jos\xe9"), *TAKEN, "bob", "\x1b[31mred"):
        put(room, f"{one}/count-up/Counter.java")
    (room / "eve").symlink_to(room / "bob")
    put(room, "x.zip", handed_in(exercise, "../../etc/ \x00x")[1])
    found = look(room, exercise)
    assert who(found) == ["[31mred", "bob", "etc x", "jos\N{LATIN SMALL LETTER E WITH ACUTE}"]
    assert found.unread["eve"] == ["is a link: replace it with a folder"]
    assert found.unread.keys() >= TAKEN


def test_a_line_break_forges_no_line(tmp_path, exercise) -> None:
    place = tmp_path / "eve\nzoe: pass"
    place.touch()  # so that what should be in it cannot be read
    made = jobs.job(place / exercise.name, exercise, "eve", b"")
    assert made.verdict is Verdict.GRADER_ERROR
    assert made.message.startswith("cannot read ")
    assert made.message.isprintable()
    found = SimpleNamespace(submissions=(), learners=("eve",), unread={"eve": ["a\nzoe: pass"]})
    assert gradebook.to_do(found, []) == {"eve": ["a zoe: pass"]}


# ---- the command -------------------------------------------------------------------------------


@pytest.fixture
def passing(exercise, monkeypatch) -> None:
    """A grader that passes all."""

    use(monkeypatch, Inline())
    samples.pass_all(exercise, monkeypatch)


@pytest.mark.usefixtures("passing")
def test_who_has_nothing_stands_at_the_end_by_name(tmp_path, room, capsys) -> None:
    put(room, "ada/count-up/Counter.java")
    put(room, "bob.zip", b"no zip")
    put(room, "README")
    known = put(tmp_path, "class.csv", b"learner\nada\nbob\ncleo\n")
    assert teacher.grade(samples.arguments(tmp_path, roster=known)) == 1
    said = capsys.readouterr()
    assert "not a submission, ignored: README\n" in said.err
    assert said.out.splitlines()[:7] == [
        "1 pass",
        "ada    10 of 10  count-up 10",
        "bob     0 of 10  count-up -",
        "cleo    0 of 10  count-up -",
        "2 of 3 need your attention:",
        f"  bob: bob.zip is not a zip file: {intake.AGAIN}",
        "  cleo: submitted nothing that was asked for: ask; ./course submit NAME creates the file",
    ]
    rows = (tmp_path / "grades" / "gradebook.csv").read_text().splitlines()
    assert rows[2:] == ["ada,10,10", "bob,,0", "cleo,,0"]
    assert [one.learner for one in Store(tmp_path / "grades").everything()] == ["ada"]


@pytest.mark.usefixtures("passing")
def test_a_row_that_is_told_apart_later_has_no_grade_of_before(tmp_path, room) -> None:
    """Eve calls herself Ada until Ada submits."""
    put(room, "Ada_8_assignsubmission_file/Counter.java", b"class Counter { /* eve's */ }")
    teacher.grade(samples.arguments(tmp_path))
    put(room, "Ada_7_assignsubmission_file/Counter.java")
    teacher.grade(samples.arguments(tmp_path))
    rows = (tmp_path / "grades" / "gradebook.csv").read_text().splitlines()
    assert rows[2:] == ["Ada (number 7),10,10", "Ada (number 8),10,10"]
    exported = [one.learner for one in Store(tmp_path / "grades").everything()]
    assert exported == ["Ada (number 7)", "Ada (number 8)"]


@pytest.mark.usefixtures("passing")
def test_only_what_was_set_counts(tmp_path, room, exercise, monkeypatch) -> None:
    other = samples.definition(title="Never set")
    other = intake.exercises.parse(other, exercise.folder.parent / "never-set")
    monkeypatch.setattr(teacher.exercises, "everything", lambda: [exercise, other])
    put(room, "ada/count-up/Counter.java")
    assert teacher.grade(samples.arguments(tmp_path)) == 0
    text = (tmp_path / "grades" / "gradebook.csv").read_text()
    assert text.splitlines() == ["learner,count-up,points", "(maximum),10,10", "ada,10,10"]


@pytest.mark.usefixtures("passing")
def test_a_folder_that_cannot_be_read(place, tmp_path) -> None:
    (place / "class").mkdir()
    (place / "class").chmod(0o311)
    with as_ordinary_user(), pytest.raises(UsageError, match="class: Permission denied"):
        teacher.grade(samples.arguments(place, out=tmp_path / "grades"))
    (place / "class").chmod(0o700)
    (place / "class" / "inner").mkdir()
    (place / "class").chmod(0)
    with as_ordinary_user(), pytest.raises(UsageError, match="inner is not a folder"):
        teacher.grade(samples.arguments(place / "class", submissions=place / "class" / "inner"))


def test_a_learner_s_own_folder_that_cannot_be_read(place, exercise, monkeypatch) -> None:
    monkeypatch.setattr(learner.exercises, "find", lambda name: exercise)
    (place / "mine").mkdir()
    (place / "mine").chmod(0)
    with as_ordinary_user(), pytest.raises(CourseError, match=r"mine: Permission denied"):
        learner.start(argparse.Namespace(name="count-up", dir=place / "mine"))
    with as_ordinary_user(), pytest.raises(UsageError, match=r"deep: Permission denied"):
        learner.check(argparse.Namespace(name="count-up", dir=place / "mine" / "deep"))
