"""Steps of a set-up: they are skipped if their stamps fit, and run in parallel lanes."""

import fcntl
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from course import paths
from course.errors import CourseError
from course.process.files import write_atomically


@contextmanager
def exclusive() -> Iterator[int]:
    """Holds the tree's lock; waits, and says so, while another set-up has it.

    Yields the lock's file descriptor. A child process that inherits it keeps the lock, so that a
    compiler left behind by a killed set-up is never joined by a second one. The kernel frees the
    lock when the last holder ends, however it ends.
    """
    paths.TOOLCHAIN.mkdir(parents=True, exist_ok=True)
    handle = os.open(paths.TOOLCHAIN / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("waiting for another ./course setup in this folder", file=sys.stderr, flush=True)
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield handle
    finally:
        os.close(handle)


class Stamp:
    """Says that something was made completely, and from which inputs.

    It is removed before the work starts and written last, in one step: whatever is interrupted has
    no stamp, and is made again.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def fits(self, fingerprint: str, products: Iterable[Path] = ()) -> bool:
        """Whether the work was done from these inputs, and its products are still there."""
        try:
            done_from = self._path.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return False
        return done_from == fingerprint and all(product.exists() for product in products)

    def remove(self) -> None:
        self._path.unlink(missing_ok=True)

    def write(self, fingerprint: str) -> None:
        write_atomically(self._path, fingerprint + "\n")


@dataclass(frozen=True)
class Step:
    """A task done once per fingerprint of its inputs.

    `make` gets the set-up lock's file descriptor, for its child processes. Failures of `optional`
    steps are only reported.
    """

    name: str
    stamp: Path
    fingerprint: Callable[[], str]
    products: Sequence[Path]
    make: Callable[[int], None]
    optional: bool = False

    def done(self) -> bool:
        return Stamp(self.stamp).fits(self.fingerprint(), self.products)

    def given_up(self) -> bool:
        """True if the step is optional and failed before, from the same inputs."""
        return self.optional and self._failure.fits(self.fingerprint())

    def run(self, lock: int) -> None:
        """Do the work. Raises CourseError, and leaves no stamp, if it fails."""
        Stamp(self.stamp).remove()
        made_from = self.fingerprint()  # inputs that change during the work may not be included
        self.make(lock)
        Stamp(self.stamp).write(made_from)
        self._failure.remove()

    def give_up(self) -> None:
        """Record that an optional step cannot be made from these inputs on this machine."""
        self._failure.write(self.fingerprint())

    @property
    def _failure(self) -> Stamp:
        return Stamp(paths.STAMPS / f"given-up-{self.name.replace(' ', '-')}")


# A lane's steps depend on each other, in order; lanes are independent.
Lane = Sequence[Step]


class Display:
    """Shows running steps: on a terminal a spinner for each, and a line at its end."""

    def __init__(self) -> None:
        self._progress = None

    @contextmanager
    def shown(self) -> Iterator[None]:
        if not sys.stderr.isatty():
            yield
            return
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            self._progress = progress
            yield
        self._progress = None

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Show a step, and at its end how long it took."""
        began = time.monotonic()
        task = None
        if self._progress is not None:
            task = self._progress.add_task(name, total=None)
        try:
            yield
        finally:
            if self._progress is not None and task is not None:
                self._progress.remove_task(task)
        self.say(f"{name}: done ({time.monotonic() - began:.0f} s)")

    def say(self, line: str) -> None:
        if self._progress is None:
            # In a single write: lanes may end at the same time.
            sys.stderr.write(f"{line}\n")
            sys.stderr.flush()
        else:
            self._progress.console.print(line, markup=False, highlight=False)


def give_way() -> None:
    """Lower the priority of this thread's children, for example in favour of a first page.

    Linux only, where a thread has its own priority, which its children inherit.
    """
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


def pending(lanes: Sequence[Lane], *, retry: bool) -> list[Lane]:
    """Return the steps with work to do; without `retry`, not those that were given up."""
    left = [[s for s in lane if not s.done() and (retry or not s.given_up())] for lane in lanes]
    return [lane for lane in left if lane]


def run(lanes: Sequence[Lane], lock: int) -> list[tuple[Step, CourseError]]:
    """Run lanes in parallel. A lane ends at its first failure. Returns all failures."""
    display = Display()
    failures: list[tuple[Step, CourseError]] = []

    def go(lane: Lane) -> tuple[Step, CourseError] | None:
        for step in lane:
            try:
                with display.step(step.name):
                    step.run(lock)
            except CourseError as error:
                return step, error
        return None

    with (
        display.shown(),
        ThreadPoolExecutor(max_workers=max(1, len(lanes)), initializer=give_way) as pool,
    ):
        # Here and below: Ctrl-C also makes steps fail, but this thread notices it before that.
        for future in as_completed([pool.submit(go, lane) for lane in lanes]):
            if failure := future.result():
                step, _ = failure
                display.say(f"{step.name}: {'not available' if step.optional else 'FAILED'}")
                failures.append(failure)
    for step, _ in failures:
        if step.optional:
            step.give_up()
    return failures
