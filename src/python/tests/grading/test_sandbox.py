"""The sandbox: what can be seen, written and taken inside. Skipped where it cannot be had."""

import argparse
import dataclasses
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest

from course.cli import doctor
from course.sandbox import cgroup, process, sandbox
from course.sandbox.process import Ended, SandboxError
from course.sandbox.sandbox import Bubblewrap
from course.sandbox.step import Allowance, Kind, Mount, Step

from .conftest import missing

ALLOWANCE = Allowance(seconds=20, memory_mb=256, data_mb=256)
BOX = Bubblewrap(Path("/usr/bin/bwrap"), Path("/ours"))


def shell(context, script: str, *mounts: Mount, allowance: Allowance = ALLOWANCE):
    words = ["/bin/sh", "-c", f"exec >&2; {script}"]
    return context.box.run(Step(Kind.COMPILE, words, mounts, allowance))


def test_only_a_few_places_can_be_seen(shut_in) -> None:
    seen = set(shell(shut_in, "ls /").words.split())
    assert seen <= {
        *("bin", "dev", "etc", "launcher", "lib", "lib64", "proc", "sbin", "tmp", "usr")
    }
    assert shell(shut_in, f"ls {Path(__file__).parent}").code != 0


def test_nobody_else_on_the_machine_sees_the_scratch_folder(shut_in) -> None:
    with shut_in.workspace() as workspace:
        assert workspace.parent == shut_in.folder
        status = shut_in.folder.stat()
        assert status.st_mode & 0o067 == 0
        assert os.geteuid() != 0 or status.st_gid in range(
            sandbox.FIRST_UID, sandbox.FIRST_UID + sandbox.UIDS
        )


def test_nothing_but_tmp_can_be_written(shut_in) -> None:
    for place in ("/", "/usr", "/dev", "/dev/shm", "/proc"):
        assert shell(shut_in, f"echo x > {place}/file").code != 0, place
    assert shell(shut_in, "echo x > /tmp/file").code == 0


def test_tmp_is_small(shut_in) -> None:
    script = "for n in 1 2 3 4; do head -c 60000000 /dev/zero > /tmp/$n || exit 7; done"
    assert shell(shut_in, script).code == 7


def test_a_mount_is_read_only_unless_it_is_not(shut_in) -> None:
    with shut_in.workspace() as workspace:
        out = workspace / "out"
        assert shell(shut_in, "echo x > /out/file", Mount(out, "/out")).code != 0
        assert shell(shut_in, "echo x > /out/file", Mount(out, "/out", True)).code == 0
        assert (out / "file").read_text() == "x\n"


def test_there_is_no_network_and_no_other_process(shut_in) -> None:
    words = shell(shut_in, "cat /proc/net/dev; ls -d /proc/[0-9]*").words
    assert "eth" not in words
    assert len([word for word in words.split() if word.startswith("/proc/")]) < 10


def test_no_limit_comes_from_our_shell(shut_in) -> None:
    """With a stack of a gigabyte, a thread would need more than a run has."""
    changed = {resource.RLIMIT_STACK: 1 << 30, resource.RLIMIT_AS: 20 << 30}
    before = {one: resource.getrlimit(one) for one in changed}
    script = "ulimit -t; ulimit -s; ulimit -v"
    found = shell(shut_in, script).words.split()
    try:
        for one, soft in changed.items():
            resource.setrlimit(one, (soft, before[one][1]))
        assert shell(shut_in, script).words.split() == found
    finally:
        for one, both in before.items():
            resource.setrlimit(one, both)
    assert found == ["unlimited", str(sandbox.STACK_MB << 10), "unlimited"]


def test_there_is_nothing_of_our_environment(shut_in, monkeypatch) -> None:
    monkeypatch.setenv("COURSE_SECRET", "secret")
    assert "secret" not in shell(shut_in, "env").words


def test_processes_are_limited(shut_in) -> None:
    few = Allowance(seconds=20, memory_mb=256, processes=16)
    script = "for n in $(seq 100); do sleep 5 & done; echo all"
    assert "all" not in shell(shut_in, script, allowance=few).words.splitlines()


