"""Which files are one log."""

from __future__ import annotations

import io
import os
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from course.advice.command import STANDARD_INPUT, gather
from course.errors import UsageError


@pytest.fixture
def made(tmp_path):
    """Makes empty files."""

    def make(*names):
        for name in names:
            (tmp_path / name).touch()
        return [tmp_path / name for name in names]

    return make


def names(paths):
    return [path.name for path in paths]


def test_rotated_files_are_found_beside(made, tmp_path):
    made("gc.log", "gc.log.1", "gc.log.0.gz", "gc.log.2.current", "gc.log.old", "gc2.log.0")
    (log,) = gather([tmp_path / "gc.log"], tmp_path)
    assert names(log.beside) == ["gc.log.0.gz", "gc.log.1", "gc.log.2.current"]
    assert names(log.parts) == ["gc.log", *names(log.beside)]
    assert log.name == str(tmp_path / "gc.log")


def test_parts_that_were_given_are_one_log(made, tmp_path):
    made("gc.log.2")
    (log,) = gather(made("gc.log.0", "gc.log.1"), tmp_path)
    assert names(log.parts) == ["gc.log.0", "gc.log.1"]
    assert log.beside == ()


def test_a_part_alone_is_looked_at_alone(made, tmp_path):
    made("gc.log", "gc.log.0")
    (log,) = gather([tmp_path / "gc.log.0"], tmp_path)
    assert names(log.parts) == ["gc.log.0"]
    assert log.name.endswith("gc.log.0")


def test_other_names_are_other_logs(made, tmp_path):
    logs = gather(made("zgc-2g.log", "zgc-3g.log", "a[1].log"), tmp_path)
    assert [len(log.parts) for log in logs] == [1, 1, 1]


def test_what_is_no_file_is_copied(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"log")))
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(b"other",))
    writer.start()
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    one, other = gather([STANDARD_INPUT, pipe], scratch)
    writer.join()
    assert one.name == "standard input"
    assert one.parts[0].read_bytes() == b"log"
    assert other.parts[0].read_bytes() == b"other"


def test_a_missing_file_is_named():
    with pytest.raises(UsageError, match=r"none\.log: no such file"):
        gather([Path("none.log")], Path())
