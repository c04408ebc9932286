"""What the process writes to file descriptors 1 and 2, passed on as it comes.

The descriptors themselves are caught, not Python's or C++'s stream objects: `printf`, `std::cout`,
a shared library and a child process all end up in the notebook.
"""

import codecs
import fcntl
import os
import select
import threading
import time
from collections.abc import Callable

_PIPE_BYTES = 1 << 20
_PAUSE_S = 0.01  # gathers small writes: a message for each line would overrun Jupyter's queues


class Capture:
    """Each stream keeps its order; between the two, what is older than `_PAUSE_S` comes first.

    A daemon thread reads while C++ code runs. `drain`, from any thread, returns when all that was
    written before has been passed to `emit(name, bytes)`.
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
        """Passes on what is in the pipes now. Order: stdout, then stderr."""
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
    """What is in a pipe, about a pipeful at most: an endless writer must not starve the rest."""
    parts: list[bytes] = []
    try:
        while sum(map(len, parts)) < _PIPE_BYTES:
            parts.append(os.read(reader, _PIPE_BYTES))
    except BlockingIOError:
        pass
    return b"".join(parts)


def text_decoder() -> codecs.IncrementalDecoder:
    """UTF-8 that comes in pieces; what is no UTF-8 becomes U+FFFD."""
    return codecs.getincrementaldecoder("utf-8")(errors="replace")
