"""Run a command that does not outlive the process which started it.

    python -I -S die_with_parent.py PARENT_PID COMMAND [ARGUMENT...]

The sweep can be killed at any moment without a chance to end its child. On Linux the kernel then
kills the child: we request that here, between fork and exec, without running Python code in a
forked copy of a threaded parent. Elsewhere a left-over program ends by itself, since each is
bounded in time and packets.

Standard library only: this starts once per cell, before the measured program.
"""

import contextlib
import ctypes
import os
import signal
import sys
from pathlib import Path

PR_SET_PDEATHSIG = 1  # linux/prctl.h


def tie_to(parent: int) -> None:
    """Make the kernel kill this process when the parent ends; exit if it has ended already."""
    if sys.platform != "linux":
        return
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0) != 0:
        sys.exit(f"prctl: {os.strerror(ctypes.get_errno())}")
    if os.getppid() != parent:
        sys.exit("the sweep has ended")


def be_first_victim() -> None:
    """Make the kernel kill the measured program first if memory runs out."""
    # Only Linux has the file; elsewhere the sweep's own memory guard remains.
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def main() -> None:
    """Never returns: this process becomes the command."""
    tie_to(int(sys.argv[1]))
    be_first_victim()
    # Python ignores these two, and ignored signals stay so through exec.
    for name in ("SIGPIPE", "SIGXFSZ"):
        signal.signal(getattr(signal, name), signal.SIG_DFL)
    command = sys.argv[2:]
    try:
        os.execvp(command[0], command)
    except OSError as error:
        print(f"cannot start {command[0]}: {error.strerror}", file=sys.stderr)
        os._exit(127)


if __name__ == "__main__":
    main()
