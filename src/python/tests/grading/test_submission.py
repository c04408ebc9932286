"""Taking a submission in: what is refused before anything is run."""

import os
from pathlib import Path

import pytest

from course.grading.exercises.submission import DEEPEST, MOST_ENTRIES, take
from course.grading.verdicts import Refused, Verdict


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "ada"
    made.mkdir()
    (made / "Counter.java").write_text("class Counter {}\n")
    return made


def refusal(folder, exercise) -> str:
    with pytest.raises(Refused) as error:
        take(folder, exercise)
    assert error.value.verdict is Verdict.REJECTED
    return error.value.message


def test_only_what_is_asked_for_is_read(folder, exercise) -> None:
    (folder / "notes.txt").write_text("my notes")
    (folder / "tests").mkdir()
    (folder / "tests" / "PublicTest.java").write_text("class PublicTest {}")
    (folder / ".idea").mkdir()
    (folder / ".idea" / "Scratch.java").write_text("class Scratch {}")
    (folder / "._Counter.java").write_bytes(b"\0\5\x16\7 a Mac's")
    (folder / ".#Counter.java").symlink_to("ada@host.4711:1795947000")
    assert list(take(folder, exercise).files) == ["Counter.java"]


def test_a_byte_order_mark_is_left_out_for_the_compiler_only(folder, exercise) -> None:
    (folder / "Counter.java").write_bytes(b"\xef\xbb\xbfclass Counter {}\r\n")
    taken = take(folder, exercise)
    assert taken.files["Counter.java"].startswith(b"\xef\xbb\xbf")
    assert taken.sources() == {"Counter.java": b"class Counter {}\r\n"}


def test_every_byte_counts_in_the_digest(folder, exercise) -> None:
    before = take(folder, exercise).digest()
    assert take(folder, exercise).digest() == before
    (folder / "Counter.java").write_text("class Counter {} \n")
    assert take(folder, exercise).digest() != before


def test_a_name_that_is_no_text_is_told_in_letters(folder, exercise) -> None:
    """Results are printed, and written into files of UTF-8."""
    (folder / os.fsdecode(b"x\xff\x1b[2J.java")).touch()
    told = r"x\udcff\x1b[2J.java was not asked for; submit Counter.java"
    assert refusal(folder, exercise) == told


def test_of_a_long_path_only_the_beginning_is_told(folder, exercise) -> None:
    put = folder / "/".join(["d" * 100] * 10)
    put.mkdir(parents=True)
    (put / "x.java").touch()
    assert len(refusal(folder, exercise)) < 400


def test_folders_in_each_other(folder, exercise) -> None:
    (folder / "/".join("d" * (DEEPEST + 1))).mkdir(parents=True)
    assert refusal(folder, exercise) == f"more than {DEEPEST} folders in each other"


@pytest.mark.parametrize(
    ("put", "says"),
    [
        (lambda file: None, "is missing"),
        (lambda file: file.symlink_to(__file__), "is a link, not a file"),
        (os.mkfifo, "is a pipe, not a file"),
        (os.mkdir, "is a folder, not a file"),
        (lambda file: file.write_bytes(b"// Z\xfcrich\n"), "is not UTF-8: see byte 4"),
    ],
)
def test_what_stands_in_the_place_of_a_source_is_named(folder, exercise, put, says) -> None:
    (folder / "Counter.java").unlink()
    put(folder / "Counter.java")
    assert refusal(folder, exercise) == f"Counter.java {says}"


@pytest.mark.parametrize("put", [os.mkfifo, os.mkdir])
def test_what_takes_a_source_s_place_while_it_is_read_is_refused(
    folder, exercise, monkeypatch, put
) -> None:
    """A pipe would be read as nothing, and a folder would keep its handle."""

    def replaced(file, *rest) -> int:
        file.unlink()
        put(file)
        return real(file, *rest)

    real, handles = os.open, len([*Path("/proc/self/fd").iterdir()])
    monkeypatch.setattr(os, "open", replaced)
    assert refusal(folder, exercise) == "Counter.java was replaced by something that isn't a file"
    assert len([*Path("/proc/self/fd").iterdir()]) == handles


def test_a_large_file(folder, exercise) -> None:
    (folder / "Counter.java").write_bytes(b" " * (64 << 10))
    take(folder, exercise)
    (folder / "Counter.java").write_bytes(b" " * ((64 << 10) + 1))
    assert refusal(folder, exercise) == "Counter.java is larger than 64 KB"


@pytest.mark.parametrize("name", ["Main.java", "driver/Main.java", "counter.h"])
def test_a_source_that_is_not_asked_for(folder, exercise, name) -> None:
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("")
    assert refusal(folder, exercise) == f"{name} was not asked for; submit Counter.java"


def test_a_folder_full_of_files(folder, exercise) -> None:
    for number in range(MOST_ENTRIES):
        (folder / f"{number}.txt").touch()
    assert refusal(folder, exercise) == f"more than {MOST_ENTRIES} files and folders"
