"""Where a submission is compiled and run: bubblewrap, our launcher, and for root a uid of its own.

Inside there are a read-only /usr, a small writable /tmp, and what is mounted for the step at hand:
no network, no other process, no judge.
"""

import contextlib
import dataclasses
import functools
import os
import queue
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from course.errors import os_errors
from course.sandbox import cgroup, memory, own_launcher, process
from course.sandbox.process import Ended, SandboxError
from course.sandbox.step import TMP_MB, Allowance, Kind, Mount, Step

FIRST_UID, UIDS = 60578, 606
"""A range that no distribution assigns. The limit of processes is counted per uid, and not for
root; so each worker has a uid of its own."""

FILE_MB = 64
STACK_MB, NO_LIMIT = 8, 2**64 - 1
OPEN_FILES = 256
LOG_NUMBER = OPEN_FILES - 1
"""Descriptor of a tool's log. Valgrind lets no program have the largest number."""

LAUNCHER = "/launcher"
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "HOME": "/tmp", "TMPDIR": "/tmp", "LANG": "C.UTF-8"}

# Its arguments: control groups to enter, `--`, the command to become.
_ENTER = (
    "{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null; "
    'while [ "$1" != -- ]; do echo $$ >"$1/cgroup.procs" || exit 1; shift; done; '
    'shift; exec "$@"'
)

_NAMESPACES = (
    "--unshare-all",
    "--unshare-user",
    "--disable-userns",
    "--die-with-parent",
    "--new-session",
    "--clearenv",
    "--json-status-fd",
    process.STATUS,
)


class Sandbox:
    """Runs steps, but shuts nothing in: for learners without bubblewrap. Only time and output are
    limited. Threads may share it."""

    name = "none"

    def run(self, step: Step) -> Ended:
        """Run a step to its end; see :func:`course.sandbox.process.run`. Raises SandboxError when
        it could not be started."""
        return process.run(self.command(step), _at_home(step))

    def command(self, step: Step) -> list[str]:
        """Return the command that is really started."""
        # As our launcher does.
        fixed = step.kind is Kind.SANITIZED and shutil.which("setarch")
        return [*(("setarch", "-R") if fixed else ()), *step.words]

    def inside(self, mount: Mount) -> str:
        """Return the path of the mounted file or folder inside."""
        return str(mount.host)

    def own(self, folder: Path) -> None:
        """Let programs write to the folder when it is mounted for writing."""