def test_memory_is_limited(shut_in) -> None:
    program = [sys.executable if sys.executable.startswith("/usr") else "/usr/bin/python3", "-c"]
    if not Path(program[0]).exists():
        pytest.skip("no Python in /usr")
    little = Allowance(seconds=20, memory_mb=256, data_mb=64)
    ended = shut_in.box.run(Step(Kind.COMPILE, [*program, "bytes(1 << 30)"], (), little))
    assert ended.code != 0


def test_nothing_in_proc_can_be_written(shut_in) -> None:
    """Not the memory of pid 1, which tells how a program ended, nor a program's own code."""
    for file in ("1/mem", "self/mem", "self/oom_score_adj", "self/task/$$/comm", "sys/kernel/core"):
        ended = shell(shut_in, f"exec 3<>/proc/{file}")
        assert ended.code != 0
        assert "Read-only file system" in ended.words or "nonexistent" in ended.words, ended.words


def test_a_program_has_nowhere_to_write_and_no_proc(shut_in) -> None:
    step = Step(Kind.PROGRAM, ["/bin/sh", "-c", "exec >&2; echo /proc/* /tmp/*"], (), ALLOWANCE)
    assert shut_in.box.run(step).words.split() == ["/proc/*", "/tmp/*"]
    step = dataclasses.replace(step, words=["/bin/sh", "-c", "echo x > /tmp/file"])
    assert shut_in.box.run(step).code != 0


def test_a_program_has_only_its_three_descriptors_and_its_tool_s(shut_in) -> None:
    step = Step(Kind.JAVA, ["/bin/sh", "-c", "exec >&2; echo /proc/self/fd/*"], (), ALLOWANCE)
    for word, more in ((), 0), ((process.LOG,), 1):
        ended = shut_in.box.run(dataclasses.replace(step, words=[*step.words, *word]))
        # The shell has the folder open while it looks, by a number of its own.
        assert len(ended.words.split()) in (3 + more, 4 + more), ended.words


@pytest.mark.slow
def test_computing_is_limited_and_waiting_is_not(shut_in) -> None:
    second = Allowance(seconds=60, memory_mb=256, cpu_seconds=1)
    ended = shell(shut_in, "while :; do :; done", allowance=second)
    assert (ended.code, ended.timed_out) == (128 + signal.SIGXCPU, False)
    assert shell(shut_in, "sleep 1.5; exit 7", allowance=second).code == 7


def test_it_is_somebody_else_when_we_are_root(shut_in) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can be somebody else")
    assert int(shell(shut_in, "id -u").words) >= sandbox.FIRST_UID


def test_nested_namespaces_are_denied(shut_in) -> None:
    assert shell(shut_in, "unshare --user true").code != 0


def test_what_the_program_s_exit_code_is(shut_in) -> None:
    assert shell(shut_in, "exit 7").code == 7
    assert shell(shut_in, "kill -SEGV $$").code == 139


def test_a_sandbox_that_fails_is_not_the_submission_s_fault(shut_in) -> None:
    with pytest.raises(SandboxError, match="the sandbox failed"):
        shell(shut_in, "true", Mount(Path("/nowhere"), "/nowhere"))


def test_no_program_of_a_killed_run_is_left(shut_in) -> None:
    ended = shell(
        shut_in, "trap '' TERM; sleep 60 & wait", allowance=Allowance(seconds=1, memory_mb=64)
    )
    assert ended.timed_out


# ---- without running it ------------------------------------------------------------------------


def test_why_there_is_none(monkeypatch) -> None:
    monkeypatch.setattr(sandbox.sys, "platform", "darwin")
    assert sandbox.why_none() == "bubblewrap exists only on Linux"
    monkeypatch.setattr(sandbox.sys, "platform", "linux")
    monkeypatch.setattr(sandbox.shutil, "which", lambda name: None)
    assert sandbox.why_none().startswith("bwrap is not on PATH; ./course setup --yes")
    with (
        pytest.raises(SandboxError, match="no sandbox: bwrap is not on PATH"),
        sandbox.opened([], Path("/tmp")),
    ):
        pass


