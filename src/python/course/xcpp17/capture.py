"""Output of the process to file descriptors 1 and 2, passed on as it comes.

It captures the descriptors themselves, not Python's or C++'s stream objects: the output of
`printf`, `std::cout`, a shared library and a child process all gets into the notebook.
"""

import fcntl
import os
import select
import threading
import time
from collections.abc import Callable

_PIPE_BYTES = 1 << 20
_PAUSE_S = 0.01  # collects small writes: a message per line would overflow Jupyter's queues


class Capture:
    """Keeps the order within each stream; between them, output older than `_PAUSE_S` comes first.

    A daemon thread reads while C++ code runs. `drain`, callable from any thread, returns after all
    earlier output was passed to `emit(name, bytes)`.
    """

    def __init__(self, emit: Callable[[str, bytes], None]) -> None:
        self._emit = emit
        self._lock = threading.Lock()
        self._names: dict[int, str] = {}
        for name, descriptor in (("stdout", 1), ("stderr", 2)):
            reader, writer = os.pipe()
            if hasattr(fcntl, "F_SETPIPE_SZ"):
                fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
            os.dup2(writer, descriptor)
            os.close(writer)
            os.set_blocking(reader, False)
            self._names[reader] = name
        threading.Thread(target=self._watch, name="xcpp17-capture", daemon=True).start()

    def drain(self) -> None:
        """Pass on the pipes' current content: stdout, then stderr."""
        with self._lock:
            for reader, name in self._names.items():
                if data := _read_all(reader):
                    self._emit(name, data)

    def _watch(self) -> None:
        while True:
            select.select(list(self._names), [], [])
            time.sleep(_PAUSE_S)
            self.drain()


def _read_all(reader: int) -> bytes:
    """Read a pipe's content, about a pipeful at most: an endless writer must not starve others."""
    parts: list[bytes] = []
    try:
        while sum(map(len, parts)) < _PIPE_BYTES:
            parts.append(os.read(reader, _PIPE_BYTES))
    except BlockingIOError:
        pass
    return b"".join(parts)