class Bubblewrap(Sandbox):
    """The real sandbox."""

    name = "bubblewrap"

    def __init__(
        self,
        program: Path,
        launcher: Path,
        *,
        tools: Sequence[Path] = (),
        uid: int | None = None,
        groups: Sequence[cgroup.Group] = (),
    ) -> None:
        """`launcher` is ours; `tools` are readable beside /usr; a uid needs root.

        groups: control groups, one per concurrent run; a further run waits. Without any, we check
        from time to time how much memory a run's processes take together.
        """
        self._program = program
        self._launcher = launcher
        self._tools = [tool for tool in tools if not tool.is_relative_to("/usr")]
        self._uid = uid
        self.is_grouped = bool(groups)
        self._free: queue.SimpleQueue[cgroup.Group] = queue.SimpleQueue()
        for group in groups:
            self._free.put(group)

    def run(self, step: Step) -> Ended:
        step = _at_home(step)
        # One for each run: a small run's limit must not apply to a compiler beside it.
        group = self._free.get() if self.is_grouped else None
        try:
            kills = _kills(group, step.allowance)
            watched_mb = step.allowance.memory_mb if group is None else None
            ended = process.run(self.command(step, group), step, watched_mb)
            killed = _kills(group) > kills
        finally:
            if group is not None:
                self._free.put(group)
        was_ended = ended.timed_out or ended.flooded or ended.out_of_memory
        if not (was_ended or '"exit-code"' in ended.status):
            # Bubblewrap reports it only once the program has started.
            raise SandboxError(f"the sandbox failed: {_first_line(ended)}")
        return dataclasses.replace(ended, out_of_memory=ended.out_of_memory or killed)

    def command(self, step: Step, group: cgroup.Group | None = None) -> list[str]:
        folders = [] if group is None else group.folders
        ids = () if self._uid is None else (f"--reuid={self._uid}", f"--regid={self._uid}")
        return [
            *("/bin/sh", "-c", _ENTER, "sh", *map(str, folders), "--"),
            *(("setpriv", *ids, "--clear-groups") if ids else ()),
            str(self._program),
            *_NAMESPACES,
            *(word for name, value in step.env.items() for word in ("--setenv", name, value)),
            *self._files(step),
            *("--", LAUNCHER, step.kind.value, *_arguments(step)),
            "--",
            *(word.replace(process.LOG, str(LOG_NUMBER)) for word in step.words),
        ]

    def inside(self, mount: Mount) -> str:
        return mount.inside

    def own(self, folder: Path) -> None:
        if self._uid is not None:
            os.chown(folder, self._uid, self._uid)

    def _files(self, step: Step) -> Iterator[str]:
        yield from ("--ro-bind", "/usr", "/usr")
        for name in ("bin", "lib", "lib64", "sbin"):
            place = Path("/", name)
            if place.is_symlink():
                yield from ("--symlink", str(place.readlink()), str(place))
            elif place.is_dir():
                yield from ("--ro-bind", str(place), str(place))
        for tool in self._tools:
            yield from ("--ro-bind", str(tool), str(tool))
        if step.kind is not Kind.PROGRAM:
            # If it were writable, so would be the memory of pid 1, which reports how the program
            # ended, and a program's own code.
            yield from ("--proc", "/proc", "--remount-ro", "/proc")
        # A writable /dev/shm would be memory without a limit.
        yield from ("--dev", "/dev", "--remount-ro", "/dev")
        tmp_mb = TMP_MB.get(step.kind)
        if tmp_mb is None:
            yield from ("--dir", "/tmp")
        else:
            yield from ("--size", str(tmp_mb << 20), "--tmpfs", "/tmp")
        for mount in (*step.mounts, Mount(self._launcher, LAUNCHER)):
            yield from ("--bind" if mount.writable else "--ro-bind", str(mount.host), mount.inside)
        # The root itself is a tmpfs, too.
        yield from ("--remount-ro", "/", "--chdir", "/tmp")


def _at_home(step: Step) -> Step:
    return dataclasses.replace(step, env={**ENVIRONMENT, **step.env})


def _arguments(step: Step) -> Iterator[str]:
    """The launcher's. Limits are set inside: there, the kernel counts the processes of this user
    namespace alone. None is taken over from the grader's shell: threads' stacks are as large as the
    stack may be, and sanitizers need more addresses than most limits of them leave."""
    allowance = step.allowance
    yield from ("core=0", f"nofile={OPEN_FILES}", f"fsize={FILE_MB << 20}")
    yield from (f"stack={STACK_MB << 20}", f"as={NO_LIMIT}")
    yield f"nproc={allowance.processes}"
    yield f"data={NO_LIMIT if allowance.data_mb is None else allowance.data_mb << 20}"
    # SIGXCPU, which names its cause; a second later SIGKILL, which cannot be caught.
    cpu = allowance.cpu_seconds
    yield f"cpu={NO_LIMIT if cpu is None else f'{cpu}:{cpu + 1}'}"
    if any(process.LOG in word for word in step.words):
        yield f"keep={process.LOG}:{LOG_NUMBER}"


def _first_line(ended: Ended) -> str:
    lines = ended.words.strip().splitlines()
    return lines[0] if lines else f"exit code {ended.code}"


# ---- choosing one ------------------------------------------------------------------------------


_TRIAL = Step(Kind.PROGRAM, ["/bin/true"], (), Allowance(seconds=20, memory_mb=256))

HINDRANCES = (
    ("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1", "0"),
    ("/proc/sys/kernel/unprivileged_userns_clone", "0", "1"),
    ("/proc/sys/user/max_user_namespaces", "0", "15000"),
)
"""Kernel settings that deny bubblewrap its namespaces: file, value that forbids, value that allows.
The first one has been Ubuntu's default since 24.04."""


