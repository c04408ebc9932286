"""Sweeps as processes: killed, stopped, without disk space, two at once."""

import errno
import os
import random
import resource
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

from course.process import child, store
from course.process.stop import Stop

from .fakes import alive, eventually, run_child

ONLY = "implementation=cpp|cpp-flat,strategy=alloc|pool,mode=batch"
CELLS = 12


def running(root):
    return [pid for pid in root.pids() if alive(pid)]


def check_whole(root):
    for record in root.records().values():
        store.validate(record)
        assert record["status"] == "ok"


@pytest.mark.slow
def test_kill_9_at_random_moments(root):
    root.behave_at("*", "sleep:0.05")
    draw = random.Random(2019)
    kills = 0
    for _ in range(5):
        sweep = root.start(ONLY)
        time.sleep(draw.uniform(0.3, 1.3))
        before = len(root.records())
        sweep.kill()
        sweep.communicate()
        kills += sweep.returncode == -signal.SIGKILL
        if sys.platform == "linux":
            assert eventually(lambda: not running(root)), "a program outlived the sweep"
        check_whole(root)
        assert len(root.records()) >= before
    assert kills > 0
    sweep = root.start(ONLY)
    said, _ = sweep.communicate(timeout=60)
    assert sweep.returncode == 0, said
    check_whole(root)
    assert len(root.records()) == CELLS
    # Each kill lost the round under way, no more.
    assert len(root.runs()) <= 2 * CELLS + 2 * kills


def without_nohup():
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.mark.slow
@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_stopped_by_a_signal(root, signum):
    root.behave_at("cpp-pool-B-batch", "stubborn")
    sweep = root.start(ONLY, preexec_fn=without_nohup)
    assert eventually(lambda: root.logged("grandchild")), "it was never started"
    sweep.send_signal(signum)
    said, _ = sweep.communicate(timeout=20)
    assert sweep.returncode == 128 + signum
    assert f"stopped by {signum.name}: what was measured is kept" in said
    assert "Traceback" not in said
    assert not running(root)
    check_whole(root)
    done = len(list((root.out / ".parts").glob("*.json")))
    root.behave()
    root.runs()
    assert root.sweep(ONLY) == 0
    assert len(root.runs()) <= 2 * CELLS - done
    assert len(root.records()) == CELLS


def test_nohup_keeps_a_sweep_when_its_terminal_goes():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        stop = Stop()
        with stop.on_signals():
            signal.raise_signal(signal.SIGHUP)
            assert not stop.event.is_set()
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_program_that_hangs_is_stopped(tmp_path):
    program = ["sh", "-c", "echo ready; exec sleep 600"]  # is ready soon on a busy machine, too
    began = time.monotonic()
    with pytest.raises(child.ChildError, match="timed out after 2 s: ready"):
        run(program, tmp_path, seconds=2)
    assert time.monotonic() - began < 20


def test_a_sweep_that_was_suspended_does_not_blame_the_program(tmp_path, monkeypatch):
    """Ctrl-Z stops us, and not the program, which has a process group of its own."""
    suspended_s = 0.0
    clock = SimpleNamespace(monotonic=lambda: time.monotonic() + suspended_s, sleep=time.sleep)
    monkeypatch.setattr(child, "time", clock)

    def take(line):
        nonlocal suspended_s
        suspended_s = 600.0
        return True

    run_child([sys.executable, "-c", "print(1)"], tmp_path, take)


def test_a_program_that_closes_its_output_is_still_watched(tmp_path):
    program = "import os, time; os.close(1); os.close(2); time.sleep(600)"
    with pytest.raises(child.ChildError, match="timed out"):
        run([sys.executable, "-c", program], tmp_path, seconds=0.5)


def test_a_grandchild_does_not_hold_up_the_sweep(tmp_path):
    program = "import subprocess, sys; p = subprocess.Popen(['sleep', '600']); print(p.pid)"
    lines = []
    began = time.monotonic()
    run([sys.executable, "-c", program], tmp_path, seconds=60, lines=lines)
    assert time.monotonic() - began < 30
    assert eventually(lambda: not alive(int(lines[0])))


def test_a_program_that_does_not_exist(tmp_path):
    with pytest.raises(child.ChildError, match="exit code 127: cannot start /no/such/program"):
        run(["/no/such/program"], tmp_path, seconds=20)


def test_a_users_java_options_do_not_reach_the_program(tmp_path, monkeypatch):
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-Xint")
    monkeypatch.setenv("MALLOC_ARENA_MAX", "1")
    program = "import os; print(sorted(n for n in os.environ if 'JAVA' in n or 'MALLOC' in n))"
    lines = []
    run([sys.executable, "-c", program], tmp_path, seconds=20, lines=lines)
    assert lines == ["[]"]


def run(arguments, folder, seconds, lines=None):
    def take(line):
        if lines is not None:
            lines.append(line)
        return lines is not None

    run_child(arguments, folder, take, seconds)


def small_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


def test_no_room_for_a_record(root):
    # A limit on the size of files stands for the full disk: it needs no privilege.
    assert root.sweep("implementation=cpp,strategy=alloc,case=A,mode=batch") == 0
    before = root.records()
    sweep = root.start(ONLY, preexec_fn=small_files)
    said, _ = sweep.communicate(timeout=60)
    assert sweep.returncode == 1
    last = said.strip().splitlines()[-1]
    assert last.startswith("cannot write ")
    assert last.endswith("File too large; records written before are whole")
    assert "Traceback" not in said
    assert root.records() == before
    assert not list(root.out.glob(".*.tmp"))
    assert not running(root)


@pytest.fixture
def tiny_disk(root):
    """The records' folder on a file system of 64 KB; needs root's rights."""
    root.out.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(root.out)]
    if os.geteuid() != 0 or subprocess.call(mount) != 0:
        pytest.skip("this user may not mount a file system")
    yield root.out
    subprocess.run(["umount", str(root.out)], check=True)


@pytest.mark.slow
def test_a_full_disk(root, tiny_disk):
    # Programs of C++: a JVM without room for its log fails, and says so in its record.
    sweep = root.start("language=cpp,mode=batch")
    said, _ = sweep.communicate(timeout=100)
    assert sweep.returncode == 1, said
    assert "No space left on device" in said.strip().splitlines()[-1]
    assert "Traceback" not in said
    written = root.records()
    assert written
    check_whole(root)
    assert not list(tiny_disk.glob(".*.tmp"))


@pytest.mark.slow
def test_two_sweeps_at_once(root):
    root.behave_at("*", "sleep:600")
    first = root.start(ONLY)
    assert eventually(root.pids)
    second = root.start(ONLY)
    said, _ = second.communicate(timeout=60)
    assert second.returncode == 1
    assert f"another sweep (process {first.pid}) is writing to {root.out}" in said
    assert len(said.strip().splitlines()) == 1
    first.kill()  # and its lock is free at once, though the file is still there
    first.communicate()
    assert (root.out / ".lock").exists()
    root.behave()
    assert root.sweep(ONLY) == 0


def test_a_folder_that_cannot_be_used(root):
    root.out.write_text("a file in the way")
    sweep = root.start(ONLY)
    said, _ = sweep.communicate(timeout=60)
    assert sweep.returncode == 1
    assert said.startswith(f"cannot use {root.out}: ")
    assert len(said.strip().splitlines()) == 1


def test_a_folder_that_cannot_be_locked(root, monkeypatch):
    def flock(*_):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(store.fcntl, "flock", flock)
    with pytest.raises(store.StoreError, match=r"cannot lock .*\.lock: No locks available"):
        root.sweep(ONLY)