def test_there_is_none_where_nothing_limits_memory(shut_in, monkeypatch) -> None:
    def refused(name: str) -> None:
        raise OSError(name)

    monkeypatch.setattr(cgroup, "Group", refused)
    monkeypatch.setattr(sandbox.memory, "can_tell", lambda: False)
    monkeypatch.setattr(sandbox, "_refusal", sandbox._refusal.__wrapped__)
    assert "no CONFIG_PROC_CHILDREN" in sandbox.why_none()


@pytest.fixture
def forbidden(monkeypatch) -> Iterator[Path]:
    """A bubblewrap that ends as the real one does where AppArmor forbids it its namespaces; gives
    the setting that forbids it."""
    folder = Path(tempfile.mkdtemp(prefix="course-bwrap-"))
    folder.chmod(0o755)
    program, setting = folder / "bwrap", folder / "restrict"
    says = "bwrap: setting up uid map: Permission denied"
    program.write_text(f"#!/bin/sh\necho '{says}' >&2\nexit 1\n")
    program.chmod(0o755)
    setting.write_text("1\n")
    real = shutil.which
    monkeypatch.setattr(
        sandbox.shutil, "which", lambda name: str(program) if name == "bwrap" else real(name)
    )
    monkeypatch.setattr(sandbox, "HINDRANCES", ((str(setting), "1", "0"),))
    sandbox._refusal.cache_clear()
    yield setting
    sandbox._refusal.cache_clear()
    shutil.rmtree(folder)


@pytest.mark.skipif(sandbox.sys.platform != "linux", reason="bubblewrap exists only on Linux")
def test_a_bubblewrap_that_the_kernel_stops_is_none(forbidden) -> None:
    """As on a stock Ubuntu 24.04."""
    says = "the sandbox failed: bwrap: setting up uid map: Permission denied; sudo sysctl "
    assert sandbox.why_none().startswith(says)
    assert sandbox.why_none().endswith("=0 allows it until the next reboot")
    with (
        pytest.raises(SandboxError, match="no sandbox: the sandbox failed"),
        sandbox.opened([], Path("/tmp")),
    ):
        pass
    sandbox._refusal.cache_clear()
    forbidden.write_text("0\n")
    assert sandbox.why_none().endswith("the container must be allowed to create user namespaces")


@pytest.mark.skipif(sandbox.sys.platform != "linux", reason="bubblewrap exists only on Linux")
def test_the_doctor_tries_what_the_grader_will_use(forbidden, monkeypatch, capsys) -> None:
    monkeypatch.setattr(doctor, "examine", lambda seconds: {})
    assert doctor.doctor(argparse.Namespace(seconds=0.1, json=True)) == 0
    said = json.loads(capsys.readouterr().out)["sandbox"]
    assert said == f"none: {sandbox.why_none()}"
    assert "setting up uid map" in said


def test_whoever_must_have_one_is_not_skipped(monkeypatch) -> None:
    monkeypatch.delenv("COURSE_NEEDS_SANDBOX", raising=False)
    with pytest.raises(pytest.skip.Exception, match="bwrap is not on PATH"):
        missing("bwrap is not on PATH")
    monkeypatch.setenv("COURSE_NEEDS_SANDBOX", "yes")
    with pytest.raises(pytest.fail.Exception, match="bwrap is not on PATH"):
        missing("bwrap is not on PATH")


