"""The bench of our own tools: the reader finds what its log tells of, and a failure is one line."""

import json

import pytest

from course.process import tools
from course.toolchain import jdks

READER = ("--", "-cp", "build/java/lib/*", "allocpool.gclog.GcLogMain")


def measured(capsys, *arguments):
    code = tools.main(["--tool", *arguments, "--megabytes", "0.1", *READER])
    out, err = capsys.readouterr()
    return code, [json.loads(line) for line in out.splitlines()], err


def test_pauses_are_counted(capsys):
    code, events, err = measured(capsys, "grep", "--java", "java")
    assert (code, err) == (0, "")
    assert [one["event"] for one in events] == ["start", "result", "end"]
    assert events[1]["metric"] == "log"
    assert events[1]["value"] > 0


def test_a_jvm_that_does_not_start_is_one_line(capsys):
    code, _, err = measured(capsys, "gclog", "--java", "/nowhere/java")
    assert code == 1
    assert err.startswith("course.process.tools: ")
    assert err.count("\n") == 1


@pytest.mark.slow
def test_the_reader_finds_every_pause(capsys):
    jdk = jdks.compiling()
    assert jdk is not None
    code, events, err = measured(capsys, "gclog", "--java", str(jdk.java))
    assert (code, err) == (0, "")
    assert events[1]["count"] == 1000
