"""Where a submission is compiled and run: bubblewrap, our launcher, and for root a uid of its own.

Inside there is /usr to read, a small /tmp to write, and what is mounted for the step at hand: no
network, no other process, no judge.
"""

import abc
import contextlib
import dataclasses
import enum
import functools
import os
import queue
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from course.errors import os_errors
from course.sandbox import cgroup, own_launcher, process
from course.sandbox.process import Ended, SandboxError, Taker

FIRST_UID, UIDS = 60578, 606
"""A range that no distribution hands out. The limit of processes is counted for each uid, and not
for root; so each worker has one of its own."""

FILE_MB = 64
OPEN_FILES = 256
LOG_NUMBER = OPEN_FILES - 1
"""Of the descriptor of a tool's log. Valgrind lets no program have the largest number."""

LAUNCHER = "/launcher"
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "HOME": "/tmp", "TMPDIR": "/tmp", "LANG": "C.UTF-8"}

# In the order of its arguments: control groups to enter, `--`, the command to become.
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


class Kind(enum.StrEnum):
    """What runs, which decides what it may ask of the kernel: launcher/allowed.hpp."""

    COMPILE = "compile"
    PROGRAM = "program"
    SANITIZED = "sanitized"
    VALGRIND = "valgrind"
    JAVA = "java"
    PROFILED = "profiled"
    """A JVM that writes a record of what it allocates. Nothing is graded by it."""


TMP_MB = {Kind.COMPILE: 128, Kind.VALGRIND: 1, Kind.PROFILED: 128}
"""Of those that have a folder to write to; a run's memory counts it."""


@dataclasses.dataclass(frozen=True)
class Mount:
    """A file or folder that can be seen inside, under another name."""

    host: Path
    inside: str
    writable: bool = False


@dataclasses.dataclass(frozen=True)
class Allowance:
    seconds: float
    memory_mb: int
    """All of it together, where the kernel can count that."""
    data_mb: int | None = None
    """Of one process: private memory that can be written. Sanitizers reserve terabytes of it, and
    have to do without this limit."""
    processes: int = 64
    cpu_seconds: int | None = None
    """Of one process: what it may compute. Of a machine that is busy, a clock on the wall says
    more than of a program."""
    group: cgroup.Group | None = None
    """Where it is counted. A sandbox sets it."""


@dataclasses.dataclass(frozen=True)
class Step:
    """A command line in the sandbox, with all that belongs to it."""

    kind: Kind
    words: Sequence[str]
    """The program first, by its path."""
    mounts: Sequence[Mount]
    allowance: Allowance
    env: Mapping[str, str] = dataclasses.field(default_factory=dict)
    opens_log: bool = False
    """Whether its tool opens the log by name."""
    stdin: Path | None = None
    """What it reads, after `ahead`."""
    ahead: bytes = b""
    on_answers: Taker = lambda data: True
    """Gets what it writes to standard output."""


class Sandbox(abc.ABC):
    """Runs steps. Threads may share it."""

    name: str
    """As results tell it."""

    def run(self, step: Step) -> Ended:
        """Run a step to its end; see :func:`course.sandbox.process.run`.

        Raises SandboxError when it could not be started.
        """
        step = dataclasses.replace(step, env={**ENVIRONMENT, **step.env})
        return process.run(self.command(step), step, self.watched_mb(step.allowance))

    def watched_mb(self, allowance: Allowance) -> int | None:
        """What it may take if it is we who have to look; None where that is the kernel's."""
        return None

    @abc.abstractmethod
    def command(self, step: Step) -> list[str]:
        """What is really started."""

    @abc.abstractmethod
    def inside(self, mount: Mount) -> str:
        """What the program calls the mounted file or folder."""

    def own(self, folder: Path) -> None:  # noqa: B027 - most have nothing to do
        """Let programs write to the folder when it is mounted for writing."""


