"""One set-up at a time in one tree."""

import fcntl
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from course import paths


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
