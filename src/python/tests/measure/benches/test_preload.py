"""The proof that a preloaded library was really there."""

import os
import sys
from pathlib import Path

import pytest

from course.measure.benches.preload import PreloadCheck, mapped

from . import fakes

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")


def objection(library, pid):
    check = PreloadCheck(library)
    check.attend(pid)
    check.look()
    return check.objection()


@LINUX
def test_what_is_mapped_is_seen_through_its_link(tmp_path):
    found = next(name for name in sorted(mapped(os.getpid())) if ".so" in name)
    link = tmp_path / "libx.so"
    link.symlink_to(found)
    assert objection(link, os.getpid()) is None


@LINUX
def test_what_is_not_mapped_does_not_count(tmp_path):
    absent = tmp_path / "libabsent.so.2"
    assert "see whether libabsent.so.2 was loaded" in str(PreloadCheck(absent).objection())
    assert "libabsent.so.2 was not loaded" in str(objection(absent, os.getpid()))


def test_without_a_library_there_is_nothing_to_prove():
    assert objection(None, os.getpid()) is None


def test_a_process_that_has_ended_proves_nothing(tmp_path):
    assert mapped(2**22 + 1) == frozenset()
    assert "the process ended before" in str(objection(tmp_path / "libx.so.2", 2**22 + 1))


def take(tmp_path, library):
    some = fakes.comparison(fakes.contestant("a", "slow:0.3", preload="jemalloc"))
    sitting, said = fakes.played(some, tmp_path, rounds=1, allocators={"jemalloc": library})
    return sitting.sheets["a"], said


@LINUX
def test_a_turn_with_its_library_counts(tmp_path):
    libc = next(Path(name) for name in mapped(os.getpid()) if "/libc.so" in name)
    library = libc.with_name("libutil.so.1")  # belongs to the C library, and nobody needs it
    if not library.exists():
        pytest.skip(f"no {library}")
    sheet, said = take(tmp_path, library)
    assert (sheet.status, sheet.reason) == ("ok", None), said
    assert len(sheet.turns) == 1
    assert sheet.commands["all"][1] == f"LD_PRELOAD={library}"


@LINUX
def test_a_turn_without_its_library_is_no_turn(tmp_path):
    """The linker says that it ignores the file, and starts the program."""
    library = tmp_path / "libjemalloc.so.2"
    library.write_text("no library")
    sheet, said = take(tmp_path, library)
    assert sheet.status == "skipped"
    why = "libjemalloc.so.2 was not loaded: it is not in the process's memory map"
    assert said[-1] == f"a: skipped: {why}"