class Bare(Sandbox):
    """None at all: for learners without bubblewrap. Only time and output are bounded."""

    name = "none"

    def command(self, step: Step) -> list[str]:
        # As our launcher does it.
        fixed = step.kind is Kind.SANITIZED and shutil.which("setarch")
        return [*(("setarch", "-R") if fixed else ()), *step.words]

    def inside(self, mount: Mount) -> str:
        return str(mount.host)


class Bubblewrap(Sandbox):
    """The real one."""

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
        """`launcher` is ours; `tools` can be read beside /usr; a uid needs root.

        groups: control groups, one for each run at the same time; a run more waits. Where there
        are none, we look from time to time at what a run's processes take together.
        """
        self._program = program
        self._launcher = launcher
        self._tools = [tool for tool in tools if not tool.is_relative_to("/usr")]
        self._uid = uid
        self._grouped = bool(groups)
        self._free: queue.SimpleQueue[cgroup.Group] = queue.SimpleQueue()
        for group in groups:
            self._free.put(group)

    def run(self, step: Step) -> Ended:
        with self._taken() as group:
            kills = _kills(group, step.allowance)
            counted = dataclasses.replace(step.allowance, group=group)
            ended = super().run(dataclasses.replace(step, allowance=counted))
            killed = _kills(group) > kills
        was_ended = ended.timed_out or ended.flooded or ended.out_of_memory
        if not (was_ended or '"exit-code"' in ended.status):
            # Bubblewrap tells of it only once the program has been started.
            raise SandboxError(f"the sandbox failed: {_first_line(ended)}")
        return dataclasses.replace(ended, out_of_memory=ended.out_of_memory or killed)

    def watched_mb(self, allowance: Allowance) -> int | None:
        return None if self._grouped else allowance.memory_mb

    @contextlib.contextmanager
    def _taken(self) -> Iterator[cgroup.Group | None]:
        """A group for one run: a small one must not take the room of a compiler beside it."""
        if not self._grouped:
            yield None
            return
        group = self._free.get()
        try:
            yield group
        finally:
            self._free.put(group)

    def command(self, step: Step) -> list[str]:
        allowance = step.allowance
        folders = [] if allowance.group is None else allowance.group.folders
        return [
            *("/bin/sh", "-c", _ENTER, "sh", *map(str, folders), "--"),
            *self._as_somebody_else(),
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

    def _as_somebody_else(self) -> list[str]:
        if self._uid is None:
            return []
        return ["setpriv", f"--reuid={self._uid}", f"--regid={self._uid}", "--clear-groups"]

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
            # Nothing there can be written: not the memory of pid 1, which tells how the program
            # ended, nor a program's own code.
            yield from ("--proc", "/proc", "--remount-ro", "/proc")
        # Its /dev/shm would be memory without a limit.
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


def _arguments(step: Step) -> Iterator[str]:
    """Of our launcher. Limits are set inside: there, the kernel counts the processes of this user
    namespace alone."""
    allowance = step.allowance
    yield from ("core=0", f"nofile={OPEN_FILES}", f"fsize={FILE_MB << 20}")
    yield f"nproc={allowance.processes}"
    if allowance.data_mb is not None:
        yield f"data={allowance.data_mb << 20}"
    if allowance.cpu_seconds is not None:
        # A signal that tells why it came, and a second later one that cannot be caught.
        yield f"cpu={allowance.cpu_seconds}:{allowance.cpu_seconds + 1}"
    if any(process.LOG in word for word in step.words):
        yield f"keep={process.LOG}:{LOG_NUMBER}"


def _first_line(ended: Ended) -> str:
    lines = ended.words.strip().splitlines()
    return lines[0] if lines else f"exit code {ended.code}"


# ---- choosing one ------------------------------------------------------------------------------


_TRIAL = Step(Kind.PROGRAM, ["/bin/true"], (), Allowance(seconds=20, memory_mb=256))

INSTALL = "./course setup --yes installs it where it can"

HINDRANCES = (
    ("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1", "0"),
    ("/proc/sys/kernel/unprivileged_userns_clone", "0", "1"),
    ("/proc/sys/user/max_user_namespaces", "0", "15000"),
)
"""Settings of a kernel that forbid bubblewrap its namespaces: file, forbids, allows. The first one
is how Ubuntu has come since 24.04."""


def why_none() -> str | None:
    """Why submissions cannot be shut in on this machine, and what helps; None when they can."""
    if sys.platform != "linux":
        return "bubblewrap exists only on Linux"
    for name in ("bwrap", "setpriv"):
        if shutil.which(name) is None:
            return f"{name} is not on PATH; {INSTALL}"
    return _refusal()


@functools.cache
def _refusal() -> str | None:
    """What bubblewrap says where it may not work; None where it works. Tried once a process."""
    try:
        program = own_launcher.built()
    except SandboxError as error:
        return str(error)
    try:
        with contextlib.ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            uid = stack.enter_context(_uid()) if os.geteuid() == 0 else None
            bwrap = Path(str(shutil.which("bwrap")))
            ended = Bubblewrap(bwrap, _copied(program, folder, uid), uid=uid).run(_TRIAL)
    except SandboxError as error:
        return f"{error}; {_remedy()}"
    return None if ended.code == 0 else f"the sandbox does not work: {_first_line(ended)}"


def _copied(launcher: Path, folder: Path, uid: int | None) -> Path:
    """Into a folder that a worker's uid can pass through, as it cannot through root's home, and as
    no other account can: others' submissions and answers are in it."""
    if uid is not None:
        os.chown(folder, -1, uid)
        folder.chmod(0o710)
    copy = Path(shutil.copyfile(launcher, folder / launcher.name))
    copy.chmod(0o755)
    return copy


def _remedy() -> str:
    """What allows bubblewrap its namespaces, where the kernel tells what forbids them."""
    for file, forbids, allows in HINDRANCES:
        with contextlib.suppress(OSError):
            if Path(file).read_text(encoding="ascii").strip() == forbids:
                name = file.removeprefix("/proc/sys/").replace("/", ".")
                return f"sudo sysctl {name}={allows} allows it until the next reboot"
    return "the container must be allowed to create user namespaces"


def _kills(group: cgroup.Group | None, limit: Allowance | None = None) -> int:
    """How many processes have been killed in the group so far. limit: what it may have now."""
    if group is None:
        return 0
    with os_errors("the control group failed", SandboxError):
        if limit is not None:
            group.limit(limit.memory_mb, limit.processes)
        return group.kills()


@contextlib.contextmanager
def opened(tools: Sequence[Path], folder: Path, at_once: int = 1) -> Iterator[Bubblewrap]:
    """A sandbox of one worker's own, with what it needs in the folder. Raises SandboxError when
    there can be none."""
    reason = why_none()
    if reason is not None:
        raise SandboxError(f"no sandbox: {reason}")
    with contextlib.ExitStack() as stack:
        uid = stack.enter_context(_uid()) if os.geteuid() == 0 else None
        groups = []
        for number in range(at_once):
            group = cgroup.make(f"course-{os.getpid()}-{uid}-{number}")
            if group is not None:
                stack.callback(group.remove)
                groups.append(group)
        ours = _copied(own_launcher.built(), folder, uid)
        bwrap = Path(str(shutil.which("bwrap")))
        box = Bubblewrap(bwrap, ours, tools=tools, uid=uid, groups=groups)
        ended = box.run(_TRIAL)
        if ended.code != 0:
            raise SandboxError(f"the sandbox does not work: {_first_line(ended)}")
        yield box


@contextlib.contextmanager
def _uid() -> Iterator[int]:
    """A uid that no other worker on this machine has.

    Who has bound the socket of that name has it. The kernel frees the name with its owner, and
    there is no file that could be left behind.
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