def why_none() -> str | None:
    """Return why this machine has no sandbox, and what helps; None if it has one."""
    if sys.platform != "linux":
        return "bubblewrap exists only on Linux"
    for name in ("bwrap", "setpriv"):
        if shutil.which(name) is None:
            return f"{name} is not on PATH; ./course setup --yes installs it where it can"
    return _refusal()


@functools.cache
def _refusal() -> str | None:
    """Return bubblewrap's message if it does not work; None if it works. Tried once per process."""
    try:
        own_launcher.built()
    except SandboxError as error:
        return str(error)
    try:
        with contextlib.ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            box = _made(stack, Path(folder), at_once=1)
            ended = box.run(_TRIAL)
    except SandboxError as error:
        return f"{error}; {_remedy()}"
    if ended.code != 0:
        return f"the sandbox does not work: {_first_line(ended)}"
    if not (box.is_grouped or memory.can_tell()):
        return "nothing limits memory: there are no control groups, and no CONFIG_PROC_CHILDREN"
    return None


def _made(
    stack: contextlib.ExitStack, folder: Path, tools: Sequence[Path] = (), at_once: int = 0
) -> Bubblewrap:
    """Make a sandbox with its files in the folder; at the stack's end, its uid and groups are free.
    at_once: how many groups."""
    uid = stack.enter_context(_uid()) if os.geteuid() == 0 else None
    groups: list[cgroup.Group] = []
    with contextlib.suppress(OSError):  # not everybody may make one
        for number in range(0 if uid is None else at_once):
            groups.append(cgroup.Group(f"course-{os.getpid()}-{uid}-{number}"))
            stack.callback(groups[-1].remove)
    if uid is not None:
        # It can pass through this folder, unlike root's home. No other account can: others'
        # submissions and answers are in it.
        os.chown(folder, -1, uid)
        folder.chmod(0o710)
    built = own_launcher.built()
    launcher = Path(shutil.copyfile(built, folder / built.name))
    launcher.chmod(0o755)
    bwrap = Path(str(shutil.which("bwrap")))
    return Bubblewrap(bwrap, launcher, tools=tools, uid=uid, groups=groups)


def _remedy() -> str:
    """Return what gives bubblewrap its namespaces, if the kernel says what forbids them."""
    for file, forbids, allows in HINDRANCES:
        with contextlib.suppress(OSError):
            if Path(file).read_text(encoding="ascii").strip() == forbids:
                name = file.removeprefix("/proc/sys/").replace("/", ".")
                return f"sudo sysctl {name}={allows} allows it until the next reboot"
    return "the container must be allowed to create user namespaces"


def _kills(group: cgroup.Group | None, limit: Allowance | None = None) -> int:
    """Return how many processes have been killed in the group so far. limit: its new limit."""
    if group is None:
        return 0
    with os_errors("the control group failed", SandboxError):
        if limit is not None:
            group.limit(limit.memory_mb, limit.processes)
        return group.kills()


@contextlib.contextmanager
def opened(tools: Sequence[Path], folder: Path, at_once: int = 1) -> Iterator[Bubblewrap]:
    """Open a worker's own sandbox, with its files in the folder. Raises SandboxError if there can
    be none."""
    reason = why_none()
    if reason is not None:
        raise SandboxError(f"no sandbox: {reason}")
    with contextlib.ExitStack() as stack:
        box = _made(stack, folder, tools, at_once)
        ended = box.run(_TRIAL)
        if ended.code != 0:
            raise SandboxError(f"the sandbox does not work: {_first_line(ended)}")
        yield box


@contextlib.contextmanager
def _uid() -> Iterator[int]:
    """Reserve a uid that no other worker on this machine has.

    It belongs to the process that has bound the socket of that name. The kernel frees the name when
    its owner ends, and no file can be left behind.
    """
    for uid in range(FIRST_UID, FIRST_UID + UIDS):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as lock:
            try:
                lock.bind(f"\0course-grader-{uid}")
            except OSError:
                continue
            yield uid
            return
    raise SandboxError(f"all {UIDS} uids for workers are in use")