def test_the_command_shuts_everything_off() -> None:
    tools = [Path("/opt/jdk"), Path("/usr/lib/jvm")]
    box = Bubblewrap(Path("/usr/bin/bwrap"), Path("/ours"), tools=tools, uid=61)
    mounts = [Mount(Path("/x"), "/y")]
    text = " ".join(box.command(Step(Kind.COMPILE, ["/bin/true"], mounts, ALLOWANCE, {"A": "b"})))
    for part in (
        "setpriv --reuid=61 --regid=61 --clear-groups /usr/bin/bwrap",
        "--unshare-all --unshare-user --disable-userns --die-with-parent --new-session --clearenv",
        "--setenv A b",
        "--ro-bind /opt/jdk /opt/jdk",
        "--proc /proc --remount-ro /proc",
        "--ro-bind /x /y --ro-bind /ours /launcher --remount-ro / --chdir /tmp",
        "-- /launcher compile core=0",
        f"data={256 << 20} cpu={sandbox.NO_LIMIT} -- /bin/true",
    ):
        assert part in text, part
    assert "/usr/lib/jvm" not in text


def test_the_command_names_the_limits_and_the_log() -> None:
    strict = dataclasses.replace(ALLOWANCE, cpu_seconds=20)
    words = ["/bin/true", f"--log-fd={process.LOG}"]
    text = " ".join(BOX.command(Step(Kind.VALGRIND, words, [], strict)))
    assert "-- /launcher valgrind core=0 " in text
    assert f"cpu=20:21 keep={process.LOG}:255 -- /bin/true --log-fd=255" in text


def test_without_groups_we_look_at_the_memory(monkeypatch) -> None:
    run = mock.Mock(return_value=Ended(0, status='{"exit-code": 0}'))
    monkeypatch.setattr(process, "run", run)
    BOX.run(Step(Kind.PROGRAM, ["/bin/true"], (), ALLOWANCE))
    assert run.call_args.args[2] == ALLOWANCE.memory_mb


@pytest.fixture
def groups(tmp_path: Path) -> Path:
    """A folder that looks as the kernel's of version 1."""
    for controller in ("memory", "pids"):
        (tmp_path / controller).mkdir()
    return tmp_path


def test_groups_that_cannot_be_made_leave_nothing_behind(groups) -> None:
    with pytest.raises(OSError, match="memory"):
        cgroup.Group("course", groups)  # the kernel would have put files there
    assert not list(groups.glob("*/course"))


@pytest.fixture
def grouped(groups, monkeypatch):
    """Makes groups in that folder, with the files that the kernel would put there."""
    real = Path.mkdir

    def with_files(self: Path, *args, **kwargs) -> None:
        real(self, *args, **kwargs)
        for name in ("memory.limit_in_bytes", "memory.oom_control", "pids.max"):
            (self / name).write_text("oom_kill_disable 0\nunder_oom 0\noom_kill 3\n")

    monkeypatch.setattr(Path, "mkdir", with_files)
    return lambda name: cgroup.Group(name, groups)


def test_a_small_run_takes_no_room_from_a_large_one_beside_it(grouped, monkeypatch) -> None:
    box = Bubblewrap(Path("/usr/bin/bwrap"), Path("/ours"), groups=[grouped("one"), grouped("two")])
    small, large = Allowance(1, memory_mb=24), Allowance(1, memory_mb=1024)
    found = []

    def run(command, _, watched_mb):
        assert watched_mb is None, "the kernel counts"
        if not found:
            found.append("the large one is under way")
            box.run(Step(Kind.PROGRAM, ["/bin/true"], (), small))
        folder = Path(next(word for word in command if word.endswith(("memory/one", "memory/two"))))
        found.append((folder.name, int((folder / "memory.limit_in_bytes").read_text()) >> 20))
        return Ended(0, status='{"exit-code": 0}')

    monkeypatch.setattr(process, "run", run)
    box.run(Step(Kind.PROGRAM, ["/bin/true"], (), large))
    assert found[1:] == [("two", 24), ("one", 1024)]
    found[1:] = []
    box.run(Step(Kind.PROGRAM, ["/bin/true"], (), large))
    assert found[1:] == [("two", 1024)], "a group that is free again serves the next run"


def test_kills_are_counted(groups, grouped) -> None:
    group = grouped("course")
    group.limit(64, 16)
    assert group.kills() == 3
    assert (groups / "memory/course/memory.limit_in_bytes").read_text() == str(64 << 20)
    assert (groups / "pids/course/pids.max").read_text() == "16"
