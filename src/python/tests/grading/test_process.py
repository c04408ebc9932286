"""Processes that do not do what they should are bounded from outside."""

import os
import signal
import sys
import time

import psutil
import pytest

from course.grading.checks.judge import Trace, pack
from course.grading.checks.played import Played
from course.grading.verdicts import Verdict
from course.sandbox import memory, process
from course.sandbox.process import LOG, WORDS_KEPT, SandboxError, Words
from course.sandbox.step import Allowance, Kind, Mount, Step

ENV = {"PATH": os.environ["PATH"]}


def run(
    program: str, seconds: float = 20, memory_mb: int | None = None, mounts=(), **more
) -> process.Ended:
    words = [sys.executable, "-c", program]
    step = Step(Kind.PROGRAM, words, mounts, Allowance(seconds, memory_mb=0), ENV, **more)
    return process.run(words, step, memory_mb)


def test_what_it_says_and_how_it_ends() -> None:
    ended = run("import sys; print('an answer'); print('words', file=sys.stderr); sys.exit(7)")
    assert (ended.code, ended.words, ended.timed_out, ended.flooded) == (7, "words\n", False, False)


def test_it_reads_its_questions() -> None:
    answers = Words()
    run("print(int(input()) + 1)", stdin=b"12", on_answers=answers.take)
    assert answers.head == b"13\n"


def test_nobody_changes_its_questions() -> None:
    """A program can't change them through its descriptor or by name."""
    program = """
import os
for attempt in (
    lambda: os.write(os.open("/proc/self/fd/0", os.O_WRONLY), b"99"),
    lambda: os.ftruncate(os.open("/proc/self/fd/0", os.O_RDWR), 1),
    lambda: os.truncate("/proc/self/fd/0", 0),
    lambda: os.pwrite(0, b"9", 0),
):
    try:
        attempt()
        raise SystemExit("it could")
    except PermissionError:
        pass
os.chmod("/proc/self/fd/0", 0o777)
raise SystemExit(input() != "12")
"""
    ended = run(program, stdin=b"12")
    assert (ended.code, ended.words) == (0, "")


def test_a_signal_is_told_as_bubblewrap_tells_it() -> None:
    ended = run("import os; os.kill(os.getpid(), 11)")
    assert ended.code == 128 + signal.SIGSEGV


def test_only_the_grader_reads_the_log() -> None:
    program = f"import os; os.write(int('{LOG}'), b'counted'); print('to nobody')"
    assert run(program).log == "counted"


def test_a_log_is_opened_by_its_name_and_kept_whole() -> None:
    """What is counted stands between other words: none of these may push it out."""
    junk = "x" * WORDS_KEPT
    program = f"open('/dev/fd/{LOG}', 'a').write(2 * '{junk}' + 'counted' + 2 * '{junk}')"
    assert run(program, opens_log=True).log == f"{2 * junk}counted{2 * junk}"


@pytest.mark.parametrize(
    "program",
    [
        "while True: pass",
        "import time; time.sleep(60)",
        "import os, time; os.close(1); os.close(2); time.sleep(60)",
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)",
    ],
)
def test_its_time_is_limited(program) -> None:
    began = time.monotonic()
    ended = run(program, seconds=0.5)
    assert ended.timed_out
    assert time.monotonic() - began < 10


def test_its_time_stands_still_while_we_are_stopped() -> None:
    """As after Ctrl-Z; here, taking an answer stops us."""
    program = "import os, time; os.write(1, bytes(8)); time.sleep(0.3)"
    assert not run(program, seconds=2, on_answers=lambda _: not time.sleep(2.5)).timed_out


def test_what_it_started_ends_with_it() -> None:
    """A process that goes on behind its back would hold the pipes, and the machine."""
    program = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
print(child.pid, file=sys.stderr)
"""
    began = time.monotonic()
    ended = run(program)
    assert time.monotonic() - began < 20
    deadline = time.monotonic() + 5
    while is_running(int(ended.words)):
        assert time.monotonic() < deadline, "it is still there"
        time.sleep(0.05)


def is_running(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@pytest.mark.parametrize("into", ["1", "2", LOG], ids=["answers", "words", "log"])
def test_a_flood_is_stopped(monkeypatch, into) -> None:
    monkeypatch.setattr(process, "MOST_LOG", 1 << 17)
    monkeypatch.setattr(process, "MOST_WORDS", 1 << 20)
    program = f"import os\nwhile True: os.write({into}, bytes(65536))"
    ended = run(program, on_answers=Words(80, 80).take)
    assert (ended.flooded, ended.timed_out) == (True, False)


def test_files_are_a_flood_too(monkeypatch, tmp_path) -> None:
    """javac wrote 1.6 GB, 52 times each of 495 classes a constant of 64 KB."""
    monkeypatch.setattr(process, "MOST_FILES_MB", 4)
    (tmp_path / "before").write_bytes(bytes(8 << 20))
    for more_mb, flooded in ((2, False), (9, True)):
        program = f"""
import time
with open({str(tmp_path / "new")!r}, "wb") as file:
    file.write(bytes({more_mb} << 20))
time.sleep({20 if flooded else 0.3})
"""
        ended = run(program, mounts=[Mount(tmp_path, "/out", writable=True)])
        assert (ended.flooded, ended.timed_out) == (flooded, False)


def test_of_many_words_the_first_and_the_last_are_kept() -> None:
    words = Words()
    assert words.take(b"a" * WORDS_KEPT + b"b" * 10)
    assert words.take(b"c" * WORDS_KEPT)
    assert words.text() == "a" * WORDS_KEPT + "\n...\n" + "c" * WORDS_KEPT
    few = Words()
    few.take(b"ab")
    few.take(b"c")
    assert few.text() == "abc"


HOLDS = "held = b'x' * (60 << 20); print(flush=True); import time; time.sleep(60)"


def test_its_memory_is_limited() -> None:
    ended = run(HOLDS, memory_mb=40)
    assert (ended.code, ended.out_of_memory, ended.timed_out) == (137, True, False)


def test_the_memory_of_all_that_it_starts_is_summed_up() -> None:
    program = f"""
import subprocess, sys
for _ in range(2):
    subprocess.Popen([sys.executable, "-c", {HOLDS!r}])
import time; time.sleep(60)
"""
    assert run(program, memory_mb=100).out_of_memory


def test_memory_that_is_swapped_out_counts(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(memory, "PROC", tmp_path)
    assert not memory.can_tell()
    for thread, status in (
        ("7", "State:\tZ (zombie)\n"),  # the first thread has ended by itself
        ("8", "RssAnon:\t 2048 kB\nRssFile:\t 9 kB\nVmSwap:\t 1024 kB\n"),
        ("9", "RssAnon:\t 2048 kB\nRssFile:\t 9 kB\nVmSwap:\t 1024 kB\n"),
    ):
        (tmp_path / "7" / "task" / thread).mkdir(parents=True)
        (tmp_path / "7" / "task" / thread / "status").write_text(status)
        (tmp_path / "7" / "task" / thread / "children").write_text("")
    assert memory.taken_mb(7) == 3


def test_what_fits_is_left_alone() -> None:
    ended = run("held = b'x' * (20 << 20); import time; time.sleep(0.3)", memory_mb=100)
    assert (ended.code, ended.out_of_memory) == (0, False)


def test_a_program_that_is_not_there() -> None:
    step = Step(Kind.PROGRAM, ["/nowhere/g++"], (), Allowance(seconds=1, memory_mb=0), ENV)
    with pytest.raises(SandboxError, match="cannot start /nowhere/g\\+\\+: No such file"):
        process.run(step.words, step)


# ---- answers -----------------------------------------------------------------------------------


def compared(said: bytes, expected: bytes) -> Played:
    return Played(process.Ended(0), said, Trace(b"", expected, lambda words: iter(())), 10.0)


def test_right_answers() -> None:
    answers = compared(pack([1, -2, 3]), pack([1, -2, 3]))
    assert (answers.wrong, answers.given) == (None, 3)


@pytest.mark.parametrize("length", [24, 25, 32])
def test_the_first_wrong_answer_is_kept(length) -> None:
    answers = compared(pack([1, 2, -7, 9])[:length], pack([1, 2, 3, 4]))
    assert answers.wrong == (2, -7, 3)


def test_half_of_an_answer_is_none() -> None:
    half = compared(pack([1, 2])[:-1], pack([1, 3]))
    assert (half.wrong, half.given) == (None, 1)
    told = "it ended with exit code 0 after 1 of 2 answers"
    assert half.fault() == (Verdict.EARLY_EXIT, told)


def test_more_than_may_come_is_a_flood() -> None:
    answers = Words(8, 8)
    assert answers.take(pack([1]))
    assert not answers.take(b"x")
